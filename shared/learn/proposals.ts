import { counted } from "../basics/counted.ts";
import { formatDuration } from "../basics/durations.ts";
import type { Span } from "../basics/span.ts";
import { formatAtLeast, formatAtMost } from "../basics/span-words.ts";
import type { Container, DefaultedPod, Probe } from "../kubernetes/pod.ts";
import type { LearnedProposal, LearnedStarts, LearnedStops, Measured } from "./model.ts";

/** What proposals of one container rest on. */
interface Evidence {
  readonly pod: DefaultedPod;
  readonly spec: Container;
  readonly budget: Span | undefined;
  readonly starts: LearnedStarts;
  readonly stops: LearnedStops;
  readonly pods: number;
  /** From the first to the last start. */
  readonly coveredMs: number;
}

const secondMs = 1000;
const dayMs = 24 * 3600 * secondMs;
/** What is used of a limit before it is too close. */
const closeShare = 0.8;
const graceShare = 0.9;

/** Settings that fit what was measured, each with its evidence. A limit is lowered only where much was measured, and never a grace period. */
export function proposalsOf(evidence: Evidence): readonly LearnedProposal[] {
  const start = startProposal(evidence);
  const stop = graceProposal(evidence);
  return [...(start === undefined ? [] : [start]), ...(stop === undefined ? [] : [stop])];
}

function startProposal(evidence: Evidence): LearnedProposal | undefined {
  const { starts, budget, spec } = evidence;
  if (budget === undefined) return undefined;
  if (starts.cutOff !== undefined) return cutOffProposal(evidence, starts.cutOff.count, budget);
  const { measured } = starts;
  const margin = measured && marginOf(measured);
  if (measured === undefined || margin === undefined) return undefined;
  const neededMs = margin * measured.maxMs;
  if (measured.maxMs > closeShare * budget.earliestMs)
    return proposal(evidence, "startup-too-close", neededMs, (value, field) => {
      const allowed = allowedMs(spec.probes.startup, spec.probes.startup?.failureThreshold);
      const limit =
        allowed === undefined
          ? `Liveness kills it from ${formatAtLeast(budget.earliestMs)} after its start`
          : `The startup probe allows ${formatDuration(allowed)}`;
      return `${limit}; ${slowest(measured, "starts")}. ${setText(field, value)}.`;
    });
  if (!isMuch(evidence, measured) || budget.earliestMs <= 1.5 * neededMs || spec.probes.startup === undefined)
    return undefined;
  const value = thresholdFor(spec.probes.startup, neededMs, measured.maxMs);
  const [now, then] = [spec.probes.startup.failureThreshold, value].map((each) => allowedMs(spec.probes.startup, each));
  if (now === undefined || then === undefined || now - then < 60 * secondMs) return undefined;
  return {
    ...{ severity: "hint", kind: "startup-unneeded", field: "startupProbe.failureThreshold", value },
    text: `The startup probe allows ${formatDuration(now)}; ${slowest(measured, "starts")}. ${formatDuration(then)} is enough: set failureThreshold to ${value}.`,
  };
}

/** The next start exceeds the slowest of n in one of n + 1 cases: how far, the distribution says. Undefined where it has a heavy tail. */
function marginOf({ maxMs, medianMs }: Measured): 2 | 3 | undefined {
  if (maxMs <= 2 * medianMs) return 2;
  return maxMs <= 5 * medianMs ? 3 : undefined;
}

/** Enough to lower a limit. */
function isMuch({ pods, coveredMs, starts }: Evidence, { count }: Measured): boolean {
  return count >= 50 && pods >= 10 && coveredMs >= 7 * dayMs && starts.doubtful === 0;
}

