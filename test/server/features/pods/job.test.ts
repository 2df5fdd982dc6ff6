import { expect, test } from "vitest";
import { hoverAt, type Situation, withHints } from "../harness.ts";

const ideal: Situation = { overrides: { timing: "ideal" } };

function job(container: string, fields = "", restartPolicy = "Never"): string {
  return `apiVersion: batch/v1
kind: Job
metadata: {name: report}
spec:
${fields}  template:
    spec:
      restartPolicy: ${restartPolicy}
      containers:
      - name: ${container}
        image: a
      - name: second
        image: a
`;
}

const cronJob = `apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly}
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      backoffLimit: 1
      template:
        spec:
          restartPolicy: Never
          containers:
          - name: app ⟦on failure next pod 10s⟧
            image: a
`;

const replacedJob = `apiVersion: batch/v1
kind: CronJob
metadata: {name: sync}
spec:
  schedule: "*/5 * * * *"
  concurrencyPolicy: Replace
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
          - name: app # cadence: completes after 7m ⟦0 restarts, Job replaced at 5m⟧
            image: a
`;

test.each([
  ["the Job's next pod, once for all containers", job("app ⟦on failure next pod 10s 20s …⟧")],
  ["a Job that does not try again", job("app ⟦on failure the Job fails⟧", "  backoffLimit: 0\n")],
  [
    "its story",
    job("app # cadence: crashes x2, then completes ⟦3 pods, Job done at 30s⟧\n        # cadence: second: completes"),
  ],
  ["the Job of a CronJob", cronJob],
  ["a Job that the next start of its CronJob replaces", replacedJob],
  ["no limit is known in a patch of Kustomize or a template", job("app", "  backoffLimit: {{ .Values.limit }}\n")],
  [
    "a bare pod has no next try",
    "apiVersion: v1\nkind: Pod\nspec:\n  restartPolicy: Never\n  containers:\n  - name: app\n",
  ],
])("hint: %s", async (_, written) => {
  expect(await withHints(written, ideal)).toBe(written);
});

test("with OnFailure the container restarts in place", async () => {
  const hints = await withHints(job("app", "", "OnFailure"), ideal);
  expect(hints).toContain("- name: app ⟦on crash ↻ 0s 10s 20s 40s … 5m⟧");
});

test.each([
  [
    "Never",
    "The Job creates the next pod 10s, 20s, 40s … 5m20s after a failure, and fails with the 7th failed pod, 10m30s after it starts if each fails immediately.",
  ],
  [
    "OnFailure",
    "The Job fails with the 6th restart, 30s after it starts if each fails immediately, and its pod is deleted.",
  ],
])("hover: %s", async (policy, sentence) => {
  expect(await hoverAt(job("a$0pp", "", policy), ideal)).toContain(sentence);
});

test("a Job whose spec is anything", async () => {
  for (const spec of ["5", "[1]", "{template: 3}", "{parallelism: {}, template: {spec: {containers: [{name: app}]}}}"])
    expect(await withHints(`apiVersion: batch/v1\nkind: Job\nspec: ${spec}\n`, ideal)).toContain("kind: Job");
});

test("the hover of a Job's kind has the goodput of a training run, where the project file says how often it fails", async () => {
  const files = { "/w/.pod-cadence.yaml": "training: {failuresEvery: 6h, checkpointEvery: 30m}\n" };
  const text = job("app").replace("kind: Job", "ki$0nd: Job");
  const hover = await hoverAt(text, { ...ideal, files });
  expect(hover).toMatch(/^Goodput of Job report as a training run, over 7 days:/);
  expect(hover).toMatch(/new pod of the Job \(as written\).*goodput \d\d/);
  expect(hover).toContain("failures every 6h, checkpoint every 30m");
  expect((await hoverAt(text, ideal)) ?? "").not.toContain("Goodput");
});
