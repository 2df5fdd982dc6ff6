import { Backoff } from "../../backoff/backoff.ts";
import { backOffCurve, type CrashLoopPolicy } from "../../backoff/policy.ts";
import type { Restart, RestartHistory } from "./history.ts";

/** How a kubelet delays restarts: its policy, and how late its loops make a restart. Times are from an exit to the start after it. */
export interface WaitModel {
  readonly policy: CrashLoopPolicy;
  /** When this back-off applies. `forgottenMs`: when the kubelet throws it away. */
  readonly boundsOf: (delayMs: number, forgottenMs: number) => readonly [earliestMs: number, latestMs: number];
  readonly meanOf: (delayMs: number, forgottenMs: number) => number;
}

interface ExplainedRestart {
  readonly restart: Restart;
  /** The back-off that applied. */
  readonly delayMs: number;
  /** From the exit to the start, as seen, or where that is not known as predicted. */
  readonly waitMs: number;
  /** Undefined if the exit was not seen, or what came before it. */
  readonly isInWindow: boolean | undefined;
  /** It waited for no back-off although there was one: a probe ended the run. */
  readonly isProbeKill: boolean;
}

export interface Explained {
  readonly restarts: readonly ExplainedRestart[];
  /** Restarts of which a window is known, and those of them that fall into it. */
  readonly judged: number;
  readonly inside: number;
  /** How long the next exit would be waited for. */
  readonly nextDelayMs: number;
  /** Doublings that had been made before the first exit; 0: none, its restart is free. */
  readonly stepsBefore: number;
}

const id = "app";
/** Times of a status are cut to seconds. */
const cutMs = 1000;

/** Follows the restarts of a container with the kubelet's own back-off, and says which of them it explains. */
export function explain(history: RestartHistory, model: WaitModel): Explained {
  const follower = new Follower(history, model);
  const restarts = history.restarts.map((restart) => follower.next(restart));
  const { judged, inside, stepsBefore } = follower;
  const nextDelayMs = follower.delayAt(history.lastExitMs ?? history.untilMs);
  return { restarts, judged, inside, nextDelayMs, stepsBefore };
}

class Follower {
  judged = 0;
  inside = 0;
  stepsBefore = 0;
  readonly #model: WaitModel;
  readonly #curve: readonly number[];
  /** Undefined if what the kubelet has counted is not known. */
  #backoff: Backoff<CrashLoopPolicy> | undefined;
  #lastExitMs: number | undefined;
  #isFirst = true;

  constructor(history: RestartHistory, model: WaitModel) {
    this.#model = model;
    this.#curve = backOffCurve(model.policy);
    if (startsFresh(history, model.policy)) this.#backoff = new Backoff(model.policy);
  }

  delayAt(exitMs: number): number {
    return this.#backoff === undefined ? 0 : delayAfter(this.#backoff, exitMs);
  }

