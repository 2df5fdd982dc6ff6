import type { RateLimit } from "../../kubernetes/kubelet/kubelet-limits.ts";

/** What a kubelet writes of the statuses of its pods. */
interface StatusWrites {
  readonly sent: number;
  /** The longest from a change of a status to its write. */
  readonly longestWaitMs: number;
}

interface WritesWindow {
  readonly untilMs: number;
  /** The kubelet has been at it for long: what it may send at once is spent where more is needed than its limit. */
  readonly isSteady: boolean;
}

/** Each write of a status is a GET and a PATCH. Models pkg/kubelet/status/status_manager.go syncPod (v1.37.1). */
export const requestsPerWrite = 2;

/** How long both take where nothing delays them: measured with an API server on the same machine, and not far from it elsewhere. */
const writeMs = 10;

/**
 * One routine writes the statuses of all pods, one after the other; what changes meanwhile is written in the next round, once for each pod.
 * @param changes when the status of each pod changes, in ms from the beginning of the window, in order
 * @param limit of the kubelet's client; undefined `perSecond`: none
 */
// Models pkg/kubelet/status/status_manager.go syncBatch (v1.37.1) and client-go/util/flowcontrol NewTokenBucketRateLimiter
export function statusWrites(
  changes: readonly (readonly number[])[],
  limit: RateLimit,
  { untilMs, isSteady }: WritesWindow,
): StatusWrites {
  const arrivals = changes
    .flatMap((times, pod) => times.map((tMs) => ({ tMs, pod })))
    .toSorted((a, b) => a.tMs - b.tMs);
  const needed = (arrivals.length * requestsPerWrite * 1000) / untilMs;
  const isSpent = isSteady && limit.perSecond !== undefined && needed > limit.perSecond;
  const bucket = createBucket(limit, isSpent ? 0 : limit.burst);
  /** Pods whose status changed, since when. */
  let pending = new Map<number, number>();
  let [nowMs, next, sent, longestWaitMs] = [0, 0, 0, 0];
  const arrive = (): void => {
    for (let due = arrivals[next]; due !== undefined && due.tMs <= nowMs; due = arrivals[next]) {
      if (!pending.has(due.pod)) pending.set(due.pod, due.tMs);
      next += 1;
    }
  };
  while (nowMs < untilMs) {
    arrive();
    if (pending.size === 0) {
      const due = arrivals[next];
      if (due === undefined) break;
      nowMs = due.tMs;
      continue;
    }
    const batch = pending;
    pending = new Map();
    for (const sinceMs of batch.values()) {
      nowMs = Math.max(nowMs + writeMs, bucket(nowMs));
      if (nowMs > untilMs) break;
      sent += 1;
      longestWaitMs = Math.max(longestWaitMs, nowMs - sinceMs);
      arrive();
    }
  }
  return { sent, longestWaitMs: Math.round(longestWaitMs) };
}

/** When the requests of a write that begins at a moment have their tokens. */
function createBucket({ perSecond, burst }: RateLimit, first: number): (atMs: number) => number {
  if (perSecond === undefined || perSecond <= 0) return (atMs) => atMs;
  let tokens = first;
  let sinceMs = 0;
  return (atMs) => {
    tokens = Math.min(burst, tokens + ((atMs - sinceMs) * perSecond) / 1000);
    sinceMs = atMs;
    tokens -= requestsPerWrite;
    return tokens >= 0 ? atMs : atMs + (-tokens / perSecond) * 1000;
  };
}
