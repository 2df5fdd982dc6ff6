// Whole values of fields, as people write them into metadata, pods and the specs of workloads: some right, some wrong, some that
// only go, or do not go, with what stands beside them.

type Pieces = Readonly<Record<string, readonly unknown[]>>;

const long = "x".repeat(64);

export const metadataPieces: Pieces = {
  name: ["a", "A", "", "a_b", "a.b", "x".repeat(53), long, "x".repeat(254), 1, null, "a/b", "..", "%"],
  generateName: ["a-", "A-", "", "x".repeat(58), "x".repeat(260), "a_", "-", "a."],
  namespace: ["ns", "A", "", "a.b", null, long],
  labels: [
    {},
    { a: "b" },
    { "a b": "c" },
    { a: "b c" },
    { a: null },
    null,
    { "x/y": long },
    { "": "a" },
    { a: "-b" },
    [],
  ],
  annotations: [
    { "A B": "x" },
    { a: 1 },
    { a: null },
    { "container.apparmor.security.beta.kubernetes.io/app": "x" },
    { "container.apparmor.security.beta.kubernetes.io/nope": "runtime/default" },
    { "a/b": "x".repeat(270_000) },
    { "controller.kubernetes.io/pod-deletion-cost": "+5" },
    { "seccomp.security.alpha.kubernetes.io/pod": "runtime/default" },
    { "kubernetes.io/config.mirror": "x" },
    { "controller.kubernetes.io/pod-deletion-cost": "99999999999" },
  ],
  finalizers: [
    [`${"x".repeat(254)}/a`],
    ["a/b"],
    ["a"],
    ["orphan", "foregroundDeletion"],
    [""],
    "x",
    ["A B/c"],
    ["a/b/c"],
    ["kubernetes"],
  ],
  ownerReferences: [
    [{ apiVersion: "v1", kind: "Node", name: "n", uid: "u" }],
    [{ apiVersion: "v1", kind: "Event", name: "n", uid: "u" }],
    [{ apiVersion: "a/b/c", kind: "K", name: "n", uid: "u" }],
    [{ apiVersion: "a/", kind: "K", name: "", uid: "" }],
    [{}],
    [
      { apiVersion: "v1", kind: "A", name: "n", uid: "u", controller: true },
      { apiVersion: "v1", kind: "B", name: "m", uid: "v", controller: true },
    ],
  ],
  managedFields: [
    [{ manager: "kubectl", operation: "Apply", fieldsType: "FieldsV1", fieldsV1: {} }],
    [{ operation: "x" }],
    [{ manager: "x".repeat(129), operation: "Update" }],
    [{ manager: "a\nb", operation: "Update" }],
    [{ operation: "Update", fieldsType: "X" }],
    [{ operation: "Update", subresource: "x".repeat(257) }],
    [{ operation: "Update", time: "soon" }],
  ],
  creationTimestamp: [null, "2026-01-01T00:00:00Z", "2026-01-01", "2026-02-29T00:00:00Z", "2026-01-01T5:00:00Z", ""],
  deletionGracePeriodSeconds: [0, -1],
  generation: [-1, "1"],
  uid: ["u", "", null],
};

