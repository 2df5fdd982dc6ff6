import type { PodAppearance } from "../protocol/cluster.ts";

/** A container that ran for so long has left its loop: the kubelet forgets its back-off. */
const calmMs = 10 * 60_000;

interface Shown {
  readonly look: PodAppearance;
  readonly restartedMs?: number | undefined;
}

/**
 * 0: in trouble, 1: not ready, 2: ready, 3: done. A pod in a loop is in trouble while it runs, too, so that it stays where it is in
 * a list.
 */
export function troubleOf({ look, restartedMs }: Shown, nowMs: number): number {
  const isLooping = restartedMs !== undefined && nowMs - restartedMs < calmMs && look !== "done";
  if (look === "failing" || look === "waiting" || isLooping) return 0;
  return { unready: 1, ready: 2, done: 3 }[look];
}
