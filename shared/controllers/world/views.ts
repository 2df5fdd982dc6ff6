import type { DaemonSetView } from "../daemonset/sync.ts";
import type { Deployment, DeploymentView, ReplicaSet } from "../deployment/model.ts";
import type { BudgetView } from "../disruption/budget.ts";
import { isActive } from "../objects/availability.ts";
import type {
  BudgetSpec,
  DaemonSetSpec,
  DaemonSetStatus,
  OtherPods,
  StatefulSetSpec,
  StatefulSetStatus,
} from "../objects/model.ts";
import type { ReplicaSetView } from "../replicaset/sync.ts";
import type { StatefulSetView } from "../statefulset/model.ts";
import type { ControlledObject, WorkloadWorld } from "./world.ts";

// What each controller reads of the world in one look.

export function deploymentView(world: WorkloadWorld, deployment: Deployment): DeploymentView {
  return {
    deployment,
    sets: world.sets,
    nowMs: world.nowMs,
    storedNowMs: world.storedMs(world.nowMs),
    hasRunningPods: ({ name }) => world.tally.of(name).running > 0,
    countsTerminating: countsTerminating(world),
    proportionsHaveBase: world.has("proportions have a base"),
  };
}

export function setView(world: WorkloadWorld, set: ReplicaSet): ReplicaSetView {
  return {
    replicas: set.replicas,
    generation: set.generation,
    counts: world.tally.of(set.name),
    candidates: (count) =>
      world.alike.candidates(set.name, count, () => world.podsOwnedBy(set.name).map(({ pod }) => pod)),
    countsTerminating: countsTerminating(world),
    ranking: () => ({ nowMs: world.nowMs, podsOnNode: world.tally.activeOnNodes }),
  };
}

export function statefulSetView(
  world: WorkloadWorld,
  object: ControlledObject<StatefulSetSpec, StatefulSetStatus>,
): StatefulSetView {
  return {
    ...object,
    pods: world.podsOwnedBy(object.name).map(({ pod }) => pod),
    availability: world.availability(object.spec.minReadySeconds),
    hasMaxUnavailable: world.isEnabled("MaxUnavailableStatefulSet"),
    hasRecreate: world.isEnabled("StatefulSetRecreateStrategy"),
    waitsForAvailable: world.has("stateful sets wait for available"),
    updatesInTwoPhases: world.has("parallel updates in two phases"),
    completesAnyStrategy: world.has("any strategy completes a revision"),
  };
}

export function daemonSetView(
  world: WorkloadWorld,
  object: ControlledObject<DaemonSetSpec, DaemonSetStatus>,
): DaemonSetView {
  return {
    ...object,
    nodes: world.input.nodes,
    pods: world.podsOwnedBy(object.name).map(({ pod }) => pod),
    availability: world.availability(object.spec.minReadySeconds),
    replacedCount: world.has("replaced pods count"),
    mayDeleteFailed: (node) => !world.failedPods.isInBackOffSinceUpdate(node, world.nowMs),
  };
}

export function budgetView(world: WorkloadWorld, budget: BudgetSpec): BudgetView {
  const { spec } = world.workload.object;
  const evicted = [...world.disrupted].filter((pod) => pod.ready && isActive(pod)).length;
  const { others = [] } = budget;
  const sumOf = (count: (each: OtherPods) => number): number => others.reduce((sum, each) => sum + count(each), 0);
  const hasScale = spec.kind !== "DaemonSet" && others.every(({ scale }) => scale !== undefined);
  return {
    budget,
    matching: world.podsInApi() + sumOf(({ pods }) => pods),
    healthy: world.tally.totalsAt(world.nowMs).ready - evicted + sumOf(({ healthy }) => healthy),
    scale: hasScale ? spec.replicas + sumOf(({ scale = 0 }) => scale) : undefined,
  };
}

function countsTerminating(world: WorkloadWorld): boolean {
  return world.isEnabled("DeploymentReplicaSetTerminatingReplicas");
}
