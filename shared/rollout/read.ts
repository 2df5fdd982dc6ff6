import { admit } from "../admission/admit.ts";
import type { PlayableWorkload } from "../controllers/pods/play-workload.ts";
import { revisionsOf } from "../controllers/pods/revisions.ts";
import { allContainers } from "../kubernetes/pod.ts";
import type { RolloutPayload } from "../protocol/rollout.ts";
import { parseScenario } from "../scenario/parse.ts";

/** The workload of a payload, ready to be played. Undefined: there is not one container in its pod. */
export function readRollout({ pod: payload, workload }: RolloutPayload): PlayableWorkload | undefined {
  const { pod } = admit(payload.written, payload.assumptions);
  if (pod === undefined) return undefined;
  const { scenario } = parseScenario(payload.scenarioTexts, allContainers(pod));
  return { ...workload, pod, ...revisionsOf(scenario) };
}
