import { describe, expect, test } from "vitest";
import { jobSetAction, readJobSet } from "../../../../shared/controllers/job/read-job-set.ts";

const jobs = { replicatedJobs: [{ name: "workers", replicas: 4 }, { name: "driver" }] };

test("replicas default to 1, maxRestarts to 0", () => {
  expect(readJobSet({ ...jobs, failurePolicy: {} })).toEqual({
    replicatedJobs: [
      { name: "workers", replicas: 4 },
      { name: "driver", replicas: 1 },
    ],
    failurePolicy: { maxRestarts: 0, restartStrategy: "Recreate", rules: [] },
  });
});

test.each([undefined, null, 5, "x", [], { replicatedJobs: 3, failurePolicy: [] }])("%j is read as nothing", (spec) => {
  expect(readJobSet(spec)).toEqual({ replicatedJobs: [], failurePolicy: undefined });
});

describe("what the failure of a Job leads to", () => {
  const reason = "BackoffLimitExceeded";
  test.each<readonly [string, unknown, string, string]>([
    ["no policy", undefined, "workers", "FailJobSet"],
    ["no rule", { maxRestarts: 3 }, "workers", "RestartJobSet"],
    ["a rule for all", { rules: [{ action: "FailJobSet" }] }, "workers", "FailJobSet"],
    ["its reason", { rules: [{ action: "FailJobSet", onJobFailureReasons: [reason] }] }, "workers", "FailJobSet"],
    [
      "another reason",
      { rules: [{ action: "FailJobSet", onJobFailureReasons: ["PodFailurePolicy"] }] },
      "workers",
      "RestartJobSet",
    ],
    ["its name", { rules: [{ action: "FailJobSet", targetReplicatedJobs: ["driver"] }] }, "driver", "FailJobSet"],
    [
      "another name",
      { rules: [{ action: "FailJobSet", targetReplicatedJobs: ["driver"] }] },
      "workers",
      "RestartJobSet",
    ],
    [
      "the first rule that matches",
      { rules: [{ action: "RestartJobSetAndIgnoreMaxRestarts" }, { action: "FailJobSet" }] },
      "workers",
      "RestartJobSetAndIgnoreMaxRestarts",
    ],
    ["one Job alone", { rules: [{ action: "RestartJob" }] }, "workers", "RestartJob"],
    [
      "one Job alone, without a limit",
      { rules: [{ action: "RestartJobAndIgnoreMaxRestarts" }] },
      "workers",
      "RestartJobAndIgnoreMaxRestarts",
    ],
    ["an action of a newer JobSet", { rules: [{ action: "RecreateNode" }] }, "workers", "unknown"],
    // The message is not known before the failure.
    [
      "a rule about messages",
      { rules: [{ action: "FailJobSet", onJobFailureMessagePatterns: [".*"] }] },
      "workers",
      "RestartJobSet",
    ],
  ])("%s", (_, failurePolicy, job, action) => {
    expect(jobSetAction(readJobSet({ ...jobs, failurePolicy }), job, reason)).toBe(action);
  });
});
