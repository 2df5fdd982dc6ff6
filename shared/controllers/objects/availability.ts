import type { WorkloadPod } from "./model.ts";

/** Inputs that decide when a pod counts as available. */
export interface Availability {
  readonly nowMs: number;
  readonly minReadyMs: number;
  /** Since 1.34 the very second counts. */
  readonly isInclusive: boolean;
}

export function isEnded({ phase, gone }: WorkloadPod): boolean {
  return gone || phase === "Succeeded" || phase === "Failed";
}

/** Models pkg/controller/controller_utils.go IsPodActive (v1.37.1) */
export function isActive(pod: WorkloadPod): boolean {
  return pod.deletedMs === undefined && !isEnded(pod);
}

/** Models pkg/api/v1/pod/util.go IsPodAvailable (v1.37.1) */
export function isAvailable(pod: WorkloadPod, { nowMs, minReadyMs, isInclusive }: Availability): boolean {
  if (!pod.ready || pod.gone) return false;
  if (minReadyMs === 0) return true;
  const dueMs = pod.readySinceMs + minReadyMs;
  return isInclusive ? dueMs <= nowMs : dueMs < nowMs;
}

/** When the next pod becomes available that is ready and not available yet. Models pkg/controller/controller_utils.go FindMinNextPodAvailabilityCheck (v1.37.1) */
export function nextAvailableMs(pods: readonly WorkloadPod[], availability: Availability): number | undefined {
  if (availability.minReadyMs === 0) return undefined;
  let next: number | undefined;
  for (const pod of pods) {
    if (!pod.ready || pod.gone || isAvailable(pod, availability)) continue;
    const dueMs = pod.readySinceMs + availability.minReadyMs;
    if (next === undefined || dueMs < next) next = dueMs;
  }
  return next;
}
