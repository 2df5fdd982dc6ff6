import { allContainers, type Container, type DefaultedPod } from "../../kubernetes/pod.ts";
import type { Run, Scenario } from "../../scenario/model.ts";
import { longestRun } from "../../scenario/ranges.ts";
import { scriptOf } from "../../scenario/script.ts";
import { lastPhaseMs } from "../../scenario/shifted.ts";

/** Longest wait between two runs of a container in a crash loop, or two pulls of its image. */
const longestBackOffMs = 330_000;
const scriptedMsMax = 7 * 24 * 3_600_000;

/** By then nothing that a scenario says of a new pod lies ahead: its images are there, its crashes are over, and its last runs have started. */
export function scriptedStartMs(pod: DefaultedPod, scenario: Scenario): number {
  const gatesMs = scenario.events.map(({ kind, atMs }) => (kind === "readiness-gates" ? atMs : 0));
  const containersMs = allContainers(pod).map((container) => startOf(container, scenario));
  const allMs = lastPhaseMs(scenario) + Math.max(0, ...gatesMs) + containersMs.reduce((sum, ms) => sum + ms, 0);
  return Math.min(allMs, scriptedMsMax);
}

function startOf(container: Container, scenario: Scenario): number {
  const { runs, image } = scriptOf(scenario, container);
  const absences = (image?.absences ?? []).map(
    ({ fromMs, missingTimes = 0 }) => fromMs + missingTimes * longestBackOffMs,
  );
  const pullsMs = (image?.ranges?.pullMs?.maxMs ?? image?.pullMs ?? 0) + Math.max(0, ...absences);
  const runsMs = runs.map(longestRun).map((run, index) => {
    const isLast = index === runs.length - 1;
    const lastMs = lengthOf(run) + (container.kind === "init" ? (run.end?.afterMs ?? 0) : 0);
    return isLast ? lastMs : run.times * (lengthOf(run) + (run.end?.afterMs ?? 0) + longestBackOffMs);
  });
  return runsMs.reduce((sum, ms) => sum + ms, pullsMs);
}

/** Until nothing changes any more of what a run answers. */
function lengthOf({ startsInMs, createMs, startMs, answers }: Run): number {
  return createMs + startMs + Math.max(startsInMs, ...answers.map(({ afterMs, forMs }) => afterMs + (forMs ?? 0)));
}
