import { memo } from "../../../shared/basics/once.ts";
import type { Path } from "../../../shared/basics/path.ts";
import { valueAt } from "../../../shared/basics/values.ts";
import { fenceposts } from "../../../shared/controllers/deployment/fenceposts.ts";
import { formatIntOrPercent } from "../../../shared/controllers/objects/percent.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import { type AnalyzedWorkload, applicationOf, workloadOf } from "../../analysis/workloads.ts";
import type { Manifest, ManifestDocument } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { FileHit, FileRule } from "../core/model.ts";
import { podsThatFit } from "../support/pods-that-fit.ts";

/**
 * A rolling update with a surge starts a new pod before it stops an old one. If both need one volume that only one of them can use, neither gets on: the old pod waits for the new one to be ready, and the new one waits for the volume.
 * * `ReadWriteOncePod`: only one pod at a time can use the volume, so the new pod is never scheduled.
 * * `ReadWriteOnce`: only one node at a time can use the volume. A new pod on another node waits for it, and the rollout is stuck. On the same node it starts, and two programs write to the volume.
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
  title: "A rollout starts a pod that needs a volume which the old pod still uses",
  level: "warning",
  origin: "advice",
  checkFile: check,
};

function check(manifest: Manifest, settings: ResolvedSettings): readonly FileHit[] {
  const others = applicationOf(manifest);
  const podsOf = deploymentsWithClaims(settings);
  return manifest.documents.flatMap(({ document, startOffset }) =>
    podsOf(document).flatMap((pod) => {
      const found = workloadOf(pod, others);
      const claim = found && claimsOf(pod, others).find(isExclusive);
      const told = found && claim && messageOf(found, claim);
      if (told === undefined || claim === undefined) return [];
      const { start, end } = rangeOf(document, claim.path, "value");
      return [{ start: startOffset + start, end: startOffset + end, ...told }];
    }),
  );
}

const deploymentsWithClaims = podsThatFit(
  ({ located }, { text }) => located.kind === "Deployment" && text.includes("persistentVolumeClaim"),
);

interface Claim {
  readonly name: string;
  readonly modes: readonly unknown[];
  /** In the document of the pod. */
  readonly path: Path;
}

/** Claims of the pod whose access modes the application says. */
function claimsOf({ located }: AnalyzedPod, others: readonly ManifestDocument[]): readonly Claim[] {
  const volumes = valueAt(located.spec, ["volumes"]);
  if (!Array.isArray(volumes)) return [];
  return volumes.flatMap((volume: unknown, index): readonly Claim[] => {
    const own = ["persistentVolumeClaim", "claimName"];
    const name = valueAt(volume, own);
    const modes = typeof name === "string" ? modesOf(name, located.namespace, others) : undefined;
    return modes === undefined
      ? []
      : [{ name: String(name), modes, path: [...located.prefix, "volumes", index, ...own] }];
  });
}

function modesOf(name: string, namespace: string, others: readonly ManifestDocument[]): readonly unknown[] | undefined {
  const claim = others.flatMap(claimsIn).find((each) => each.name === name && each.namespace === namespace);
  return claim?.modes;
}

interface WrittenClaim {
  readonly name: unknown;
  readonly namespace: unknown;
  readonly modes: readonly unknown[];
}

/** The claims of a document: itself, or items of its list. */
const claimsIn = memo((document: ManifestDocument): readonly WrittenClaim[] => {
  if (!document.text.includes("PersistentVolumeClaim")) return [];
  const value = document.value();
  const items = valueAt(value, ["items"]);
  const objects: readonly unknown[] = Array.isArray(items) ? items : [value];
  return objects.flatMap((object): readonly WrittenClaim[] => {
    const modes = valueAt(object, ["spec", "accessModes"]);
    if (valueAt(object, ["kind"]) !== "PersistentVolumeClaim" || !Array.isArray(modes)) return [];
    const namespace = valueAt(object, ["metadata", "namespace"]) ?? "default";
    return [{ name: valueAt(object, ["metadata", "name"]), namespace, modes }];
  });
});

/** Several modes are possible uses, and which one the volume has is not known. */
function isExclusive({ modes: [mode, ...others] }: Claim): boolean {
  return others.length === 0 && (mode === "ReadWriteOnce" || mode === "ReadWriteOncePod");
}

function messageOf(
  { workload: { spec } }: AnalyzedWorkload,
  { name, modes }: Claim,
): Pick<FileHit, "message" | "severity"> | undefined {
  if (spec.kind !== "Deployment" || spec.strategy !== "RollingUpdate" || spec.replicas === 0) return undefined;
  const { surge } = fenceposts(spec);
  if (surge === 0) return undefined;
  const starts = `A rollout starts a new pod before it stops the old one (maxSurge: ${formatIntOrPercent(spec.maxSurge)}).`;
  const advice = "Set strategy.type to Recreate.";
  if (modes.includes("ReadWriteOncePod"))
    return {
      message: `${starts} Only one pod at a time can use the ReadWriteOncePod volume of ${name}, so the new pod is never scheduled and the rollout is stuck. ${advice}`,
    };
  return {
    message: `${starts} Only one node at a time can use the ReadWriteOnce volume of ${name}: on another node, the new pod waits for it and the rollout is stuck. ${advice}`,
    severity: "info",
  };
}
