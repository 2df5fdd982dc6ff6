import { fenceposts } from "../deployment/fenceposts.ts";
import type {
  DaemonSetSpec,
  DaemonSetStatus,
  DeploymentSpec,
  DeploymentStatus,
  StatefulSetSpec,
  StatefulSetStatus,
  WorkloadSpec,
  WorkloadStatus,
} from "../objects/model.ts";
import { roundedUp } from "../objects/percent.ts";
import type { Waiter } from "./waiters.ts";

/** What a waiter makes of an object: it goes on waiting, it is done, or it ends with an error. */
export type WaiterVerdict = "waits" | "returns" | "fails";

/** An object as a waiter sees it. */
interface WaitedObject {
  /** `metadata.generation` */
  readonly generation: number;
  readonly spec: WorkloadSpec;
  readonly status: WorkloadStatus;
  /** Ready pods of the newest ReplicaSet; undefined if there is none yet, or the object is no Deployment. */
  readonly readyInNewSet: number | undefined;
}

/** One look at one object. A status of another generation is of no use to any of them. */
export function waiterVerdict(waiter: Waiter, object: WaitedObject): WaiterVerdict {
  const { spec, status } = object;
  if (spec.kind === "Deployment" && status.kind === "Deployment") return deployments[waiter](spec, status, object);
  if (spec.kind === "StatefulSet" && status.kind === "StatefulSet") return statefulSets[waiter](spec, status, object);
  if (spec.kind === "DaemonSet" && status.kind === "DaemonSet") return daemonSets[waiter](spec, status, object);
  return "waits";
}

type Rules<Spec, Status> = Readonly<
  Record<Waiter, (spec: Spec, status: Status, object: WaitedObject) => WaiterVerdict>
>;

const deployments: Rules<DeploymentSpec, DeploymentStatus> = {
  /** Models helm.sh/helm/v3/pkg/kube ReadyChecker.deploymentReady (v3.22.0); a paused one counts as ready (PausedAsReady). */
  "helm-3": (spec, _, object) => {
    if (spec.paused) return "returns";
    const { readyInNewSet } = object;
    return until(isObserved(object) && (readyInNewSet ?? -1) >= spec.replicas - fenceposts(spec).unavailable);
  },
  /** Models helm.sh/helm/v4/pkg/kube statusWaiter.wait (v4.3.1), which leaves out paused ones. */
  "helm-4": (spec, status, object) => (spec.paused ? "returns" : deploymentStatus(spec, status, object)),
  flux: deploymentStatus,
  /** Models github.com/argoproj/argo-cd/gitops-engine/v3/pkg/health getAppsv1DeploymentHealth (v3.6.1): a paused one is Suspended. */
  "argo-cd": (spec, status, object) => (spec.paused ? "waits" : deploymentRollout(spec, status, object)),
  "kubectl-rollout-status": deploymentRollout,
  /** Models k8s.io/kubectl/pkg/cmd/wait ConditionalWait.checkCondition (v0.37.1) */
  "kubectl-wait": (_, { conditions }, object) =>
    until(isObserved(object) && conditions.some(({ type, status }) => type === "Available" && status === "True")),
};

/** Models github.com/fluxcd/cli-utils/pkg/kstatus/status deploymentConditions (v1.2.2) */
function deploymentStatus(spec: DeploymentSpec, status: DeploymentStatus, object: WaitedObject): WaiterVerdict {
  if (!isCurrent(object)) return "waits";
  if (isDeadlineExceeded(status)) return "fails";
  const { replicas, updatedReplicas, readyReplicas, availableReplicas, conditions } = status;
  const wanted = spec.replicas;
  const isProgressed =
    spec.progressDeadlineSeconds === undefined ||
    conditions.some(
      (one) => one.type === "Progressing" && one.status === "True" && one.reason === "NewReplicaSetAvailable",
    );
  const isAvailable = conditions.some((one) => one.type === "Available" && one.status === "True");
  return until(
    replicas === wanted &&
      updatedReplicas >= wanted &&
      availableReplicas >= updatedReplicas &&
      readyReplicas >= wanted &&
      isProgressed &&
      isAvailable,
  );
}

/** Models k8s.io/kubectl/pkg/polymorphichelpers DeploymentStatusViewer.Status (v0.37.1) */
function deploymentRollout(spec: DeploymentSpec, status: DeploymentStatus, object: WaitedObject): WaiterVerdict {
  if (!isObserved(object)) return "waits";
  if (isDeadlineExceeded(status)) return "fails";
  const { replicas, updatedReplicas, availableReplicas } = status;
  return until(updatedReplicas >= spec.replicas && replicas <= updatedReplicas && availableReplicas >= updatedReplicas);
}

function isDeadlineExceeded({ conditions }: DeploymentStatus): boolean {
  return conditions.some(({ type, reason }) => type === "Progressing" && reason === "ProgressDeadlineExceeded");
}

