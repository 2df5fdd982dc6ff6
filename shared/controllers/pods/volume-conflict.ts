import { fenceposts } from "../deployment/fenceposts.ts";
import type { ExclusiveVolume } from "../objects/model.ts";
import type { PlayableWorkload } from "./play-workload.ts";

/**
 * What a volume that not every pod can use keeps from running. `new-pod`: a rollout starts a new pod before the old one stops, and the
 * old one stays until the new one is available. `others`: there are more pods than can use it.
 */
export interface VolumeConflict extends ExclusiveVolume {
  readonly keepsOut: "new-pod" | "others";
}

/**
 * Models pkg/scheduler/framework/plugins/volumerestrictions (a ReadWriteOncePod volume has one pod) and
 * pkg/controller/volume/attachdetach/reconciler attachDesiredVolumes (a ReadWriteOnce volume has one node) (v1.37.1)
 */
export function volumeConflictOf({
  spec,
  nodes,
  volume,
}: Pick<PlayableWorkload, "spec" | "nodes" | "volume">): VolumeConflict | undefined {
  if (volume === undefined) return undefined;
  const pods = spec.kind === "DaemonSet" ? nodes.length : spec.replicas;
  if (pods > 1) return { ...volume, keepsOut: "others" };
  if (pods === 0 || spec.kind !== "Deployment" || spec.strategy !== "RollingUpdate") return undefined;
  const { surge, unavailable } = fenceposts(spec);
  return surge > 0 && unavailable === 0 ? { ...volume, keepsOut: "new-pod" } : undefined;
}

/** Wherever its pod lands, a rollout is stuck. */
export function isStuckByVolume(workload: Pick<PlayableWorkload, "spec" | "nodes" | "volume">): boolean {
  const conflict = volumeConflictOf(workload);
  return conflict?.keepsOut === "new-pod" && conflict.mode === "ReadWriteOncePod";
}
