import { formatDuration } from "../basics/durations.ts";
import type { Span } from "../basics/span.ts";
import { formatAtMost } from "../basics/span-words.ts";
import type { Probe } from "../kubernetes/pod.ts";
import type { Measured } from "./model.ts";

// Limits that fit what was measured, and the sentences that say so.

const secondMs = 1000;
const dayMs = 24 * 3600 * secondMs;
/** What is used of a limit before it is too close. */
export const closeShare = 0.8;
const graceShare = 0.9;

/** What is to be set, and why. */
interface Advice {
  readonly value: number;
  readonly text: string;
}

/** The next start exceeds the slowest of n in one of n + 1 cases: how far, the distribution says. Undefined where it has a heavy tail. */
export function marginOf({ maxMs, medianMs }: Pick<Measured, "maxMs" | "medianMs">): 2 | 3 | undefined {
  if (maxMs <= 2 * medianMs) return 2;
  return maxMs <= 5 * medianMs ? 3 : undefined;
}

/** Enough starts, all of them whole, to lower a limit. */
export function isMuch(seen: { readonly starts: number; readonly pods: number; readonly coveredMs: number }): boolean {
  return seen.starts >= 50 && seen.pods >= 10 && seen.coveredMs >= 7 * dayMs;
}

interface Budget {
  readonly probe: Probe;
  readonly budget: Span;
  /** How the caller says what the probe allows, where that is not its delay and a period for each failure. */
  readonly allows?: string;
}

/** A startup probe that allows far more than the starts need. The caller says whether enough of them were measured. */
export function unneededBudget(
  { probe, budget, allows }: Budget,
  measured: Pick<Measured, "count" | "maxMs" | "medianMs">,
): Advice | undefined {
  const margin = marginOf(measured);
  if (margin === undefined || budget.earliestMs <= 1.5 * margin * measured.maxMs) return undefined;
  const value = thresholdFor(probe, margin * measured.maxMs, measured.maxMs);
  const [now, then] = [probe.failureThreshold, value].map((each) => allowedMs(probe, each));
  if (now === undefined || then === undefined || now - then < 60 * secondMs) return undefined;
  return {
    value,
    text: `The startup probe allows ${allows ?? formatDuration(now)}; ${slowest(measured, "starts")}. ${formatDuration(then)} is enough: set failureThreshold to ${value}.`,
  };
}

interface MeasuredStops {
  readonly graceSeconds: number;
  /** What a preStop hook takes of it. */
  readonly hookMs: number;
  readonly measured: Pick<Measured, "count" | "maxMs">;
}

/** A grace period that stops come close to. */
export function nearGrace({ graceSeconds, hookMs, measured }: MeasuredStops): Advice | undefined {
  if (hookMs + measured.maxMs <= graceShare * graceSeconds * secondMs) return undefined;
  const value = roundedUp((hookMs + 1.5 * measured.maxMs) / secondMs);
  if (value <= graceSeconds) return undefined;
  const after = hookMs === 0 ? "" : ` after a preStop hook of ${formatDuration(hookMs)}`;
  return {
    value,
    text: `terminationGracePeriodSeconds is ${graceSeconds}; ${slowest(measured, "stops")}${after}. Set it to ${value}.`,
  };
}

/** To 5 seconds. */
export function roundedUp(seconds: number): number {
  return Math.ceil(seconds / 5) * 5;
}

/** The threshold whose limit is nearest to a time, and not too close to the slowest start. */
export function thresholdFor(probe: Probe, neededMs: number, slowestMs: number): number {
  const periodMs = probe.periodSeconds * secondMs;
  const delayMs = probe.initialDelaySeconds * secondMs;
  const nearest = Math.round((neededMs - delayMs) / periodMs);
  // The last of the failures comes a period before the limit.
  const least = Math.ceil((slowestMs / closeShare - delayMs) / periodMs) + 1;
  return Math.max(1, nearest, slowestMs === 0 ? 1 : least);
}

/** As people count it: the delay, and a period for each failure. */
export function allowedMs(probe: Probe | undefined, failureThreshold: number | undefined): number | undefined {
  if (probe === undefined || failureThreshold === undefined) return undefined;
  return (probe.initialDelaySeconds + failureThreshold * probe.periodSeconds) * secondMs;
}

export function slowest({ count, maxMs }: Pick<Measured, "count" | "maxMs">, what: "starts" | "stops"): string {
  const took = `took ${formatAtMost(maxMs)}`;
  return count === 1 ? `the only ${what.slice(0, -1)} ${took}` : `the slowest of ${count} ${what} ${took}`;
}
