import type { Pieces } from "../../basics/pieces.ts";
import { oldRevision, type PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import type { WorkloadTimeline } from "../../controllers/workload/simulation.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { Comparison, RolloutExpectation } from "../../scenario/model.ts";
import type { RolloutJudgment } from "./model.ts";
import { effortFor } from "./outcomes.ts";
import { playRolloutInPieces, podsOf, wantedAfter } from "./rollout.ts";
import { eventsOf } from "./scenario-events.ts";
import { startedCounts } from "./started.ts";

/** Pods of a judged run that live a life of their own. */
const judgedLives = 4;

/** Plays the rollout with the events of the scenario under each judged seed. */
export function* judgeRolloutInPieces(
  workload: PlayableWorkload,
  assumptions: Assumptions,
): Pieces<readonly RolloutJudgment[]> {
  const { expectations = [], events = [] } = workload.scenario.rollout ?? {};
  if (expectations.length === 0) return [];
  const played = eventsOf(workload, events);
  const seeds = assumptions.timing === "ideal" ? 1 : effortFor(podsOf(workload)).judged;
  const runs: JudgedRun[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const run = { seed, lives: judgedLives, events: played.events };
    const { timeline } = yield* playRolloutInPieces(workload, assumptions, run);
    runs.push(judgedRun({ ...timeline, counts: startedCounts(workload, timeline) }, played.rolloutMs));
  }
  const of = wantedAfter(workload, played.events);
  return expectations.map((expectation) => judge(expectation, runs, of));
}

interface JudgedRun {
  /** From the change of the template. Undefined if never. */
  readonly completesMs: number | undefined;
  /** Numbers of available pods that there were meanwhile. */
  readonly available: readonly number[];
  readonly updated: number;
}

function judgedRun({ entries, counts }: WorkloadTimeline, rolloutMs: number): JudgedRun {
  // A roll back completes, too.
  const completeMs = entries.find(
    ({ kind, tMs, data }) => kind === "rollout-complete" && tMs >= rolloutMs && data.revision !== oldRevision,
  )?.tMs;
  const endMs = completeMs ?? Number.POSITIVE_INFINITY;
  // After a roll back, pods of the version before are the updated ones.
  const backMs = entries.find(
    ({ kind, tMs, data }) => kind === "workload-changed" && tMs > rolloutMs && data.revision === oldRevision,
  )?.tMs;
  const endsMs = backMs ?? Number.POSITIVE_INFINITY;
  const first = counts.findLastIndex(({ tMs }) => tMs < rolloutMs);
  const during = counts.slice(Math.max(0, first)).filter(({ tMs }) => tMs <= endMs);
  return {
    completesMs: completeMs === undefined ? undefined : completeMs - rolloutMs,
    available: [...new Set(during.map(({ available }) => available))],
    updated: counts.findLast(({ tMs }) => tMs < endsMs)?.updated ?? 0,
  };
}

interface RunVerdict {
  readonly holds: boolean;
  readonly reached: number | undefined;
}

function judge(expectation: RolloutExpectation, runs: readonly JudgedRun[], of: number): RolloutJudgment {
  const verdicts = runs.map((run) => verdictOf(expectation, run));
  const failed = verdicts.filter(({ holds }) => !holds);
  const reached = failed.flatMap((verdict) => verdict.reached ?? []);
  const times = runs.flatMap(({ completesMs }) => completesMs ?? []);
  const stuck = runs.filter(({ completesMs }) => completesMs === undefined);
  return {
    expectation,
    text: expectation.text,
    holds: failed.length === 0,
    runs: runs.length,
    failedRuns: failed.length,
    share: 1 - failed.length / runs.length,
    earliestMs: times.length === 0 ? undefined : Math.min(...times),
    latestMs: times.length === 0 ? undefined : Math.max(...times),
    least: reached.length === 0 ? undefined : Math.min(...reached),
    most: reached.length === 0 ? undefined : Math.max(...reached),
    stuckRuns: stuck.length,
    stuckAt: stuck[0] && { updated: stuck[0].updated, of },
  };
}

function verdictOf({ condition }: RolloutExpectation, { completesMs, available }: JudgedRun): RunVerdict {
  if (condition.kind === "rollout")
    return { holds: completesMs !== undefined && completesMs <= condition.withinMs, reached: completesMs };
  const { comparison, count } = condition;
  const wrong = available.filter((each) => !holdsFor[comparison](each, count));
  const farthest = wrong.toSorted((left, right) => Math.abs(right - count) - Math.abs(left - count))[0];
  return { holds: farthest === undefined, reached: farthest };
}

const holdsFor: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  "<=": (left, right) => left <= right,
  "<": (left, right) => left < right,
  ">=": (left, right) => left >= right,
  ">": (left, right) => left > right,
  "=": (left, right) => left === right,
};
