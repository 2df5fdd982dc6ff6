import { counted } from "../basics/counted.ts";
import { formatDuration } from "../basics/durations.ts";
import type { Span } from "../basics/span.ts";
import { formatAtLeast } from "../basics/span-words.ts";
import type { Container, DefaultedPod } from "../kubernetes/pod.ts";
import { hookLengthMs } from "./hook-length.ts";
import {
  allowedMs,
  closeShare,
  isMuch,
  marginOf,
  nearGrace,
  roundedUp,
  slowest,
  thresholdFor,
  unneededBudget,
} from "./margins.ts";
import type { LearnedProposal, LearnedStarts, LearnedStops } from "./model.ts";

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
  const seen = { starts: measured.count, pods: evidence.pods, coveredMs: evidence.coveredMs };
  if (!isMuch(seen) || starts.doubtful > 0 || spec.probes.startup === undefined) return undefined;
  const advice = unneededBudget({ probe: spec.probes.startup, budget }, measured);
  const about = { severity: "hint", kind: "startup-unneeded", field: "startupProbe.failureThreshold" } as const;
  return advice && { ...about, ...advice };
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

function graceProposal({ pod, spec, stops }: Evidence): LearnedProposal | undefined {
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
  const hookMs = hookLengthMs(spec.preStop) ?? 0;
  const advice = measured && nearGrace({ graceSeconds, hookMs, measured });
  return advice && { ...about, ...advice };
}