function cutOffProposal(evidence: Evidence, count: number, budget: Span): LearnedProposal | undefined {
  const { starts, spec } = evidence;
  const all = (starts.measured?.count ?? 0) + count;
  const probe = spec.probes.startup ?? spec.probes.liveness;
  const limit = allowedMs(probe, probe?.failureThreshold) ?? budget.latestMs;
  return proposal(
    evidence,
    "startup-too-close",
    2 * limit,
    (value, field) =>
      `${count} of ${counted(all, "start")} ${count === 1 ? "was" : "were"} cut off at ${formatDuration(limit)}; how long ${count === 1 ? "it needs" : "they need"} is not known. ${setText(field, value)} and learn again.`,
  );
}

/** For the startup probe, or, where there is none, for one with the period of the liveness probe. */
function proposal(
  { spec, starts }: Evidence,
  kind: LearnedProposal["kind"],
  neededMs: number,
  text: (value: number, field: string) => string,
): LearnedProposal | undefined {
  const { startup, liveness } = spec.probes;
  const probe = startup ?? (liveness && { ...liveness, initialDelaySeconds: 0 });
  if (probe === undefined) return undefined;
  const value = thresholdFor(probe, neededMs, starts.cutOff === undefined ? (starts.measured?.maxMs ?? 0) : 0);
  const field = startup === undefined ? "startupProbe" : "startupProbe.failureThreshold";
  return { severity: "warning", kind, field, value, text: text(value, field) };
}

function setText(field: string, value: number): string {
  return field === "startupProbe"
    ? `Add a startupProbe with failureThreshold ${value} and the period of the liveness probe`
    : `Set failureThreshold to ${value}`;
}

/** The threshold whose limit is nearest to a time, and not too close to the slowest start. */
function thresholdFor(probe: Probe, neededMs: number, slowestMs: number): number {
  const periodMs = probe.periodSeconds * secondMs;
  const delayMs = probe.initialDelaySeconds * secondMs;
  const nearest = Math.round((neededMs - delayMs) / periodMs);
  // The last of the failures comes a period before the limit.
  const least = Math.ceil((slowestMs / closeShare - delayMs) / periodMs) + 1;
  return Math.max(1, nearest, slowestMs === 0 ? 1 : least);
}

/** As people count it: the delay, and a period for each failure. */
function allowedMs(probe: Probe | undefined, failureThreshold: number | undefined): number | undefined {
  if (probe === undefined || failureThreshold === undefined) return undefined;
  return (probe.initialDelaySeconds + failureThreshold * probe.periodSeconds) * secondMs;
}

function slowest({ count, maxMs }: Measured, what: "starts" | "stops"): string {
  const took = `took ${formatAtMost(maxMs)}`;
  return count === 1 ? `the only ${what.slice(0, -1)} ${took}` : `the slowest of ${count} ${what} ${took}`;
}

function graceProposal({ pod, stops }: Evidence): LearnedProposal | undefined {
  const graceSeconds = pod.terminationGracePeriodSeconds;
  const { measured, cutOff } = stops;
  const all = (measured?.count ?? 0) + cutOff;
  const field = "terminationGracePeriodSeconds";
  const about = { severity: "warning", kind: "grace-too-close", field } as const;
  if (cutOff > 0) {
    const value = roundedUp(1.5 * graceSeconds);
    const many = cutOff === 1 ? "it needs" : "they need";
    return {
      ...{ ...about, value },
      text: `${cutOff} of ${counted(all, "stop")} ${cutOff === 1 ? "was" : "were"} cut off after ${formatDuration(graceSeconds * secondMs)}; how long ${many} is not known. Set ${field} to ${value} and learn again.`,
    };
  }
  if (measured === undefined || measured.maxMs <= graceShare * graceSeconds * secondMs) return undefined;
  const value = roundedUp((1.5 * measured.maxMs) / secondMs);
  if (value <= graceSeconds) return undefined;
  return {
    ...{ ...about, value },
    text: `${field} is ${graceSeconds}; ${slowest(measured, "stops")}. Set it to ${value}.`,
  };
}

/** To 5 seconds. */
function roundedUp(seconds: number): number {
  return Math.ceil(seconds / 5) * 5;
}
