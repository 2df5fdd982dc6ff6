import type { PodCarrierKind } from "../../shared/api-server/types/kinds.ts";
import { outdatingField } from "../../shared/api-server/update/replaced-pods.ts";
import { memo } from "../../shared/basics/once.ts";
import { formatPath } from "../../shared/basics/path.ts";
import { valueAt } from "../../shared/basics/values.ts";
import { leastText } from "../../shared/forecast/workload/change-words.ts";
import { rollsOut } from "../../shared/forecast/workload/rollout.ts";
import { noRollout, rolloutSummary } from "../../shared/forecast/workload/words.ts";
import { type AnalyzedWorkload, workloadOf } from "../analysis/workloads.ts";
import type { ManifestDocument } from "../manifest/text/model.ts";
import type { DiffFile, DiffRow } from "./model.ts";
import type { DiffObject } from "./objects.ts";
import { availableTitle, rolloutTitle } from "./rollout-questions.ts";
import { updatedKind } from "./updates.ts";

/**
 * What becomes of the pods that run when a change is applied, whatever new ones do: `replaces all pods: 25–41s,
 * for a while none of 1 available (spec.template.spec.containers[0].image changes)`. Undefined where they stay as they are, or nobody knows.
 */
export function replacedPods(
  base: DiffObject,
  head: DiffObject,
  rows: readonly Pick<DiffRow, "what">[],
): string | undefined {
  const kind = updatedKind(base);
  if (kind === undefined || kind === "PersistentVolumeClaim" || kind !== updatedKind(head)) return undefined;
  return (
    [scaledDown(base, head), outdated(kind, [base, head], rows)].filter((each) => each !== undefined).join("; ") ||
    undefined
  );
}

function outdated(
  kind: PodCarrierKind,
  [base, head]: readonly [DiffObject, DiffObject],
  rows: readonly Pick<DiffRow, "what">[],
): string | undefined {
  const field = outdatingField(kind, base.value, head.value, head.file.settings.assumptions.apiServer);
  const what = field && replacedIn(kind, head);
  if (field === undefined || what === undefined) return undefined;
  const isInRows = rows.some((row) => row.what === rolloutTitle || row.what === availableTitle);
  return `${what}${isInRows ? "" : rolloutOf(head)} (${formatPath(field)} changes)`;
}

/**
 * A field that is no longer sent gets its default, also where an autoscaler decides how many pods there are. Who wrote the fields
 * of a dump is not known.
 */
// Models staging/src/k8s.io/kubectl/pkg/cmd/apply/patcher.go buildStrategicMergeFromBuiltins (v1.37.1)
function scaledDown(base: DiffObject, head: DiffObject): string | undefined {
  const [before, after] = [base, head].map(({ value }) => valueAt(value, ["spec", "replicas"]));
  const isDump = ["uid", "managedFields"].some((field) => valueAt(base.value, ["metadata", field]) !== undefined);
  if (typeof before !== "number" || before <= 1 || (after ?? undefined) !== undefined || isDump) return undefined;
  const isAutoscaled = workloadOfObject(head)?.leastReplicas !== undefined;
  const until = isAutoscaled ? ", until the autoscaler scales it up again" : "";
  return `kubectl apply scales to 1 pod${until} (spec.replicas goes, and its default is 1)`;
}

/** What happens to pods whose template is not theirs any more. Undefined where there are none, or no workload that could be played. */
function replacedIn(kind: PodCarrierKind, head: DiffObject): string | undefined {
  switch (kind) {
    case "Pod":
      return "restarts each container whose image changes";
    case "ReplicaSet":
    case "ReplicationController":
      return "only new pods have it";
    case "Deployment":
    case "StatefulSet":
    case "DaemonSet":
      return replacedBy(workloadOfObject(head));
    default:
      return undefined;
  }
}

function replacedBy(found: AnalyzedWorkload | undefined): string | undefined {
  if (found === undefined || found.forecast.pods === 0) return undefined;
  const { workload } = found;
  if (!rollsOut(workload)) return noRollout(workload);
  const { spec } = workload;
  const partition = spec.kind === "StatefulSet" && spec.strategy === "RollingUpdate" ? spec.partition : 0;
  return `replaces all pods${partition === 0 ? "" : ` but the first ${partition}`}`;
}

/** How the rollout goes that the change starts. */
function rolloutOf(head: DiffObject): string {
  const { pods = 0, rollout } = workloadOfObject(head)?.forecast ?? {};
  return rollout === undefined ? "" : `: ${rolloutSummary(rollout)}, ${leastText(rollout.availableAtLeast, pods)}`;
}

/** The workload of an object, with what stands in its file and beside it. */
export function workloadOfObject({ is, file }: DiffObject): AnalyzedWorkload | undefined {
  if (is.a !== "pod") return undefined;
  return workloadOf(is.pod, applicationOf(file));
}

/** One list for all objects of a file: what selects pods is looked for in it once. */
const applicationOf = memo(({ manifest, beside }: DiffFile): readonly ManifestDocument[] => [
  ...manifest.documents.map(({ document }) => document),
  ...beside,
]);
