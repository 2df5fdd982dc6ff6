import type { PodAppearance, PodRow } from "../protocol/cluster.ts";

/** A container that ran for so long has left its loop: the kubelet forgets its back-off. What failed longer ago has been seen. */
const calmMs = 10 * 60_000;

interface Shown {
  readonly look: PodAppearance;
  readonly restartedMs?: number | undefined;
  /** When the pod as a whole failed. */
  readonly failedMs?: number | undefined;
}

/**
 * 0: in trouble, 1: not ready, 2: failed some time ago, and replaced or given up, 3: ready, 4: done. A pod in a loop is in trouble
 * while it runs, too, so that it stays where it is in a list.
 */
export function troubleOf({ look, restartedMs, failedMs }: Shown, nowMs: number): number {
  if (failedMs !== undefined && nowMs - failedMs > calmMs) return 2;
  const isLooping = restartedMs !== undefined && nowMs - restartedMs < calmMs && look !== "done";
  if (look === "failing" || look === "waiting" || isLooping) return 0;
  return { unready: 1, ready: 3, done: 4 }[look];
}

/** Between two crashes a pod looks like one that waits. */
export function appearanceAt({ look, state }: Pick<PodRow, "look" | "state">, nowMs: number): PodAppearance {
  const isLooping = state.some((part) => typeof part !== "string" && "untilMs" in part && nowMs <= part.untilMs);
  return look === "ready" && isLooping ? "waiting" : look;
}
