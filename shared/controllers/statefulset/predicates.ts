import { isAvailable } from "../objects/availability.ts";
import type { WorkloadPod } from "../objects/model.ts";
import type { StatefulSetView } from "./model.ts";

/** A place for a pod: the pod, or nothing yet. */
export type Replica = WorkloadPod | undefined;

export function isTerminal({ phase }: WorkloadPod): boolean {
  return phase === "Succeeded" || phase === "Failed";
}

export function isRunningAndReady({ phase, ready }: WorkloadPod): boolean {
  return phase === "Running" && ready;
}

export function isRunningAndAvailable({ availability }: StatefulSetView, pod: WorkloadPod): boolean {
  return isRunningAndReady(pod) && isAvailable(pod, availability);
}

export function isUnavailable(view: StatefulSetView, pod: WorkloadPod): boolean {
  return pod.deletedMs !== undefined || !isRunningAndAvailable(view, pod);
}
