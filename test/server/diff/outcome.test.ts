import { describe, expect, it } from "vitest";
import { compareFiles } from "../../../server/diff/compare.ts";
import type { Diff, DiffFile } from "../../../server/diff/model.ts";
import { diffSummary } from "../../../server/diff/words.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { settingsOf } from "../rules/check-rules.ts";

// Pulls of another length in each run, so that runs come to different ends.
const settings = await settingsOf("imagePull: 0s-30s\n");

function file(text: string): DiffFile {
  return { path: "a.yaml", key: "", text, manifest: parseManifest(text), settings, beside: [] };
}

function compare(base: string, head: string): Diff {
  return compareFiles([file(base)], [file(head)], { horizonMs: 30 * 60_000 });
}

/** Its changes are not refused, because it is deleted and created again. */
function pod(scenario: string, expectation = "", fields = ""): string {
  return `apiVersion: v1
kind: Pod
metadata: {name: a, annotations: {argocd.argoproj.io/sync-options: "Force=true,Replace=true"}}
spec:
  ${expectation === "" ? "" : `# cadence: ${expectation}`}
  containers:
  - name: app # cadence: ${scenario}
    image: registry.example/app:1${fields}
`;
}

function job(scenario: string): string {
  return `apiVersion: batch/v1
kind: Job
metadata: {name: a}
spec:
  backoffLimit: 2
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: app # cadence: ${scenario}
        image: registry.example/app:1
`;
}

function liveness(failureThreshold: number): string {
  return `\n    livenessProbe: {tcpSocket: {port: 80}, failureThreshold: ${failureThreshold}}`;
}

function rollout(scenario: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  replicas: 3
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec:
      # cadence: expect available = 0 during rollout
      # cadence: app: old: crashes
      containers:
      - name: app # cadence: ${scenario}
        image: registry.example/app:1
        readinessProbe: {tcpSocket: {port: 80}}
`;
}

interface Case {
  readonly name: string;
  readonly base: string;
  readonly head: string;
  readonly worst: Diff["worst"];
  readonly toUpdate?: number;
}

const loop = "expect crash loop within 10m";

const cases: readonly Case[] = [
  { name: "a crash loop that is repaired", base: pod("crashes"), head: pod("runs"), worst: "better" },
  { name: "a crash loop that is made", base: pod("runs"), head: pod("crashes"), worst: "worse" },
  { name: "fewer crashes", base: pod("crashes x4, then runs"), head: pod("crashes, then runs"), worst: "better" },
  {
    name: "a repaired crash loop that was expected",
    base: pod("crashes", loop),
    head: pod("runs", loop),
    worst: "better",
    toUpdate: 1,
  },
  {
    name: "restarts that were expected and no longer come",
    base: pod("crashes", "expect restarts >= 3 within 10m"),
    head: pod("crashes, then runs", "expect restarts >= 3 within 10m"),
    worst: "better",
    toUpdate: 1,
  },
  { name: "an expectation that the change writes", base: pod("crashes"), head: pod("runs", loop), worst: "worse" },
  {
    name: "a promise that a pod breaks although it does better",
    base: pod("crashes after 2m", "expect ready within 1m"),
    head: pod("starts in 4m", "expect ready within 1m", "\n    readinessProbe: {tcpSocket: {port: 80}}"),
    worst: "worse",
  },
  {
    name: "a pod that is rejected",
    base: pod("crashes"),
    head: pod("runs", "", "\n    livenessProbe: {tcpSocket: {port: 80}, periodSeconds: -1}"),
    worst: "refused",
  },
  { name: "a Job that no longer completes", base: job("completes after 1m"), head: job("crashes"), worst: "worse" },
  { name: "a Job that completes again", base: job("crashes"), head: job("completes after 1m"), worst: "better" },
  { name: "a Job that takes longer", base: job("completes after 1m"), head: job("completes after 5m"), worst: "none" },
  {
    name: "a start that fails in some runs only",
    base: pod("starts in 25s", "", liveness(5)),
    head: pod("starts in 25s", "", liveness(3)),
    worst: "worse",
  },
  {
    name: "restarts that end no more",
    base: pod("crashes after 1m x2, then runs"),
    head: pod("crashes after 11m"),
    worst: "worse",
  },
  {
    name: "a rollout without available pods, which was expected and has some now",
    base: rollout("crashes"),
    head: rollout("runs"),
    worst: "better",
    toUpdate: 1,
  },
  {
    name: "another expectation that fails at the same place",
    base: pod("crashes", "expect ready within 1s"),
    head: pod("crashes", "expect no crash loop within 10m"),
    worst: "worse",
  },
  {
    name: "another mistake in the same field",
    base: pod("runs", "", '\n    livenessProbe: {tcpSocket: {port: ""}}'),
    head: pod("runs", "", "\n    livenessProbe: {tcpSocket: {port: 99999}}"),
    worst: "worse",
  },
  {
    name: "a pod that can be played no more",
    base: pod("crashes"),
    head: pod("crashes").split("  containers:")[0]?.concat("  containers: {{ .Values.containers }}\n") ?? "",
    worst: "changed",
  },
  { name: "a pod that is new", base: "", head: pod("crashes"), worst: "changed" },
  { name: "a pod that is gone", base: pod("crashes"), head: "", worst: "changed" },
];

describe("the outcome of", () => {
  it.each(cases)("$name is $worst", ({ base, head, worst, toUpdate = 0 }) => {
    const diff = compare(base, head);
    const stale = diff.changes.flatMap((change) => change.toUpdate);
    expect({ worst: diff.worst, toUpdate: stale.length }).toEqual({ worst, toUpdate });
    expect(diffSummary(diff, { files: 1, notCompared: [] }).includes("1 expectation to update.")).toBe(toUpdate === 1);
    for (const { finding } of stale) {
      expect(finding.severity).toBe("info");
      expect(head.slice(finding.start, finding.end)).toContain("expect");
    }
  });
});
