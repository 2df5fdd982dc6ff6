// Writes shared/api-server/types/api-types.data.ts, and of it what the engine reads of a pod: shared/api-server/admission/engine-types.data.ts.
//
//   node tools/generate-api-types.mjs
//
// tools/kubernetes/api-types.json holds the types that are reachable from the built-in kinds with pods, as the OpenAPI documents of 1.30 and later have them:
// `{kinds: {KIND: TYPE}, types: {TYPE: {FIELD: TYPE | {type, since?, lastIn?}}}}`.

import { readFileSync, writeFileSync } from "node:fs";

/** @typedef {{ type: string, since?: string, lastIn?: string }} Field */
/** @typedef {Record<string, Record<string, string | Field>>} Types */

/** @type {Record<string, string>} */
const scalars = {
  string: "s",
  int32: "i",
  int64: "l",
  boolean: "b",
  quantity: "q",
  intOrString: "o",
  time: "t",
  any: "a",
};

// The documents of 1.30 are the oldest that were read: what came with 1.30 and 1.29 is known from the change logs.
/** @type {Record<string, string>} */
const sinceBefore = {
  "JobSpec.managedBy": "30",
  "JobSpec.successPolicy": "30",
  "PodSecurityContext.appArmorProfile": "30",
  "SecurityContext.appArmorProfile": "30",
  "VolumeMount.recursiveReadOnly": "30",
  "LifecycleHandler.sleep": "29",
  "PodAffinityTerm.matchLabelKeys": "29",
  "PodAffinityTerm.mismatchLabelKeys": "29",
  "PersistentVolumeClaimSpec.volumeAttributesClassName": "29",
  "VolumeProjection.clusterTrustBundle": "29",
};

/**
 * The gates without which the API server drops a field: of a pod spec, whatever holds it, and of the spec of a Job and of a StatefulSet.
 * @type {Record<string, string>}
 */
// Models pkg/api/pod/util.go dropDisabledFields, pkg/registry/apps/statefulset/strategy.go (v1.37.1), pkg/registry/batch/job/strategy.go (v1.29.6 to v1.37.1)
const gates = {
  "JobSpec.backoffLimitPerIndex": "JobBackoffLimitPerIndex",
  "JobSpec.maxFailedIndexes": "JobBackoffLimitPerIndex",
  "JobSpec.podFailurePolicy": "JobPodFailurePolicy",
  "JobSpec.podReplacementPolicy": "JobPodReplacementPolicy",
  "JobSpec.successPolicy": "JobSuccessPolicy",
  "JobSpec.managedBy": "JobManagedBy",
  "RollingUpdateStatefulSetStrategy.maxUnavailable": "MaxUnavailableStatefulSet",
  "Container.resizePolicy": "InPlacePodVerticalScaling",
  "Container.restartPolicyRules": "ContainerRestartRules",
  "EphemeralContainer.resizePolicy": "InPlacePodVerticalScaling",
  "EphemeralContainer.restartPolicyRules": "ContainerRestartRules",
  "Lifecycle.stopSignal": "ContainerStopSignals",
  "LifecycleHandler.sleep": "PodLifecycleSleepAction",
  "HTTPGetAction.protocol": "H2CContainerProbe",
  "GRPCAction.mode": "GRPCContainerProbeTLS",
  "EnvVarSource.fileKeyRef": "EnvFiles",
  "ResourceRequirements.claims": "DynamicResourceAllocation",
  "VolumeMount.bindMountOptions": "VolumeBindMountOptions",
  "VolumeMount.recursiveReadOnly": "RecursiveReadOnlyMounts",
  "PodSpec.evictionResponders": "EvictionRequestAPI",
  "PodSpec.hostUsers": "UserNamespacesSupport",
  "PodSpec.hostnameOverride": "HostnameOverride",
  "PodSpec.resourceClaims": "DynamicResourceAllocation",
  "PodSpec.resources": "PodLevelResources",
  "PodSpec.schedulingGroup": "GenericWorkload",
  "PodSecurityContext.seLinuxChangePolicy": "SELinuxChangePolicy",
  "PodSecurityContext.supplementalGroupsPolicy": "SupplementalGroupsPolicy",
  "PodAffinityTerm.matchLabelKeys": "MatchLabelKeysInPodAffinity",
  "PodAffinityTerm.mismatchLabelKeys": "MatchLabelKeysInPodAffinity",
  "TopologySpreadConstraint.matchLabelKeys": "MatchLabelKeysInPodTopologySpread",
  "TopologySpreadConstraint.nodeAffinityPolicy": "NodeInclusionPolicyInPodTopologySpread",
  "TopologySpreadConstraint.nodeTaintsPolicy": "NodeInclusionPolicyInPodTopologySpread",
  "VolumeProjection.clusterTrustBundle": "ClusterTrustBundleProjection",
  "VolumeProjection.podCertificate": "PodCertificateRequest",
  "EmptyDirVolumeSource.mode": "EmptyDirVolumeMode",
  "ConfigMapVolumeSource.defaultUser": "AtomicWriteVolumeUserFields",
  "DownwardAPIVolumeSource.defaultUser": "AtomicWriteVolumeUserFields",
  "ProjectedVolumeSource.defaultUser": "AtomicWriteVolumeUserFields",
  "SecretVolumeSource.defaultUser": "AtomicWriteVolumeUserFields",
  "KeyToPath.user": "AtomicWriteVolumeUserFields",
  "DownwardAPIVolumeFile.user": "AtomicWriteVolumeUserFields",
  "ClusterTrustBundleProjection.user": "AtomicWriteVolumeUserFields",
  "PodCertificateProjection.user": "AtomicWriteVolumeUserFields",
  "ServiceAccountTokenProjection.user": "AtomicWriteVolumeUserFields",
};

