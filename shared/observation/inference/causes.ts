import type { Span } from "../../basics/span.ts";
import type { Container, Probe } from "../../kubernetes/pod.ts";
import { decideRestart } from "../../restart/decision.ts";
import type { ObservedEvent } from "../objects/event-object.ts";
import type { KubeletModel } from "../objects/kubelet-model.ts";
import { specOf } from "../objects/kubelet-model.ts";
import type { ObservedContainer, ObservedEnd, ObservedPod } from "../objects/pod-object.ts";
import { isCutStop, isStartFailure, type ObservedRun, type Stopper, type Stops, stopperOf } from "../objects/runs.ts";

/**
 * Who had a container stopped, and what shows it: an event, or the run itself. A kubelet sends 25 events of a pod and type, then one
 * in five minutes (client-go, EventSourceObjectSpamFilter), so that most kills of a long loop have none.
 */
export interface ObservedStop {
  readonly by: Stopper;
  readonly evidence: "event" | "run";
  /** No event of the container is known, and its program ended well: it may have ended by itself. */
  readonly isGuess?: true;
  /** It came earlier than failures of this run alone would bring it: those of the run before count on. */
  readonly countsOn?: true;
}

interface StopEvidence {
  readonly container: string;
  /** All that are known, oldest first. */
  readonly runs: readonly ObservedRun[];
  readonly stops: readonly Stops[];
  /** Events of the whole pod; empty if they may not be read or are not watched. */
  readonly events: readonly ObservedEvent[];
  readonly pod: ObservedPod;
}

/** Who had the container stopped in this run. Undefined if it ended by itself, as far as can be told. */
export function stopOf(model: KubeletModel, evidence: StopEvidence, run: ObservedRun): ObservedStop | undefined {
  const spec = specOf(model, evidence.container);
  // The kernel came before whoever was about to stop it.
  const told = run.end?.reason === "OOMKilled" ? undefined : toldStopper(evidence, run, spec);
  if (told !== undefined && !isHookOfCrash(evidence, { run, spec, told }))
    return { by: told, evidence: "event", ...early(evidence, { run, spec, by: told }) };
  if (spec === undefined || !canBeStop(run)) return undefined;
  const by = endsWithPod(model, evidence, run) ? "other" : likelyStopper(model, evidence, { run, spec });
  const isTold = evidence.events.some(({ container }) => container === evidence.container);
  const guess = !isTold && run.end?.exitCode === 0 ? ({ isGuess: true } as const) : {};
  return by && { by, evidence: "run", ...guess, ...early(evidence, { run, spec, by }) };
}

function early(
  evidence: StopEvidence,
  { run, spec, by }: { readonly run: ObservedRun; readonly spec: Container | undefined; readonly by: Stopper },
): Pick<ObservedStop, "countsOn"> {
  if (spec === undefined || by === "other" || run.lengthMs === undefined) return {};
  if (run.lengthMs.latestMs >= failedAloneMs({ run, spec, by })) return {};
  return countsOn(evidence, run, by) || isBeforeUnknown(evidence, run) ? { countsOn: true } : {};
}

type ProbeStopper = "liveness" | "startup";

function likelyStopper(model: KubeletModel, evidence: StopEvidence, { run, spec }: RunOfSpec): Stopper | undefined {
  if (isToldUnstopped(evidence, run)) return undefined;
  const probe = goesOnUnprobed(evidence, run)
    ? undefined
    : candidatesOf(evidence.stops, spec, run).find((by) => isKill(model, evidence, { run, spec, by }));
  return probe ?? (isHookKill(evidence, { run, spec }) ? "other" : undefined);
}

/** By an event of this run. In the second in which the run before it was killed, its own probes had no time to fail. */
function toldStopper(evidence: StopEvidence, run: ObservedRun, spec: Container | undefined): Stopper | undefined {
  const { runs, stops } = evidence;
  const before = runs.find(({ number }) => number === run.number - 1)?.end?.finishedAt;
  const startMs = run.startedAt?.earliestMs;
  const own = stops.map(({ by, count, times }) => {
    const firstMs = spec === undefined || by === "other" ? 0 : earliestKillMs(evidence, { run, spec, by });
    const isOwn = (time: Span) =>
      startMs === undefined ||
      isWithinOnly(time, run) ||
      (time.latestMs >= startMs + firstMs && !isOfRunBefore(time, before, run));
    return { by, count, times: times.filter(isOwn) };
  });
  return stopperOf(run, own);
}

