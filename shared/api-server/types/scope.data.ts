/** What a value is about: a rule speaks of each. */
export type Subject =
  | "metadata"
  | "container"
  | "port"
  | "volume"
  | "resources"
  | "security"
  | "scheduling"
  | "network"
  | "restart"
  | "probe"
  | "lifecycle"
  | "workload"
  | "job";

/**
 * Subjects by the path that the server names. In a pattern `C` is a container of any of the three lists, `P` a pod spec,
 * `J` the spec of a Job, `T` a template, `*` one step and `**` any number of steps. The first pattern that fits says the subject;
 * where none does, it is the workload.
 */
export const scopePatterns: readonly (readonly [pattern: string, subject: Subject])[] = [
  ["metadata.**", "metadata"],
  ["C.ports.**", "port"],
  ["C.volumeMounts.**", "volume"],
  ["C.volumeDevices.**", "volume"],
  ["C.resources.**", "resources"],
  ["C.securityContext.**", "security"],
  ["C.restartPolicy", "restart"],
  ["C.restartPolicyRules.**", "restart"],
  ["C.resizePolicy.**", "restart"],
  ["C.livenessProbe.**", "probe"],
  ["C.readinessProbe.**", "probe"],
  ["C.startupProbe.**", "probe"],
  ["C.lifecycle.**", "lifecycle"],
  ["P.containers.**", "container"],
  ["P.initContainers.**", "container"],
  ["P.ephemeralContainers.**", "container"],
  ["P.restartPolicy", "restart"],
  ["P.volumes.**", "volume"],
  ["P.resources.**", "resources"],
  ["P.resourceClaims.**", "resources"],
  ["P.overhead.**", "resources"],
  ["P.terminationGracePeriodSeconds", "lifecycle"],
  ["P.activeDeadlineSeconds", "lifecycle"],
  ["P.os.**", "lifecycle"],
  ["P.readinessGates.**", "probe"],
  ...[
    "affinity",
    "tolerations",
    "topologySpreadConstraints",
    "nodeSelector",
    "nodeName",
    "schedulingGates",
    "schedulingGroup",
    "priority",
    "priorityClassName",
    "preemptionPolicy",
    "runtimeClassName",
    "evictionResponders",
  ].map((field) => [`P.${field}.**`, "scheduling"] as const),
  ...["dnsConfig", "dnsPolicy", "hostAliases", "hostname", "hostnameOverride", "subdomain"].map(
    (field) => [`P.${field}.**`, "network"] as const,
  ),
  ["spec.template", "workload"],
  ["T.labels.**", "workload"],
  ["T.annotations.**", "workload"],
  ["T.metadata.**", "workload"],
  ...[
    "securityContext",
    "hostNetwork",
    "hostPID",
    "HostPID",
    "hostIPC",
    "HostIPC",
    "hostUsers",
    "shareProcessNamespace",
    "serviceAccountName",
    "imagePullSecrets",
  ].map((field) => [`P.${field}.**`, "security"] as const),
  ["spec.volumeClaimTemplates.**", "volume"],
  ["spec.persistentVolumeClaimRetentionPolicy.**", "volume"],
  ["spec.selector.**", "workload"],
  ...[
    "parallelism",
    "completions",
    "completionMode",
    "backoffLimit",
    "backoffLimitPerIndex",
    "maxFailedIndexes",
    "activeDeadlineSeconds",
    "ttlSecondsAfterFinished",
    "managedBy",
    "manualSelector",
    "podFailurePolicy",
    "podReplacementPolicy",
    "successPolicy",
    "selector",
    "scheduling",
  ].map((field) => [`J.${field}.**`, "job"] as const),
  ...[
    "schedule",
    "timeZone",
    "concurrencyPolicy",
    "startingDeadlineSeconds",
    "successfulJobsHistoryLimit",
    "failedJobsHistoryLimit",
    "jobTemplate",
  ].map((field) => [`spec.${field}.**`, "job"] as const),
];

/** Parts of the pod spec of which only the types are checked, not the values. `check` names them in its summary; there are none. */
export const shapesOnly: readonly string[] = [];
