import type { Curve, CurveLabels } from "./curves.ts";
import { RestartBackoff, type RestartedExit } from "./restart-backoff.ts";

/** Runs of a container. The last one repeats; one without an end runs forever. */
export interface CurveRun {
  readonly times: number;
  /** Undefined if it does not end, or nothing restarts it. */
  readonly end: { readonly runsForMs: number; readonly exitCode: number } | undefined;
}

export interface CurvePlay extends CurveLabels {
  /** When the container starts again, in ms since its first start. */
  readonly restartsMs: readonly number[];
  /** The wait before each of them. */
  readonly waitsMs: readonly number[];
  /** How long the container is not running up to the horizon. */
  readonly downMs: number;
  readonly untilMs: number;
  /** False: a run without an end has begun, and there is no further restart. */
  readonly goesOn: boolean;
  /** False: there are more restarts than `restartsMax` and the rest is missing. */
  readonly complete: boolean;
}

/** What one restart costs the API server by the count of KEP-4603, "Risks and Mitigations". A v1.37 kubelet writes a status three times at most. */
export const requestsPerRestart = 5;
/** Thirty hours of restarts a second apart. */
export const restartsMax = 108_000;

const minuteMs = 60_000;
const containerId = "app";

/** A container that ends the same way each time. */
export function sameEnd(runsForMs: number, exitCode = 1): readonly CurveRun[] {
  return [{ times: 1, end: { runsForMs, exitCode } }];
}

/**
 * Plays a container on a curve in ideal time: what ends is seen at once, and what waits is looked at when its delay is over.
 * `untilMs` is the horizon; a restart at that very instant counts.
 */
export function playCurve(curve: Curve, runs: readonly CurveRun[], untilMs: number): CurvePlay {
  const { id, title, source, about } = curve;
  const backoff = new RestartBackoff(curve);
  const restartsMs: number[] = [];
  const waitsMs: number[] = [];
  let startedMs = 0;
  let downMs = 0;
  let goesOn = true;
  while (restartsMs.length < restartsMax) {
    const end = runAt(runs, restartsMs.length)?.end;
    goesOn = end !== undefined;
    const exitMs = startedMs + (end?.runsForMs ?? Number.POSITIVE_INFINITY);
    if (end === undefined || exitMs > untilMs) break;
    const waitMs = waitAfter(backoff, { exitCode: end.exitCode, startedAtMs: startedMs, finishedAtMs: exitMs });
    startedMs = exitMs + waitMs;
    downMs += Math.min(startedMs, untilMs) - exitMs;
    if (startedMs > untilMs) break;
    restartsMs.push(startedMs);
    waitsMs.push(waitMs);
  }
  const complete = restartsMs.length < restartsMax;
  return { id, title, source, about, restartsMs, waitsMs, downMs, untilMs, goesOn, complete };
}

/** Plays the same container on several curves. */
export function compareCurves(
  curves: readonly Curve[],
  runs: readonly CurveRun[],
  untilMs: number,
): readonly CurvePlay[] {
  return curves.map((curve) => playCurve(curve, runs, untilMs));
}

export function restartsWithin({ restartsMs }: CurvePlay, windowMs: number): number {
  return restartsMs.filter((restartMs) => restartMs <= windowMs).length;
}

/** API requests of one such container, averaged over the whole play. */
export function apiRequestsPerMinute({ restartsMs, untilMs }: CurvePlay): number {
  return (restartsMs.length * requestsPerRestart * minuteMs) / untilMs;
}

/** The waits as people write a curve: up to the first of those at the end that are equal. */
export function climbOf({ waitsMs }: CurvePlay): readonly number[] {
  const steadyMs = waitsMs.at(-1);
  const last = waitsMs.findLastIndex((waitMs) => waitMs !== steadyMs);
  return waitsMs.slice(0, last + 2);
}

/** Decides about one exit and raises the back-off at the instant of the restart, which is when the kubelet does. */
// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff (v1.37.1)
function waitAfter(backoff: RestartBackoff, exit: RestartedExit): number {
  const { finishedAtMs: exitMs } = exit;
  const object = backoff.of(exit.exitCode);
  const { policy } = object;
  if (policy.forgottenWhileWaiting) object.gc(exitMs);
  if (policy.firstDelayed) object.begin(containerId, exitMs);
  const waitMs = backoff.isInBackOff(containerId, exit, exitMs) ? backoff.delayMs(containerId, exit) : 0;
  if (policy.forgottenWhileWaiting) object.gc(exitMs + waitMs);
  object.next(containerId, exitMs, exitMs + waitMs);
  return waitMs;
}

/** The run of the n-th start, counted from 0. */
function runAt(runs: readonly CurveRun[], index: number): CurveRun | undefined {
  let left = index;
  for (const run of runs) {
    if (left < run.times) return run;
    left -= run.times;
  }
  return runs.at(-1);
}
