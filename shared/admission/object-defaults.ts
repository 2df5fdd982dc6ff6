import { type Fields, fieldsAt, has, isFields, listAt, numberAt, textAt } from "../validation/fields.ts";
import { generatedUid } from "../validation/job.ts";
import { podSpecPaths, type WorkloadKind } from "../validation/kinds.ts";
import { nameOf } from "../validation/metadata.ts";
import { defaultPod, defaultSpec } from "./spec-defaults.ts";

const probeFields = ["livenessProbe", "readinessProbe", "startupProbe"];
const probeDefaults = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
const backoffLimitDefault = 6;

/** Gives a decoded object, in place, the defaults on which its validity depends. */
// Models pkg/apis/core/v1/defaults.go, pkg/apis/apps/v1/defaults.go, pkg/apis/batch/v1/defaults.go (v1.37.1)
export function defaultObject(kind: WorkloadKind, object: Fields): void {
  // A ReplicationController may have no template, and is told so.
  if (kind === "ReplicationController" && fieldsAt(fieldsAt(object, "spec"), "template") === undefined) return;
  let spec = object;
  for (const step of podSpecPaths[kind]) spec = openFields(spec, String(step));
  defaultPodSpec(spec, kind === "Pod");
  defaultSpec(spec);
  if (kind === "Pod") defaultPod(spec);
  const own = fieldsAt(object, "spec") ?? {};
  switch (kind) {
    case "Deployment":
      defaultDeployment(own);
      break;
    case "StatefulSet":
      defaultStatefulSet(own);
      break;
    case "DaemonSet":
      defaultDaemonSet(own);
      break;
    case "ReplicationController":
      defaultReplicationController(object, own);
      break;
    case "Job":
      defaultJob(own);
      labelAsPods(object, own);
      generateSelector(object, own);
      break;
    case "CronJob":
      setText(own, "concurrencyPolicy", "Allow");
      defaultJob(openFields(openFields(own, "jobTemplate"), "spec"));
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

/** An empty text counts as absent. */
function setText(owner: Fields, name: string, value: string): void {
  if (textAt(owner, name) === "") owner[name] = value;
}

function setAbsent(owner: Fields, name: string, value: unknown): void {
  if (!has(owner, name)) owner[name] = value;
}

function objectsIn(owner: Fields | undefined, name: string): readonly Fields[] {
  return listAt(owner, name).filter(isFields);
}

function defaultPodSpec(spec: Fields, isPod: boolean): void {
  setText(spec, "restartPolicy", "Always");
  setAbsent(spec, "terminationGracePeriodSeconds", 30);
  // A negative one is replaced in a pod; a template keeps it.
  if (isPod && (numberAt(spec, "terminationGracePeriodSeconds") ?? 0) < 0) spec["terminationGracePeriodSeconds"] = 1;
  const hasHostPorts = isPod && spec["hostNetwork"] === true;
  for (const list of ["initContainers", "containers", "ephemeralContainers"])
    for (const container of objectsIn(spec, list)) defaultContainer(container, hasHostPorts);
}

function defaultContainer(container: Fields, hasHostPorts: boolean): void {
  setText(container, "terminationMessagePolicy", "File");
  setText(container, "imagePullPolicy", "IfNotPresent");
  for (const port of objectsIn(container, "ports")) {
    setText(port, "protocol", "TCP");
    if (hasHostPorts && (numberAt(port, "hostPort") ?? 0) === 0) port["hostPort"] = port["containerPort"];
  }
  for (const field of probeFields) {
    const probe = fieldsAt(container, field);
    if (probe === undefined) continue;
    for (const [name, value] of Object.entries(probeDefaults))
      if ((numberAt(probe, name) ?? 0) === 0) probe[name] = value;
    defaultHttp(probe);
  }
  const lifecycle = fieldsAt(container, "lifecycle");
  for (const hook of ["postStart", "preStop"]) defaultHttp(fieldsAt(lifecycle, hook));
}

function defaultHttp(handler: Fields | undefined): void {
  const http = fieldsAt(handler, "httpGet");
  if (http === undefined) return;
  setText(http, "path", "/");
  setText(http, "scheme", "HTTP");
}

function defaultDeployment(spec: Fields): void {
  setAbsent(spec, "progressDeadlineSeconds", 600);
  const strategy = openFields(spec, "strategy");
  setText(strategy, "type", "RollingUpdate");
  if (strategy["type"] !== "RollingUpdate") return;
  const update = openFields(strategy, "rollingUpdate");
  setAbsent(update, "maxUnavailable", "25%");
  setAbsent(update, "maxSurge", "25%");
}

function defaultStatefulSet(spec: Fields): void {
  const retention = fieldsAt(spec, "persistentVolumeClaimRetentionPolicy");
  for (const field of ["whenDeleted", "whenScaled"]) if (retention !== undefined) setText(retention, field, "Retain");
  setText(spec, "podManagementPolicy", "OrderedReady");
  setText(openFields(spec, "updateStrategy"), "type", "RollingUpdate");
}

function defaultDaemonSet(spec: Fields): void {
  const strategy = openFields(spec, "updateStrategy");
  setText(strategy, "type", "RollingUpdate");
  if (strategy["type"] !== "RollingUpdate") return;
  const update = openFields(strategy, "rollingUpdate");
  setAbsent(update, "maxUnavailable", 1);
  setAbsent(update, "maxSurge", 0);
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
  setAbsent(spec, "parallelism", 1);
  setAbsent(spec, "backoffLimit", has(spec, "backoffLimitPerIndex") ? 2 ** 31 - 1 : backoffLimitDefault);
  setAbsent(spec, "completionMode", "NonIndexed");
  for (const rule of objectsIn(fieldsAt(spec, "podFailurePolicy"), "rules"))
    for (const pattern of objectsIn(rule, "onPodConditions")) setText(pattern, "status", "True");
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
