import { admit } from "../../api-server/admission/admit.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import { revisionsOf } from "../../controllers/pods/revisions.ts";
import { allContainers } from "../../kubernetes/pod.ts";
import type { RolloutPayload } from "../../protocol/pod/rollout.ts";
import { parseScenario } from "../../scenario/language/parse.ts";

/** The workload of a payload, ready to be played. Undefined if there is not one container in its pod. */
export function readRollout({ pod: payload, workload }: RolloutPayload): PlayableWorkload | undefined {
  const { pod } = admit(payload.written, payload.assumptions);
  if (pod === undefined) return undefined;
  const { scenario } = parseScenario(payload.scenarioTexts, allContainers(pod));
  return { ...workload, pod, ...revisionsOf(scenario) };
}
