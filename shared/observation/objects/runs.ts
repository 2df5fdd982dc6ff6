import { parseDuration } from "../../basics/read-duration.ts";
import type { Span } from "../../basics/span.ts";
import { restartingAllReason } from "../../simulation/status/phase.ts";
import type { ObservedEvent } from "./event-object.ts";
import type { ObservedContainer, ObservedEnd, ObservedPod } from "./pod-object.ts";

/** One run of a container, as far as the API reported it. */
export interface ObservedRun {
  /** Number of runs before it: the restart count while it was the newest. */
  readonly number: number;
  readonly startedAt: Span | undefined;
  /** Undefined if it goes on, as far as was seen. */
  readonly end: ObservedEnd | undefined;
  /** From start to end. The API cuts both to whole seconds: it may be 1 s off. Undefined if it goes on, or a time is missing. */
  readonly lengthMs: Span | undefined;
  /** The delay that the kubelet named when it refused to start the container again after this run. */
  readonly saidDelayMs: number | undefined;
  /** The kubelet refused to start the container again after this run, for its back-off: there is one. */
  readonly isRefused: boolean;
  /** All containers were restarted in place after it, which asks no back-off. */
  readonly isReset: boolean;
  /** It was seen to be started: its startup probe has succeeded, if it has one. */
  readonly hasStarted?: true;
  /** The kubelet was restarted after it had begun, and knows of no back-off any more. */
  readonly outlivesKubelet?: true;
  /** When that kubelet was first seen at work, in ms since 1970. */
  readonly kubeletSeenMs?: number;
  /** When its container was first seen to have another image than before, in ms since 1970: that one has no back-off yet. */
  readonly imageChangedMs?: number;
}

/** The runs that are known of, oldest first, and how many restarts nobody saw in between or before. */
export interface ObservedRuns {
  readonly runs: readonly ObservedRun[];
  readonly restartCount: number;
  readonly missing: number;
}

/** Runs that are kept of a container that is watched. */
const keptRuns = 8;

/** The newest run and the one before it, which is all that one look reports. The newest is last. */
export function runsOfLook(container: ObservedContainer): readonly ObservedRun[] {
  const { state, lastState, restartCount, started } = container;
  const last = (number: number) => (lastState === undefined || number < 0 ? [] : [endedRun(number, lastState)]);
  // Nothing is known of a run that was lost, not even whether the last state is of it or of the one before.
  if (state.is === "terminated" && state.reason === "ContainerStatusUnknown") return [];
  if (state.is === "terminated") return [...last(restartCount - 1), endedRun(restartCount, state)];
  if (state.is === "running") {
    const run = { number: restartCount, startedAt: state.startedAt, end: undefined };
    const open = { lengthMs: undefined, saidDelayMs: undefined, isRefused: false, isReset: false };
    return [...last(restartCount - 1), { ...run, ...open, ...(started && { hasStarted: true as const }) }];
  }
  if (startsNewRun(state.reason)) return last(restartCount - 1);
  const saidDelayMs = saidDelay(state.message);
  const isRefused = state.reason === "CrashLoopBackOff";
  return last(restartCount).map((run) => ({ ...run, saidDelayMs, isRefused }));
}

/** What all looks at one container tell, oldest look first: the newest `atMost` runs. */
function joinLooks(looks: readonly ObservedContainer[], atMost = keptRuns): ObservedRuns {
  let joined = noRuns;
  for (const look of looks) joined = addLook(joined, look, atMost);
  return joined;
}

/**
 * The same with one look more. A look at another pod of that name has a restart count below the known one, and begins anew.
 */
function addLook(before: ObservedRuns, look: ObservedContainer, atMost = keptRuns): ObservedRuns {
  const known = look.restartCount < before.restartCount ? [] : before.runs;
  const byNumber = new Map(known.map((run) => [run.number, run]));
  for (const run of runsOfLook(look)) byNumber.set(run.number, merged(byNumber.get(run.number), run));
  const runs = [...byNumber.values()].sort((one, other) => one.number - other.number).slice(-atMost);
  const last = runs.at(-1)?.number ?? -1;
  return { runs, restartCount: look.restartCount, missing: last + 1 - runs.length };
}

/** What all looks at one pod reported, by container name. Plain data: a watch keeps one for each pod. */
export interface PodHistory {
  readonly uid: string | undefined;
  readonly containers: ReadonlyMap<string, ObservedRuns>;
  /** What the spec asked for at the last look, by container name. */
  readonly images: ReadonlyMap<string, string | undefined>;
}

interface Seen {
  /** When the API had reported it, in ms since 1970, for a pod that was watched without a break. */
  readonly seenMs?: number | undefined;
  /** Runs that are kept of each container. */
  readonly atMost?: number;
}

