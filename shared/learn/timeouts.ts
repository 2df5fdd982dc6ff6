import { counted } from "../basics/counted.ts";
import { formatDuration } from "../basics/durations.ts";
import type { Container, Probe } from "../kubernetes/pod.ts";
import type { ObservedEvent } from "../observation/objects/event-object.ts";
import { stopsOf } from "../observation/objects/runs.ts";
import type { LearningContainer } from "./learning-pod.ts";
import type { LearnedProposal, LearnedStarts } from "./model.ts";

/** The probes that ask a program that has started. */
const types = ["liveness", "readiness"] as const;
type Type = (typeof types)[number];

/** How often each probe timed out though the program responded later. */
type SeenTimeouts = Readonly<Record<Type, number>>;

const late: Readonly<Record<Type, RegExp>> = {
  liveness: /^Liveness probe failed\b.*\b(?:context deadline exceeded|i\/o timeout)\b/,
  readiness: /^Readiness probe failed\b.*\b(?:context deadline exceeded|i\/o timeout)\b/,
};

/** Of the run that goes on, and is ready: one that hung or was still starting says nothing about how fast its program responds. */
export function seenTimeouts({ spec, evidence }: LearningContainer, starts: LearnedStarts): SeenTimeouts {
  const { container, look } = evidence;
  const { state, ready } = container;
  if (state.is !== "running" || !ready || state.startedAt === undefined) return { liveness: 0, readiness: 0 };
  const startedMs = startedBefore(spec, state.startedAt.latestMs, starts);
  const isKilled = stopsOf(look.events, spec.name).length > 0;
  const timesOf = (type: Type): number =>
    sumOf(
      look.events.filter(
        (event) =>
          event.container === spec.name &&
          late[type].test(event.message) &&
          startedMs !== undefined &&
          (event.first?.earliestMs ?? 0) > startedMs,
      ),
    );
  return { liveness: isKilled ? 0 : timesOf("liveness"), readiness: timesOf("readiness") };
}

function sumOf(events: readonly ObservedEvent[]): number {
  return events.reduce((sum, { count }) => sum + count, 0);
}

/** When it had started for certain: nothing probes it before the startup probe succeeds. Undefined if nothing says it. */
function startedBefore({ probes }: Container, startMs: number, { measured }: LearnedStarts): number | undefined {
  if (probes.startup !== undefined) return startMs;
  return measured && startMs + measured.maxMs;
}

const secondMs = 1000;

/** Twice the timeout, where a period has room for that. It is never lowered: what an answer takes is in no event. */
export function timeoutProposals({ probes }: Container, seen: readonly SeenTimeouts[]): readonly LearnedProposal[] {
  return types.flatMap((type) => {
    const times = seen.reduce((sum, each) => sum + each[type], 0);
    const probe = probes[type];
    return probe === undefined || times === 0 ? [] : longerTimeout(type, probe, times);
  });
}

function longerTimeout(
  type: Type,
  { timeoutSeconds, periodSeconds }: Probe,
  times: number,
): readonly LearnedProposal[] {
  const value = 2 * timeoutSeconds;
  if (value > periodSeconds) return [];
  const attempts = `${counted(times, "attempt")} of the ${type} probe timed out after ${formatDuration(timeoutSeconds * secondMs)}`;
  const text = `${attempts}, and the program responded later; how long it needs is not known. Set timeoutSeconds to ${value} and learn again.`;
  return [{ severity: "warning", kind: "timeout-too-close", field: `${type}Probe.timeoutSeconds`, value, text }];
}
