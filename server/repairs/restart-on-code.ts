import { samePath } from "../../shared/basics/path.ts";
import type { Spread } from "../../shared/forecast/answer/model.ts";
import type { Run } from "../../shared/scenario/model.ts";
import type { AnalyzedPod } from "../analysis/subject.ts";
import { addsNoFinding, isWrittenAs, rewritten } from "./judge.ts";
import type { BlockContainer, Refactor, Refactoring } from "./model.ts";
import { mayHaveRules, type RestartFields, restartFieldsEdit } from "./restart-fields.ts";

/**
 * A container of which the scenario says that it asks for a restart with one exit code restarts on that code and on no other.
 * Not below controllers that keep pods running: there a container that stays dead is nobody's wish.
 */
export const restartOnCode: Refactor = { fields: ["name"], refactor };

const kinds = ["Pod", "Job", "CronJob"];

function refactor(place: BlockContainer): Refactoring | undefined {
  const { container, pod } = place;
  const code = codeIn(place);
  if (code === undefined || !kinds.includes(pod.located.kind) || container.kind !== "regular") return undefined;
  if (pod.pod.restartPolicy === "Never" || !mayHaveRules(place)) return undefined;
  const rule = { action: "Restart", exitCodes: { operator: "In", values: [code] } } as const;
  const fields: RestartFields = { restartPolicy: "Never", restartPolicyRules: [rule] };
  const edit = restartFieldsEdit(place, fields);
  const after = edit && rewritten(place, [edit]);
  if (edit === undefined || after === undefined || !isWrittenAs(place, after, { ...fields })) return undefined;
  const restarts = storyRestarts(pod, place);
  const afterwards = after.forecast.restarts.story?.restarts;
  const same = restarts !== undefined && afterwards?.min === restarts.min && afterwards?.max === restarts.max;
  if (!same || !addsNoFinding(after)) return undefined;
  return { title: `Restart only on exit code ${code}`, edits: [edit], asks: false };
}

/** The one code with which its runs end before others follow. That of a crash or a kill asks for nothing. */
function codeIn({ container, pod }: BlockContainer): number | undefined {
  const { containers } = pod.scenario.scenario;
  const runs: readonly Run[] = Object.hasOwn(containers, container.name)
    ? (containers[container.name]?.runs ?? [])
    : [];
  const codes = new Set(runs.slice(0, -1).map(({ end }) => end?.exitCode));
  const [code] = codes;
  return codes.size === 1 && code !== undefined && code > 1 && code < 128 ? code : undefined;
}

function storyRestarts(pod: AnalyzedPod, { container }: BlockContainer): Spread | undefined {
  return pod.forecast()?.containers.find(({ path }) => samePath(path, container.path))?.restarts.story?.restarts;
}
