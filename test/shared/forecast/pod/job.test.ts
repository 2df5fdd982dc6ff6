import { describe, expect, test } from "vitest";
import { hintLength, jobHint } from "../../../../shared/forecast/pod/hints.ts";
import { forecastJob, jobSentence } from "../../../../shared/forecast/pod/job.ts";
import { forecastPod } from "../../../../shared/forecast/pod/pod.ts";
import { oneContainer, readJobText } from "../../controllers/job/play-job.ts";
import { assume } from "../../simulation/play.ts";

/** Scenario, fields of the Job, restartPolicy → hint and sentence, in ideal time. */
const table: readonly (readonly [string, string, string, string | undefined, string])[] = [
  [
    "",
    "",
    "Never",
    "on failure next pod 10s 20s …",
    "The Job creates the next pod 10s, 20s, 40s … 5m20s after a failure, and fails with the 7th failed pod, 10m30s after it starts if each fails immediately.",
  ],
  ["", "backoffLimit: 0", "Never", "on failure the Job fails", "The Job fails with the first failed pod."],
  [
    "",
    "backoffLimit: 1",
    "Never",
    "on failure next pod 10s",
    "The Job creates the next pod 10s after a failure, and fails with the 2nd failed pod, 10s after it starts if each fails immediately.",
  ],
  [
    "",
    "backoffLimit: 2",
    "Never",
    "on failure next pod 10s 20s",
    "The Job creates the next pod 10s and 20s after a failure, and fails with the 3rd failed pod, 30s after it starts if each fails immediately.",
  ],
  [
    "",
    "backoffLimit: 1000000",
    "Never",
    "on failure next pod 10s 20s …",
    "The Job creates the next pod 10s, 20s, 40s … 10m after a failure, with no end in sight.",
  ],
  [
    "",
    "podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [1]}}]}",
    "Never",
    "on failure the Job fails",
    "The Job fails with the first failed pod.",
  ],
  [
    "",
    "",
    "OnFailure",
    undefined,
    "The Job fails with the 6th restart, 5m10s after it starts if each fails immediately, and its pod is deleted.",
  ],
  ["", "suspend: true", "Never", undefined, ""],
  [
    "",
    "completionMode: Indexed\ncompletions: 5\nbackoffLimitPerIndex: 1",
    "Never",
    "on failure next pod 10s",
    "The Job creates the next pod of an index 10s after a failure, and fails the index with its 2nd failed pod.",
  ],
  [
    "",
    "completionMode: Indexed\ncompletions: 5\nbackoffLimitPerIndex: 0",
    "Never",
    "on failure the index fails",
    "The Job fails an index with its first failed pod.",
  ],
  [
    "crashes after 20s x2, then completes after 1m",
    "backoffLimit: 3",
    "OnFailure",
    "2 restarts, Job done at 1m50s",
    "The Job completes after 1m50s, after 2 restarts.",
  ],
  [
    "exits 1 after 5s",
    "",
    "OnFailure",
    "6 restarts, Job fails at 5m40s",
    "The Job fails after 5m40s (BackoffLimitExceeded), after 6 restarts: app crashes.",
  ],
  [
    "crashes x2, then completes after 5s",
    "",
    "Never",
    "3 pods, Job done at 35s",
    "The Job completes after 35s, after 2 failed pods.",
  ],
  [
    "crashes",
    "",
    "Never",
    "7 pods, Job fails at 10m30s",
    "The Job fails after 10m30s (BackoffLimitExceeded), after 7 failed pods: app crashes.",
  ],
  [
    "completes after 5s",
    "completions: 4\nparallelism: 4",
    "Never",
    "4 pods, Job done at 5s",
    "The Job completes after 5s.",
  ],
  [
    "crashes",
    "backoffLimit: 0",
    "Never",
    "1 pod, Job fails at 0s",
    "The Job fails after 0s (BackoffLimitExceeded), after 1 failed pod: app crashes.",
  ],
  ["runs", "", "Never", undefined, "The Job is still running after 30m."],
];

describe("when a Job tries again", () => {
  test.each(table)("%s {%s} %s", (cadence, fields, policy, hint, sentence) => {
    const assumptions = assume({ timing: "ideal" });
    const { job, pod, scenario } = readJobText(oneContainer(cadence, fields, policy), assumptions);
    const forecast = forecastJob(job, pod, assumptions, scenario);
    const whole = forecastPod(pod, assumptions, scenario, { job });
    const text = forecast && jobHint(forecast, () => whole.answer);
    expect(text).toBe(hint);
    expect(text?.length ?? 0).toBeLessThanOrEqual(hintLength);
    const told = forecast?.isExplicit ? whole.answer.headline : forecast && jobSentence(forecast);
    expect(told ?? "").toBe(sentence);
  });

  test("the waits, the tries and the end", () => {
    const assumptions = assume({ timing: "ideal" });
    const { job, pod, scenario } = readJobText(oneContainer("", ""), assumptions);
    const forecast = forecastJob(job, pod, assumptions, scenario);
    expect(forecast?.retryDelaysMs.map((ms) => ms / 1000)).toEqual([10, 20, 40, 80, 160, 320]);
    expect(forecast?.tries.map(({ nominalMs }) => nominalMs / 1000)).toEqual([0, 10, 30, 70, 150, 310, 630]);
    expect([forecast?.failures, forecast?.end?.at.nominalMs]).toEqual([7, 630_000]);
  });

  test("each index tries for itself; of pods that run side by side one fails at a time", () => {
    const assumptions = assume({ timing: "kubelet" });
    const waits = [
      "completionMode: Indexed\ncompletions: 3\nparallelism: 3\nbackoffLimitPerIndex: 2",
      "completions: 3\nparallelism: 3",
    ].map((fields) => {
      const { job, pod, scenario } = readJobText(oneContainer("", fields), assumptions);
      return forecastJob(job, pod, assumptions, scenario)?.retryDelaysMs.map((ms) => ms / 1000);
    });
    expect(waits).toEqual([
      [10, 20],
      [10, 20, 40, 80, 160, 320],
    ]);
  });

  test("with OnFailure the waits are the kubelet's", () => {
    const assumptions = assume({ timing: "ideal", featureGates: { ReduceDefaultCrashLoopBackOffDecay: true } });
    const { job, pod, scenario } = readJobText(oneContainer("", "", "OnFailure"), assumptions);
    const forecast = forecastJob(job, pod, assumptions, scenario);
    expect(forecast?.retries).toBe("restarts");
    expect(forecast?.retryDelaysMs.map((ms) => ms / 1000)).toEqual([0, 1, 2, 4, 8, 16]);
  });
});
