import type { Path } from "../basics/path.ts";
import { isEnabled } from "../kubernetes/feature-gates.ts";
import type { Component } from "../kubernetes/node.ts";
import { type Fields, fieldsAt, isFields, listAt, textAt } from "../validation/fields.ts";
import { everyContainer } from "../validation/windows.ts";
import { type Dropping, drop } from "./dropping.ts";

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

/** Fields of the pod spec by the gates without which they are dropped. `*` is each item of a list, or each field that is there. */
// Models pkg/api/pod/util.go dropDisabledFields (v1.37.1)
const dropped: readonly (readonly [gate: string, path: string])[] = [
  ["UserNamespacesSupport", "hostUsers"],
  ["SupplementalGroupsPolicy", "securityContext.supplementalGroupsPolicy"],
  ["PodLevelResources", "resources"],
  ["NodeInclusionPolicyInPodTopologySpread", "topologySpreadConstraints.*.nodeTaintsPolicy"],
  ["NodeInclusionPolicyInPodTopologySpread", "topologySpreadConstraints.*.nodeAffinityPolicy"],
  ["MatchLabelKeysInPodTopologySpread", "topologySpreadConstraints.*.matchLabelKeys"],
  ["DynamicResourceAllocation", "resourceClaims"],
  ["ClusterTrustBundleProjection", "volumes.*.projected.sources.*.clusterTrustBundle"],
  ["PodCertificateRequest", "volumes.*.projected.sources.*.podCertificate"],
  ["AtomicWriteVolumeUserFields", "volumes.*.*.defaultUser"],
  ["AtomicWriteVolumeUserFields", "volumes.*.*.items.*.user"],
  ["AtomicWriteVolumeUserFields", "volumes.*.projected.sources.*.*.items.*.user"],
  ["AtomicWriteVolumeUserFields", "volumes.*.projected.sources.*.*.user"],
  ["GenericWorkload", "schedulingGroup"],
  ["EvictionRequestAPI", "evictionResponders"],
  ["EmptyDirVolumeMode", "volumes.*.emptyDir.mode"],
  ["HostnameOverride", "hostnameOverride"],
  ["SELinuxChangePolicy", "securityContext.seLinuxChangePolicy"],
  ...["podAffinity", "podAntiAffinity"].flatMap((kind) =>
    ["matchLabelKeys", "mismatchLabelKeys"].flatMap((keys) => [
      ["MatchLabelKeysInPodAffinity", `affinity.${kind}.${required}.*.${keys}`] as const,
      ["MatchLabelKeysInPodAffinity", `affinity.${kind}.${preferred}.*.podAffinityTerm.${keys}`] as const,
    ]),
  ),
  ...["initContainers", "containers", "ephemeralContainers"].flatMap((list) => [
    ["DynamicResourceAllocation", `${list}.*.resources.claims`] as const,
    ["RecursiveReadOnlyMounts", `${list}.*.volumeMounts.*.recursiveReadOnly`] as const,
    ["VolumeBindMountOptions", `${list}.*.volumeMounts.*.bindMountOptions`] as const,
    ["EnvFiles", `${list}.*.env.*.valueFrom.fileKeyRef`] as const,
  ]),
];

export function dropFromSpec(dropping: Dropping, spec: Fields, path: Path): void {
  for (const [gate, pattern] of dropped)
    if (!isEnabled(dropping.apiServer, gate)) dropAt(dropping, spec, path, pattern.split("."), gate);
  if (!isEnabled(dropping.apiServer, "ImageVolume")) dropImageVolumes(dropping, spec, path);
  if (!isEnabled(dropping.apiServer, "ProcMountType")) dropProcMounts(dropping, spec, path);
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

function dropAt(dropping: Dropping, owner: Fields, path: Path, steps: readonly string[], gate: string): void {
  const [step = "", ...rest] = steps;
  if (rest.length === 0) {
    drop(dropping, owner, step, path, gate);
    return;
  }
  for (const name of step === "*" ? Object.keys(owner) : [step]) {
    const below = fieldsAt(owner, name);
    if (below !== undefined) dropAt(dropping, below, [...path, name], rest, gate);
    for (const [index, item] of listAt(owner, name).entries())
      if (rest[0] === "*" && isFields(item)) dropAt(dropping, item, [...path, name, index], rest.slice(1), gate);
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
export function selectByOwnLabels(pod: Fields, spec: Fields, apiServer: Component): void {
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
