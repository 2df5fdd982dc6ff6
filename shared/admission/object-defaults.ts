import { fieldsOfType } from "../validation/api-types.ts";
import { type Fields, fieldsAt, has, isFields, listAt, numberAt, textAt } from "../validation/fields.ts";
import { generatedUid } from "../validation/job.ts";
import { podSpecPaths, type WorkloadKind } from "../validation/kinds.ts";
import { nameOf } from "../validation/metadata.ts";
import { everyContainer } from "../validation/windows.ts";
import { defaultFields, defaultPodSpec } from "./spec-defaults.ts";

const backoffLimitDefault = 6;

/** Gives a decoded object, in place, the defaults on which its validity depends. */
// Models pkg/apis/core/v1/defaults.go, pkg/apis/apps/v1/defaults.go, pkg/apis/batch/v1/defaults.go (v1.37.1)
export function defaultObject(kind: WorkloadKind, object: Fields): void {
  // A ReplicationController may have no template, and is told so.
  if (kind === "ReplicationController" && fieldsAt(fieldsAt(object, "spec"), "template") === undefined) return;
  let spec = object;
  for (const step of podSpecPaths[kind]) spec = openFields(spec, String(step));
  const own = fieldsAt(object, "spec") ?? {};
  if (kind === "Job") defaultJob(own);
  if (kind === "CronJob") defaultJob(openFields(openFields(own, "jobTemplate"), "spec"));
  if (kind === "Deployment") openFields(own, "strategy");
  if (kind === "StatefulSet" || kind === "DaemonSet") openFields(own, "updateStrategy");
  defaultFields(fieldsOfType, kind, object);
  defaultPodSpec(fieldsOfType, spec, kind === "Pod");
  defaultVolumes(spec);
  if (kind === "Pod") defaultPod(spec);
  switch (kind) {
    case "Deployment":
      defaultRollingUpdate(fieldsAt(own, "strategy"), { maxUnavailable: "25%", maxSurge: "25%" });
      break;
    case "DaemonSet":
      defaultRollingUpdate(fieldsAt(own, "updateStrategy"), { maxUnavailable: 1, maxSurge: 0 });
      break;
    case "ReplicationController":
      defaultReplicationController(object, own);
      break;
    case "Job":
      labelAsPods(object, own);
      generateSelector(object, own);
      break;
    default:
  }
}

/** The object under a name; an empty one is put there if there is none. */
function openFields(owner: Fields, name: string): Fields {
  const there = fieldsAt(owner, name);
  if (there !== undefined) return there;
  const made: Fields = {};
  owner[name] = made;
  return made;
}

function setAbsent(owner: Fields, name: string, value: unknown): void {
  if (!has(owner, name)) owner[name] = value;
}

function defaultRollingUpdate(strategy: Fields | undefined, defaults: Fields): void {
  if (strategy?.["type"] !== "RollingUpdate") return;
  const update = openFields(strategy, "rollingUpdate");
  for (const [name, value] of Object.entries(defaults)) setAbsent(update, name, value);
}

/** Of pods and of templates alike. */
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

function defaultJob(spec: Fields): void {
  if (!has(spec, "completions") && !has(spec, "parallelism")) spec["completions"] = 1;
  setAbsent(spec, "backoffLimit", has(spec, "backoffLimitPerIndex") ? 2 ** 31 - 1 : backoffLimitDefault);
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
