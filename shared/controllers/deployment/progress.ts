import type { DeploymentStatus, WorkloadCondition } from "../objects/model.ts";
import type { Deployment, DeploymentDecision, DeploymentView, DeploymentWrite, ReplicaSet } from "./model.ts";
import { calculateStatus, progressing, progressOf, sameStatus, withCondition } from "./status.ts";

export const newSetAvailable = "NewReplicaSetAvailable";
export const timedOutReason = "ProgressDeadlineExceeded";

/** The controller looks again this long after the deadline, because its queue may be some ms early. */
const skewMs = 1000;
/** A look in the last second before the deadline is repeated soon. */
const retryMs = 5;

/** Models pkg/controller/deployment/util/deployment_util.go DeploymentComplete (v1.37.1) */
export function isComplete({ spec, generation }: Deployment, status: DeploymentStatus): boolean {
  return (
    status.updatedReplicas === spec.replicas &&
    status.replicas === spec.replicas &&
    status.availableReplicas === spec.replicas &&
    status.observedGeneration >= generation
  );
}

/** Models pkg/controller/deployment/util/deployment_util.go DeploymentProgressing (v1.37.1) */
export function madeProgress(before: DeploymentStatus, now: DeploymentStatus): boolean {
  return (
    now.updatedReplicas > before.updatedReplicas ||
    now.replicas - now.updatedReplicas < before.replicas - before.updatedReplicas ||
    now.readyReplicas > before.readyReplicas ||
    now.availableReplicas > before.availableReplicas
  );
}

/** Writes the status of a rollout, or looks again when the deadline is over. Models pkg/controller/deployment/progress.go syncRolloutStatus, requeueStuckDeployment (v1.37.1) */
export function rolloutStatus(
  view: DeploymentView,
  sets: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
): DeploymentDecision {
  const { deployment } = view;
  const counted = calculateStatus(view, sets, newSet);
  const status = { ...counted, conditions: judged(view, counted, newSet) };
  if (!sameStatus(deployment.status, status))
    return { writes: [{ kind: "status", status }], requeueAfterMs: undefined };
  return { writes: [], requeueAfterMs: untilDeadline(view, status) };
}

function judged(
  view: DeploymentView,
  status: DeploymentStatus,
  newSet: ReplicaSet | undefined,
): readonly WorkloadCondition[] {
  const { deployment, storedNowMs } = view;
  const { progressDeadlineSeconds } = deployment.spec;
  const current = progressOf(deployment.status);
  if (progressDeadlineSeconds === undefined) return status.conditions.filter(({ type }) => type !== progressing);
  if (status.replicas === status.updatedReplicas && current?.reason === newSetAvailable) return status.conditions;
  const subject = newSet === undefined ? `Deployment "${deployment.name}"` : `ReplicaSet "${newSet.name}"`;
  const set = (value: "True" | "False", reason: string, text: string): readonly WorkloadCondition[] =>
    withCondition(
      status.conditions,
      { type: progressing, status: value, reason, message: `${subject} ${text}` },
      storedNowMs,
    );
  if (isComplete(deployment, status)) return set("True", newSetAvailable, "has successfully progressed.");
  if (madeProgress(deployment.status, status)) {
    const others = status.conditions.filter(({ type }) => type !== progressing);
    const lastTransitionMs = current?.status === "True" ? current.lastTransitionMs : storedNowMs;
    const message = `${subject} is progressing.`;
    const reason = "ReplicaSetUpdated";
    return [
      ...others,
      { type: progressing, status: "True", reason, message, lastUpdateMs: storedNowMs, lastTransitionMs },
    ];
  }
  return hasTimedOut(view, current) ? set("False", timedOutReason, "has timed out progressing.") : status.conditions;
}

/** Models pkg/controller/deployment/util/deployment_util.go DeploymentTimedOut (v1.37.1) */
function hasTimedOut({ deployment, nowMs }: DeploymentView, current: WorkloadCondition | undefined): boolean {
  const { progressDeadlineSeconds } = deployment.spec;
  if (current === undefined || progressDeadlineSeconds === undefined) return false;
  if (current.reason === newSetAvailable) return false;
  if (current.reason === timedOutReason) return true;
  return current.lastUpdateMs + progressDeadlineSeconds * 1000 < nowMs;
}

/** The controller also looks again and again at a Deployment that was complete and has lost pods; such a look finds nothing, so it is left out. */
function untilDeadline({ deployment, nowMs }: DeploymentView, status: DeploymentStatus): number | undefined {
  const current = progressOf(deployment.status);
  const { progressDeadlineSeconds } = deployment.spec;
  if (progressDeadlineSeconds === undefined || current === undefined) return undefined;
  if (isComplete(deployment, status) || current.reason === timedOutReason) return undefined;
  if (current.reason === newSetAvailable) return undefined;
  const restMs = current.lastUpdateMs + progressDeadlineSeconds * 1000 - nowMs;
  return restMs < skewMs ? Math.max(retryMs, restMs + 1) : restMs + skewMs;
}

/** The condition of a new ReplicaSet, which renews the deadline. Models pkg/controller/deployment/sync.go getNewReplicaSet (v1.37.1) */
export function newSetCreated(view: DeploymentView, name: string): DeploymentWrite {
  const { deployment, storedNowMs } = view;
  if (deployment.spec.progressDeadlineSeconds === undefined) return { kind: "status", status: deployment.status };
  const message = `Created new replica set "${name}"`;
  const condition = { type: progressing, status: "True", reason: "NewReplicaSetCreated", message } as const;
  const conditions = withCondition(deployment.status.conditions, condition, storedNowMs);
  return { kind: "status", status: { ...deployment.status, conditions } };
}
