import type { WorkloadCounts } from "../../controllers/objects/model.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import type { WorkloadTimeline } from "../../controllers/workload/simulation.ts";
import { earlyReadyOf } from "../container/early-ready.ts";

/** The counts of a run, with available pods without those whose program has not started yet: controllers take them for available. */
export function startedCounts(
  { pod, scenario }: Pick<PlayableWorkload, "pod" | "scenario">,
  { counts, entries, pods }: Pick<WorkloadTimeline, "counts" | "entries" | "pods">,
): readonly WorkloadCounts[] {
  const earlyMs = earlyReadyOf(pod, scenario)?.early.maxMs;
  if (earlyMs === undefined) return counts;
  // Those that were there before have started.
  const isNew = new Set(pods.flatMap(({ number, createdMs }) => (createdMs < 0 ? [] : [number])));
  const changes: (readonly [tMs: number, by: 1 | -1])[] = [];
  const startedMs = new Map<number, number>();
  const waiting = new Map<number, number>();
  const over = (number: number, tMs: number): void => {
    const fromMs = waiting.get(number);
    waiting.delete(number);
    if (fromMs !== undefined && fromMs < tMs) changes.push([fromMs, 1], [tMs, -1]);
  };
  for (const { kind, tMs, pod: number } of entries) {
    if (number === undefined || !isNew.has(number)) continue;
    if (kind === "pod-ready") startedMs.set(number, tMs + earlyMs);
    if (kind === "pod-available" && tMs < (startedMs.get(number) ?? 0)) waiting.set(number, tMs);
    if (kind === "pod-deleted") over(number, Math.min(tMs, startedMs.get(number) ?? tMs));
  }
  for (const number of [...waiting.keys()]) over(number, startedMs.get(number) ?? 0);
  changes.sort(([left], [right]) => left - right);
  let [next, unstarted] = [0, 0];
  return counts.map((count, index) => {
    // Several counts of one moment follow each other, and a pod is available in the last one.
    const isLast = counts[index + 1]?.tMs !== count.tMs;
    for (let change = changes[next]; change !== undefined; change = changes[++next]) {
      if (change[0] > count.tMs || (change[0] === count.tMs && !isLast)) break;
      unstarted += change[1];
    }
    return { ...count, available: Math.max(0, count.available - unstarted) };
  });
}
