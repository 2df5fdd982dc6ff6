import type { AuditFields } from "./audit-event.ts";
import { fieldsOf, listOf } from "./merge-status.ts";

// A log has each pod a hundred times: of its bodies, only what is asked of a pod is kept.

const metadataKeys = [
  "name",
  "namespace",
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "finalizers",
];
const statusKeys = [
  "phase",
  "reason",
  "message",
  "startTime",
  "conditions",
  "containerStatuses",
  "initContainerStatuses",
];
const containerStatusKeys = ["name", "state", "lastState", "ready", "started", "restartCount", "image", "containerID"];
const containerStatusLists: ReadonlySet<string> = new Set(["containerStatuses", "initContainerStatuses"]);
/** Values of variables and arguments are the likeliest secrets, and say nothing about restarts. */
const leftOut: ReadonlySet<string> = new Set([
  "env",
  "envFrom",
  "args",
  "volumeMounts",
  "volumeDevices",
  "volumes",
  "tolerations",
  "affinity",
  "imagePullSecrets",
]);

export function trimmedMetadata(metadata: AuditFields | undefined): AuditFields {
  const labels = fieldsOf(metadata?.["labels"]);
  const hash = labels?.["pod-template-hash"] ?? labels?.["controller-revision-hash"];
  const owners = listOf(metadata?.["ownerReferences"]).map((owner) =>
    picked(owner, ["kind", "name", "uid", "controller"]),
  );
  return {
    ...picked(metadata ?? {}, metadataKeys),
    ...(hash !== undefined && { labels: { "pod-template-hash": hash } }),
    ...(owners.length > 0 && { ownerReferences: owners }),
  };
}

export function trimmedSpec(spec: AuditFields): AuditFields {
  const kept = without(spec);
  for (const list of ["containers", "initContainers"])
    if (kept[list] !== undefined) kept[list] = listOf(kept[list]).map(without);
  return kept;
}

function without(fields: AuditFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !leftOut.has(key)));
}

/** Of a status, or of a patch of one: what a patch removes stays null. */
export function trimmedStatus(status: AuditFields): AuditFields {
  const kept = picked(status, statusKeys);
  for (const key of containerStatusLists)
    if (Array.isArray(kept[key])) kept[key] = listOf(kept[key]).map((each) => picked(each, containerStatusKeys));
  return kept;
}

function picked(fields: AuditFields, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(fields, key) ? [[key, fields[key]]] : [])));
}