/**
 * Defaults that depend on nothing else: `=` where the field is absent, `~` where it is absent, empty or 0.
 * Those on which validity depends, and those that the engine needs.
 * @type {Record<string, string>}
 */
// Models pkg/apis/core/v1/defaults.go, pkg/apis/apps/v1/defaults.go, pkg/apis/batch/v1/defaults.go (v1.37.1)
const defaults = {
  "PodSpec.restartPolicy": "~Always",
  "PodSpec.terminationGracePeriodSeconds": "=30",
  "PodSpec.dnsPolicy": "~ClusterFirst",
  "Container.terminationMessagePolicy": "~File",
  "EphemeralContainer.terminationMessagePolicy": "~File",
  "ContainerPort.protocol": "~TCP",
  "Probe.timeoutSeconds": "~1",
  "Probe.periodSeconds": "~10",
  "Probe.successThreshold": "~1",
  "Probe.failureThreshold": "~3",
  "HTTPGetAction.path": "~/",
  "HTTPGetAction.scheme": "~HTTP",
  "AzureDiskVolumeSource.kind": "=Shared",
  "ImageVolumeSource.pullPolicy": "~IfNotPresent",
  "DeploymentSpec.replicas": "=1",
  "DeploymentSpec.revisionHistoryLimit": "=10",
  "DeploymentSpec.progressDeadlineSeconds": "=600",
  "DeploymentStrategy.type": "~RollingUpdate",
  "StatefulSetSpec.replicas": "=1",
  "StatefulSetSpec.podManagementPolicy": "~OrderedReady",
  "StatefulSetUpdateStrategy.type": "~RollingUpdate",
  "StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted": "~Retain",
  "StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled": "~Retain",
  "DaemonSetUpdateStrategy.type": "~RollingUpdate",
  "JobSpec.parallelism": "=1",
  "JobSpec.completionMode": "=NonIndexed",
  "PodFailurePolicyOnPodConditionsPattern.status": "~True",
  "CronJobSpec.concurrencyPolicy": "~Allow",
};

/** The least that the API server takes: a smaller number is refused, and counts as not written for the engine. @type {Record<string, number>} */
const least = {
  "DeploymentSpec.replicas": 0,
  "DeploymentSpec.minReadySeconds": 0,
  "DeploymentSpec.revisionHistoryLimit": 0,
  "DeploymentSpec.progressDeadlineSeconds": 0,
  "ReplicaSetSpec.replicas": 0,
  "ReplicaSetSpec.minReadySeconds": 0,
  "ReplicationControllerSpec.replicas": 0,
  "ReplicationControllerSpec.minReadySeconds": 0,
  "StatefulSetSpec.replicas": 0,
  "StatefulSetSpec.minReadySeconds": 0,
  "StatefulSetOrdinals.start": 0,
  "RollingUpdateStatefulSetStrategy.partition": 0,
  "DaemonSetSpec.minReadySeconds": 0,
  "DaemonSetSpec.revisionHistoryLimit": 0,
  "JobSpec.parallelism": 0,
  "JobSpec.completions": 0,
  "JobSpec.activeDeadlineSeconds": 0,
  "JobSpec.backoffLimit": 0,
  "JobSpec.backoffLimitPerIndex": 0,
  "JobSpec.maxFailedIndexes": 0,
  "JobSpec.ttlSecondsAfterFinished": 0,
  "CronJobSpec.startingDeadlineSeconds": 0,
  "CronJobSpec.successfulJobsHistoryLimit": 0,
  "CronJobSpec.failedJobsHistoryLimit": 0,
  "PodSpec.activeDeadlineSeconds": 1,
  "Probe.initialDelaySeconds": 0,
  "Probe.timeoutSeconds": 0,
  "Probe.periodSeconds": 0,
  "Probe.successThreshold": 0,
  "Probe.failureThreshold": 0,
  "Probe.terminationGracePeriodSeconds": 1,
  "SleepAction.seconds": 0,
};