const statefulSets: Rules<StatefulSetSpec, StatefulSetStatus> = {
  /** Models helm.sh/helm/v3/pkg/kube ReadyChecker.statefulSetReady (v3.22.0) */
  "helm-3": (spec, status, object) => {
    if (!isObserved(object)) return "waits";
    if (spec.strategy !== "RollingUpdate") return "returns";
    return until(
      isSetUpdated(spec, status) &&
        status.readyReplicas === spec.replicas &&
        (spec.partition > 0 || isOfOneRevision(status)),
    );
  },
  "helm-4": setStatus,
  flux: setStatus,
  /** Models github.com/argoproj/argo-cd/gitops-engine/v3/pkg/health getAppsv1StatefulSetHealth (v3.6.1) */
  "argo-cd": (spec, status, object) => {
    if (!isObserved(object) || status.readyReplicas < spec.replicas) return "waits";
    if (spec.strategy === "OnDelete") return "returns";
    return until(isPartitioned(spec) ? isSetUpdated(spec, status) : isOfOneRevision(status));
  },
  /** Models k8s.io/kubectl/pkg/polymorphichelpers StatefulSetStatusViewer.Status (v0.37.1) */
  "kubectl-rollout-status": (spec, status, object) => {
    if (spec.strategy !== "RollingUpdate") return "fails";
    if (!isObserved(object) || status.readyReplicas < spec.replicas) return "waits";
    return until(isPartitioned(spec) ? isSetUpdated(spec, status) : isOfOneRevision(status));
  },
  /** No controller gives it the condition Available. */
  "kubectl-wait": () => "waits",
};

/**
 * Models github.com/fluxcd/cli-utils/pkg/kstatus/status stsConditions (v1.2.2). The API server sets the partition of a RollingUpdate, unless
 * somebody writes the type alone: all pods have to be of the current revision then, which comes with the end of the rollout.
 */
function setStatus(spec: StatefulSetSpec, status: StatefulSetStatus, object: WaitedObject): WaiterVerdict {
  if (!isCurrent(object)) return "waits";
  if (spec.strategy === "OnDelete") return "returns";
  const { replicas, readyReplicas, currentReplicas } = status;
  const isWhole = replicas === spec.replicas && readyReplicas >= spec.replicas;
  const isUpdated = isPartitioned(spec)
    ? isSetUpdated(spec, status)
    : currentReplicas >= spec.replicas && isOfOneRevision(status);
  return until(isWhole && isUpdated);
}

/** As the API server stores it: it has a partition, which may be 0. */
function isPartitioned({ strategy, leavesOutPartition }: StatefulSetSpec): boolean {
  return strategy === "RollingUpdate" && leavesOutPartition !== true;
}

function isSetUpdated({ replicas, partition }: StatefulSetSpec, { updatedReplicas }: StatefulSetStatus): boolean {
  return updatedReplicas >= replicas - partition;
}

function isOfOneRevision({ currentRevision, updateRevision }: StatefulSetStatus): boolean {
  return currentRevision === updateRevision;
}

const daemonSets: Rules<DaemonSetSpec, DaemonSetStatus> = {
  /** Models helm.sh/helm/v3/pkg/kube ReadyChecker.daemonSetReady (v3.22.0): old pods that are ready count, too. */
  "helm-3": (spec, status, object) => {
    if (!isObserved(object)) return "waits";
    if (spec.strategy !== "RollingUpdate") return "returns";
    const { desiredNumberScheduled, updatedNumberScheduled, numberReady } = status;
    const allowed = roundedUp(spec.maxUnavailable, desiredNumberScheduled);
    return until(updatedNumberScheduled === desiredNumberScheduled && numberReady >= desiredNumberScheduled - allowed);
  },
  "helm-4": daemonStatus,
  flux: daemonStatus,
  /** Models github.com/argoproj/argo-cd/gitops-engine/v3/pkg/health getAppsv1DaemonSetHealth (v3.6.1) */
  "argo-cd": (spec, status, object) => {
    if (!isObserved(object)) return "waits";
    return spec.strategy === "OnDelete" ? "returns" : until(isEachAvailable(status));
  },
  /** Models k8s.io/kubectl/pkg/polymorphichelpers DaemonSetStatusViewer.Status (v0.37.1) */
  "kubectl-rollout-status": (spec, status, object) => {
    if (spec.strategy !== "RollingUpdate") return "fails";
    return until(isObserved(object) && isEachAvailable(status));
  },
  /** It has no conditions. */
  "kubectl-wait": () => "waits",
};

/** Models github.com/fluxcd/cli-utils/pkg/kstatus/status daemonsetConditions (v1.2.2), which knows no OnDelete. */
function daemonStatus(_: DaemonSetSpec, status: DaemonSetStatus, object: WaitedObject): WaiterVerdict {
  const { desiredNumberScheduled, currentNumberScheduled, numberReady } = status;
  return until(
    isObserved(object) &&
      currentNumberScheduled >= desiredNumberScheduled &&
      isEachAvailable(status) &&
      numberReady >= desiredNumberScheduled,
  );
}

function isEachAvailable({
  desiredNumberScheduled,
  updatedNumberScheduled,
  numberAvailable,
}: DaemonSetStatus): boolean {
  return updatedNumberScheduled >= desiredNumberScheduled && numberAvailable >= desiredNumberScheduled;
}

function isObserved({ generation, status }: WaitedObject): boolean {
  return status.observedGeneration === generation;
}

/** A status without a generation passes. Models github.com/fluxcd/cli-utils/pkg/kstatus/status checkGeneration (v1.2.2) */
function isCurrent(object: WaitedObject): boolean {
  return isObserved(object) || object.status.observedGeneration === 0;
}

function until(isDone: boolean): WaiterVerdict {
  return isDone ? "returns" : "waits";
}
