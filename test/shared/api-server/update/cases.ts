/** A change of one object: the fields by path, from its root, that the new text has instead. `null` takes a field away. */
export interface UpdateCase {
  readonly what: string;
  readonly before: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx:1.27" }] } };
const jobTemplate = { spec: { restartPolicy: "Never", containers: [{ name: "work", image: "busybox:1.36" }] } };

/** The texts before, by name. */
export const written: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // A name server listens twice on one number.
  dns: {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "dns" },
    spec: {
      securityContext: { seLinuxOptions: { type: "" } },
      containers: [
        {
          name: "dns",
          image: "coredns",
          ports: [
            { containerPort: 53, protocol: "UDP" },
            { containerPort: 53, protocol: "TCP" },
          ],
        },
      ],
    },
  },
  pod: {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: {
      activeDeadlineSeconds: 100,
      containers: [{ name: "web", image: "nginx:latest", resources: { requests: { cpu: "1" } } }],
      tolerations: [{ key: "a", operator: "Exists" }],
    },
  },
  gated: {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "gated" },
    spec: { schedulingGates: [{ name: "a.b/c" }], containers: [{ name: "web", image: "nginx:1.27" }] },
  },
  deployment: {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web" },
    spec: { selector: { matchLabels: { app: "web" } }, template },
  },
  statefulset: {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "db" },
    spec: {
      serviceName: "db",
      selector: { matchLabels: { app: "web" } },
      template,
      volumeClaimTemplates: [
        {
          metadata: { name: "data" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
    },
  },
  daemonset: {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "agent" },
    spec: { selector: { matchLabels: { app: "web" } }, template },
  },
  job: { apiVersion: "batch/v1", kind: "Job", metadata: { name: "once" }, spec: { template: jobTemplate } },
  suspended: {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "later" },
    spec: { suspend: true, template: jobTemplate },
  },
  indexed: {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "shards" },
    spec: { completionMode: "Indexed", completions: 3, parallelism: 3, template: jobTemplate },
  },
  cronjob: {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: "nightly" },
    spec: { schedule: "0 3 * * *", jobTemplate: { spec: { template: jobTemplate } } },
  },
  claim: {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "10Gi" } } },
  },
};

const image = "spec.template.spec.containers.0.image";