/** A hook after the start fails, too, because its container has crashed: the kubelet then stops what is dead. */
function isHookOfCrash(
  { events, container }: StopEvidence,
  { run, spec, told }: { readonly run: ObservedRun; readonly spec: Container | undefined; readonly told: Stopper },
): boolean {
  if (told !== "other" || spec?.postStart === undefined || run.end === undefined) return false;
  return isHookTold(events, container) && !isStopCode(run.end.exitCode);
}

function isHookTold(events: readonly ObservedEvent[], container: string): boolean {
  return hookFailures(events, container).length > 0;
}

function hookFailures(events: readonly ObservedEvent[], container: string): readonly ObservedEvent[] {
  return events.filter((event) => event.container === container && event.reason === "FailedPostStartHook");
}

/** An event after the second of the start is of no run before it, however soon it came. */
function isWithinOnly(time: Span, { startedAt, end }: ObservedRun): boolean {
  if (startedAt === undefined || end?.finishedAt === undefined) return false;
  return time.earliestMs > startedAt.latestMs && time.earliestMs <= end.finishedAt.latestMs;
}

/** It lies in both runs where one was started in the second in which the other was killed. */
function isOfRunBefore(time: Span, endBefore: Span | undefined, { end }: ObservedRun): boolean {
  if (endBefore === undefined || end?.finishedAt === undefined) return false;
  return time.earliestMs <= endBefore.latestMs && time.latestMs < end.finishedAt.earliestMs;
}

/**
 * Number of a pod's events of one type that are sent before the spam filter drops any. Their counts include what was dropped. Models
 * client-go tools/record/events_cache.go defaultSpamBurst, getSpamKey (v0.37.1)
 */
const spamBurst = 25;
/** That of starts and stops. */
const toldType = "Normal";
/** The API server keeps an event for an hour. */
const keptMs = 55 * 60_000;

/** Whether events would tell of a stop, and do not: all events of their type were sent up to this run. */
export function isToldUnstopped({ container, events, stops }: StopEvidence, { startedAt, end }: ObservedRun): boolean {
  const starts = startsOf(events, container);
  const firstMs = Math.min(...events.map(({ first }) => first?.earliestMs ?? Number.POSITIVE_INFINITY));
  if (startedAt === undefined || end?.finishedAt === undefined) return false;
  if (hasCutStop(events, container) || end.finishedAt.latestMs - firstMs > keptMs) return false;
  const sent = events.reduce((sum, { count, type = toldType }) => sum + (type === toldType ? count : 0), 0);
  const isItsStartTold = starts.some(({ last }) => last !== undefined && last.latestMs >= startedAt.earliestMs);
  return sent < spamBurst && isItsStartTold && stops.every(isEachTimed);
}

/**
 * Whether no probe stopped any of the container's first runs, all of whose events were sent: a loop goes on as it began. It does
 * not where a run ends by a signal, and one before it did not, or is forgotten.
 */
function goesOnUnprobed({ container, events, stops, runs }: StopEvidence, { number, end }: ObservedRun): boolean {
  if (startsOf(events, container).length === 0 || !stops.every(({ by }) => by === "other")) return false;
  if (hasCutStop(events, container)) return false;
  const firstMs = Math.min(...events.map(({ first }) => first?.earliestMs ?? Number.POSITIVE_INFINITY));
  if (end?.finishedAt === undefined || end.finishedAt.latestMs - firstMs > keptMs) return false;
  const isOwnEnd = (run: ObservedRun) => run.end !== undefined && !run.isReset && !signalled.has(run.end.exitCode);
  if (!signalled.has(end.exitCode)) return true;
  return runs[0]?.number === 0 && !runs.some((run) => run.number < number && isOwnEnd(run));
}

/** Something stopped the container, and the rest of the message is gone. */
function hasCutStop(events: readonly ObservedEvent[], container: string): boolean {
  return events.some(
    (event) => event.container === container && event.reason === "Killing" && isCutStop(event.message),
  );
}

function startsOf(events: readonly ObservedEvent[], container: string): readonly ObservedEvent[] {
  return events.filter((event) => event.container === container && event.reason === "Started");
}

/** Of equal events the API keeps the first and the last time: of three kills, one is of any run between. */
function isEachTimed({ count, times }: Stops): boolean {
  return count <= new Set(times.map(({ nominalMs }) => nominalMs)).size;
}

interface RunOfSpec {
  readonly run: ObservedRun;
  readonly spec: Container;
}

interface Candidate extends RunOfSpec {
  readonly by: ProbeStopper;
}

function canBeStop({ end, lengthMs, isReset }: ObservedRun): boolean {
  return end !== undefined && lengthMs !== undefined && !isReset && end.reason !== "OOMKilled" && !isStartFailure(end);
}

