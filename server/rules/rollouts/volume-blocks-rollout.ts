import { capitalized } from "../../../shared/basics/capitalized.ts";
import { formatIntOrPercent } from "../../../shared/controllers/objects/percent.ts";
import type { PlayableWorkload } from "../../../shared/controllers/pods/play-workload.ts";
import { type VolumeConflict, volumeConflictOf } from "../../../shared/controllers/pods/volume-conflict.ts";
import { volumeInWords } from "../../../shared/forecast/workload/volume-words.ts";
import { exclusiveVolumeOf } from "../../analysis/volumes.ts";
import { workloadKindOf } from "../../analysis/workload-kind.ts";
import { applicationOf, workloadOf } from "../../analysis/workloads.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { FileHit, FileRule } from "../core/model.ts";
import { podsThatFit } from "../support/pods-that-fit.ts";

/**
 * A rolling update with a surge starts a new pod before it stops an old one. If both need one volume that only one of them can use, neither gets on: the old pod waits for the new one to be ready, and the new one waits for the volume.
 * * `ReadWriteOncePod`: only one pod at a time can use the volume, so the new pod is never scheduled.
 * * `ReadWriteOnce`: only one node at a time can use the volume. A new pod on another node waits for it, and the rollout is stuck. On the same node it starts, and two programs write to the volume.
 *
 * A rollout that may stop the old pod first, because of `maxUnavailable`, gets on. Several pods with one claim are reported, too: of a `ReadWriteOncePod` volume, only one of them ever runs.
 *
 * The rule looks at claims of the same file, the same folder, or the same Kustomize base.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: PersistentVolumeClaim
 * metadata: {name: data}
 * spec: {accessModes: [ReadWriteOncePod], resources: {requests: {storage: 5Gi}}}
 * ---
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: web
 *         image: registry.example/web
 *         volumeMounts: [{name: data, mountPath: /data}]
 *       volumes:
 *       - {name: data, persistentVolumeClaim: {claimName: data}}
 * ```
 *
 * ## How to fix
 *
 * Stop the old pod first: `strategy: {type: Recreate}`. The program is away from then until the new pod is ready. A StatefulSet does the same for each pod, and gives each a volume of its own.
 *
 * ```yaml
 * apiVersion: v1
 * kind: PersistentVolumeClaim
 * metadata: {name: data}
 * spec: {accessModes: [ReadWriteOncePod], resources: {requests: {storage: 5Gi}}}
 * ---
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   strategy: {type: Recreate}
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: web
 *         image: registry.example/web
 *         volumeMounts: [{name: data, mountPath: /data}]
 *       volumes:
 *       - {name: data, persistentVolumeClaim: {claimName: data}}
 * ```
 *
 * ## Source
 *
 * `pkg/scheduler/framework/plugins/volumerestrictions`: a pod is not scheduled while another one uses its ReadWriteOncePod volume.
 * `pkg/controller/volume/attachdetach/reconciler`, `attachDesiredVolumes`: a volume that allows one node is not attached to a second one (Multi-Attach error).
 */
export const volumeBlocksRollout: FileRule = {
  id: "volume-blocks-rollout",
  title: "A pod needs a volume which another pod of its workload still uses",
  level: "warning",
  origin: "advice",
  checkFile: check,
};

function check(manifest: Manifest, settings: ResolvedSettings): readonly FileHit[] {
  const others = applicationOf(manifest);
  const podsOf = podsWithClaims(settings);
  return manifest.documents.flatMap(({ document, startOffset }) =>
    podsOf(document).flatMap((pod) => {
      const found = workloadOf(pod, others);
      const volume = found && exclusiveVolumeOf(pod.located, others);
      const conflict = found && volumeConflictOf(found.workload);
      if (found === undefined || volume === undefined || conflict === undefined) return [];
      const { start, end } = rangeOf(document, volume.path, "value");
      return [
        {
          start: startOffset + start,
          end: startOffset + end,
          message: messageOf(found.workload, conflict),
          ...(conflict.mode === "ReadWriteOnce" && { severity: "info" as const }),
        },
      ];
    }),
  );
}

const podsWithClaims = podsThatFit(
  ({ located }, { text }) => workloadKindOf(located) !== undefined && text.includes("persistentVolumeClaim"),
);

function messageOf(workload: PlayableWorkload, conflict: VolumeConflict): string {
  const { spec, nodes } = workload;
  const pods = spec.kind === "DaemonSet" ? nodes.length : spec.replicas;
  const what = `${capitalized(volumeInWords(conflict, pods))}.`;
  if (conflict.keepsOut === "others") return `${what} ${othersAdvice[spec.kind]}`;
  const surge = spec.kind === "Deployment" ? ` (maxSurge: ${formatIntOrPercent(spec.maxSurge)})` : "";
  return `A rollout starts a new pod before it stops the old one${surge}. ${what} Set strategy.type to Recreate.`;
}

const othersAdvice = {
  Deployment: "Set replicas to 1, or use a StatefulSet with volumeClaimTemplates.",
  StatefulSet: "Use volumeClaimTemplates, which give each pod a volume of its own.",
  DaemonSet: "Use a volume of the node, or one that many nodes can use.",
} as const;
