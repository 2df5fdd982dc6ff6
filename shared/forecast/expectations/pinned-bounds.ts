import type { Comparison, Expectation, TimedCondition } from "../../scenario/model.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import { causesOf } from "../runs/chain.ts";
import {
  crashLoopIn,
  entryOfPhase,
  firstReady,
  type Outage,
  outagesIn,
  probeKillsIn,
  restartsIn,
} from "../runs/occurrences.ts";

/** A condition and whose it is; `container` undefined means the pod's. */
export interface PinnedPromise extends Pick<Expectation, "container"> {
  readonly condition: TimedCondition;
}

/** What one run can reach, on its way, of what a condition counts: milliseconds, or how often. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Undefined if it did not come about. */
export function boundsOf({ container, condition }: PinnedPromise, timeline: Timeline): Bounds | undefined {
  const { withinMs } = condition;
  switch (condition.kind) {
    case "ready":
      return timeOf(firstReady(timeline));
    case "phase":
      return timeOf(entryOfPhase(timeline, condition.phase));
    case "restarts":
      return countBy(restartsIn(timeline, container), withinMs);
    case "no-probe-kill":
      return countBy(probeKillsIn(timeline, container), withinMs);
    case "crash-loop":
      return countBy(crashLoopIn(timeline, container), withinMs);
    case "down-at-most":
      return downBy(timeline, withinMs);
  }
}

/** The condition with the sharpest numbers that hold in all runs; undefined if there are none. */
export function concludes(
  condition: TimedCondition,
  runs: readonly (Bounds | undefined)[],
): TimedCondition | undefined {
  const seen = runs.flatMap((bounds) => bounds ?? []);
  if (seen.length < runs.length) return undefined;
  const least = Math.min(...seen.map((bounds) => bounds.least));
  const most = Math.max(...seen.map((bounds) => bounds.most));
  switch (condition.kind) {
    case "ready":
    case "phase":
      return { ...condition, withinMs: roundedUp(most) };
    case "down-at-most":
      return { ...condition, downMs: Math.min(condition.withinMs, roundedUp(most)) };
    case "no-probe-kill":
      return most === 0 ? condition : undefined;
    case "crash-loop":
      return (condition.expected ? least > 0 : most === 0) ? condition : undefined;
    case "restarts":
      return restartsWithin(condition, least, most);
  }
}

/** Whether an expectation that is there speaks of the same, whatever its numbers. A pod's restarts are those of all its containers. */
export function isSaidBy(
  said: Pick<Expectation, "container" | "condition">,
  { container, condition }: PinnedPromise,
  onlyContainer: boolean,
): boolean {
  const { condition: other } = said;
  if (condition.kind === "phase") return other.kind === "phase" && other.phase === condition.phase;
  if (condition.kind !== "restarts") return other.kind === condition.kind;
  if (other.kind !== "restarts" || !isLimit(other)) return false;
  return onlyContainer || said.container === undefined || container === undefined || said.container === container;
}

function isLimit({ comparison }: { readonly comparison: Comparison }): boolean {
  return comparison !== ">=" && comparison !== ">";
}

function timeOf(entry: TimelineEntry | undefined): Bounds | undefined {
  return entry && { least: entry.at.earliestMs, most: entry.at.latestMs };
}

function countBy(entries: readonly TimelineEntry[], withinMs: number): Bounds {
  return {
    least: entries.filter(({ at }) => at.latestMs <= withinMs).length,
    most: entries.filter(({ at }) => at.earliestMs <= withinMs).length,
  };
}

/** A pod that is not ready once is not down either: the kubelet's jitter decides which of two runs it is that ends before its first probe. */
function downBy(timeline: Timeline, withinMs: number): Bounds {
  const outages = outagesIn(timeline).filter(({ from }) => from.at.earliestMs <= withinMs);
  const most = outages.reduce((sum, outage) => sum + longestMs(timeline, outage, withinMs), 0);
  return { least: 0, most: Math.min(most, withinMs) };
}

/** How long an outage can last: from where the ways of its two ends part, one as early and the other as late as can be. */
function longestMs(timeline: Timeline, { from, to }: Outage<TimelineEntry>, withinMs: number): number {
  if (to === undefined) return withinMs - from.at.earliestMs;
  const before = new Set(causesOf(timeline, from));
  const parted = causesOf(timeline, to).find((entry) => before.has(entry));
  const sampledMs = Math.min(to.tMs, withinMs) - from.tMs;
  if (parted === undefined) return Math.max(0, sampledMs);
  const sinceMs = (at: TimelineEntry["at"], edge: "earliestMs" | "latestMs") => at[edge] - parted.at[edge];
  return Math.max(0, sampledMs, sinceMs(to.at, "latestMs") - sinceMs(from.at, "earliestMs"));
}

function restartsWithin(
  condition: Extract<TimedCondition, { kind: "restarts" }>,
  least: number,
  most: number,
): TimedCondition | undefined {
  const { comparison } = condition;
  if (comparison === "=" && least !== most) return { ...condition, comparison: "<=", count: most };
  const counts: Readonly<Record<Comparison, number>> = {
    "<=": most,
    "<": most + 1,
    "=": most,
    ">=": least,
    ">": least - 1,
  };
  const count = counts[comparison];
  return count < 0 ? undefined : { ...condition, count };
}

const secondMs = 1000;
const minuteMs = 60_000;

/** To a number that people write: fine where it is short, and never more than about one hundredth off. */
function roundedUp(ms: number): number {
  const stepMs = ms <= 100 * secondMs ? secondMs : ms <= 10 * minuteMs ? 5 * secondMs : 30 * secondMs;
  return Math.ceil(ms / stepMs) * stepMs;
}
