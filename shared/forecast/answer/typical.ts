import type { RunDigest } from "./digest-model.ts";
import type { Answer } from "./model.ts";
import type { OutcomeGroup } from "./outcomes.ts";

/** What the medians of an answer are of. */
const measures: readonly ((run: RunDigest) => number)[] = [
  ({ restarts }) => restarts.length,
  ({ downMs }) => downMs,
  ({ longestWaitMs }) => longestWaitMs,
  ({ firstReadyMs, watchedMs }) => firstReadyMs ?? watchedMs,
];

/** The seeds of the runs that people ask for by name. */
export function namedSeeds(
  groups: readonly OutcomeGroup[],
  runs: readonly RunDigest[],
  firstSeed = 1,
): Pick<Answer, "typicalSeed" | "bestSeed" | "worstSeed"> {
  const lost = runs.map(lostMs);
  return {
    typicalSeed: firstSeed + typicalIndex(groups, runs),
    bestSeed: firstSeed + lost.indexOf(Math.min(...lost)),
    worstSeed: firstSeed + lost.indexOf(Math.max(...lost)),
  };
}

/** Not Ready, before or after it first was; among equals restarts count. */
function lostMs({ downMs, firstReadyMs, watchedMs, restarts, end }: RunDigest): number {
  const isDone = end?.how === "Succeeded";
  return downMs + (isDone ? end.atMs : (firstReadyMs ?? watchedMs)) + restarts.length;
}

/** The run that stands for all: of those that come to what most come to, the one whose ranks are nearest to the middle. */
function typicalIndex(groups: readonly OutcomeGroup[], runs: readonly RunDigest[]): number {
  const [largest] = groups.toSorted((left, right) => right.runs.length - left.runs.length);
  const members = largest?.runs ?? runs;
  const distances = members.map(() => 0);
  for (const measure of measures) {
    const sorted = members.map(measure).toSorted((left, right) => left - right);
    const middle = (sorted.length - 1) / 2;
    for (const [index, run] of members.entries()) {
      const value = measure(run);
      const [first, last] = [sorted.indexOf(value), sorted.lastIndexOf(value)];
      // Equal values share their ranks.
      distances[index] = (distances[index] ?? 0) + Math.max(0, first - middle, middle - last);
    }
  }
  const nearest = distances.indexOf(Math.min(...distances));
  const typical = members[nearest];
  return typical === undefined ? 0 : Math.max(0, runs.indexOf(typical));
}