/** What the engine reads. @type {Record<string, string>} */
const ofEngine = {
  PodSpec:
    "activeDeadlineSeconds containers initContainers readinessGates restartPolicy schedulingGates terminationGracePeriodSeconds tolerations",
  PodReadinessGate: "conditionType",
  PodSchedulingGate: "name",
  Toleration: "effect key operator tolerationSeconds value",
  Container:
    "args command image imagePullPolicy lifecycle livenessProbe name ports readinessProbe restartPolicy restartPolicyRules startupProbe",
  ContainerPort: "containerPort name",
  ContainerRestartRule: "action exitCodes",
  ContainerRestartRuleOnExitCodes: "operator values",
  Lifecycle: "postStart preStop",
  LifecycleHandler: "exec httpGet sleep tcpSocket",
  Probe:
    "exec failureThreshold grpc httpGet initialDelaySeconds periodSeconds successThreshold tcpSocket terminationGracePeriodSeconds timeoutSeconds",
  ExecAction: "command",
  GRPCAction: "port service",
  HTTPGetAction: "host path port scheme",
  SleepAction: "seconds",
  TCPSocketAction: "host port",
};

/** @param {string} type @returns {string} */
function codeOf(type) {
  if (type.startsWith("[]")) return `[${codeOf(type.slice(2))}`;
  if (type.startsWith("map:")) return `{${codeOf(type.slice(4))}`;
  return scalars[type] ?? type;
}

/** @param {string} version */
function minorOf(version) {
  return version.replace(/^1\./, "");
}

/** @param {string} owner @param {string} name @param {string | Field} written */
function wordOf(owner, name, written) {
  const field = typeof written === "string" ? { type: written } : written;
  const since = field.since === undefined ? sinceBefore[`${owner}.${name}`] : minorOf(field.since);
  const last = field.lastIn === undefined ? "" : `-${minorOf(field.lastIn)}`;
  const key = `${owner}.${name}`;
  const versions = since === undefined && last === "" ? "" : `@${since ?? ""}${last}`;
  const gate = gates[key] === undefined ? "" : `?${gates[key]}`;
  const bound = least[key] === undefined ? "" : `>${least[key]}`;
  return `${name}:${codeOf(field.type)}${versions}${gate}${bound}${defaults[key] ?? ""}`;
}

const source = new URL("kubernetes/api-types.json", import.meta.url);
/** @type {{ kinds: Record<string, string>, types: Types }} */
const { kinds, types } = JSON.parse(readFileSync(source, "utf8"));
/** @param {string} type @param {Record<string, string | Field>} fields @param {string[]} [names] */
function lineOf(type, fields, names = Object.keys(fields)) {
  return [type, ...names.map((name) => wordOf(type, name, fields[name] ?? ""))].join(" ");
}

for (const key of [sinceBefore, gates, defaults, least].flatMap((table) => Object.keys(table)))
  if (types[key.replace(/\..*/, "")]?.[key.replace(/.*\./, "")] === undefined) throw new Error(`no such field: ${key}`);

const lines = Object.entries(types).map(([type, fields]) =>
  // What a server writes into `status` is of no interest in a manifest, whatever its shape.
  lineOf(type, Object.hasOwn(kinds, type) ? { ...fields, status: "any" } : fields),
);
write("api-server/types/api-types.data.ts", "apiTypeLines", lines);
write(
  "api-server/admission/engine-types.data.ts",
  "engineTypeLines",
  Object.entries(ofEngine).map(([type, names]) => lineOf(type, types[type] ?? {}, names.split(" "))),
);

/** @param {string} path @param {string} constant @param {string[]} lines */
function write(path, constant, lines) {
  const head = "// Written by tools/generate-api-types.mjs. The format of a line: api-types.ts.\n";
  writeFileSync(
    new URL(`../shared/${path}`, import.meta.url),
    `${head}export const ${constant} = \`\n${lines.join("\n")}\n\`;\n`,
  );
}
