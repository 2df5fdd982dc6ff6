import { fenceposts } from "../deployment/fenceposts.ts";
import type { ExclusiveVolume, WorkloadSpec } from "../objects/model.ts";

/** What decides about it of a workload. */
interface Sharing {
  readonly spec: WorkloadSpec;
  readonly nodes: readonly string[];
  readonly volume?: ExclusiveVolume | undefined;
}

/**
 * What a volume that not every pod can use keeps from running. `new-pod`: a rollout starts a new pod before the old one stops, and the
 * old one stays until the new one is available. `others`: there are more pods than can use it.
 */
export interface VolumeConflict extends ExclusiveVolume {
  readonly keepsOut: "new-pod" | "others";
}

/** A ReadWriteOncePod volume has one pod, and a ReadWriteOnce volume one node. Models pkg/scheduler/framework/plugins/volumerestrictions and pkg/controller/volume/attachdetach/reconciler attachDesiredVolumes (v1.37.1) */
export function volumeConflictOf({ spec, nodes, volume }: Sharing): VolumeConflict | undefined {
  if (volume === undefined) return undefined;
  const pods = spec.kind === "DaemonSet" ? nodes.length : spec.replicas;
  if (pods > 1) return { ...volume, keepsOut: "others" };
  if (pods === 0 || spec.kind !== "Deployment" || spec.strategy !== "RollingUpdate") return undefined;
  const { surge, unavailable } = fenceposts(spec);
  return surge > 0 && unavailable === 0 ? { ...volume, keepsOut: "new-pod" } : undefined;
}

/** Wherever its pod lands, a rollout is stuck. */
export function isStuckByVolume(workload: Sharing): boolean {
  const conflict = volumeConflictOf(workload);
  return conflict?.keepsOut === "new-pod" && conflict.mode === "ReadWriteOncePod";
}