export const updateCases: readonly UpdateCase[] = [
  { what: "another image", before: "pod", changes: { "spec.containers.0.image": "nginx:1.28" } },
  { what: "a shorter deadline", before: "pod", changes: { "spec.activeDeadlineSeconds": 50 } },
  { what: "a longer deadline", before: "pod", changes: { "spec.activeDeadlineSeconds": 200 } },
  { what: "no deadline", before: "pod", changes: { "spec.activeDeadlineSeconds": null } },
  { what: "one more toleration", before: "pod", changes: { "spec.tolerations.1": { key: "b", operator: "Exists" } } },
  { what: "another toleration", before: "pod", changes: { "spec.tolerations.0.key": "b" } },
  { what: "other resources", before: "pod", changes: { "spec.containers.0.resources.requests.cpu": "2" } },
  { what: "the same resources", before: "pod", changes: { "spec.containers.0.resources.requests.cpu": "1000m" } },
  { what: "a default written down", before: "pod", changes: { "spec.dnsPolicy": "ClusterFirst" } },
  { what: "one more container", before: "pod", changes: { "spec.containers.1": { name: "side", image: "busybox" } } },
  { what: "a probe", before: "pod", changes: { "spec.containers.0.livenessProbe": { tcpSocket: { port: 80 } } } },
  {
    what: "only the port of UDP",
    before: "dns",
    changes: { "spec.containers.0.ports": [{ containerPort: 53, protocol: "UDP" }] },
  },
  { what: "a name for a port", before: "dns", changes: { "spec.containers.0.ports.1.name": "dns-tcp" } },
  { what: "no protocol for one of two", before: "dns", changes: { "spec.containers.0.ports.0.protocol": "" } },
  { what: "one protocol twice", before: "dns", changes: { "spec.containers.0.ports.1.protocol": "UDP" } },
  {
    what: "the other order",
    before: "dns",
    changes: {
      "spec.containers.0.ports": [
        { containerPort: 53, protocol: "TCP" },
        { containerPort: 53, protocol: "UDP" },
      ],
    },
  },
  {
    what: "a third protocol",
    before: "dns",
    changes: { "spec.containers.0.ports.2": { containerPort: 53, protocol: "SCTP" } },
  },
  { what: "another port", before: "dns", changes: { "spec.containers.0.ports.1.containerPort": 54 } },
  {
    what: "no type of SELinux in place of an empty one",
    before: "dns",
    changes: { "spec.securityContext.seLinuxOptions": {} },
  },
  { what: "a node for a pod that waits", before: "gated", changes: { "spec.nodeSelector": { disk: "ssd" } } },
  { what: "another gate", before: "gated", changes: { "spec.schedulingGates.0.name": "d.e/f" } },
  { what: "a new template", before: "deployment", changes: { [image]: "nginx:1.28" } },
  {
    what: "a new selector",
    before: "deployment",
    changes: { "spec.selector.matchLabels.tier": "front", "spec.template.metadata.labels.tier": "front" },
  },
  { what: "Recreate", before: "deployment", changes: { "spec.strategy": { type: "Recreate" } } },
  { what: "a new template", before: "statefulset", changes: { [image]: "nginx:1.28" } },
  { what: "another Service", before: "statefulset", changes: { "spec.serviceName": "other" } },
  { what: "Parallel", before: "statefulset", changes: { "spec.podManagementPolicy": "Parallel" } },
  { what: "the default policy", before: "statefulset", changes: { "spec.podManagementPolicy": "OrderedReady" } },
  { what: "a shorter history", before: "statefulset", changes: { "spec.revisionHistoryLimit": 2 } },
  {
    what: "a larger claim",
    before: "statefulset",
    changes: { "spec.volumeClaimTemplates.0.spec.resources.requests.storage": "2Gi" },
  },
  { what: "OnDelete", before: "statefulset", changes: { "spec.updateStrategy": { type: "OnDelete" } } },
  { what: "OnDelete", before: "daemonset", changes: { "spec.updateStrategy": { type: "OnDelete" } } },
  {
    what: "a new selector",
    before: "daemonset",
    changes: { "spec.selector.matchLabels.tier": "x", "spec.template.metadata.labels.tier": "x" },
  },
  { what: "a new template", before: "job", changes: { [image]: "busybox:1.37" } },
  {
    what: "a default of the template",
    before: "job",
    changes: { "spec.template.spec.schedulerName": "default-scheduler" },
  },
  { what: "more at once", before: "job", changes: { "spec.parallelism": 3 } },
  { what: "more completions", before: "job", changes: { "spec.completions": 3 } },
  { what: "more tries", before: "job", changes: { "spec.backoffLimit": 10 } },
  { what: "suspended", before: "job", changes: { "spec.suspend": true } },
  { what: "Indexed", before: "job", changes: { "spec.completionMode": "Indexed" } },
  {
    what: "a failure policy",
    before: "job",
    changes: {
      "spec.podFailurePolicy": { rules: [{ action: "FailJob", onExitCodes: { operator: "In", values: [42] } }] },
    },
  },
  { what: "another manager", before: "job", changes: { "spec.managedBy": "example.com/manager" } },
  { what: "another node", before: "suspended", changes: { "spec.template.spec.nodeSelector": { disk: "ssd" } } },
  {
    what: "other resources",
    before: "suspended",
    changes: { "spec.template.spec.containers.0.resources": { requests: { cpu: "2" } } },
  },
  { what: "a new template", before: "suspended", changes: { [image]: "busybox:1.37" } },
  { what: "more shards", before: "indexed", changes: { "spec.completions": 5, "spec.parallelism": 5 } },
  { what: "more completions only", before: "indexed", changes: { "spec.completions": 5 } },
  {
    what: "a limit for each index",
    before: "indexed",
    changes: { "spec.backoffLimitPerIndex": 1 },
  },
  { what: "a new template", before: "cronjob", changes: { "spec.jobTemplate.spec.backoffLimit": 1 } },
  { what: "a larger volume", before: "claim", changes: { "spec.resources.requests.storage": "20Gi" } },
  { what: "a smaller volume", before: "claim", changes: { "spec.resources.requests.storage": "5Gi" } },
  { what: "another access mode", before: "claim", changes: { "spec.accessModes.0": "ReadWriteMany" } },
  { what: "a class where there was none", before: "claim", changes: { "spec.storageClassName": "fast" } },
];

/** The text after. */
export function changed({ before, changes }: UpdateCase): unknown {
  const value: unknown = structuredClone(written[before]);
  for (const [path, wanted] of Object.entries(changes)) put(value, path.split("."), wanted);
  return value;
}

function put(value: unknown, steps: readonly string[], wanted: unknown): void {
  const [step = "", ...rest] = steps;
  if (typeof value !== "object" || value === null) return;
  if (rest.length > 0) {
    const below: unknown = Reflect.get(value, step) ?? {};
    Reflect.set(value, step, below);
    put(below, rest, wanted);
  } else if (wanted === null) Reflect.deleteProperty(value, step);
  else Reflect.set(value, step, wanted);
}
