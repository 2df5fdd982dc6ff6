import { atLeast, type KubernetesVersion } from "../../kubernetes/versions.ts";
import { nameOf } from "../names/metadata.ts";
import { everyContainer } from "../names/windows.ts";
import { fieldsOfType } from "../types/api-types.ts";
import { type Fields, fieldsAt, has, isFields, listAt, numberAt, objectsAt, textAt } from "../types/fields.ts";
import { type PodCarrierKind, podSpecPaths } from "../types/kinds.ts";
import { generatedUid } from "../workloads/job.ts";
import { defaultOwnSpec, isOwner, openFields, setAbsent } from "./own-defaults.ts";
import { defaultFields, defaultPodSpec } from "./spec-defaults.ts";

/** Gives a decoded object, in place, the defaults on which its validity depends. */
// Models pkg/apis/core/v1/defaults.go, pkg/apis/apps/v1/defaults.go, pkg/apis/batch/v1/defaults.go (v1.37.1)
export function defaultObject(kind: PodCarrierKind, object: Fields, kubernetes: KubernetesVersion): void {
  // A ReplicationController may have no template, and is told so.
  if (kind === "ReplicationController" && fieldsAt(fieldsAt(object, "spec"), "template") === undefined) return;
  let spec = object;
  for (const step of podSpecPaths[kind]) spec = openFields(spec, String(step));
  const own = fieldsAt(object, "spec") ?? {};
  const openPatterns = kind === "CronJob" && !atLeast(kubernetes, "1.34") ? patternsWithoutStatus(own) : [];
  if (isOwner(kind)) defaultOwnSpec(kind, own);
  else defaultFields(fieldsOfType, kind, object);
  for (const pattern of openPatterns) delete pattern["status"];
  defaultPodSpec(fieldsOfType, spec, kind === "Pod");
  defaultVolumes(spec);
  if (kind === "Pod") defaultPod(spec);
  if (kind === "ReplicationController") defaultReplicationController(object, own);
  if (kind !== "Job") return;
  labelAsPods(object, own);
  generateSelector(object, own);
}

/** The conditions in the failure policy of a CronJob's Jobs had no default before 1.34; those of a Job had it. */
// Models pkg/apis/batch/v1/zz_generated.defaults.go SetObjectDefaults_CronJob (v1.37.1)
function patternsWithoutStatus(spec: Fields): readonly Fields[] {
  const job = fieldsAt(fieldsAt(spec, "jobTemplate"), "spec");
  const rules = objectsAt(fieldsAt(job, "podFailurePolicy"), "rules");
  return rules
    .flatMap((rule) => listAt(rule, "onPodConditions").filter(isFields))
    .filter((pattern) => textAt(pattern, "status") === "");
}

/** Sets the defaults that pods and pod templates share. */
// Models pkg/apis/core/v1/defaults.go SetDefaults_PodSpec, SetDefaults_Volume (v1.37.1)
function defaultVolumes(spec: Fields): void {
  if (textAt(spec, "serviceAccountName") === "" && has(spec, "serviceAccount"))
    spec["serviceAccountName"] = spec["serviceAccount"];
  for (const volume of listAt(spec, "volumes").filter(isFields)) {
    const hasSource = Object.keys(volume).some((field) => field !== "name");
    if (!hasSource) volume["emptyDir"] = {};
  }
}

/** Of a Pod only: what a container may have is what it asks for, unless it asks for less; on the node's network it has the node's ports. */
// Models pkg/apis/core/v1/defaults.go SetDefaults_Pod, defaultHostNetworkPorts (v1.37.1)
function defaultPod(spec: Fields): void {
  for (const { container } of everyContainer(spec, [])) {
    if (spec["hostNetwork"] === true)
      for (const port of listAt(container, "ports").filter(isFields))
        if ((numberAt(port, "hostPort") ?? 0) === 0) port["hostPort"] = port["containerPort"];
  }
  for (const list of ["containers", "initContainers"])
    for (const container of listAt(spec, list).filter(isFields)) {
      const resources = fieldsAt(container, "resources");
      const limits = fieldsAt(resources, "limits");
      if (resources !== undefined && limits !== undefined)
        resources["requests"] = { ...limits, ...fieldsAt(resources, "requests") };
    }
}

/** An object without labels gets those of its pods: the same map, so that what is added to one of them is in both. */
// Models pkg/apis/batch/v1/defaults.go SetDefaults_Job, pkg/apis/core/v1/defaults.go SetDefaults_ReplicationController (v1.37.1)
function labelAsPods(object: Fields, spec: Fields): void {
  const labels = fieldsAt(fieldsAt(fieldsAt(spec, "template"), "metadata"), "labels");
  const metadata = openFields(object, "metadata");
  if (labels !== undefined && Object.keys(fieldsAt(metadata, "labels") ?? {}).length === 0) metadata["labels"] = labels;
}

function defaultReplicationController(object: Fields, spec: Fields): void {
  const labels = fieldsAt(fieldsAt(fieldsAt(spec, "template"), "metadata"), "labels");
  if (labels === undefined) return;
  if (Object.keys(fieldsAt(spec, "selector") ?? {}).length === 0) spec["selector"] = labels;
  labelAsPods(object, spec);
}

/** A Job finds its pods by labels that the server makes. Those that somebody wrote stay, and are refused later. */
// Models pkg/registry/batch/job/strategy.go generateSelector (v1.37.1)
function generateSelector(object: Fields, spec: Fields): void {
  if (spec["manualSelector"] === true) return;
  const labels = openFields(openFields(openFields(spec, "template"), "metadata"), "labels");
  setAbsent(labels, "job-name", nameOf(object));
  setAbsent(labels, "batch.kubernetes.io/job-name", nameOf(object));
  setAbsent(labels, "controller-uid", generatedUid);
  setAbsent(labels, "batch.kubernetes.io/controller-uid", generatedUid);
  const matchLabels = openFields(openFields(spec, "selector"), "matchLabels");
  setAbsent(matchLabels, "batch.kubernetes.io/controller-uid", generatedUid);
}
