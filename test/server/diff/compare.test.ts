import { describe, expect, it } from "vitest";
import { type AnalyzedDocument, type AnalyzedPod, analyzeDocument } from "../../../server/analysis/analysis.ts";
import { workloadOf } from "../../../server/analysis/workloads.ts";
import { workloadJson } from "../../../server/cli/forecast/workload-json.ts";
import { compareFiles } from "../../../server/diff/compare.ts";
import type { Diff, DiffChange, DiffEffect, DiffFile } from "../../../server/diff/model.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { forecastUntil, playedAnswerOf } from "../../../server/rules/rejections/answer.ts";
import { settingsOf } from "../rules/check-rules.ts";
import { deploymentText } from "../written-deployment.ts";

const horizonMs = 30 * 60_000;
const settings = await settingsOf("");

const deployment = deploymentText(`containers:
- name: app
  image: registry.example/web:1
  # cadence: starts in 40s
  livenessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 10, failureThreshold: 9}
- name: side
  image: registry.example/side:1
`);

const rolled = `apiVersion: apps/v1
kind: Deployment
metadata: {name: shop}
spec:
  replicas: 4
  progressDeadlineSeconds: 600
  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec:
      containers:
      - name: app
        image: registry.example/shop:1
        # cadence: starts in 40s
        readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 5}
`;

const surrounded = `${rolled}---
apiVersion: v1
kind: Service
metadata: {name: shop}
spec: {selector: {app: shop}, ports: [{port: 80}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: shop}
spec: {minAvailable: 2, selector: {matchLabels: {app: shop}}}
`;

const nightly = `apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly}
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      backoffLimit: 2
      template:
        spec:
          restartPolicy: Never
          containers: [{name: work, image: "registry.example/work:1"}]
`;

