import { fenceposts } from "./fenceposts.ts";
import type { DeploymentView, DeploymentWrite, ReplicaSet } from "./model.ts";
import { sum } from "./status.ts";

/** How large the new set may be now. Models pkg/controller/deployment/util/deployment_util.go NewRSNewReplicas (v1.37.1) */
export function newSetReplicas({ deployment: { spec } }: DeploymentView, total: number, present: number): number {
  if (spec.strategy === "Recreate") return spec.replicas;
  const { surge } = fenceposts(spec);
  const most = spec.replicas + surge;
  if (total >= most) return present;
  return present + Math.min(most - total, spec.replicas - present);
}

/** Models pkg/controller/deployment/rolling.go reconcileNewReplicaSet (v1.37.1) */
export function scaleUpNew(
  view: DeploymentView,
  sets: readonly ReplicaSet[],
  newSet: ReplicaSet,
): readonly DeploymentWrite[] {
  const want = view.deployment.spec.replicas;
  if (newSet.replicas === want) return [];
  if (newSet.replicas > want) return [scaled(view, newSet, want)];
  const total = sum(sets, ({ replicas }) => replicas);
  const replicas = newSetReplicas(view, total, newSet.replicas);
  return replicas === newSet.replicas ? [] : [scaled(view, newSet, replicas)];
}

/** Unhealthy pods of old sets first, then healthy ones. Models pkg/controller/deployment/rolling.go reconcileOldReplicaSets, cleanupUnhealthyReplicas, scaleDownOldReplicaSetsForRollingUpdate (v1.37.1) */
export function scaleDownOld(
  view: DeploymentView,
  newSet: ReplicaSet,
  oldSets: readonly ReplicaSet[],
): readonly DeploymentWrite[] {
  const { spec } = view.deployment;
  const oldTotal = sum(oldSets, ({ replicas }) => replicas);
  if (oldTotal === 0) return [];
  const total = oldTotal + newSet.replicas;
  const minAvailable = spec.replicas - fenceposts(spec).unavailable;
  const budget = total - minAvailable - (newSet.replicas - newSet.status.availableReplicas);
  if (budget <= 0) return [];
  const sizes = new Map(oldSets.map((set) => [set.name, set.replicas]));
  const ordered = [...oldSets].sort((left, right) => left.number - right.number);
  const cut = (set: ReplicaSet, atMost: number): number => {
    const size = sizes.get(set.name) ?? 0;
    const by = Math.max(0, Math.min(size, atMost));
    sizes.set(set.name, size - by);
    return by;
  };
  let left = budget;
  for (const set of ordered) {
    const unhealthy = set.replicas - set.status.availableReplicas;
    if (left <= 0) break;
    if (set.replicas === 0) continue;
    // The set was lowered and has not looked yet: its status is stale, and nothing more goes until it is not.
    if (unhealthy < 0) return resizedSets(view, ordered, sizes);
    left -= cut(set, Math.min(left, unhealthy));
  }
  const available = sum([...oldSets, newSet], ({ status }) => status.availableReplicas);
  let healthy = available - minAvailable;
  for (const set of ordered) healthy -= cut(set, healthy);
  return resizedSets(view, ordered, sizes);
}

function resizedSets(
  view: DeploymentView,
  ordered: readonly ReplicaSet[],
  sizes: ReadonlyMap<string, number>,
): readonly DeploymentWrite[] {
  return ordered.flatMap((set) => {
    const size = sizes.get(set.name) ?? 0;
    return size === set.replicas ? [] : [scaled(view, set, size)];
  });
}

export function scaled({ deployment: { spec } }: DeploymentView, set: ReplicaSet, replicas: number): DeploymentWrite {
  return { kind: "scale-set", set: set.name, replicas, maxReplicas: spec.replicas + fenceposts(spec).surge };
}
