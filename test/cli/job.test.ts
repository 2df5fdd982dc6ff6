import { expect, test } from "vitest";
import { runCli, runJson } from "./run-cli.ts";
import { forecastSchema } from "./schemas.ts";

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
  const args = ["forecast", "--timing", "ideal", "-"];
  const { stdout } = await runCli(args, { stdin: job("Never") });
  expect(stdout).toContain(
    "The Job creates the next pod 10s and 20s after a failure, and fails with the 3rd failed pod",
  );
  expect(stdout).toMatch(/Job +tries at +0s, 10s, 30s/);
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
  const { stdout } = await runCli(["forecast", "--timing", "ideal", "-"], { stdin: job("OnFailure") });
  expect(stdout).toContain("The Job fails with the 2nd restart, 10s after its start, and its pod is deleted.");
});

test("simulate: one pod of a Job is played, and who does the rest is said", async () => {
  const { stderr, code } = await runCli(["simulate", "-"], { stdin: job("Never") });
  expect({ stderr, code }).toEqual({
    stderr:
      "pod-cadence: Job/report: one of its pods is played, without the Job: pod-cadence forecast says when the next is tried, and when the Job ends\n",
    code: 0,
  });
});
