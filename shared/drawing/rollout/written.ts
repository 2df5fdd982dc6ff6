import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import { crashingWorkload } from "../../forecast/workload/forecast.ts";
import { allContainers } from "../../kubernetes/pod.ts";
import type { RolloutPayload, RolloutSetup } from "../../protocol/pod/rollout.ts";
import type { EditedLine } from "../../protocol/pod/setup.ts";
import { formatEvent, formatScript } from "../../scenario/language/format.ts";
import { scenarioLines } from "../../scenario/language/scenario-lines.ts";
import { eventOfEdit } from "./setup.ts";

/** A setup as the scenario of a manifest has it. */
export interface WrittenRollout {
  /** The whole scenario. */
  readonly lines: readonly EditedLine[];
  /** Those of it that the manifest does not have yet. */
  readonly added: readonly EditedLine[];
  /** What has no words in a scenario. */
  readonly rest: RolloutSetup;
}

/** Something of a setup can be written into the manifest: a new version that crashes, and all that happens at a time. */
export function isWritable({ crashAfterMs, edits }: RolloutSetup): boolean {
  return crashAfterMs !== undefined || edits.length > 0;
}

/** The lines that make a manifest say what a setup lets happen. `workload`: as the manifest has it. */
export function writtenRollout(
  { pod: { scenarioTexts } }: RolloutPayload,
  workload: PlayableWorkload,
  setup: RolloutSetup,
): WrittenRollout {
  const { crashAfterMs, ...healthy } = setup;
  const crash = crashAfterMs === undefined ? [] : crashLines(workload, crashAfterMs);
  const events = setup.edits.map((edit) => ({ container: undefined, text: formatEvent(eventOfEdit(edit)) }));
  const present = scenarioLines(scenarioTexts, allContainers(workload.pod));
  const kept = present.filter(
    ({ container, text }) => !crash.some((line) => line.container === container && isOfNew(text)),
  );
  const added = [...crash, ...events];
  return {
    lines: [...kept, ...added],
    added,
    rest: { ...healthy, edits: [] },
  };
}

/** A manifest that came meanwhile says all of it. */
export function isWrittenIn(
  { pod: { scenarioTexts } }: RolloutPayload,
  { pod }: PlayableWorkload,
  { added }: WrittenRollout,
): boolean {
  const present = scenarioLines(scenarioTexts, allContainers(pod));
  return added.every(({ container, text }) =>
    present.some((line) => line.container === container && line.text === text),
  );
}

function isOfNew(text: string): boolean {
  return /^new:/.test(text);
}

function crashLines(workload: PlayableWorkload, afterMs: number): readonly EditedLine[] {
  const [container] = workload.pod.containers;
  const script = container && crashingWorkload(workload, afterMs).scenario.containers[container.name];
  return container === undefined || script === undefined
    ? []
    : [{ container: container.name, text: `new: ${formatScript(script)}` }];
}
