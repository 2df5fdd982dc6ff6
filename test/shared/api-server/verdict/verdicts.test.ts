import { expect, it } from "vitest";
import { reviewObject } from "../../../../shared/api-server/admission/review.ts";
import type { PodCarrierKind } from "../../../../shared/api-server/types/kinds.ts";
import { isTime } from "../../../../shared/api-server/types/times.ts";
import { formatPath } from "../../../../shared/basics/path.ts";
import type { KubernetesVersion } from "../../../../shared/kubernetes/versions.ts";

// Objects that generators do not make, as Kubernetes' own code of the version judges them.

const appArmor = "container.apparmor.security.beta.kubernetes.io/app";
const seccomp = "seccomp.security.alpha.kubernetes.io/pod";
const mirror = "kubernetes.io/config.mirror";
const labels = { app: "web" };
const containers = [{ name: "app", image: "nginx" }];
const longPrefix = `${"x".repeat(254)}/x`;

function template(spec: object, annotations?: object): object {
  return { metadata: { labels, annotations }, spec: { containers, ...spec } };
}

function workload(spec: object, annotations?: object): object {
  const inner = { serviceName: "a", selector: { matchLabels: labels }, template: template(spec, annotations) };
  return { metadata: { name: "web" }, spec: inner };
}

const openPattern = { rules: [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }] };
const job = { template: template({ restartPolicy: "Never" }), podFailurePolicy: openPattern };
const cronJob = { metadata: { name: "a" }, spec: { schedule: "0 0 * * *", jobTemplate: { spec: job } } };
const matches = "apparmor profile in annotation and field must match";
const byAnotherProfile = workload(
  { securityContext: { appArmorProfile: { type: "Localhost", localhostProfile: "b" } } },
  { [appArmor]: "localhost/a" },
);
const byAnotherSeccomp = workload(
  { securityContext: { seccompProfile: { type: "Unconfined" } } },
  { [seccomp]: "runtime/default" },
);
const ownUsers = (spec: object) => workload({ hostUsers: false, ...spec });
const device = { name: "v", devicePath: "/dev/x" };
const block = {
  containers: [{ name: "app", image: "nginx", volumeDevices: [device] }],
  volumes: [{ name: "v", persistentVolumeClaim: { claimName: "c" } }],
};

const delegations = ["scheduling.k8s.io/workload-name", "scheduling.k8s.io/group-template-name"] as const;
const jobTemplate = { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "nginx" }] } };
const podOf = (resources: object, spec: object = {}) => ({
  metadata: { name: "a" },
  spec: { containers: [{ name: "app", image: "nginx", resources }], ...spec },
});
const at = "spec.securityContext.seccompProfile";
const form = "must be a digest-pinned reference in canonical form (<registry>/<repository>@<algorithm>:<digest>)";
const digest = `@sha256:${"a".repeat(64)}`;
const seccompOf138 = (
  [
    [
      { type: "OCI", oci: { ref: `r.io/a${digest}` } },
      [`${at}.type NotSupported supported values: "Localhost", "RuntimeDefault", "Unconfined"`],
    ],
    [
      { type: "RuntimeDefault", oci: { ref: `r.io/a${digest}` } },
      [`${at}.oci Invalid may only be specified when \`type\` is "OCI"`],
    ],
    [
      { type: "RuntimeDefault", oci: { ref: "a", baseProfile: { type: "X", localhostProfile: "../b" } } },
      [
        `${at}.oci Invalid may only be specified when \`type\` is "OCI"`,
        `${at}.oci.ref Invalid ${form}: repository name must be canonical`,
        `${at}.oci.baseProfile.localhostProfile Invalid may only be specified when \`type\` is "Localhost"`,
        `${at}.oci.baseProfile.type NotSupported supported values: "Localhost", "RuntimeDefault"`,
        `${at}.oci.baseProfile.localhostProfile Invalid must not contain '..'`,
      ],
    ],
    [
      { type: "Unconfined", oci: { ref: `r.io/a:v1${digest}` } },
      [
        `${at}.oci Invalid may only be specified when \`type\` is "OCI"`,
        `${at}.oci.ref Invalid must not contain a tag`,
      ],
    ],
  ] as const
).map(([seccompProfile, errors]): [string, PodCarrierKind, object, KubernetesVersion, readonly string[]] => [
  `the seccomp profile ${JSON.stringify(seccompProfile)}`,
  "Pod",
  podOf({}, { securityContext: { seccompProfile } }),
  "1.38",
  errors,
]);

