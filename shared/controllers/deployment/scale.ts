import { fenceposts } from "./fenceposts.ts";
import type { DeploymentView, DeploymentWrite, ReplicaSet } from "./model.ts";
import { scaled } from "./rolling.ts";
import { sum } from "./status.ts";

/** Somebody changed `replicas` since a set was last sized. Models pkg/controller/deployment/sync.go isScalingEvent (v1.37.1) */
export function isScalingEvent({ deployment: { spec }, sets }: DeploymentView): boolean {
  return sets.some(({ replicas, desiredReplicas }) => replicas > 0 && desiredReplicas !== spec.replicas);
}

/** Models pkg/controller/deployment/sync.go scale (v1.37.1) */
export function scale(
  view: DeploymentView,
  newSet: ReplicaSet | undefined,
  oldSets: readonly ReplicaSet[],
): readonly DeploymentWrite[] {
  const { spec } = view.deployment;
  const all = newSet === undefined ? oldSets : [...oldSets, newSet];
  const active = all.filter(({ replicas }) => replicas > 0);
  if (active.length <= 1) {
    const only = active[0] ?? newSet ?? [...oldSets].sort((left, right) => right.number - left.number)[0];
    return only === undefined || only.replicas === spec.replicas ? [] : [scaled(view, only, spec.replicas)];
  }
  if (newSet !== undefined && isSaturated(view, newSet))
    return oldSets.filter(({ replicas }) => replicas > 0).map((set) => scaled(view, set, 0));
  return spec.strategy === "RollingUpdate" ? proportional(view, active) : [];
}

function isSaturated({ deployment: { spec } }: DeploymentView, set: ReplicaSet): boolean {
  return (
    set.replicas === spec.replicas &&
    set.desiredReplicas === spec.replicas &&
    set.status.availableReplicas === spec.replicas
  );
}

function proportional(view: DeploymentView, active: readonly ReplicaSet[]): readonly DeploymentWrite[] {
  const { spec } = view.deployment;
  const most = spec.replicas + fenceposts(spec).surge;
  const toAdd = (spec.replicas > 0 ? most : 0) - sum(active, ({ replicas }) => replicas);
  const younger = toAdd > 0 ? -1 : 1;
  const ordered = [...active].sort(
    (left, right) => right.replicas - left.replicas || younger * (left.number - right.number),
  );
  let added = 0;
  const sizes = ordered.map((set) => {
    const share = toAdd === 0 ? 0 : shareOf(view, set, { most, toAdd, added });
    added += share;
    return set.replicas + share;
  });
  return ordered.map((set, index) => {
    const rest = index === 0 ? toAdd - added : 0;
    return scaled(view, set, Math.max(0, (sizes[index] ?? 0) + rest));
  });
}

interface Shares {
  readonly most: number;
  readonly toAdd: number;
  readonly added: number;
}

/** Models pkg/controller/deployment/util/deployment_util.go GetReplicaSetProportion, getReplicaSetFraction (v1.37.1) */
function shareOf(view: DeploymentView, set: ReplicaSet, { most, toAdd, added }: Shares): number {
  if (set.replicas === 0 || toAdd - added === 0) return 0;
  const share = fractionOf(view, set, most);
  const left = toAdd - added;
  return toAdd > 0 ? Math.min(share, left) : Math.max(share, left);
}

function fractionOf(view: DeploymentView, set: ReplicaSet, most: number): number {
  if (view.deployment.spec.replicas === 0) return -set.replicas;
  const base = set.maxReplicas > 0 || !view.proportionsHaveBase ? set.maxReplicas : set.status.replicas;
  if (base === 0) return 0;
  const size = (set.replicas * most) / base;
  return Math.sign(size) * Math.round(Math.abs(size)) - set.replicas;
}
