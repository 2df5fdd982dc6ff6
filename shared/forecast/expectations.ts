import type { Assumptions } from "../kubernetes/node.ts";
import type { DefaultedPod } from "../kubernetes/pod.ts";
import type { Comparison, Condition, Expectation, Scenario } from "../scenario/model.ts";
import type { SimulationInput } from "../simulation/input.ts";
import { createSimulation } from "../simulation/simulation.ts";
import type { EntryKind, WatchedEntry } from "../simulation/timeline.ts";
import {
  backOffsIn,
  entryOfPhase,
  firstReady,
  type Outage,
  outagesIn,
  probeKillsIn,
  restartsIn,
} from "./occurrences.ts";

/** Expectations are judged over seeds 1 to 20: the kubelet's jitter is real. */
export const judgedRuns = 20;

/** A run in which more happens than this is cut there, so that an `expect` line never takes long. */
export const judgedEntries = 10_000;

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
  /** How long the runs were watched, the shortest of them, and in how many it never came about. */
  readonly watchedMs: number;
  readonly unseenRuns: number;
  /** Runs that were not watched until the expectation was decided: it does not count as held. */
  readonly undecidedRuns: number;
}

/** Plays the pod under each judged seed, beyond the limits of the expectations, as far as `horizonLimitMs` and `judgedEntries` go. */
export function judgeExpectations(
  pod: DefaultedPod,
  assumptions: Assumptions,
  scenario: Scenario,
): readonly Judgement[] {
  if (scenario.expectations.length === 0) return [];
  const runs = assumptions.timing === "ideal" ? 1 : judgedRuns;
  // Beyond the limit, so that a promise that is missed can be told by how much.
  const untilMs = 2 * Math.max(...scenario.expectations.map((expectation) => expectation.condition.withinMs));
  const played = Array.from({ length: runs }, (_, index) => {
    const run = watchRun({ pod, assumptions, scenario, seed: index + 1, untilMs });
    return { run, verdicts: scenario.expectations.map((expectation) => verdictOf(expectation, run)) };
  });
  const watchedMs = Math.min(...played.map(({ run }) => run.watchedMs));
  return scenario.expectations.map((expectation, index) => ({
    ...judge(
      expectation,
      played.flatMap(({ verdicts }) => verdicts[index] ?? []),
    ),
    watchedMs,
  }));
}

interface Run {
  readonly entries: readonly WatchedEntry[];
  /** Beyond that nothing is known; the whole horizon where the pod settled before. */
  readonly watchedMs: number;
}

/** What conditions speak of: most entries are of other kinds. */
const judgedKinds: ReadonlySet<EntryKind> = new Set([
  "condition-changed",
  "phase-changed",
  "container-started",
  "container-stopping",
  "back-off-started",
]);

function watchRun(input: Pick<SimulationInput, "pod" | "assumptions" | "scenario" | "seed" | "untilMs">): Run {
  const entries: WatchedEntry[] = [];
  const simulation = createSimulation({
    ...input,
    recording: "counts",
    entriesAtMost: judgedEntries,
    watch: (entry) => {
      if (judgedKinds.has(entry.kind)) entries.push(entry);
    },
  });
  simulation.runUntil(input.untilMs);
  const { ended, untilMs } = simulation.timeline();
  if (ended === "event-limit") return { entries, watchedMs: simulation.nowMs() };
  return { entries, watchedMs: ended === "settled" ? input.untilMs : untilMs };
}

function judge(expectation: Expectation, verdicts: readonly Verdict[]): Omit<Judgement, "watchedMs"> {
  const held = verdicts.filter(({ holds, isDecided }) => holds && isDecided).length;
  const times = verdicts.flatMap((verdict) => (verdict.atMs === undefined ? [] : [verdict.atMs]));
  return {
    expectation,
    text: expectation.text,
    holds: held === verdicts.length,
    share: held / verdicts.length,
    runs: verdicts.length,
    unseenRuns: verdicts.length - times.length,
    undecidedRuns: verdicts.filter(({ isDecided }) => !isDecided).length,
    earliestMs: times.length === 0 ? undefined : Math.min(...times),
    latestMs: times.length === 0 ? undefined : Math.max(...times),
  };
}

interface Finding {
  readonly holds: boolean;
  readonly atMs: number | undefined;
  /** Whatever comes later, it stays so. */
  readonly isFinal: boolean;
}

interface Verdict extends Finding {
  readonly isDecided: boolean;
}

function verdictOf(expectation: Expectation, run: Run): Verdict {
  const found = find(expectation, run);
  return { ...found, isDecided: found.isFinal || run.watchedMs >= expectation.condition.withinMs };
}

function find({ condition, container }: Expectation, run: Run): Finding {
  const within = (found: readonly WatchedEntry[]) => found.filter((entry) => entry.tMs <= condition.withinMs);
  switch (condition.kind) {
    case "ready":
      return reached(firstReady(run), condition);
    case "phase":
      return reached(entryOfPhase(run, condition.phase), condition);
    case "crash-loop":
      return matched(within(backOffsIn(run, container))[0], condition.expected);
    case "no-probe-kill":
      return matched(within(probeKillsIn(run, container))[0], false);
    case "down-at-most":
      return downAtMost(outagesIn(run), condition);
    case "restarts":
      return countRestarts(within(restartsIn(run, container)), condition);
  }
}

function reached(entry: WatchedEntry | undefined, { withinMs }: Condition): Finding {
  return { holds: entry !== undefined && entry.tMs <= withinMs, atMs: entry?.tMs, isFinal: entry !== undefined };
}

function matched(entry: WatchedEntry | undefined, expected: boolean): Finding {
  return { holds: (entry !== undefined) === expected, atMs: entry?.tMs, isFinal: entry !== undefined };
}

function downAtMost(
  outages: readonly Outage<WatchedEntry>[],
  { downMs: limitMs, withinMs }: Extract<Condition, { kind: "down-at-most" }>,
): Finding {
  const sumMs = (of: readonly Outage<WatchedEntry>[]) =>
    of.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to?.tMs ?? withinMs, withinMs) - from.tMs), 0);
  const downMs = sumMs(outages);
  const isFinal = sumMs(outages.filter(({ to }) => to !== undefined)) > limitMs;
  return { holds: downMs <= limitMs, atMs: downMs, isFinal };
}

function countRestarts(
  restarts: readonly WatchedEntry[],
  { comparison, count }: Extract<Condition, { kind: "restarts" }>,
): Finding {
  const holds = compare(restarts.length, comparison, count);
  const isFinal = holds ? comparison.startsWith(">") : restarts.length > count || comparison === "<";
  return { holds, atMs: restarts.at(-1)?.tMs, isFinal };
}

function compare(left: number, comparison: Comparison, right: number): boolean {
  if (comparison === "=") return left === right;
  if (comparison === "<") return left < right;
  if (comparison === "<=") return left <= right;
  return comparison === ">" ? left > right : left >= right;
}
