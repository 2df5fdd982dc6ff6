import type { Assumptions } from "../kubernetes/node.ts";
import type { DefaultedPod } from "../kubernetes/pod.ts";
import type { Comparison, Condition, Expectation, Phase, Scenario } from "../scenario/model.ts";
import { simulate } from "../simulation/simulation.ts";
import type { Timeline, TimelineEntry } from "../simulation/timeline.ts";

/** Expectations are judged over seeds 1 to 20: the kubelet's jitter is real. */
export const judgedRuns = 20;

/** `earliestMs` and `latestMs`: when what the expectation speaks of came about in the runs; undefined where it never did. */
export interface Judgement {
  readonly expectation: Expectation;
  readonly text: string;
  readonly holds: boolean;
  /** Share of the runs in which it held. */
  readonly share: number;
  readonly runs: number;
  readonly earliestMs: number | undefined;
  readonly latestMs: number | undefined;
  /** How long each run was watched, and in how many of them it never came about. */
  readonly watchedMs: number;
  readonly unseenRuns: number;
}

export function judgeExpectations(
  pod: DefaultedPod,
  assumptions: Assumptions,
  scenario: Scenario,
): readonly Judgement[] {
  if (scenario.expectations.length === 0) return [];
  const runs = assumptions.timing === "ideal" ? 1 : judgedRuns;
  // Beyond the limit, so that a promise that is missed can be told by how much.
  const untilMs = 2 * Math.max(...scenario.expectations.map((expectation) => expectation.condition.withinMs));
  // A run of days has a hundred thousand entries: each is forgotten before the next one is played.
  const verdicts = Array.from({ length: runs }, (_, index) => {
    const timeline = simulate({ pod, assumptions, scenario, seed: index + 1, untilMs, recording: "entries" });
    return scenario.expectations.map((expectation) => verdictOf(expectation, timeline));
  });
  return scenario.expectations.map((expectation, index) => ({
    ...judge(
      expectation,
      verdicts.flatMap((ofRun) => ofRun[index] ?? []),
    ),
    watchedMs: untilMs,
  }));
}

function judge(expectation: Expectation, verdicts: readonly Verdict[]): Omit<Judgement, "watchedMs"> {
  const held = verdicts.filter((verdict) => verdict.holds).length;
  const times = verdicts.flatMap((verdict) => (verdict.atMs === undefined ? [] : [verdict.atMs]));
  return {
    expectation,
    text: expectation.text,
    holds: held === verdicts.length,
    share: held / verdicts.length,
    runs: verdicts.length,
    unseenRuns: verdicts.length - times.length,
    earliestMs: times.length === 0 ? undefined : Math.min(...times),
    latestMs: times.length === 0 ? undefined : Math.max(...times),
  };
}

interface Verdict {
  readonly holds: boolean;
  readonly atMs: number | undefined;
}

function verdictOf({ condition, container }: Expectation, timeline: Timeline): Verdict {
  const concerns = (entry: TimelineEntry): boolean => container === undefined || entry.container === container;
  const within = timeline.entries.filter((entry) => entry.tMs <= condition.withinMs);
  switch (condition.kind) {
    case "ready":
      return reached(
        timeline.entries.find((entry) => isReady(entry, "True")),
        condition,
      );
    case "phase":
      return reached(
        timeline.entries.find((entry) => entersPhase(entry, condition.phase)),
        condition,
      );
    case "crash-loop":
      return matched(
        within.find((entry) => entry.kind === "back-off-started" && concerns(entry)),
        condition.expected,
      );
    case "no-probe-kill":
      return matched(
        within.find(
          (entry) => entry.kind === "container-stopping" && entry.data.probe !== undefined && concerns(entry),
        ),
        false,
      );
    case "down-at-most":
      return downAtMost(within, condition);
    case "restarts":
      return countRestarts(
        within.filter((entry) => isRestart(entry) && concerns(entry)),
        condition,
      );
  }
}

function reached(entry: TimelineEntry | undefined, { withinMs }: Condition): Verdict {
  return { holds: entry !== undefined && entry.tMs <= withinMs, atMs: entry?.tMs };
}

function entersPhase(entry: TimelineEntry, phase: Phase): boolean {
  return entry.kind === "phase-changed" && entry.data.phase === phase;
}

function matched(entry: TimelineEntry | undefined, expected: boolean): Verdict {
  return { holds: (entry !== undefined) === expected, atMs: entry?.tMs };
}

function isReady(entry: TimelineEntry, status: "True" | "False"): boolean {
  return entry.kind === "condition-changed" && entry.data.condition === "Ready" && entry.data.status === status;
}

function isRestart(entry: TimelineEntry): boolean {
  return entry.kind === "container-started" && (entry.run ?? 1) > 1;
}

/** Down is what is not Ready after it first was. */
function downAtMost(
  entries: readonly TimelineEntry[],
  condition: Extract<Condition, { kind: "down-at-most" }>,
): Verdict {
  let downMs = 0;
  let downSinceMs: number | undefined;
  let wasReady = false;
  for (const entry of entries) {
    if (isReady(entry, "True")) {
      if (downSinceMs !== undefined) downMs += entry.tMs - downSinceMs;
      downSinceMs = undefined;
      wasReady = true;
    } else if (isReady(entry, "False") && wasReady) downSinceMs = entry.tMs;
  }
  if (downSinceMs !== undefined) downMs += condition.withinMs - downSinceMs;
  return { holds: downMs <= condition.downMs, atMs: downMs };
}

function countRestarts(
  restarts: readonly TimelineEntry[],
  condition: Extract<Condition, { kind: "restarts" }>,
): Verdict {
  return { holds: compare(restarts.length, condition.comparison, condition.count), atMs: restarts.at(-1)?.tMs };
}

function compare(left: number, comparison: Comparison, right: number): boolean {
  if (comparison === "=") return left === right;
  if (comparison === "<") return left < right;
  if (comparison === "<=") return left <= right;
  return comparison === ">" ? left > right : left >= right;
}