/** Adds one observation. A pod of the same name with another UID starts a new history. */
export function addPod(
  before: PodHistory | undefined,
  pod: ObservedPod,
  { seenMs, atMost = keptRuns }: Seen = {},
): PodHistory {
  const known = before !== undefined && before.uid === pod.uid ? knownBefore(before, pod, seenMs) : undefined;
  const containers = pod.containers.map(
    (container) => [container.name, addLook(known?.get(container.name) ?? noRuns, container, atMost)] as const,
  );
  const images = pod.containers.map(({ name, specImage }) => [name, specImage] as const);
  return { uid: pod.uid, containers: new Map(containers), images: new Map(images) };
}

/** What was known before this look, with what it reveals of the kubelet and of changes since. */
function knownBefore(before: PodHistory, pod: ObservedPod, seenMs: number | undefined): PodHistory["containers"] {
  const { containers } = before;
  const isNew = pod.containers.some((container) => {
    const runs = containers.get(container.name);
    return isOfNewKubelet(runs, container) || isLateNews(runs, container, seenMs);
  });
  const known = isNew
    ? [...containers].map(([name, runs]) => [name, withNewKubelet(runs, seenMs)] as const)
    : containers;
  const images = new Map(pod.containers.map(({ name, specImage }) => [name, specImage]));
  return new Map(
    [...known].map(([name, runs]) => [
      name,
      seenMs === undefined || images.get(name) === before.images.get(name) ? runs : withNewImage(runs, seenMs),
    ]),
  );
}

/** A back-off belongs to a container with its image. Models pkg/kubelet/kuberuntime/helpers.go GetBackoffKey (v1.37.1) */
function withNewImage({ runs, ...rest }: ObservedRuns, imageChangedMs: number): ObservedRuns {
  return { ...rest, runs: runs.map((run, index) => (index < runs.length - 1 ? run : { ...run, imageChangedMs })) };
}

/**
 * A kubelet that has refused to restart a container shows that again and again. One that shows the end of that run instead is new.
 * Models pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses, reasonCache (v1.37.1)
 */
function isOfNewKubelet(before: ObservedRuns | undefined, { state, restartCount }: ObservedContainer): boolean {
  const last = before?.runs.at(-1);
  return last?.number === restartCount && last.isRefused && state.is === "terminated";
}

/** Two looks of the relist loop and the way to the API. */
const toldAfterMs = 2500;

/** An end that is reported long after it happened: no kubelet was there to report it, or it was busy with another container of the pod. */
function isLateNews(before: ObservedRuns | undefined, container: ObservedContainer, seenMs = Number.NaN): boolean {
  const newest = runsOfLook(container).at(-1);
  const last = before?.runs.at(-1);
  if (last === undefined || newest?.end?.finishedAt === undefined) return false;
  const isNews = newest.number > last.number || (newest.number === last.number && last.end === undefined);
  return isNews && seenMs - newest.end.finishedAt.latestMs > toldAfterMs;
}

/** What its predecessor said of a wait is not so any more. */
function withNewKubelet({ runs, ...rest }: ObservedRuns, kubeletSeenMs: number | undefined): ObservedRuns {
  const seen = kubeletSeenMs === undefined ? {} : { kubeletSeenMs };
  const renewed = { saidDelayMs: undefined, isRefused: false, outlivesKubelet: true, ...seen } as const;
  return { ...rest, runs: runs.map((run, index) => (index < runs.length - 1 ? run : { ...run, ...renewed })) };
}

/** What is known of a container from this look and, if there is one, the history with it. */
export function runsOfLooks(history: PodHistory | undefined, container: ObservedContainer): ObservedRuns {
  return history?.containers.get(container.name) ?? joinLooks([container]);
}

const noRuns: ObservedRuns = { runs: [], restartCount: 0, missing: 0 };

/**
 * Restarts of a pod: while it is initialized those of its init containers so far, then those of its sidecars and regular containers.
 * Models pkg/printers/internalversion/printers.go printPod (v1.37.1)
 */
export function restartsOf({ containers, conditions }: ObservedPod): number {
  const inits = containers.filter(({ kind }) => kind === "init" || kind === "sidecar");
  const current = inits.findIndex((container) => !isPassed(container));
  const isInitialized = conditions.some(({ type, status }) => type === "Initialized" && status === "True");
  const counted =
    current >= 0 && !isInitialized
      ? inits.slice(0, current + 1)
      : containers.filter(({ kind }) => kind === "regular" || kind === "sidecar");
  return counted.reduce((sum, { restartCount }) => sum + restartCount, 0);
}

/** The next init container may run beside it or after it. */
function isPassed({ kind, state, started }: ObservedContainer): boolean {
  return (state.is === "terminated" && state.exitCode === 0) || (kind === "sidecar" && started);
}

