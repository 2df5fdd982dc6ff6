import { describe, expect, it } from "vitest";
import { compareFiles } from "../../../server/diff/compare.ts";
import type { DiffFile } from "../../../server/diff/model.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { settingsOf } from "../rules/check-rules.ts";

// Which pods a change restarts, whatever becomes of new ones.

const settings = await settingsOf("");

function file(text: string): DiffFile {
  return { path: "a.yaml", key: "a.yaml", text, manifest: parseManifest(text), settings, beside: [] };
}

function replacesOf(base: string, head: string): readonly (string | undefined)[] {
  const { changes } = compareFiles([file(base)], [file(head)], { horizonMs: 600_000, runs: 5 });
  return changes.map(({ replaces }) => replaces);
}

function workload(kind: string, spec: string): string {
  return `apiVersion: apps/v1
kind: ${kind}
metadata: {name: web, labels: {team: blue}}
spec:
  selector: {matchLabels: {app: web}}
  ${spec}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: app, image: "registry.example/web:1"}]
`;
}

const deployment = workload("Deployment", "replicas: 3");
const set = workload("StatefulSet", "serviceName: web");
const pod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  activeDeadlineSeconds: 900
  initContainers: [{name: setup, image: "registry.example/setup:1"}]
  containers:
  - {name: app, image: "registry.example/web:1"}
  - {name: side, image: "registry.example/side:1"}
`;

const autoscaler = `---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 3, maxReplicas: 9}
`;

const image = ["web:1", "web:2"] as const;
const newImage = "spec.template.spec.containers[0].image changes";

/** How long it takes is what `forecast` says: here only that it is said. */
function withoutTimes(text: string | undefined): string | undefined {
  return text?.replace(/: (?:\d|<)[^()]* available /, ": … ");
}

interface Case {
  readonly of: string;
  readonly base: string;
  readonly edit: readonly [from: string, to: string];
  /** Undefined: the comparison has nothing to say. */
  readonly replaces: string | undefined;
}

const cases: readonly Case[] = [
  { of: "a new image", base: deployment, edit: image, replaces: `replaces all pods: … (${newImage})` },
  {
    of: "an annotation of the template",
    base: deployment,
    edit: ["{labels: {app: web}}", "{labels: {app: web}, annotations: {checksum: b}}"],
    replaces: "replaces all pods: … (spec.template.metadata.annotations changes)",
  },
  { of: "a label of the object", base: deployment, edit: ["team: blue", "team: red"], replaces: undefined },
  {
    of: "what the server fills in anyway",
    base: deployment,
    edit: ["containers:", "restartPolicy: Always\n      dnsPolicy: ClusterFirst\n      containers:"],
    replaces: undefined,
  },
  {
    of: "a rollout that is paused",
    base: workload("Deployment", "paused: true"),
    edit: image,
    replaces: `paused: a change of the template replaces no pods (${newImage})`,
  },
  { of: "no pods", base: workload("Deployment", "replicas: 0"), edit: image, replaces: undefined },
  { of: "a StatefulSet", base: set, edit: image, replaces: `replaces all pods: … (${newImage})` },
  {
    of: "a partition",
    base: workload("StatefulSet", "replicas: 3\n  updateStrategy: {rollingUpdate: {partition: 2}}"),
    edit: image,
    replaces: `replaces all pods but the first 2: … (${newImage})`,
  },
  {
    of: "OnDelete",
    base: workload("DaemonSet", "updateStrategy: {type: OnDelete}"),
    edit: image,
    replaces: `OnDelete: only pods that you delete are replaced (${newImage})`,
  },
  {
    of: "replicas that are left to an autoscaler",
    base: `${deployment}${autoscaler}`,
    edit: ["replicas: 3", ""],
    replaces:
      "kubectl apply scales to 1 pod, until the autoscaler scales it up again (spec.replicas goes, and its default is 1)",
  },
  {
    of: "replicas that were in a dump",
    base: deployment.replace("labels: {team", "uid: 1-2-3, labels: {team"),
    edit: ["replicas: 3", ""],
    replaces: undefined,
  },
  {
    of: "a ReplicaSet",
    base: workload("ReplicaSet", ""),
    edit: image,
    replaces: `only new pods have it (${newImage})`,
  },
  {
    of: "an image of a Pod",
    base: pod,
    edit: ["side:1", "side:2"],
    replaces: "restarts each container whose image changes (spec.containers[1].image changes)",
  },
  { of: "an init container of a Pod", base: pod, edit: ["setup:1", "setup:2"], replaces: undefined },
  { of: "an update that is refused", base: deployment, edit: ["{app: web}", "{app: shop}"], replaces: undefined },
];

describe("a change replaces pods", () => {
  it.each(cases)("by $of", ({ base, edit: [from, to], replaces }) => {
    const head = base.replaceAll(from, to);
    expect(head).not.toBe(base);
    expect(replacesOf(base, head).flatMap((each) => withoutTimes(each) ?? [])).toEqual(
      replaces === undefined ? [] : [replaces],
    );
  });

  it("in the time of its rollout, unless a row says how that changes", () => {
    const slow = set.replace('web:1"}]', 'web:1", readinessProbe: {tcpSocket: {port: 80}}}]');
    expect(replacesOf(slow, slow.replace(...image))).toEqual([
      expect.stringMatching(/^replaces all pods: \d+–\d+s, for a while none of 1 available \(/),
    ]);
    expect(replacesOf(deployment, deployment.replace("replicas: 3", "replicas: 9").replace(...image))).toEqual([
      `replaces all pods (${newImage})`,
    ]);
  });

  it("of the size that it has, and not of one that is new", () => {
    expect(replacesOf("", deployment)).toEqual([undefined]);
    expect(replacesOf(deployment, deployment)).toEqual([]);
  });
});
