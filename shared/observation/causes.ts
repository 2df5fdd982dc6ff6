import type { Span } from "../basics/span.ts";
import type { Container, Probe } from "../kubernetes/pod.ts";
import type { ObservedEvent } from "./event-object.ts";
import type { KubeletModel } from "./kubelet-model.ts";
import { specOf } from "./kubelet-model.ts";
import { isStartFailure, type ObservedRun, type Stopper, type Stops, stopperOf } from "./runs.ts";

/**
 * Who had a container stopped, and what tells it: an event, or the run itself. A kubelet sends 25 events of a pod and then one in
 * five minutes (client-go, EventSourceObjectSpamFilter), so that most kills of a loop have none.
 */
export interface ObservedStop {
  readonly by: Stopper;
  readonly evidence: "event" | "run";
}

export interface StopEvidence {
  readonly container: string;
  /** All that are known, oldest first. */
  readonly runs: readonly ObservedRun[];
  readonly stops: readonly Stops[];
  /** Events of the whole pod; empty if they may not be read or are not watched. */
  readonly events: readonly ObservedEvent[];
}

/** Who had the container stopped in this run. Undefined: it ended by itself, as far as can be told. */
export function stopOf(model: KubeletModel, evidence: StopEvidence, run: ObservedRun): ObservedStop | undefined {
  const spec = specOf(model, evidence.container);
  const by = toldStopper(evidence, run, spec);
  if (by !== undefined) return { by, evidence: "event" };
  if (spec === undefined || !canBeStop(run) || isToldUnstopped(evidence, run)) return undefined;
  const likely = candidatesOf(evidence.stops, spec).find((each) => isKill(model, evidence, { run, spec, by: each }));
  return likely && { by: likely, evidence: "run" };
}

type ProbeStopper = "liveness" | "startup";

/** By an event of this run. In the second in which the run before it was killed, its own probes had no time to fail. */
function toldStopper(
  { runs, stops }: StopEvidence,
  run: ObservedRun,
  spec: Container | undefined,
): Stopper | undefined {
  const before = runs.find(({ number }) => number === run.number - 1)?.end?.finishedAt;
  const startMs = run.startedAt?.earliestMs;
  const own = stops.map(({ by, count, times }) => {
    const probe = by === "other" ? undefined : spec?.probes[by];
    const firstMs = spec !== undefined && probe !== undefined && by !== "other" ? earliestKillMs(spec, probe, by) : 0;
    const isOwn = (time: Span) =>
      startMs === undefined || (time.latestMs >= startMs + firstMs && !isOfRunBefore(time, before, run));
    return { by, count, times: times.filter(isOwn) };
  });
  return stopperOf(run, own);
}

/** It lies in both runs where one was started in the second in which the other was killed. */
function isOfRunBefore(time: Span, endBefore: Span | undefined, { end }: ObservedRun): boolean {
  if (endBefore === undefined || end?.finishedAt === undefined) return false;
  return time.earliestMs <= endBefore.latestMs && time.latestMs < end.finishedAt.earliestMs;
}

/** Number of a pod's events that are sent before the spam filter drops any. Models client-go tools/record/events_cache.go defaultSpamBurst (v0.37.1) */
const spamBurst = 25;
/** The API server keeps an event for an hour. */
const keptMs = 55 * 60_000;

/**
 * Whether events would tell of a kill, and do not: all events of the pod up to this run were sent; or none of the container's
 * first runs was killed, all of whose events were sent, and a loop goes on as it began.
 */
function isToldUnstopped({ container, events, stops }: StopEvidence, { startedAt, end }: ObservedRun): boolean {
  const starts = events.filter((event) => event.container === container && event.reason === "Started");
  const firstMs = Math.min(...events.map(({ first }) => first?.earliestMs ?? Number.POSITIVE_INFINITY));
  if (starts.length === 0 || startedAt === undefined || end?.finishedAt === undefined) return false;
  if (end.finishedAt.latestMs - firstMs > keptMs) return false;
  const sent = events.reduce((sum, { count }) => sum + count, 0);
  const isItsStartTold = starts.some(({ last }) => last !== undefined && last.latestMs >= startedAt.earliestMs);
  const isComplete = sent < spamBurst && isItsStartTold && stops.every(isEachTimed);
  return isComplete || stops.every(({ by }) => by === "other");
}