export const podPieces: Pieces = {
  os: [{ name: "linux" }, { name: "windows" }, { name: "Linux" }, {}],
  hostUsers: [true, false, null],
  hostPID: [true],
  hostnameOverride: ["h", "a.b", "H", "", "x".repeat(65)],
  setHostnameAsFQDN: [true],
  activeDeadlineSeconds: [1, 0, -1, 2 ** 31],
  dnsConfig: [
    { nameservers: ["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4"] },
    { searches: Array.from({ length: 33 }, (_, index) => `s${index}`) },
    { searches: [".", "A", "_a", "a.b."] },
    { options: [{ value: "x" }] },
  ],
  securityContext: [
    {
      sysctls: [
        { name: "kernel/shm_rmid_forced", value: "0" },
        { name: "kernel.shm_rmid_forced", value: "1" },
      ],
    },
    { sysctls: [{ name: "net.ipv4.conf.eno2/100.x", value: "1" }] },
    { supplementalGroupsPolicy: "Strict", supplementalGroups: [1, 1] },
    { seLinuxChangePolicy: "Recursive" },
    { windowsOptions: { hostProcess: true } },
    { windowsOptions: { runAsUserName: "a\\b\\c" } },
    { appArmorProfile: { type: "Localhost", localhostProfile: " " } },
    { seccompProfile: { type: "Unconfined", localhostProfile: "a" } },
    { seccompProfile: { type: "Unconfined" } },
    { appArmorProfile: { type: "Localhost", localhostProfile: "x".repeat(4096) } },
  ],
  resources: [
    { requests: { cpu: "1", "hugepages-2Mi": "3Mi" }, limits: { cpu: "500m", "hugepages-2Mi": "2Mi" } },
    { limits: { "nvidia.com/gpu": "1", memory: "99999999999999999999" } },
    { claims: [{ name: "gpu" }] },
    { requests: { memory: "1e400" } },
  ],
  resourceClaims: [
    [{ name: "gpu", resourceClaimName: "c" }],
    [{ name: "gpu", resourceClaimName: "c", resourceClaimTemplateName: "t" }],
    [{ name: "gpu" }, { name: "gpu" }],
  ],
  schedulingGates: [[{ name: "a" }, { name: "a" }], [{ name: "A B" }], [{}]],
  readinessGates: [[{ conditionType: "Ready" }, { conditionType: "Ready" }], [{ conditionType: "x y" }], [{}]],
  ephemeralContainers: [[{ name: "app", image: "x", targetContainerName: "nope" }], []],
  volumes: [
    [{ name: "v", image: {} }],
    [{ name: "v", emptyDir: null }],
    [{ name: "v", emptyDir: {}, hostPath: { path: "/a/../b" } }],
    [
      {
        name: "v",
        projected: { sources: [{ podCertificate: { signerName: "a.com/b", keyType: "x", keyPath: "k" } }] },
      },
    ],
    [{ name: "v", projected: { sources: [{ clusterTrustBundle: { path: "ca", signerName: "x" } }, null] } }],
    [{ name: "v", projected: { sources: [{ serviceAccountToken: { path: "../t", expirationSeconds: 4294967297 } }] } }],
    [
      {
        name: "v",
        ephemeral: { volumeClaimTemplate: { metadata: { name: "x" }, spec: { accessModes: "ReadWriteOnce" } } },
      },
    ],
    [{ name: "v", ephemeral: { volumeClaimTemplate: { spec: { resources: { requests: { storage: "1m" } } } } } }],
    [{ name: "v", quobyte: { registry: "a:1,b", volume: "v" } }],
    [{ name: "v", iscsi: { targetPortal: "1.2.3.4:3260", iqn: "naa.abc", lun: 256 } }],
  ],
  topologySpreadConstraints: [
    [{ maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "ScheduleAnyway", minDomains: 1 }],
    [{ maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule", matchLabelKeys: ["app"] }],
  ],
};

export const containerPieces: Pieces = {
  lifecycle: [
    { stopSignal: "SIGUSR1" },
    { stopSignal: "TERM" },
    { preStop: { sleep: { seconds: 31 } } },
    { preStop: { exec: { command: ["a"] }, sleep: { seconds: 1 } } },
    { postStart: {} },
  ],
  resizePolicy: [[{ resourceName: "memory", restartPolicy: "RestartContainer" }], [{ resourceName: "cpu" }], [{}]],
  restartPolicy: ["Always", "Never", "always", ""],
  restartPolicyRules: [
    [{ action: "Restart", exitCodes: { operator: "In", values: [1, 1] } }],
    [{ action: "RestartAllContainers", exitCodes: { operator: "NotIn", values: [] } }],
    Array.from({ length: 21 }, () => ({ action: "Restart", exitCodes: { operator: "In", values: [1] } })),
    [{ action: "Restart", exitCodes: { operator: "In", values: [-1, 300] } }],
    [{}],
  ],
  livenessProbe: [
    { grpc: { port: 9090, service: null }, successThreshold: 2 },
    { grpc: { port: "grpc" } },
    { httpGet: { port: 80, httpHeaders: [{ name: "Host", value: "x" }, { name: "host" }] }, timeoutSeconds: 0 },
    { tcpSocket: { port: 65536 }, terminationGracePeriodSeconds: 0 },
  ],
  env: [
    [{ name: "F", valueFrom: { fileKeyRef: { path: "../x", volumeName: "v", key: "A" } } }],
    [{ name: "R", valueFrom: { resourceFieldRef: { resource: "limits.hugepages-", divisor: "1k" } } }],
    [{ name: "A=B" }, { name: "ä", value: 1 }],
  ],
  ports: [[{ containerPort: 80, hostIP: "01.2.3.4", hostPort: 81 }], [{ name: "a--b", containerPort: 1 }], [null]],
  resources: [
    { limits: { "example.com/foo": "9999999999999999999" } },
    { limits: { cpu: "500m\n" } },
    { requests: { "hugepages-3": "1e3" }, limits: { "hugepages-3": "1000" } },
    { claims: [{ name: "gpu", request: "r" }, { name: "gpu" }] },
  ],
};

const selectors = [{}, { matchLabels: { "a b": "c" } }, { matchLabels: { app: "x y" } }, { app: "web" }, null];
const percents = [0, 1, "0%", "100%", "101%", "x", -1, "-5%", null];

/** Of the own spec of a kind; those of Job are for CronJob's Jobs, too. */
export const ownPieces: Readonly<Record<string, Pieces>> = {
  Deployment: {
    selector: selectors,
    strategy: [
      { type: "Recreate", rollingUpdate: null },
      { type: "Recreate", rollingUpdate: {} },
      { type: "OnDelete" },
      {},
    ],
    progressDeadlineSeconds: [0, 600, -1],
  },
  StatefulSet: {
    selector: selectors,
    updateStrategy: [{ type: "OnDelete", rollingUpdate: {} }, { rollingUpdate: { partition: -1 } }, { type: "" }],
    ordinals: [{ start: -1 }],
    persistentVolumeClaimRetentionPolicy: [{ whenDeleted: "Delete" }, { whenScaled: "x" }, null],
    volumeClaimTemplates: [[{ kind: "x", metadata: { name: "v" }, spec: { accessModes: ["x"] } }], [null]],
    serviceName: ["", "S", "a.b"],
  },
  DaemonSet: {
    selector: selectors,
    updateStrategy: percents.map((maxSurge) => ({
      type: "RollingUpdate",
      rollingUpdate: { maxSurge, maxUnavailable: 0 },
    })),
  },
  ReplicaSet: { selector: selectors },
  ReplicationController: { selector: [{}, { app: "web" }, { matchLabels: { app: "web" } }, null] },
  Job: {
    completionMode: ["Indexed", "NonIndexed", "indexed", ""],
    completions: [0, 5, -1, null],
    parallelism: [0, 100_001, null],
    backoffLimitPerIndex: [0, 1, -1],
    maxFailedIndexes: [1, 100_001],
    managedBy: ["a/b", "x", "", "A/b", `${long}/y`],
    podReplacementPolicy: ["Failed", "x"],
    podFailurePolicy: [
      { rules: [{ action: "FailIndex", onExitCodes: { operator: "In", values: [0, 1] } }] },
      { rules: [{ action: "Ignore", onPodConditions: [{ type: "a b", status: "x" }] }] },
      { rules: [{ action: "FailJob" }] },
      {},
    ],
    successPolicy: [
      { rules: [{ succeededIndexes: "0-2,2" }] },
      { rules: [{ succeededIndexes: "1,0", succeededCount: 5 }] },
      { rules: [] },
    ],
    selector: selectors,
  },
  CronJob: {
    schedule: [
      "@every 1h",
      "60 * * * *",
      "TZ=UTC * * * * *",
      "*/0 * * * *",
      "0 0 * * 7",
      " 0 0 * * *",
      "5/15 * * * *",
      "1,2,,3 * * * *",
    ],
    timeZone: ["UTC", "Local", "local", "../UTC", "a..b", "europe/rome", "-x", "Etc/GMT+5", "UTC ", "posix/UTC"],
    concurrencyPolicy: ["Forbid", "allow", ""],
    startingDeadlineSeconds: [-1, 0],
  },
};