it.each<[what: string, PodCarrierKind, object: object, KubernetesVersion, errors: readonly string[]]>([
  [
    "a template with two profiles",
    "ReplicaSet",
    byAnotherProfile,
    "1.37",
    [`spec.template.spec.containers[0].securityContext.appArmorProfile.localhostProfile Forbidden ${matches}`],
  ],
  ["a template with two profiles, before the field was", "ReplicaSet", byAnotherProfile, "1.29", []],
  [
    "a template with two seccomp profiles",
    "StatefulSet",
    byAnotherSeccomp,
    "1.34",
    [
      "spec.template.spec.securityContext.seccompProfile.type Forbidden seccomp type in annotation and field must match",
    ],
  ],
  ["the same, when nobody looked at the pods of a StatefulSet", "StatefulSet", byAnotherSeccomp, "1.33", []],
  [
    "but at their annotations",
    "StatefulSet",
    workload({}, { [mirror]: "x" }),
    "1.33",
    [`spec.template.annotations[${mirror}] Invalid must set spec.nodeName if mirror pod annotation is set`],
  ],
  [
    "the node's network with users of its own",
    "Deployment",
    ownUsers({ hostNetwork: true }),
    "1.35",
    ["spec.template.spec.hostNetwork Forbidden when `hostUsers` is false"],
  ],
  [
    "in the words of older servers",
    "Deployment",
    ownUsers({ hostPID: true }),
    "1.33",
    ["spec.template.spec.HostPID Forbidden when `pod.Spec.HostUsers` is false"],
  ],
  [
    "devices with users of its own",
    "Deployment",
    ownUsers(block),
    "1.34",
    ["spec.template.spec.containers[0].volumeDevices Forbidden when `hostUsers` is false"],
  ],
  ["which older servers took", "Deployment", ownUsers(block), "1.33", []],
  ["a condition without a status in a CronJob", "CronJob", cronJob, "1.34", []],
  [
    "which had no default",
    "CronJob",
    cronJob,
    "1.33",
    [
      'spec.jobTemplate.spec.podFailurePolicy.rules[0].onPodConditions[0].status Required valid values: ["False" "True" "Unknown"]',
    ],
  ],
  ["but in a Job", "Job", { metadata: { name: "a" }, spec: job }, "1.33", []],
  [
    "a long prefix",
    "Pod",
    { metadata: { name: "a", finalizers: [longPrefix] }, spec: { containers } },
    "1.35",
    ["metadata.finalizers Invalid prefix part must be no more than 253 bytes"],
  ],
  [
    "in letters",
    "Pod",
    { metadata: { name: "a", finalizers: [longPrefix] }, spec: { containers } },
    "1.34",
    ["metadata.finalizers Invalid prefix part must be no more than 253 characters"],
  ],
  [
    "a manager in the words of 1.31",
    "CronJob",
    {
      metadata: { name: "a" },
      spec: { ...cronJob.spec, jobTemplate: { spec: { template: job.template, managedBy: `a.b/${"c".repeat(60)}` } } },
    },
    "1.31",
    ["spec.jobTemplate.spec.managedBy TooLong may not be longer than 63"],
  ],
  ...seccompOf138,
  ["a count beyond 64 bits", "Pod", podOf({ limits: { "a.b/c": "99999999999999999999" } }), "1.38", []],
  [
    "the same, before it was exact",
    "Pod",
    podOf({ limits: { "a.b/c": "99999999999999999999" } }),
    "1.37",
    ["limits", "requests"].map((list) => `spec.containers[0].resources.${list}[a.b/c] Invalid must be an integer`),
  ],
  [
    "huge pages beyond 64 bits",
    "Pod",
    podOf({ limits: { cpu: "1", "hugepages-2Mi": "1e30" } }),
    "1.38",
    ["limits", "requests"].map(
      (list) =>
        `spec.containers[0].resources.${list}[hugepages-2Mi] Invalid 1e30 is not positive integer multiple of hugepages-2Mi`,
    ),
  ],
  [
    "one of two annotations of a Job",
    "Job",
    { metadata: { name: "a", annotations: { [delegations[0]]: "w" } }, spec: { template: jobTemplate } },
    "1.38",
    [
      `metadata.annotations[${delegations[1]}] Required must be set to a non-empty value when ${delegations.join(" or ")} is set`,
    ],
  ],
  [
    "the same, before anybody looked",
    "Job",
    { metadata: { name: "a", annotations: { [delegations[0]]: "w" } }, spec: { template: jobTemplate } },
    "1.37",
    [],
  ],
  [
    "failed indexes without a limit for each",
    "Job",
    {
      metadata: { name: "a" },
      spec: { template: jobTemplate, completionMode: "Indexed", completions: 2, maxFailedIndexes: 1 },
    },
    "1.38",
    ["spec.backoffLimitPerIndex Required must be set when maxFailedIndexes is set"],
  ],
  [
    "a time zone of Debian",
    "CronJob",
    { metadata: { name: "a" }, spec: { ...cronJob.spec, timeZone: "posix/UTC" } },
    "1.37",
    [],
  ],
])("%s: %s", (_what, kind, object, kubernetes, errors) => {
  const review = reviewObject(kind, object, { kubernetes, featureGates: {} });
  expect(review.wrongTypes).toEqual([]);
  expect(review.errors.map(({ path, errorType, detail }) => `${formatPath(path)} ${errorType} ${detail}`)).toEqual(
    errors,
  );
});

it.each([
  ["2026-02-28T23:59:59Z", true],
  ["2024-02-29T00:00:00.123456789012Z", true],
  ["2026-01-01T5:00:00,5+24:60", true],
  ["0000-01-01T00:00:00-07:00", true],
  ["2026-02-29T00:00:00Z", false],
  ["2026-13-01T00:00:00Z", false],
  ["2026-00-01T00:00:00Z", false],
  ["2026-04-31T00:00:00Z", false],
  ["2026-01-01T24:00:00Z", false],
  ["2026-01-01T00:60:00Z", false],
  ["2026-01-01T00:00:60Z", false],
  ["2026-01-01T00:00:00+25:00", false],
  ["2026-01-01", false],
  ["", false],
])("%j is a time: %j", (text, isOne) => {
  expect(isTime(text)).toBe(isOne);
});
