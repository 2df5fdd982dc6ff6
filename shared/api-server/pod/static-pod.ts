import type { Path } from "../../basics/path.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Component } from "../../kubernetes/node.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import { type Fields, fieldsAt, has, listAt, objectsAt, textAt } from "../types/fields.ts";
import { forbidden, type Report } from "../types/report.ts";

/** What a static pod refers to and where; the first one that the kubelet finds. */
interface Reference {
  readonly path: Path;
  /** The resource, as the kubelet names it. */
  readonly resource: string;
}

/** Since this minor the kubelet refuses every reference; behind a gate until 1.36, always after it. */
const since = "1.34";
const gate = "PreventStaticPodAPIReferences";
const lastWithGate = "1.36";

/**
 * A static pod runs without the API server, so that nothing in it may be an object of the API. Paths begin at the pod.
 * Only of a pod that is valid otherwise.
 */
// Models pkg/kubelet/config/common.go tryDecodeSinglePod (v1.37.1)
export function validateStaticReferences(report: Report, pod: Fields): void {
  const spec = fieldsAt(pod, "spec") ?? {};
  if (refusesReferences(report.apiServer)) {
    const found = referenceIn(spec);
    if (found !== undefined) forbidden(report, found.path, `static pods may not reference ${found.resource}`);
    return;
  }
  const bundle = projections(spec).find(({ source }) => has(source, "clusterTrustBundle"));
  if (bundle !== undefined)
    forbidden(report, bundle.path, "static pods may not use ClusterTrustBundle projected volume sources");
  else if (listAt(spec, "resourceClaims").length > 0)
    forbidden(report, ["spec", "resourceClaims"], "static pods may not use ResourceClaims");
}

function refusesReferences(kubelet: Component): boolean {
  if (!atLeast(kubelet.kubernetes, since)) return false;
  return !atLeast(lastWithGate, kubelet.kubernetes) || isEnabled(kubelet, gate);
}

// Models pkg/api/pod/util.go HasAPIObjectReference (v1.37.1)
function referenceIn(spec: Fields): Reference | undefined {
  for (const name of ["serviceAccountName", "serviceAccount"])
    if (textAt(spec, name) !== "") return { path: ["spec", name], resource: "serviceaccounts" };
  return (
    named(spec, "secrets") ??
    named(spec, "configmaps") ??
    (listAt(spec, "resourceClaims").length > 0
      ? { path: ["spec", "resourceClaims"], resource: "resourceclaims" }
      : undefined) ??
    referenceInVolumes(spec)
  );
}

const sources = {
  secrets: { reference: "secretRef", key: "secretKeyRef", volume: "secret", name: "secretName" },
  configmaps: { reference: "configMapRef", key: "configMapKeyRef", volume: "configMap", name: "name" },
} as const;

/** Objects that are named somewhere: an empty name is none. */
// Models pkg/api/pod/util.go VisitPodSecretNames and VisitPodConfigmapNames (v1.37.1)
function named(spec: Fields, resource: keyof typeof sources): Reference | undefined {
  const { volume, name } = sources[resource];
  const found = (path: Path | undefined): Reference | undefined => path && { path, resource };
  const pull = objectsAt(spec, "imagePullSecrets").findIndex((each) => textAt(each, "name") !== "");
  if (resource === "secrets" && pull !== -1) return found(["spec", "imagePullSecrets", pull]);
  const inContainer = ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    objectsAt(spec, list).flatMap((container, index) => namedIn(container, ["spec", list, index], resource)),
  )[0];
  if (inContainer !== undefined) return found(inContainer);
  const volumes = objectsAt(spec, "volumes");
  const index = volumes.findIndex((each) => textAt(fieldsAt(each, volume), name) !== "");
  if (index !== -1) return found(["spec", "volumes", index, volume]);
  const projected = projections(spec).find(({ source }) => textAt(fieldsAt(source, volume), "name") !== "");
  if (projected !== undefined) return found([...projected.path, volume]);
  return resource === "secrets" ? secretOfDriver(volumes) : undefined;
}

/** The paths of a container's variables that come from such an object. */
function namedIn(container: Fields, path: Path, resource: keyof typeof sources): readonly Path[] {
  const { reference, key } = sources[resource];
  return [
    ...objectsAt(container, "envFrom").flatMap((from, at) =>
      textAt(fieldsAt(from, reference), "name") === "" ? [] : [[...path, "envFrom", at, reference]],
    ),
    ...objectsAt(container, "env").flatMap((variable, at) =>
      textAt(fieldsAt(fieldsAt(variable, "valueFrom"), key), "name") === ""
        ? []
        : [[...path, "env", at, "valueFrom", key]],
    ),
  ];
}

/** Drivers that take a password from a secret. */
const drivers = ["azureFile", "cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"];

function secretOfDriver(volumes: readonly Fields[]): Reference | undefined {
  for (const [index, volume] of volumes.entries()) {
    const path = ["spec", "volumes", index];
    const driver = drivers.find(
      (name) =>
        textAt(fieldsAt(volume, name), "secretName") !== "" ||
        textAt(fieldsAt(fieldsAt(volume, name), "secretRef"), "name") !== "",
    );
    if (driver !== undefined) return { path: [...path, driver], resource: "secrets" };
    if (textAt(fieldsAt(fieldsAt(volume, "csi"), "nodePublishSecretRef"), "name") !== "")
      return { path: [...path, "csi", "nodePublishSecretRef"], resource: "secrets" };
  }
  return undefined;
}

/** Kinds of volumes that are, or need, objects of the API, in the kubelet's words. */
const volumeResources: readonly (readonly [field: string, resource: string])[] = [
  ["configMap", "configmaps (via configmap volumes)"],
  ["secret", "secrets (via secret volumes)"],
  ["csi", "csidrivers (via CSI volumes)"],
  ["glusterfs", "endpoints (via glusterFS volumes)"],
  ["persistentVolumeClaim", "persistentvolumeclaims"],
  ["ephemeral", "persistentvolumeclaims (via ephemeral volumes)"],
  ["azureFile", "secrets (via azureFile volumes)"],
];
const projectedResources: readonly (readonly [field: string, resource: string])[] = [
  ["configMap", "configmaps (via projected volumes)"],
  ["secret", "secrets (via projected volumes)"],
  ["serviceAccountToken", "serviceaccounts (via projected volumes)"],
  ["clusterTrustBundle", "clustertrustbundles"],
  ["podCertificate", "podcertificates"],
];

function referenceInVolumes(spec: Fields): Reference | undefined {
  for (const [index, volume] of objectsAt(spec, "volumes").entries()) {
    const path = ["spec", "volumes", index];
    const own = volumeResources.find(([field]) => has(volume, field));
    if (own !== undefined) return { path: [...path, own[0]], resource: own[1] };
    for (const [at, source] of objectsAt(fieldsAt(volume, "projected"), "sources").entries()) {
      const part = projectedResources.find(([field]) => has(source, field));
      if (part !== undefined) return { path: [...path, "projected", "sources", at, part[0]], resource: part[1] };
    }
  }
  return undefined;
}

function projections(spec: Fields): readonly { readonly source: Fields; readonly path: Path }[] {
  return objectsAt(spec, "volumes").flatMap((volume, index) =>
    objectsAt(fieldsAt(volume, "projected"), "sources").map((source, at) => ({
      source,
      path: ["spec", "volumes", index, "projected", "sources", at],
    })),
  );
}