const kubelet = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
crashLoopBackOff: {maxContainerRestartPeriod: 5m}
`;

function file(text: string, key = "web.yaml"): DiffFile {
  return { path: key, key, text, manifest: parseManifest(text), settings, beside: [] };
}

function compare(base: string, head: string): Diff {
  return compareFiles([file(base)], [file(head)], { horizonMs });
}

/** `worse restarts in 30m`, `sooner app: hang to SIGTERM`, `new liveness-kills-start` … */
function told({ rows, added, gone }: DiffChange): readonly string[] {
  return [
    ...rows.map(({ is, container, what }) => `${is} ${container === undefined ? "" : `${container}: `}${what}`),
    ...added.map(({ finding }) => `new ${finding.rule}`),
    ...gone.map(({ finding }) => `gone ${finding.rule}`),
  ];
}

interface Edit {
  readonly name: string;
  readonly base: string;
  readonly edits: readonly (readonly [from: string, to: string])[];
  readonly worst: Diff["worst"];
  readonly told: readonly string[];
}

const edits: readonly Edit[] = [
  {
    name: "a liveness probe that no longer waits for the start",
    base: deployment,
    edits: [["failureThreshold: 9", "failureThreshold: 2"]],
    worst: "worse",
    told: [
      "worse outlook",
      "worse restarts in 30m",
      "worse down in 30m",
      "worse longest wait",
      "worse ready",
      "sooner app: must start within",
      "changed app: hang to SIGTERM",
      "changed app: hang to container exit",
      "changed app: hang to back in service",
      "new liveness-kills-start",
    ],
  },
  {
    name: "one that waits a little longer",
    base: deployment,
    edits: [["failureThreshold: 9", "failureThreshold: 10"]],
    worst: "changed",
    told: [
      "later app: must start within",
      "later app: hang to SIGTERM",
      "later app: hang to container exit",
      "later app: hang to back in service",
    ],
  },
  {
    name: "one that waits longer for answers, too",
    base: deployment,
    edits: [["failureThreshold: 9", "failureThreshold: 10, timeoutSeconds: 3"]],
    worst: "changed",
    told: [
      "later app: must start within",
      "later app: hang to SIGTERM",
      "later app: hang to container exit",
      "later app: hang to back in service",
      "later app: survives answers of",
    ],
  },
  {
    name: "what no kubelet looks at",
    base: deployment,
    edits: [
      ["registry.example/web:1", "registry.example/web:2"],
      ["# cadence", "# Why it takes so long: it reads its data first.\n        # cadence"],
    ],
    worst: "none",
    told: [],
  },
  {
    name: "another container before it: findings stay those of their container",
    base: deployment.replace("failureThreshold: 9", "failureThreshold: 2"),
    edits: [["      - name: app", "      - name: first\n        image: registry.example/first:1\n      - name: app"]],
    worst: "changed",
    told: ["changed first: after a crash"],
  },
  {
    name: "a pod that is rejected",
    base: deployment,
    edits: [["periodSeconds: 10", "periodSeconds: -1"]],
    worst: "refused",
    told: ["worse outlook", "new probe-refused"],
  },
  {
    name: "a rollout that may go without a pod",
    base: rolled,
    edits: [["maxUnavailable: 0", "maxUnavailable: 2"]],
    worst: "worse",
    told: ["sooner rollout", "worse available during the rollout"],
  },
  {
    name: "a rollout of more pods",
    base: rolled,
    edits: [["replicas: 4", "replicas: 6"]],
    worst: "changed",
    told: ["changed pods", "later rollout", "changed available during the rollout"],
  },
  {
    name: "a start that takes longer than the deadline",
    base: rolled,
    edits: [["progressDeadlineSeconds: 600", "progressDeadlineSeconds: 30"]],
    worst: "worse",
    told: ["worse rollout reported as failed", "new slow-start-exceeds-progress-deadline"],
  },
  {
    name: "a rollout that stays where it is",
    base: rolled,
    edits: [["starts in 40s", "fails readiness"]],
    worst: "worse",
    told: [
      "worse outlook",
      "worse ready",
      "changed ready after",
      "worse rollout",
      "worse rollout reported as failed",
      "new probe-never-succeeds",
    ],
  },
  {
    name: "a workload that has no pods any more",
    base: rolled,
    edits: [["replicas: 4", "replicas: 0"]],
    worst: "changed",
    told: ["changed pods"],
  },
  {
    name: "a Service that no longer selects the pods",
    base: surrounded,
    edits: [["selector: {app: shop}, ports", "selector: {app: shopp}, ports"]],
    worst: "changed",
    told: ["changed Services"],
  },
  {
    name: "a budget that allows fewer evictions",
    base: surrounded,
    edits: [["minAvailable: 2", "minAvailable: 3"]],
    worst: "changed",
    told: ["changed budgets"],
  },
  {
    name: "another schedule",
    base: nightly,
    edits: [["0 3", "0 4"]],
    worst: "changed",
    told: ["changed schedule"],
  },
  {
    name: "a CronJob that is suspended",
    base: nightly,
    edits: [["schedule:", "suspend: true\n  schedule:"]],
    worst: "changed",
    told: [],
  },
  {
    name: "a Job that tries once",
    base: nightly,
    edits: [["backoffLimit: 2", "backoffLimit: 0"]],
    worst: "changed",
    told: ["changed if pods fail"],
  },
  {
    name: "a workload that is paused",
    base: rolled,
    edits: [["replicas: 4", "replicas: 4\n  paused: true"]],
    worst: "none",
    told: [],
  },
  {
    name: "a kubelet with a lower maximum",
    base: kubelet,
    edits: [["5m", "30s"]],
    worst: "worse",
    told: [
      "sooner maximum back-off",
      "worse restarts per minute, in a node full of crash loops",
      "worse writes to the API server per minute, in a node full of crash loops",
      "worse events recorded per minute, in a node full of crash loops",
      "new short-back-off-hides-crash-loop",
    ],
  },
];

it("says of the first Ready what the headlines of both sides say", () => {
  const { changes } = compare(rolled, rolled.replace("starts in 40s", "starts in 1m30s"));
  const row = changes.flatMap(({ rows }) => rows).find(({ what }) => what === "ready after");
  const said = (text: string | undefined): string => `Ready after ${text?.replace(/^.*\((.*)\)$/, "$1")}`;
  expect(changes[0]?.base).toContain(said(row?.base?.text));
  expect(changes[0]?.head).toContain(said(row?.head?.text));
});

describe("a comparison tells", () => {
  it.each(edits)("$name", ({ base, edits: replaced, worst, told: expected }) => {
    const head = replaced.reduce((text, [from, to]) => text.replace(from, to), base);
    expect(head).not.toBe(base);
    const diff = compare(base, head);
    expect(diff.changes.flatMap(told)).toEqual(expected);
    expect(diff.worst).toBe(worst);
  });

  it("what is added and what is removed", () => {
    const other = deployment.replace("name: web}\nspec", "name: shop}\nspec");
    const { changes, worst } = compare(deployment, other);
    expect(changes.map(({ name, is }) => ({ name, is }))).toEqual([
      { name: "shop", is: "added" },
      { name: "web", is: "removed" },
    ]);
    expect(worst).toBe("changed");
  });

  it("nothing of an object that moved to another file", () => {
    const moved = compareFiles([file(deployment, "a.yaml")], [file(deployment, "b/c.yaml")], { horizonMs });
    const notes = ["Deployment/web moved from a.yaml to b/c.yaml"];
    expect(moved).toEqual({ changes: [], worst: "none", unchanged: 1, notes });
  });

  it.each<[what: string, base: string, head: string, note: RegExp]>([
    ["a rename", deployment, deployment.replaceAll("web", "shop"), /^$/],
    [
      "a rename that keeps the containers",
      deployment,
      deployment.replace("name: web}\nspec", "name: shop}\nspec"),
      /^Deployment\/web seems to be Deployment\/shop now: for Kubernetes it is a new object/,
    ],
    [
      "another group",
      deployment.replace("apps/v1", "extensions/v1beta1"),
      deployment,
      /^Deployment\/web moves from extensions\/v1beta1 to apps\/v1: compared as the same object$/,
    ],
    [
      "two objects of one name",
      deployment,
      `${deployment}---\n${deployment}`,
      /^web\.yaml has Deployment\/web 2 times: compared in their order$/,
    ],
  ])("%s in a sentence", (_, base, head, note) => {
    expect(compare(base, head).notes.join("\n")).toMatch(note);
  });

  it("no more than a few sentences of a kind", () => {
    const all = (name: string): string =>
      Array.from({ length: 8 }, (_, at) =>
        deployment.replace("name: web}\nspec", `name: ${name}${at}}\nspec`).replace("web:1", `web:${at}`),
      ).join("---\n");
    const { notes } = compare(all("web"), all("shop"));
    expect(notes).toHaveLength(6);
    expect(notes.at(-1)).toBe("and 3 more objects like that");
  });

  it("broken YAML as a finding", () => {
    const { changes, worst } = compare(deployment, deployment.replace("selector: {", "selector: ["));
    expect({ told: changes.flatMap(told), worst }).toEqual({ told: ["new yaml-syntax"], worst: "worse" });
  });
});

/** As `forecast --format json` writes it. */
function rolloutOf(pod: AnalyzedPod, analyzed: readonly AnalyzedDocument[]): unknown {
  const others = analyzed.map(({ document }) => document);
  const workload = workloadOf(pod, others);
  return workload && workloadJson({ path: "", document: 0 }, workload).rollout;
}

const mirrored: Readonly<Record<DiffEffect, DiffEffect>> = {
  sooner: "later",
  later: "sooner",
  better: "worse",
  worse: "better",
  changed: "changed",
};

describe.each(edits)("of $name", ({ base, edits: replaced }) => {
  const head = replaced.reduce((text, [from, to]) => text.replace(from, to), base);

  it("nothing is told of a side beside itself", () => {
    for (const text of [base, head])
      expect(compare(text, text)).toEqual({ changes: [], worst: "none", unchanged: 1, notes: [] });
  });

  it("the sides exchanged, it says the same the other way round", () => {
    const there = compare(base, head).changes.map(({ rows, added, gone, base: before, head: after, is }) => ({
      is,
      before,
      after,
      rows: rows.map((row) => ({ ...row, path: undefined })),
      added: added.map(({ finding }) => finding),
      gone: gone.map(({ finding }) => finding),
    }));
    const back = compare(head, base).changes.map(({ rows, added, gone, base: before, head: after, is }) => ({
      is,
      before: after,
      after: before,
      rows: rows.map((row) => ({ ...row, path: undefined, base: row.head, head: row.base, is: mirrored[row.is] })),
      added: gone.map(({ finding }) => finding),
      gone: added.map(({ finding }) => finding),
    }));
    expect(back).toEqual(there);
  });

  it("each number is that of the side's forecast", () => {
    for (const [text, side] of [[base, "base"] as const, [head, "head"] as const]) {
      const analyzed = parseManifest(text).documents.map(({ document }) => analyzeDocument(document, settings));
      const known = JSON.stringify(
        analyzed.flatMap((each) => [
          ...each.pods.map((pod) => [
            playedAnswerOf(each, pod),
            forecastUntil(pod, { horizonMs })?.containers,
            rolloutOf(pod, analyzed),
          ]),
          ...each.kubelets.map((one) => one.forecast()),
        ]),
      );
      for (const { rows } of compare(base, head).changes)
        for (const row of rows) {
          const value = row[side]?.value;
          if (typeof value === "object" && !("nominalMs" in value && value.nominalMs === value.latestMs))
            // What needs a run has its bounds behind the same numbers.
            expect(known).toContain(JSON.stringify(value).replace(/\}$/, ""));
        }
    }
  });
});

it("a Job that fails sooner does no better", () => {
  const job = (limit: number): string => `apiVersion: batch/v1
kind: Job
metadata: {name: import}
spec:
  backoffLimit: ${limit}
  template:
    spec:
      restartPolicy: OnFailure
      containers: [{name: import, image: x}] # cadence: import: exits 1 after 5s
`;
  const [less] = compare(job(5), job(1)).changes;
  expect(less?.outcome).toBe("changed");
  expect(less?.rows.filter(({ is }) => is === "better" || is === "worse")).toEqual([]);
});
