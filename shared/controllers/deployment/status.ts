import type { DeploymentStatus, WorkloadCondition } from "../objects/model.ts";
import { fenceposts } from "./fenceposts.ts";
import type { DeploymentView, ReplicaSet } from "./model.ts";

export const progressing = "Progressing";

/** The counts, and whether the Deployment is available. Models pkg/controller/deployment/sync.go calculateStatus (v1.37.1) */
export function calculateStatus(
  view: DeploymentView,
  sets: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
): DeploymentStatus {
  const { deployment } = view;
  const available = sum(sets, ({ status }) => status.availableReplicas);
  const { unavailable } = fenceposts(deployment.spec);
  const isAvailable = available >= deployment.spec.replicas - unavailable;
  const condition = {
    type: "Available",
    status: isAvailable ? "True" : "False",
    reason: isAvailable ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
    message: `Deployment ${isAvailable ? "has" : "does not have"} minimum availability.`,
  } as const;
  return {
    kind: "Deployment",
    observedGeneration: deployment.generation,
    replicas: sum(sets, ({ status }) => status.replicas),
    updatedReplicas: newSet?.status.replicas ?? 0,
    readyReplicas: sum(sets, ({ status }) => status.readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, sum(sets, ({ replicas }) => replicas) - available),
    terminatingReplicas: view.countsTerminating ? terminating(sets) : undefined,
    conditions: withCondition(deployment.status.conditions, condition, view.storedNowMs),
  };
}

/** A set that was never looked at has no number, and then neither has the Deployment. */
function terminating(sets: readonly ReplicaSet[]): number | undefined {
  let total = 0;
  for (const { status } of sets) {
    if (status.observedGeneration === 0) continue;
    if (status.terminatingReplicas === undefined) return undefined;
    total += status.terminatingReplicas;
  }
  return total;
}

/** Models pkg/controller/deployment/util/deployment_util.go SetDeploymentCondition (v1.37.1) */
export function withCondition(
  conditions: readonly WorkloadCondition[],
  next: Pick<WorkloadCondition, "type" | "status" | "reason" | "message">,
  storedNowMs: number,
): readonly WorkloadCondition[] {
  const before = conditions.find(({ type }) => type === next.type);
  if (before?.status === next.status && before.reason === next.reason) return conditions;
  const lastTransitionMs = before?.status === next.status ? before.lastTransitionMs : storedNowMs;
  return [
    ...conditions.filter(({ type }) => type !== next.type),
    { ...next, lastUpdateMs: storedNowMs, lastTransitionMs },
  ];
}

export function progressOf({ conditions }: DeploymentStatus): WorkloadCondition | undefined {
  return conditions.find(({ type }) => type === progressing);
}

export function sameStatus(left: DeploymentStatus, right: DeploymentStatus): boolean {
  return (
    left.observedGeneration === right.observedGeneration &&
    left.replicas === right.replicas &&
    left.updatedReplicas === right.updatedReplicas &&
    left.readyReplicas === right.readyReplicas &&
    left.availableReplicas === right.availableReplicas &&
    left.unavailableReplicas === right.unavailableReplicas &&
    left.terminatingReplicas === right.terminatingReplicas &&
    sameConditions(left.conditions, right.conditions)
  );
}

function sameConditions(left: readonly WorkloadCondition[], right: readonly WorkloadCondition[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((one, index) => {
    const other = right[index];
    return (
      other !== undefined &&
      one.type === other.type &&
      one.status === other.status &&
      one.reason === other.reason &&
      one.message === other.message &&
      one.lastUpdateMs === other.lastUpdateMs
    );
  });
}

export function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
