import type { Timeline } from "./timeline.ts";

/** When the pod of a run was created, and those that took its place, in order. */
export function createdTimesMs({ entries, createdMs }: Timeline): readonly number[] {
  const seen = entries.flatMap(({ kind, tMs }) => (kind === "pod-seen" ? [tMs] : []));
  return createdMs === undefined ? seen : [createdMs, ...seen];
}

/** The last of some times in order that is not behind `tMs`; 0: there is none. */
export function lastUpTo(timesMs: readonly number[], tMs: number): number {
  return timesMs.findLast((each) => each <= tMs) ?? 0;
}