/** The whole pod ended with it: it was deleted, it failed as a whole, or nothing was left for a sidecar to serve. */
function endsWithPod(model: KubeletModel, { container, pod }: StopEvidence, { number, end }: ObservedRun): boolean {
  const own = pod.containers.find(({ name }) => name === container);
  if (end?.finishedAt === undefined || own === undefined) return false;
  const isDone = own.kind === "init" && end.exitCode === 0;
  if (isDone || own.restartCount !== number || own.state.is !== "terminated") return false;
  if (isAfterRequest(model, pod, end)) return true;
  if (pod.phase === "Failed" && pod.reason !== undefined && isStopCode(end.exitCode)) return true;
  return own.kind === "sidecar" && isBehindRegular(pod, end.finishedAt);
}

/** The pod had been deleted, or its deadline was over. */
function isAfterRequest({ pod }: KubeletModel, observed: ObservedPod, { exitCode, finishedAt }: ObservedEnd): boolean {
  const graceMs = 1000 * (observed.deletionGraceSeconds ?? pod.terminationGracePeriodSeconds);
  const { deletionAt, startedAt } = observed;
  const deadlineMs = pod.activeDeadlineSeconds === undefined ? undefined : 1000 * pod.activeDeadlineSeconds;
  const deletedMs = deletionAt && deletionAt.nominalMs - graceMs;
  const overMs = startedAt && deadlineMs !== undefined ? startedAt.nominalMs + deadlineMs : undefined;
  const requestMs = Math.min(deletedMs ?? Number.POSITIVE_INFINITY, overMs ?? Number.POSITIVE_INFINITY);
  const endMs = finishedAt?.nominalMs ?? 0;
  return isStopCode(exitCode) ? endMs >= requestMs : endMs > requestMs;
}

function isBehindRegular({ phase, containers }: ObservedPod, end: Span): boolean {
  const regular = containers.filter(({ kind }) => kind === "regular");
  const isBefore = ({ state }: ObservedContainer) =>
    state.is === "terminated" && (state.finishedAt?.earliestMs ?? Number.POSITIVE_INFINITY) <= end.latestMs;
  return (phase === "Succeeded" || phase === "Failed") && regular.length > 0 && regular.every(isBefore);
}

/**
 * A hook after the start that fails has its container stopped. Once events reported that, others that end as if told to are more of
 * it: with 0 only if that is how the program answers.
 */
function isHookKill(evidence: StopEvidence, { run, spec }: RunOfSpec): boolean {
  const { events, container, runs } = evidence;
  const exitCode = run.end?.exitCode;
  if (spec.postStart === undefined || exitCode === undefined) return false;
  if (exitCode === 143) return true;
  if (!isStopCode(exitCode) || !isHookTold(events, container)) return false;
  const told = runs.filter((each) => isHookToldIn(evidence, each));
  return exitCode !== 0 || told.length === 0 || told.some(({ end }) => end?.exitCode === 0);
}

function isHookToldIn({ events, container }: StopEvidence, { startedAt, end }: ObservedRun): boolean {
  if (startedAt === undefined || end?.finishedAt === undefined) return false;
  const untilMs = end.finishedAt.latestMs;
  const isWithin = (time: Span | undefined): boolean =>
    time !== undefined && time.latestMs >= startedAt.earliestMs && time.earliestMs <= untilMs;
  return hookFailures(events, container).some(({ first, last }) => isWithin(first) || isWithin(last));
}

/** As programs end that are told to: by SIGTERM, by SIGKILL, or well. */
function isStopCode(exitCode: number): boolean {
  return exitCode === 0 || signalled.has(exitCode);
}

/** Those that events reported come first. A startup probe kills within a narrow time, so it is asked before liveness. */
function candidatesOf(
  stops: readonly Stops[],
  { probes }: Container,
  { hasStarted }: ObservedRun,
): readonly ProbeStopper[] {
  const possible = (["startup", "liveness"] as const).filter(
    (by) => probes[by] !== undefined && !(by === "startup" && hasStarted),
  );
  const isExplicit = (by: ProbeStopper) => stops.some((each) => each.by === by);
  return [...possible.filter(isExplicit), ...possible.filter((by) => !isExplicit(by))];
}

/**
 * A run can be one that a probe ended if it was long enough, and ended as stopped programs end: by SIGTERM (143), by SIGKILL once
 * the grace period was over (137), or as a run did that is known to have been stopped. A program that leaves with 0 when it is
 * told to is believed where events reported earlier kills.
 */