/** Of equal events the API keeps the first and the last time: of three kills, one is of any run between. */
function isEachTimed({ count, times }: Stops): boolean {
  return count <= new Set(times.map(({ nominalMs }) => nominalMs)).size;
}

interface Candidate {
  readonly run: ObservedRun;
  readonly spec: Container;
  readonly by: ProbeStopper;
}

function canBeStop({ end, lengthMs, isReset }: ObservedRun): boolean {
  return end !== undefined && lengthMs !== undefined && !isReset && end.reason !== "OOMKilled" && !isStartFailure(end);
}

/** Those that events told of first. A startup probe kills within a narrow time, so it is asked before liveness. */
function candidatesOf(stops: readonly Stops[], { probes }: Container): readonly ProbeStopper[] {
  const probed = (["startup", "liveness"] as const).filter((by) => probes[by] !== undefined);
  const isExplicit = (by: ProbeStopper) => stops.some((each) => each.by === by);
  return [...probed.filter(isExplicit), ...probed.filter((by) => !isExplicit(by))];
}

/**
 * A run can be one that a probe ended if it was long enough, and ended as stopped programs end: by SIGTERM (143), by SIGKILL once
 * the grace period was over (137), or as a run did that is known to have been stopped. A program that leaves with 0 when it is
 * told to is believed where events told of earlier kills.
 */
function isKill(model: KubeletModel, evidence: StopEvidence, { run, spec, by }: Candidate): boolean {
  const probe = spec.probes[by];
  const { end, lengthMs } = run;
  if (probe === undefined || end === undefined || lengthMs === undefined) return false;
  const graceMs = 1000 * (probe.terminationGracePeriodSeconds ?? model.pod.terminationGracePeriodSeconds);
  const isForced = end.exitCode === 137;
  const firstMs = earliestKillMs(spec, probe, by) + (isForced ? graceMs : 0);
  const lastMs = by === "startup" ? latestStartupKillMs(probe) + graceMs : Number.POSITIVE_INFINITY;
  if (lengthMs.latestMs < firstMs || lengthMs.earliestMs > lastMs + slackMs) return false;
  if (isForced || end.exitCode === 143) return true;
  return endsLikeStopped(evidence, spec, { exitCode: end.exitCode, by });
}

function endsLikeStopped(
  evidence: StopEvidence,
  spec: Container,
  { exitCode, by }: { readonly exitCode: number; readonly by: ProbeStopper },
): boolean {
  const stopped = evidence.runs.filter((run) => toldStopper(evidence, run, spec) === by);
  if (stopped.length > 0) return stopped.some(({ end }) => end?.exitCode === exitCode);
  return wasEveryRunStopped(evidence, by) || (exitCode === 0 && evidence.stops.some((each) => each.by === by));
}

/** As many kills as starts, by the counts of their events: however this program exits, it does when it is told to. */
function wasEveryRunStopped({ container, events, stops }: StopEvidence, by: ProbeStopper): boolean {
  const kills = stops.find((each) => each.by === by);
  const lastMs = Math.max(...(kills?.times ?? []).map(({ latestMs }) => latestMs));
  const starts = events.find((event) => event.container === container && event.reason === "Started");
  if (kills === undefined || starts?.last === undefined || starts.last.earliestMs > lastMs) return false;
  return kills.count >= starts.count;
}

/** Time on top of the probes' own: the runtime's part of a stop, and the API's rounding to seconds. */
const slackMs = 3000;

/** From the start of a container to the earliest kill: each attempt fails at once. */
function earliestKillMs({ probes }: Container, probe: Probe, by: ProbeStopper): number {
  const startup = by === "liveness" ? probes.startup : undefined;
  const firstSeconds = Math.max(probe.initialDelaySeconds, startup?.initialDelaySeconds ?? 0);
  return 1000 * (firstSeconds + (probe.failureThreshold - 1) * probe.periodSeconds);
}

/** Each attempt hangs until its timeout, and the first one waits for a tick. */
function latestStartupKillMs({ initialDelaySeconds, periodSeconds, timeoutSeconds, failureThreshold }: Probe): number {
  const attemptSeconds = Math.max(periodSeconds, timeoutSeconds);
  return 1000 * (initialDelaySeconds + periodSeconds + failureThreshold * attemptSeconds);
}