/** What stopped a container: one of its probes, or something else, such as the end of its pod. */
export type Stopper = "liveness" | "startup" | "other";

/** How often something had a container stopped, by its `Killing` events. */
export interface Stops {
  readonly by: Stopper;
  readonly count: number;
  readonly times: readonly Span[];
}

/** What stopped a container, and when. For equal events the API keeps only their number and the first and last time. */
export function stopsOf(events: readonly ObservedEvent[], container: string): readonly Stops[] {
  const killing = events.filter((event) => event.container === container && event.reason === "Killing");
  return (["liveness", "startup", "other"] as const).flatMap((by) => {
    const mine = killing.filter(({ message }) => !isCutStop(message) && stopperIn(message) === by);
    const count = mine.reduce((sum, event) => sum + event.count, 0);
    const times = mine.flatMap(({ first, last }) => [first, last].flatMap((time) => time ?? []));
    return count === 0 ? [] : [{ by, count, times }];
  });
}

/** Who stopped a container during a run, by an event that lies within it. */
export function stopperOf({ startedAt, end }: ObservedRun, stops: readonly Stops[]): Stopper | undefined {
  if (startedAt === undefined || end?.finishedAt === undefined) return undefined;
  const fromMs = startedAt.earliestMs;
  const untilMs = end.finishedAt.latestMs;
  return stops.find(({ times }) => times.some((time) => time.latestMs >= fromMs && time.earliestMs <= untilMs))?.by;
}

/** A message that a terminal or a paste cut off before it says who: `Container app failed`. */
export function isCutStop(message: string): boolean {
  return /^(?:Container(?: \S{1,253}(?: f[a-z]{0,5})?)?)?$/.test(message.trim());
}

function stopperIn(message: string): Stopper {
  const probe = /failed (liveness|startup)\b/.exec(message)?.[1];
  return probe === "liveness" || probe === "startup" ? probe : "other";
}

/** A start that has not come to anything: the last run is the one before. */
function startsNewRun(reason: string | undefined): boolean {
  return (
    reason === undefined ||
    reason === "ContainerCreating" ||
    reason === "PodInitializing" ||
    reason === restartingAllReason
  );
}

function endedRun(number: number, end: ObservedEnd): ObservedRun {
  const startedAt = end.startedAt ?? (isStartFailure(end) ? end.finishedAt : undefined);
  const lengthMs = startedAt && end.finishedAt && between(startedAt, end.finishedAt);
  const isReset = end.reason === restartingAllReason;
  return { number, startedAt, end, lengthMs, saidDelayMs: undefined, isRefused: false, isReset };
}

/** A container that the runtime created and could not start. It is delayed as after a crash, and never ran. */
export function isStartFailure({ reason }: ObservedEnd): boolean {
  return reason === "StartError" || reason === "ContainerCannotRun";
}

/** From one time to a later one, when each is known to a second only. */
export function between(from: Span, until: Span): Span {
  const nominalMs = Math.max(0, until.nominalMs - from.nominalMs);
  return {
    nominalMs,
    earliestMs: Math.max(0, until.earliestMs - from.latestMs),
    latestMs: Math.max(nominalMs, until.latestMs - from.earliestMs),
  };
}

/** A later look knows more, but for the delay, which is shown for a while only. */
function merged(before: ObservedRun | undefined, now: ObservedRun): ObservedRun {
  if (before === undefined) return now;
  const end = isLost(now.end) ? (before.end ?? now.end) : now.end;
  const startedAt = now.startedAt ?? before.startedAt;
  const lengthMs = now.lengthMs ?? (startedAt && end?.finishedAt && between(startedAt, end.finishedAt));
  const saidDelayMs = now.saidDelayMs ?? before.saidDelayMs;
  const isRefused = now.isRefused || before.isRefused;
  const isReset = now.isReset || before.isReset;
  const { outlivesKubelet, kubeletSeenMs, imageChangedMs } = before;
  const kept = {
    ...(before.hasStarted || now.hasStarted ? { hasStarted: true as const } : {}),
    ...(outlivesKubelet === undefined ? {} : { outlivesKubelet }),
    ...(kubeletSeenMs === undefined ? {} : { kubeletSeenMs }),
    ...(imageChangedMs === undefined ? {} : { imageChangedMs }),
  };
  return { ...now, startedAt, end, lengthMs, saidDelayMs, isRefused, isReset, ...kept };
}

/** Where all containers are restarted, the API forgets how each of them ended. */
function isLost(end: ObservedEnd | undefined): boolean {
  return end === undefined || end.reason === restartingAllReason;
}

/** The delay in `back-off 1m20s restarting failed container=…`. */
function saidDelay(message: string | undefined): number | undefined {
  const text = /^back-off (\S+) restarting failed container=/.exec(message ?? "")?.[1];
  return text === undefined ? undefined : parseDuration(text);
}
