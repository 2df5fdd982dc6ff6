import { expect, test } from "vitest";
import { newestVersion } from "../../shared/kubernetes/versions.ts";
import { forecastSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

function job(restartPolicy: string): string {
  return `apiVersion: batch/v1
kind: Job
metadata: {name: report}
spec:
  backoffLimit: 2
  template: {spec: {restartPolicy: ${restartPolicy}, containers: [{name: app, image: a}]}}
`;
}

test("forecast: when a Job tries again and when it ends", async () => {
  const args = ["forecast", "--details", "job", "--timing", "ideal", "-"];
  const { stdout } = await runCli(args, { stdin: job("Never") });
  expect(stdout).toContain(
    "The Job creates the next pod 10s and 20s after a failure, and fails with the 3rd failed pod",
  );
  expect(stdout).toMatch(/Job +pods created at +0s, 10s, 30s/);
  const { pods } = forecastSchema.parse(await runJson(args, { stdin: job("Never") }));
  const at = (ms: number) => ({ nominalMs: ms, earliestMs: ms, latestMs: ms });
  expect(pods[0]?.job).toEqual({
    retries: "pods",
    backoffLimit: 2,
    backoffLimitPerIndex: null,
    retryDelaysMs: [10_000, 20_000],
    tries: [at(0), at(10_000), at(30_000)],
    failures: 3,
    ends: "Failed",
    reason: "BackoffLimitExceeded",
    endsAfterMs: at(30_000),
  });
});

test("forecast: with OnFailure the restarts in the pod count", async () => {
  const { stdout } = await runCli(["forecast", "--details", "job", "--timing", "ideal", "-"], {
    stdin: job("OnFailure"),
  });
  expect(stdout).toContain(
    "The Job fails with the 2nd restart, 10s after it starts if each fails immediately, and its pod is deleted.",
  );
  expect(stdout).toMatch(/Job +starts at +0s, 0s, 10s/);
});

test("simulate: without a scenario one pod of a Job is played, and that is said", async () => {
  const { stderr, code } = await runCli(["simulate", "-"], { stdin: job("Never") });
  expect({ stderr, code }).toEqual({
    stderr:
      'pod-cadence: Job/report: simulating one pod without its Job, because nothing says what its containers do; add --scenario "exits 1 after 5s" to simulate the Job with all its pods\n',
    code: 0,
  });
});

test("simulate: with a scenario the run goes on over the pods of a Job, and ends with it", async () => {
  const ideal = ["simulate", "--verbose", "--timing", "ideal"];
  const args = [...ideal, "--scenario", "exits 1 after 5s, then exits 0 after 5s", "-"];
  const { stdout, stderr } = await runCli(args, { stdin: job("Never"), env: { COLUMNS: "200" } });
  expect(stderr).toBe("");
  const told = stdout.split("\n").filter((line) => /Job|starts|exits/.test(line));
  expect(told.map((line) => line.slice(0, 70).trimEnd().replace(newestVersion, "NEWEST"))).toMatchInlineSnapshot(`
    [
      "Job/report",
      "0s               Pod 1 of the Job is created.",
      "0s               The kubelet sees the pod.",
      "0s    app        app starts.",
      "0s               The pod is Running.",
      "0s               Ready is True.",
      "5s    app        app exits with 1 after 5s.",
      "5s               Ready is False (PodFailed).",
      "5s               The sandbox of the pod is stopped.",
      "5s               The pod is Failed.",
      "5s               Pod 1 failed: the Job creates no pod for 10s after it",
      "15s              Pod 2 of the Job is created.",
      "15s              The kubelet sees the pod.",
      "15s   app        app starts.",
      "15s              The pod is Running.",
      "15s              Ready is True.",
      "20s   app        app exits with 0 after 5s.",
      "20s              Ready is False (PodCompleted).",
      "20s              The sandbox of the pod is stopped.",
      "20s              The pod is Succeeded.",
      "20s              The Job is complete.",
    ]
  `);
});

test("simulate: kubectl counts the age of each pod of a Job", async () => {
  const args = ["simulate", "--timing", "ideal", "--scenario", "exits 1 after 5s", "--format", "kubectl", "-"];
  const { stdout } = await runCli(args, { stdin: job("Never") });
  expect(stdout).toMatchInlineSnapshot(`
    "NAME     READY   STATUS              RESTARTS   AGE
    report   0/1     ContainerCreating   0          0s
    report   1/1     Running             0          0s
    report   0/1     Error               0          5s
    report   0/1     ContainerCreating   0          0s
    report   1/1     Running             0          0s
    report   0/1     Error               0          5s
    report   0/1     ContainerCreating   0          0s
    report   1/1     Running             0          0s
    report   0/1     Error               0          5s
    "
  `);
});

function cronJob(concurrencyPolicy: string): string {
  return `apiVersion: batch/v1
kind: CronJob
metadata: {name: sync}
spec:
  schedule: "*/5 * * * *"
  concurrencyPolicy: ${concurrencyPolicy}
  jobTemplate:
    spec: {template: {spec: {restartPolicy: OnFailure, containers: [{name: app, image: a}]}}}
`;
}

test("a run that Replace ends: text, JSON and timeline say the same", async () => {
  const stdin = cronJob("Replace");
  const asked = ["--timing", "ideal", "--scenario", "completes after 7m", "-"];
  const headline = "The Job never completes: Replace deletes it at the next start, after 5m.";
  const { stdout } = await runCli(["forecast", ...asked], { stdin });
  expect(stdout).toContain(`✗ ${headline}`);
  const { pods } = forecastSchema.parse(await runJson(["forecast", ...asked], { stdin }));
  const [pod] = pods;
  expect([pod?.summary, pod?.answer.headline, pod?.answer.verdict]).toEqual([headline, headline, "fails"]);
  expect([pod?.job?.ends, pod?.job?.endsAfterMs?.nominalMs]).toEqual(["Deleted", 300_000]);
  expect(pod?.schedule?.overlap).toBe("never-completes");
  const simulated = await runCli(["simulate", ...asked], { stdin });
  expect(simulated.stdout).toMatch(/^5m +The Job is deleted: its CronJob starts the next one$/m);
});

test("a run that the next start meets and leaves alone completes, and the schedule is said beside it", async () => {
  const { stdout } = await runCli(["forecast", "--timing", "ideal", "--scenario", "completes after 7m", "-"], {
    stdin: cronJob("Forbid"),
  });
  expect(stdout).toContain("! The Job completes after 7m.");
  expect(stdout).toContain("Schedule Runs start late: the Job takes 7m, starts are due every 5m");
});

test("a run that hangs and lets no other one start: the schedule stops", async () => {
  const headline =
    "The Job is still running after 30m, and Forbid starts no other one: the schedule stops until it ends.";
  const asked = ["--scenario", "hangs", "-"];
  const { stdout } = await runCli(["forecast", ...asked], { stdin: cronJob("Forbid") });
  expect(stdout).toContain(`✗ ${headline}`);
  const { pods } = forecastSchema.parse(await runJson(["forecast", ...asked], { stdin: cronJob("Forbid") }));
  expect([pods[0]?.summary, pods[0]?.answer.headline]).toEqual([headline, headline]);
  const simulated = await runCli(["simulate", ...asked], { stdin: cronJob("Forbid") });
  expect(simulated.stdout.replaceAll(/\s+/g, " ")).toContain(headline);
});
