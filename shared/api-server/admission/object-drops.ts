import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Component } from "../../kubernetes/node.ts";
import { everyContainer } from "../names/windows.ts";
import { fieldsOfType } from "../types/api-types.ts";
import { type Fields, fieldsAt, isFields, listAt, textAt } from "../types/fields.ts";
import { type PodCarrierKind, podSpecPaths, specAt } from "../types/kinds.ts";
import { type Dropping, drop, dropFromPodSpec, dropGated } from "./dropping.ts";
import { isOwner, type OwnerKind } from "./own-defaults.ts";
import type { DroppedField } from "./report.ts";

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

/** Takes away, in place, what this API server drops because its feature is off. Paths are relative to the object. */
// Models pkg/api/pod/util.go dropDisabledFields, pkg/registry/batch/job/strategy.go, pkg/registry/apps/statefulset/strategy.go (v1.37.1)
export function dropFromObject(kind: PodCarrierKind, object: Fields, apiServer: Component): readonly DroppedField[] {
  const dropping: Dropping = { apiServer, dropped: [] };
  const path = podSpecPaths[kind];
  const spec = specAt(object, path);
  dropFromPodSpec(dropping, fieldsOfType, spec, path);
  if (!isEnabled(apiServer, "ImageVolume")) dropImageVolumes(dropping, spec, path);
  if (!isEnabled(apiServer, "ProcMountType")) dropProcMounts(dropping, spec, path);
  if (kind === "Pod") selectByOwnLabels(object, spec, apiServer);
  const own = fieldsAt(object, "spec");
  if (own !== undefined && isOwner(kind)) dropFromOwnSpec(dropping, kind, own);
  return dropping.dropped;
}

/** The fields of a Job in a CronJob stay: its Jobs lose them when they are created. */
// Models pkg/registry/batch/job/strategy.go PrepareForCreate (v1.29.6 to v1.37.1), pkg/registry/apps/statefulset/strategy.go dropStatefulSetDisabledFields (v1.37.1)
export function dropFromOwnSpec(dropping: Dropping, kind: OwnerKind, spec: Fields): void {
  dropGated(dropping, fieldsOfType, `${kind}Spec`, spec, ["spec"]);
  if (kind === "Job" && !isEnabled(dropping.apiServer, "JobBackoffLimitPerIndex")) dropIndexRules(spec);
}

/** Where no limit per index counts, no rule fails an index. */
function dropIndexRules(spec: Fields): void {
  const policy = fieldsAt(spec, "podFailurePolicy");
  if (policy === undefined) return;
  policy["rules"] = listAt(policy, "rules").filter((rule) => !isFields(rule) || rule["action"] !== "FailIndex");
}

/** The field stays, with its default. */
// Models pkg/api/pod/util.go dropDisabledProcMountField (v1.37.1)
function dropProcMounts(dropping: Dropping, spec: Fields, path: Path): void {
  for (const { container, path: at } of everyContainer(spec, path)) {
    const context = fieldsAt(container, "securityContext");
    if (context === undefined || !drop(dropping, context, "procMount", [...at, "securityContext"], "ProcMountType"))
      continue;
    context["procMount"] = "Default";
  }
}

/** With the volumes go the mounts that name them. */
// Models pkg/api/pod/util.go dropImageVolumes (v1.37.1)
function dropImageVolumes(dropping: Dropping, spec: Fields, path: Path): void {
  const volumes = listAt(spec, "volumes");
  const isImage = (volume: unknown) => isFields(volume) && fieldsAt(volume, "image") !== undefined;
  if (!volumes.some(isImage)) return;
  const names = new Set(volumes.filter(isImage).map((volume) => (isFields(volume) ? textAt(volume, "name") : "")));
  for (const [index, volume] of volumes.entries())
    if (isFields(volume) && isImage(volume))
      drop(dropping, { ...volume }, "image", [...path, "volumes", index], "ImageVolume");
  spec["volumes"] = volumes.filter((volume) => !isImage(volume));
  for (const list of ["initContainers", "containers", "ephemeralContainers"])
    for (const container of listAt(spec, list).filter(isFields))
      container["volumeMounts"] = listAt(container, "volumeMounts").filter(
        (mount) => !isFields(mount) || !names.has(textAt(mount, "name")),
      );
}

/** In a Pod the label keys of its terms become part of their selectors, with the pod's own values. */
// Models pkg/registry/core/pod/strategy.go mutatePodAffinity, mutateTopologySpreadConstraints (v1.37.1)
function selectByOwnLabels(pod: Fields, spec: Fields, apiServer: Component): void {
  const labels = fieldsAt(fieldsAt(pod, "metadata"), "labels") ?? {};
  if (isEnabled(apiServer, "MatchLabelKeysInPodAffinity"))
    for (const kind of ["podAffinity", "podAntiAffinity"]) {
      const affinity = fieldsAt(fieldsAt(spec, "affinity"), kind);
      for (const term of listAt(affinity, required)) addLabels(term, labels);
      for (const term of listAt(affinity, preferred))
        if (isFields(term)) addLabels(fieldsAt(term, "podAffinityTerm"), labels);
    }
  if (isEnabled(apiServer, "MatchLabelKeysInPodTopologySpreadSelectorMerge"))
    for (const constraint of listAt(spec, "topologySpreadConstraints")) addLabels(constraint, labels);
}

function addLabels(term: unknown, labels: Fields): void {
  const selector = isFields(term) ? fieldsAt(term, "labelSelector") : undefined;
  if (!isFields(term) || selector === undefined) return;
  const added = [
    ["matchLabelKeys", "In"],
    ["mismatchLabelKeys", "NotIn"],
  ].flatMap(([field = "", operator]) =>
    listAt(term, field)
      .filter((key) => typeof key === "string" && Object.hasOwn(labels, key))
      .map((key) => ({ key, operator, values: [labels[String(key)]] })),
  );
  if (added.length > 0) selector["matchExpressions"] = [...listAt(selector, "matchExpressions"), ...added];
}
