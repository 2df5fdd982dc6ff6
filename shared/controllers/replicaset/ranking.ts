import type { WorkloadPod } from "../objects/model.ts";

/** What the ranking knows beside the pods of the set. */
export interface RankingContext {
  readonly nowMs: number;
  /** Active pods of all sets of the same owner, by node. */
  readonly podsOnNode: ReadonlyMap<string, number>;
}

const phaseRank = { Pending: 0, Running: 2, Succeeded: 2, Failed: 2 } as const;

/** Those that are deleted first. Models pkg/controller/controller_utils.go ActivePodsWithRanks.Less (v1.37.1); no pod has a deletion cost. */
export function toDelete(pods: readonly WorkloadPod[], count: number, context: RankingContext): readonly WorkloadPod[] {
  if (count >= pods.length) return pods;
  const bucket = (sinceMs: number): number => logBucket(context.nowMs - sinceMs);
  const crowding = (pod: WorkloadPod): number => context.podsOnNode.get(pod.node ?? "") ?? 0;
  const compare = (left: WorkloadPod, right: WorkloadPod): number =>
    Number(left.node !== undefined) - Number(right.node !== undefined) ||
    phaseRank[left.phase] - phaseRank[right.phase] ||
    Number(left.ready) - Number(right.ready) ||
    crowding(right) - crowding(left) ||
    byReadiness(left, right, bucket) ||
    right.restarts - left.restarts ||
    bucket(left.createdMs) - bucket(right.createdMs) ||
    left.tie - right.tie;
  return count <= fewMax ? lowest(pods, count, compare) : [...pods].sort(compare).slice(0, count);
}

/** So few are found faster than all are sorted. */
const fewMax = 4;

function lowest<Item>(items: readonly Item[], count: number, compare: (left: Item, right: Item) => number): Item[] {
  const found: Item[] = [];
  for (const item of items) {
    const place = found.findIndex((each) => compare(item, each) < 0);
    if (place >= 0) found.splice(place, 0, item);
    else if (found.length < count) found.push(item);
    if (found.length > count) found.pop();
  }
  return found;
}

/** Of two that became ready at different times the younger bucket goes; in one bucket the tie decides, and nothing after it. */
function byReadiness(left: WorkloadPod, right: WorkloadPod, bucket: (sinceMs: number) => number): number {
  if (!left.ready || !right.ready || left.readySinceMs === right.readySinceMs) return 0;
  return bucket(left.readySinceMs) - bucket(right.readySinceMs) || left.tie - right.tie;
}

/** Powers of two of nanoseconds. */
function logBucket(ms: number): number {
  return ms <= 0 ? 0 : Math.floor(Math.log2(ms * 1e6));
}
