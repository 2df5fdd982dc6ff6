import { counted } from "../../basics/counted.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import { type VolumeConflict, volumeConflictOf } from "../../controllers/pods/volume-conflict.ts";
import { podsOf } from "./rollout.ts";
import type { WorkloadRow } from "./row.ts";

/** Nothing of a workload whose pods all get their volumes. */
export function volumeRows(workload: PlayableWorkload): readonly WorkloadRow[] {
  const conflict = volumeConflictOf(workload);
  if (conflict === undefined) return [];
  return [{ id: "volume", what: "volume", text: volumeInWords(conflict, podsOf(workload)) }];
}

/** `only one node at a time can use the ReadWriteOnce volume of data: on another node, …` */
export function volumeInWords({ claim, mode, keepsOut }: VolumeConflict, pods: number): string {
  const isOfPod = mode === "ReadWriteOncePod";
  const limit = `only one ${isOfPod ? "pod" : "node"} at a time can use the ${mode} volume of ${claim}`;
  if (keepsOut === "others")
    return isOfPod
      ? `${limit}, so the others of the ${counted(pods, "pod")} are never scheduled`
      : `${limit}: of the ${counted(pods, "pod")}, those on other nodes wait for it`;
  return isOfPod
    ? `${limit}, so the new pod is never scheduled and the rollout is stuck`
    : `${limit}: on another node, the new pod waits for it and the rollout is stuck`;
}
