import type {
  DaemonSetStatus,
  DeploymentStatus,
  StatefulSetStatus,
  WorkloadSpec,
  WorkloadStatus,
} from "../../controllers/objects/model.ts";

/** What `kubectl rollout status` looks at, as far as it is not in the status. */
interface WatchedWorkload {
  readonly name: string;
  readonly spec: WorkloadSpec;
  /** The controller has not seen the last change yet. */
  readonly isUnobserved?: boolean;
}

/** The line of `kubectl rollout status` for a status that the API shows. Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go (v1.37.1) */
export function rolloutStatusLine(workload: WatchedWorkload, status: WorkloadStatus): string {
  const { name, spec, isUnobserved = false } = workload;
  if (spec.kind === "Deployment" && status.kind === "Deployment")
    return isUnobserved ? unobserved("deployment") : deploymentLine(name, spec.replicas, status);
  if (spec.strategy !== "RollingUpdate")
    return "error: rollout status is only available for RollingUpdate strategy type";
  if (spec.kind === "DaemonSet" && status.kind === "DaemonSet")
    return isUnobserved ? unobserved("daemon set") : daemonSetLine(name, status);
  if (spec.kind === "StatefulSet" && status.kind === "StatefulSet")
    return isUnobserved ? unobserved("statefulset") : statefulSetLine(spec.replicas, spec.partition, status);
  return "";
}

function unobserved(what: string): string {
  return `Waiting for ${what} spec update to be observed...`;
}

function deploymentLine(name: string, wanted: number, status: DeploymentStatus): string {
  const { replicas, updatedReplicas, availableReplicas, conditions } = status;
  const progressing = conditions.find(({ type }) => type === "Progressing");
  if (progressing?.reason === "ProgressDeadlineExceeded")
    return `error: deployment "${name}" exceeded its progress deadline`;
  const waiting = `Waiting for deployment "${name}" rollout to finish:`;
  if (updatedReplicas < wanted)
    return `${waiting} ${updatedReplicas} out of ${wanted} new replicas have been updated...`;
  if (replicas > updatedReplicas)
    return `${waiting} ${replicas - updatedReplicas} old replicas are pending termination...`;
  if (availableReplicas < updatedReplicas)
    return `${waiting} ${availableReplicas} of ${updatedReplicas} updated replicas are available...`;
  return `deployment "${name}" successfully rolled out`;
}

function daemonSetLine(name: string, status: DaemonSetStatus): string {
  const { updatedNumberScheduled, desiredNumberScheduled, numberAvailable } = status;
  const waiting = `Waiting for daemon set "${name}" rollout to finish:`;
  if (updatedNumberScheduled < desiredNumberScheduled)
    return `${waiting} ${updatedNumberScheduled} out of ${desiredNumberScheduled} new pods have been updated...`;
  if (numberAvailable < desiredNumberScheduled)
    return `${waiting} ${numberAvailable} of ${desiredNumberScheduled} updated pods are available...`;
  return `daemon set "${name}" successfully rolled out`;
}

function statefulSetLine(replicas: number, partition: number, status: StatefulSetStatus): string {
  const { readyReplicas, updatedReplicas } = status;
  if (readyReplicas < replicas) return `Waiting for ${replicas - readyReplicas} pods to be ready...`;
  if (updatedReplicas < replicas - partition)
    return `Waiting for partitioned roll out to finish: ${updatedReplicas} out of ${replicas - partition} new pods have been updated...`;
  return `partitioned roll out complete: ${updatedReplicas} new pods have been updated...`;
}