  next(restart: Restart): ExplainedRestart {
    const { exitMs, startEarliestMs, startLatestMs, unseen } = restart;
    const startMs = (startEarliestMs + startLatestMs) / 2;
    const fromMs = exitMs ?? startMs;
    if (unseen > 0) this.#raise(unseen, fromMs);
    const seenMs = exitMs === undefined ? undefined : Math.max(0, startMs - exitMs);
    const judged =
      this.#backoff === undefined || exitMs === undefined || unseen > 0
        ? { delayMs: this.#unjudged(seenMs ?? 0, fromMs), isInWindow: undefined, isProbeKill: false }
        : this.#judge(this.#backoff, restart, exitMs);
    const { delayMs } = judged;
    if (this.#isFirst) this.stepsBefore = Math.max(0, this.#curve.indexOf(delayMs));
    this.#isFirst = false;
    const waitMs = seenMs ?? this.#model.meanOf(delayMs, Number.POSITIVE_INFINITY);
    if (this.#backoff !== undefined) count(this.#backoff, fromMs, startMs);
    this.#lastExitMs = exitMs;
    return { restart, waitMs, ...judged };
  }

  #unjudged(seenMs: number, fromMs: number): number {
    if (this.#backoff !== undefined) return this.delayAt(fromMs);
    const delayMs = this.#stepBelow(seenMs);
    this.#seed(delayMs, fromMs);
    return delayMs;
  }

  #judge(
    backoff: Backoff<CrashLoopPolicy>,
    { startEarliestMs, startLatestMs }: Restart,
    exitMs: number,
  ): Pick<ExplainedRestart, "delayMs" | "isInWindow" | "isProbeKill"> {
    const { boundsOf } = this.#model;
    const delayMs = delayAfter(backoff, exitMs);
    const [earliestMs, latestMs] = boundsOf(delayMs, forgottenAfter(backoff, exitMs));
    const isEarly = startLatestMs + cutMs < exitMs + earliestMs;
    const isInTime = startEarliestMs - cutMs <= exitMs + latestMs;
    const isProbeKill =
      isEarly &&
      passesBackOff(delayMs, exitMs + cutMs, this.#lastExitMs) &&
      startEarliestMs - cutMs <= exitMs + boundsOf(0, Number.POSITIVE_INFINITY)[1];
    this.judged += 1;
    if (isProbeKill || (!isEarly && isInTime)) {
      this.inside += 1;
      return { delayMs: isProbeKill ? 0 : delayMs, isInWindow: true, isProbeKill };
    }
    if (!isEarly) return { delayMs, isInWindow: false, isProbeKill };
    // The kubelet has forgotten what it counted, as it does when its process restarts.
    const seenMs = this.#stepBelow(Math.max(0, startLatestMs - exitMs));
    this.#seed(seenMs, exitMs);
    return { delayMs: seenMs, isInWindow: false, isProbeKill };
  }

  /** Restarts that nobody saw: each doubles. */
  #raise(times: number, atMs: number): void {
    const { maximumMs, initialMs } = this.#model.policy;
    const before = this.delayAt(atMs);
    const first = before === 0 ? initialMs : before * 2;
    this.#seed(Math.min(maximumMs, first * 2 ** Math.min(times - 1, 30)), atMs);
  }

  #seed(delayMs: number, atMs: number): void {
    this.#backoff = seededBackoff(this.#model.policy, delayMs, atMs);
  }

  /** The longest back-off that a wait can be. */
  #stepBelow(waitMs: number): number {
    return this.#curve.findLast((delayMs) => delayMs <= waitMs + cutMs) ?? 0;
  }
}

/** The back-off that applies after an exit; 0: none. */
export function delayAfter(backoff: Backoff<CrashLoopPolicy>, exitMs: number): number {
  return backoff.isInBackOffSince(id, exitMs, exitMs) ? backoff.get(id) : 0;
}

/** How long after an exit garbage collection throws the back-off away, also under a container that waits. */
export function forgottenAfter(backoff: Backoff<CrashLoopPolicy>, exitMs: number): number {
  const expiresMs = backoff.policy.forgottenWhileWaiting ? backoff.expiresAfterMs(id) : undefined;
  return expiresMs === undefined ? Number.POSITIVE_INFINITY : Math.max(0, expiresMs - exitMs);
}

/** What the kubelet counts when it starts a container. */
export function count(backoff: Backoff<CrashLoopPolicy>, exitMs: number, startMs: number): void {
  if (backoff.policy.forgottenWhileWaiting) backoff.gc(startMs);
  backoff.next(id, exitMs, startMs);
}

/**
 * A container that a probe ends is started again by the same pass, which still sees the exit before it: if that was long enough ago,
 * the restart waits for nothing.
 */
// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff (v1.37.1)
export function passesBackOff(delayMs: number, exitMs: number, exitBeforeMs: number | undefined): boolean {
  return exitBeforeMs !== undefined && exitMs - exitBeforeMs >= delayMs;
}

export function seededBackoff(policy: CrashLoopPolicy, delayMs: number, atMs: number): Backoff<CrashLoopPolicy> {
  const entries = delayMs === 0 ? [] : [[id, { backoffMs: delayMs, lastUpdateMs: atMs }] as const];
  return new Backoff(policy, entries);
}

/** Nothing was counted before the first exit: it never restarted, or the run before was long enough. */
function startsFresh(
  { restarts, firstStartMs, restartedBefore }: RestartHistory,
  { resetAfterMs }: CrashLoopPolicy,
): boolean {
  if (!restartedBefore) return true;
  const exitMs = restarts[0]?.exitMs;
  return exitMs !== undefined && firstStartMs !== undefined && exitMs - firstStartMs > resetAfterMs;
}
