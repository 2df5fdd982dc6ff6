import { type Fields, fieldsAt, has, isFields, listAt, textAt } from "../validation/fields.ts";

// Defaults of parts of the pod spec that do not concern restarts, as far as its validity depends on them.

/** Of pods and of templates alike, in place. */
// Models pkg/apis/core/v1/defaults.go SetDefaults_PodSpec, SetDefaults_Volume, SetDefaults_ObjectFieldSelector (v1.37.1)
export function defaultSpec(spec: Fields): void {
  if (textAt(spec, "serviceAccountName") === "" && has(spec, "serviceAccount"))
    spec["serviceAccountName"] = spec["serviceAccount"];
  if (textAt(spec, "dnsPolicy") === "") spec["dnsPolicy"] = "ClusterFirst";
  for (const volume of listAt(spec, "volumes").filter(isFields)) {
    const hasSource = Object.keys(volume).some((field) => field !== "name");
    if (!hasSource) volume["emptyDir"] = {};
    const disk = fieldsAt(volume, "azureDisk");
    if (disk !== undefined && !has(disk, "kind")) disk["kind"] = "Shared";
    const image = fieldsAt(volume, "image");
    if (image !== undefined && textAt(image, "pullPolicy") === "") image["pullPolicy"] = "IfNotPresent";
  }
}

/** Of a Pod only, in place: what a container may have is what it asks for, unless it asks for less. */
// Models pkg/apis/core/v1/defaults.go SetDefaults_Pod (v1.37.1)
export function defaultPod(spec: Fields): void {
  for (const list of ["containers", "initContainers"])
    for (const container of listAt(spec, list).filter(isFields)) {
      const resources = fieldsAt(container, "resources");
      const limits = fieldsAt(resources, "limits");
      if (resources !== undefined && limits !== undefined)
        resources["requests"] = { ...limits, ...fieldsAt(resources, "requests") };
    }
}
