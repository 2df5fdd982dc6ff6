import type { Comparison, Expectation, TimedCondition } from "../../scenario/model.ts";
import type { WatchedEntry } from "../../simulation/timeline/timeline.ts";
import {
  crashLoopIn,
  entryOfPhase,
  firstReady,
  type Outage,
  outagesIn,
  probeKillsIn,
  restartsIn,
} from "../runs/occurrences.ts";

/** An expectation that a run decides. */
interface TimedExpectation extends Expectation {
  readonly condition: TimedCondition;
}

export function isTimed(expectation: Expectation): expectation is TimedExpectation {
  return expectation.condition.kind !== "survives";
}

/** A run, up to the moment until which it was watched. */
export interface JudgedRun {
  readonly entries: readonly WatchedEntry[];
  /** Nothing is known after this moment; the whole horizon if the pod settled before. */
  readonly watchedMs: number;
}

/** What an expectation finds in one run. */
export interface Verdict {
  readonly holds: boolean;
  /** When the expected or forbidden event happened; for downtime, its length. */
  readonly atMs: number | undefined;
  /** What was reached, in the unit of the condition: the number of restarts, otherwise the same as `atMs`. */
  readonly reached: number | undefined;
  /** Later events cannot change it. */
  readonly isFinal: boolean;
  /** When it was decided; the end of the limit if only that decides. */
  readonly decidedMs: number;
  /** False: the run is too short to decide. */
  readonly isDecided: boolean;
}

type Finding = Omit<Verdict, "isDecided" | "reached"> & Partial<Pick<Verdict, "reached">>;

export function verdictOf(expectation: TimedExpectation, run: JudgedRun): Verdict {
  const found = find(expectation, run);
  return { reached: found.atMs, ...found, isDecided: found.isFinal || run.watchedMs >= expectation.condition.withinMs };
}

function find({ condition, container }: TimedExpectation, run: JudgedRun): Finding {
  const within = (found: readonly WatchedEntry[]) => found.filter((entry) => entry.tMs <= condition.withinMs);
  switch (condition.kind) {
    case "ready":
      return reached(firstReady(run), condition);
    case "phase":
      return reached(entryOfPhase(run, condition.phase), condition);
    case "crash-loop":
      return matched(within(crashLoopIn(run, container))[0], condition.expected, condition);
    case "no-probe-kill":
      return matched(within(probeKillsIn(run, container))[0], false, condition);
    case "down-at-most":
      return downAtMost(outagesIn(run), condition);
    case "restarts":
      return countRestarts(within(restartsIn(run, container)), condition);
  }
}

function reached(entry: WatchedEntry | undefined, { withinMs }: TimedCondition): Finding {
  const atMs = entry?.tMs;
  const holds = atMs !== undefined && atMs <= withinMs;
  return { holds, atMs, isFinal: entry !== undefined, decidedMs: holds ? atMs : withinMs };
}

function matched(entry: WatchedEntry | undefined, expected: boolean, { withinMs }: TimedCondition): Finding {
  const atMs = entry?.tMs;
  return { holds: (entry !== undefined) === expected, atMs, isFinal: entry !== undefined, decidedMs: atMs ?? withinMs };
}

function downAtMost(
  outages: readonly Outage<WatchedEntry>[],
  { downMs: limitMs, withinMs }: Extract<TimedCondition, { kind: "down-at-most" }>,
): Finding {
  let downMs = 0;
  let endedMs = 0;
  let decidedMs = withinMs;
  for (const { from, to } of outages) {
    const lengthMs = Math.max(0, Math.min(to?.tMs ?? withinMs, withinMs) - from.tMs);
    if (downMs <= limitMs && downMs + lengthMs > limitMs) decidedMs = from.tMs + limitMs - downMs;
    downMs += lengthMs;
    if (to !== undefined) endedMs += lengthMs;
  }
  return { holds: downMs <= limitMs, atMs: downMs, isFinal: endedMs > limitMs, decidedMs };
}

function countRestarts(
  restarts: readonly WatchedEntry[],
  { comparison, count, withinMs }: Extract<TimedCondition, { kind: "restarts" }>,
): Finding {
  const holds = compare(restarts.length, comparison, count);
  const isFinal = holds ? comparison.startsWith(">") : restarts.length > count || comparison === "<";
  const decisive = comparison === ">=" || comparison === "<" ? count : count + 1;
  const decidedMs = decisive === 0 ? 0 : (restarts[decisive - 1]?.tMs ?? withinMs);
  return { holds, atMs: restarts.at(-1)?.tMs, reached: restarts.length, isFinal, decidedMs };
}

function compare(left: number, comparison: Comparison, right: number): boolean {
  if (comparison === "=") return left === right;
  if (comparison === "<") return left < right;
  if (comparison === "<=") return left <= right;
  return comparison === ">" ? left > right : left >= right;
}
