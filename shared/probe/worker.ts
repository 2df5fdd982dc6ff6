import type { Probe, ProbeType } from "../kubernetes/pod.ts";
import type { AttemptAnswer } from "./answer.ts";

/** What the result cache holds for a container: `unknown` only for a startup probe that has not decided yet, `none`: no entry. */
export type ProbeResult = "none" | "unknown" | "success" | "failure";

/**
 * One worker per pod, container and probe type. It lives across restarts of the container, and so do its counters and its
 * grid of ticks. Models pkg/kubelet/prober/worker.go (v1.37.1).
 */
export interface ProbeWorker {
  readonly type: ProbeType;
  readonly probe: Probe;
  /** Instance that the worker believes it probes; undefined before the first. */
  instance: number | undefined;
  /** Zero value of the real worker's field: success. */
  lastResult: "success" | "failure";
  resultRun: number;
  onHold: boolean;
  /** Ticks are at `gridMs + k · period`. */
  gridMs: number;
  /** Result of `instance`. */
  result: ProbeResult;
  ended: boolean;
}

export function createWorker(type: ProbeType, probe: Probe, nowMs: number): ProbeWorker {
  return {
    type,
    probe,
    instance: undefined,
    lastResult: "success",
    resultRun: 0,
    onHold: false,
    gridMs: nowMs,
    result: "none",
    ended: false,
  };
}

/** Value that the cache gets when a container is first seen. */
export function initialResult(type: ProbeType): ProbeResult {
  if (type === "readiness") return "failure";
  return type === "liveness" ? "success" : "unknown";
}

/** The next tick strictly after `nowMs`. */
export function nextTickMs(worker: ProbeWorker, nowMs: number): number {
  const periodMs = worker.probe.periodSeconds * 1000;
  return worker.gridMs + (Math.floor((nowMs - worker.gridMs) / periodMs) + 1) * periodMs;
}

/** Turns to a new container: the cached result starts anew, the counters go on. */
export function adoptInstance(worker: ProbeWorker, instance: number, result: ProbeResult): void {
  worker.instance = instance;
  worker.result = result;
  worker.onHold = false;
}

/**
 * Counts one answer. Returns the result that is now to be cached, or undefined while a threshold is not reached; an error
 * is discarded. `holdsAfterSuccess`: since 1.32 a startup worker rests after success, too.
 */
export function countAnswer(
  worker: ProbeWorker,
  answer: AttemptAnswer["result"],
  holdsAfterSuccess: boolean,
): ProbeResult | undefined {
  if (answer === "error") return undefined;
  const result = answer === "success" ? "success" : "failure";
  worker.resultRun = result === worker.lastResult ? worker.resultRun + 1 : 1;
  worker.lastResult = result;
  const threshold = result === "failure" ? worker.probe.failureThreshold : worker.probe.successThreshold;
  if (worker.resultRun < threshold) return undefined;
  worker.result = result;
  const isFinal =
    worker.type === "startup"
      ? result === "failure" || holdsAfterSuccess
      : worker.type === "liveness" && result === "failure";
  if (isFinal) {
    worker.onHold = true;
    worker.resultRun = 0;
  }
  return result;
}

/** True when the initial delay is over. `startedMs` is the start as the API has it, and only whole seconds since then count. */
export function isDelayOver(probe: Probe, startedMs: number, nowMs: number): boolean {
  return Math.floor((nowMs - startedMs) / 1000) >= probe.initialDelaySeconds;
}
