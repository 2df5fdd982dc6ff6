type Fields = Record<string, unknown>;

/**
 * A pod without what says nothing about restarts and may hold secrets or much memory: who wrote which field, the last applied
 * manifest, environments, volumes, scheduling. The object that is given is changed.
 */
export function trimPod(pod: unknown): unknown {
  const root = fieldsOf(pod);
  if (root === undefined) return pod;
  trimMetadata(root);
  const spec = fieldsOf(root["spec"]);
  if (spec !== undefined) {
    drop(spec, podFields);
    for (const list of ["initContainers", "containers", "ephemeralContainers"])
      for (const container of listOf(spec[list])) drop(container, containerFields);
  }
  const status = fieldsOf(root["status"]);
  if (status !== undefined) {
    drop(status, statusFields);
    for (const list of ["initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses"])
      for (const container of listOf(status[list])) drop(container, containerStatusFields);
  }
  return root;
}

/** What decides about its rollouts, without its template. Items of a list have no kind of their own. */
export function trimWorkload(workload: unknown, kind: string): unknown {
  const root = fieldsOf(workload);
  if (root === undefined) return workload;
  trimMetadata(root);
  const spec = fieldsOf(root["spec"]);
  if (spec !== undefined) drop(spec, ["template", "selector", "volumeClaimTemplates"]);
  return { ...root, kind };
}

export function trimEvent(event: unknown): unknown {
  const root = fieldsOf(event);
  if (root === undefined) return event;
  trimMetadata(root);
  return root;
}

const podFields = [
  "affinity",
  "hostAliases",
  "nodeSelector",
  "resourceClaims",
  "tolerations",
  "topologySpreadConstraints",
  "volumes",
] as const;
const containerFields = ["env", "envFrom", "volumeDevices", "volumeMounts"] as const;
const statusFields = ["hostIPs", "podIPs", "resourceClaimStatuses"] as const;
const containerStatusFields = [
  "allocatedResources",
  "allocatedResourcesStatus",
  "resources",
  "user",
  "volumeMounts",
] as const;
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

function trimMetadata(root: Fields): void {
  const metadata = fieldsOf(root["metadata"]);
  if (metadata === undefined) return;
  drop(metadata, ["managedFields"]);
  const annotations = fieldsOf(metadata["annotations"]);
  if (annotations !== undefined) drop(annotations, [lastApplied]);
}

function drop(fields: Fields, names: readonly string[]): void {
  for (const name of names) delete fields[name];
}

/** The object itself, where it is one. */
function fieldsOf(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