function isKill(model: KubeletModel, evidence: StopEvidence, { run, spec, by }: Candidate): boolean {
  const probe = spec.probes[by];
  const { end, lengthMs } = run;
  if (probe === undefined || end === undefined || lengthMs === undefined) return false;
  const graceMs = 1000 * (probe.terminationGracePeriodSeconds ?? model.pod.terminationGracePeriodSeconds);
  const isForced = end.exitCode === 137;
  const firstMs = earliestKillMs(evidence, { run, spec, by }) + (isForced ? graceMs : 0);
  const lastMs = by === "startup" ? latestStartupKillMs(probe) + graceMs : Number.POSITIVE_INFINITY;
  if (lengthMs.latestMs < firstMs || lengthMs.earliestMs > lastMs + slackMs) return false;
  if (isForced || end.exitCode === 143 || (end.exitCode === 0 && isUntoldKill(model, evidence, { run, spec, by })))
    return true;
  return endsLikeStopped(evidence, spec, { exitCode: end.exitCode, by });
}

/**
 * Where no events are known, a run that ended well is a kill if it lasted as long as a startup probe that never succeeds lets it,
 * or if its end alone would have been the last one.
 */
function isUntoldKill(model: KubeletModel, { container, events, runs }: StopEvidence, { run, spec, by }: Candidate) {
  if (startsOf(events, container).length > 0) return false;
  if (by === "startup") return true;
  const { decision } = decideRestart(spec, model.pod, model.assumptions.node, 0);
  return decision === "final" && runs.some(({ number }) => number > run.number);
}

function endsLikeStopped(
  evidence: StopEvidence,
  spec: Container,
  { exitCode, by }: { readonly exitCode: number; readonly by: ProbeStopper },
): boolean {
  const codes = evidence.runs.filter((run) => toldStopper(evidence, run, spec) === by).map(({ end }) => end?.exitCode);
  if (codes.length > 0) return isStopCode(exitCode) ? codes.includes(exitCode) : isAnswer(exitCode, codes);
  return wasEveryRunStopped(evidence, by) || (exitCode === 0 && evidence.stops.some((each) => each.by === by));
}

/** A single kill may have found its container dead, and so may one of several that ended in different ways. */
function isAnswer(exitCode: number, codes: readonly (number | undefined)[]): boolean {
  return codes.length > 1 && codes.every((code) => code === exitCode);
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

/**
 * From the start of a container to the earliest kill: each attempt fails at once. What failed in a run that ended by itself counts
 * on in the next one. Models pkg/kubelet/prober/worker.go doProbe, resultRun (v1.37.1)
 */
export function earliestKillMs(evidence: StopEvidence, candidate: Candidate): number {
  const { run, by } = candidate;
  // Where no event tells, whoever ends by SIGTERM was stopped, and what failed in a run that nobody knows may count on.
  const isStopped = evidence.events.length === 0 && run.end?.exitCode === 143;
  const mayCountOn = countsOn(evidence, run, by) || (isStopped && isBeforeUnknown(evidence, run));
  return mayCountOn ? firstAttemptMs(candidate) : failedAloneMs(candidate);
}

/** The same where nothing failed before the start. */
function failedAloneMs(candidate: Candidate): number {
  const probe = candidate.spec.probes[candidate.by];
  if (probe === undefined) return 0;
  return firstAttemptMs(candidate) + 1000 * (probe.failureThreshold - 1) * probe.periodSeconds;
}

function firstAttemptMs({ run, spec, by }: Candidate): number {
  const startup = by === "liveness" && !run.hasStarted ? spec.probes.startup : undefined;
  return 1000 * Math.max(spec.probes[by]?.initialDelaySeconds ?? 0, startup?.initialDelaySeconds ?? 0);
}

/** The run before ended by itself: as a crash does, in no second in which the probe stopped it. */
function countsOn({ runs, stops }: StopEvidence, run: ObservedRun, by: ProbeStopper): boolean {
  const before = runs.find(({ number }) => number === run.number - 1);
  if (before?.end === undefined || before.isReset || signalled.has(before.end.exitCode)) return false;
  return (
    stopperOf(
      before,
      stops.filter((each) => each.by === by),
    ) === undefined
  );
}

/** One look at a container that waits shows its last run only. */
function isBeforeUnknown({ runs }: StopEvidence, { number }: ObservedRun): boolean {
  return number > 0 && runs.every((run) => run.number !== number - 1);
}

/** How programs end that SIGTERM or SIGKILL ends. */
const signalled: ReadonlySet<number> = new Set([143, 137]);

/** Each attempt hangs until its timeout, and the first one waits for a tick. */
function latestStartupKillMs({ initialDelaySeconds, periodSeconds, timeoutSeconds, failureThreshold }: Probe): number {
  const attemptSeconds = Math.max(periodSeconds, timeoutSeconds);
  return 1000 * (initialDelaySeconds + periodSeconds + failureThreshold * attemptSeconds);
}
