import { isAvailable } from "../objects/availability.ts";
import type { StatefulSetStatus, WorkloadPod } from "../objects/model.ts";
import type { StatefulSetView } from "./model.ts";
import { isRunningAndReady } from "./predicates.ts";

/** The counts of the pods as they were read, and the revision that is current. Models pkg/controller/statefulset/stateful_set_control.go updateStatus, completeRollingUpdate (v1.37.1) */
export function statusOf(view: StatefulSetView, deletedNow: ReadonlySet<WorkloadPod>): StatefulSetStatus {
  const { availability, revision, generation } = view;
  const current = view.status.currentRevision === "" ? revision : view.status.currentRevision;
  const counts = { replicas: 0, readyReplicas: 0, availableReplicas: 0, currentReplicas: 0, updatedReplicas: 0 };
  for (const pod of view.pods) {
    if (pod.gone) continue;
    counts.replicas += 1;
    if (isRunningAndReady(pod)) counts.readyReplicas += 1;
    if (isRunningAndReady(pod) && isAvailable(pod, availability)) counts.availableReplicas += 1;
    if (pod.deletedMs !== undefined || deletedNow.has(pod)) continue;
    if (pod.revision === current) counts.currentReplicas += 1;
    if (pod.revision === revision) counts.updatedReplicas += 1;
  }
  const status: StatefulSetStatus = {
    kind: "StatefulSet",
    observedGeneration: generation,
    ...counts,
    currentRevision: current,
    updateRevision: revision,
  };
  return isComplete(view, status)
    ? { ...status, currentReplicas: counts.updatedReplicas, currentRevision: revision }
    : status;
}

function isComplete({ spec, completesAnyStrategy }: StatefulSetView, status: StatefulSetStatus): boolean {
  const { replicas, readyReplicas, updatedReplicas } = status;
  const counts = completesAnyStrategy || spec.strategy === "RollingUpdate";
  return (
    counts && updatedReplicas === replicas && readyReplicas === replicas && replicas === spec.replicas && replicas > 0
  );
}
