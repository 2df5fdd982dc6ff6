import { type FieldType, fieldsOfType } from "../types/api-types.ts";
import { type Fields, isFields } from "../types/fields.ts";
import { quantityOf, roundedToMillis } from "../types/quantity.ts";

/** Defaults that decide nothing but whether two objects are equal. */
// Models pkg/apis/core/v1/zz_generated.defaults.go, pkg/apis/core/v1/defaults.go (v1.37.1)
const fallbacks: Readonly<Record<string, Fields>> = {
  PodSpec: { schedulerName: "default-scheduler", securityContext: {} },
  Container: { terminationMessagePath: "/dev/termination-log" },
  EphemeralContainer: { terminationMessagePath: "/dev/termination-log" },
  SecretVolumeSource: { defaultMode: 420 },
  ConfigMapVolumeSource: { defaultMode: 420 },
  DownwardAPIVolumeSource: { defaultMode: 420 },
  ProjectedVolumeSource: { defaultMode: 420 },
  ServiceAccountTokenProjection: { expirationSeconds: 3600 },
  ObjectFieldSelector: { apiVersion: "v1" },
  HostPathVolumeSource: { type: "" },
  GRPCAction: { service: "" },
  ISCSIVolumeSource: { iscsiInterface: "default" },
  RBDVolumeSource: { pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" },
  AzureDiskVolumeSource: { cachingMode: "ReadWrite", fsType: "ext4", kind: "Shared", readOnly: false },
  ScaleIOVolumeSource: { storageMode: "ThinProvisioned", fsType: "xfs" },
  PersistentVolumeClaim: { status: { phase: "Pending" } },
  PersistentVolumeClaimStatus: { phase: "Pending" },
  PersistentVolumeClaimSpec: { volumeMode: "Filesystem" },
};

/** Objects that are always there, so that an empty one and none are the same. Others can be there and be empty. */
const embedded: ReadonlySet<string> = new Set([
  "metadata",
  "template",
  "spec",
  "status",
  "preference",
  "podAffinityTerm",
  "strategy",
  "updateStrategy",
]);

/** Fields in which an empty text, `false` or 0 says something else than nothing at all. */
const optional: ReadonlySet<string> = new Set([
  ...["storageClassName", "volumeAttributesClassName", "runtimeClassName", "volumeMode", "procMount"],
  ...["apiGroup", "localhostProfile", "supplementalGroupsPolicy", "fsGroupChangePolicy", "nodeAffinityPolicy"],
  ...["nodeTaintsPolicy", "mountPropagation", "recursiveReadOnly", "gmsaCredentialSpec", "gmsaCredentialSpecName"],
  ...["runAsUserName", "preemptionPolicy", "hostnameOverride", "signerName", "managedBy", "resourceClaimName"],
  ...["resourceClaimTemplateName", "automountServiceAccountToken", "enableServiceLinks", "shareProcessNamespace"],
  ...["privileged", "runAsNonRoot", "readOnlyRootFilesystem", "allowPrivilegeEscalation", "optional", "hostUsers"],
  ...["setHostnameAsFQDN", "hostProcess", "controller", "blockOwnerDeletion", "runAsUser", "runAsGroup", "fsGroup"],
  ...["defaultMode", "mode", "tolerationSeconds", "priority", "terminationGracePeriodSeconds", "expirationSeconds"],
  ...["activeDeadlineSeconds", "minDomains", "completions", "backoffLimitPerIndex", "maxFailedIndexes", "port"],
  ...["succeededCount", "succeededIndexes", "restartPolicy"],
]);

/**
 * A value of the API as the server keeps it, in a form in which equal values have equal fields: with all defaults, without what is
 * as good as absent, and with quantities by what they amount to.
 */
// Models staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.go Semantic (v1.37.1)
export function storedValue(type: FieldType, value: unknown, name = ""): unknown {
  switch (type.is) {
    case "object":
      return isFields(value) ? storedObject(type.type, value, name) : undefined;
    case "list":
      return Array.isArray(value) && value.length > 0
        ? value.map((item) => storedValue(type.of, item, "") ?? emptyItem(type.of))
        : undefined;
    case "map":
      return storedMap(type.of, value);
    case "quantity":
      return amountText(value);
    case "string":
    case "boolean":
    case "int32":
    case "int64":
      return (value === "" || value === false || value === 0) && !optional.has(name) ? undefined : value;
    default:
      return value;
  }
}

/** Undefined for an empty one that is always there. */
function storedObject(type: string, value: Fields, name = ""): Fields | undefined {
  const known = fieldsOfType(type);
  const filled: Fields = { ...value };
  for (const [field, fallback] of Object.entries(fallbacks[type] ?? {}))
    if ((filled[field] ?? "") === "") filled[field] = fallback;
  // The older name of the same field, which the server keeps in step, and names that it writes itself.
  if (type === "PodSpec") delete filled["serviceAccount"];
  if (type === "PersistentVolumeClaim") for (const field of ["apiVersion", "kind"]) delete filled[field];
  const result: Fields = {};
  for (const [field, info] of known) {
    if (filled[field] === undefined) continue;
    const stored = storedValue(info.type, filled[field], isEmbeddedResources(type, field) ? "spec" : field);
    if (stored !== undefined) result[field] = stored;
  }
  return Object.keys(result).length === 0 && embedded.has(name) ? undefined : result;
}

/** The resources of a container and of a claim are always there, those of a pod are not. */
function isEmbeddedResources(type: string, field: string): boolean {
  return field === "resources" && type !== "PodSpec";
}

function emptyItem(type: FieldType): unknown {
  return type.is === "object" || type.is === "map" ? {} : "";
}

function storedMap(type: FieldType, value: unknown): unknown {
  if (!isFields(value) || Object.keys(value).length === 0) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, type.is === "quantity" ? amountText(each) : each]),
  );
}

/** `1000m` and `1` are one amount. Shares finer than a thousandth are rounded up. */
function amountText(value: unknown): string {
  const { value: amount, power } = roundedToMillis(quantityOf(value));
  if (amount === 0n) return "0";
  const written = String(amount);
  let end = written.length;
  while (written[end - 1] === "0") end--;
  return `${written.slice(0, end)}e${power + written.length - end}`;
}
