import { describe, expect, test } from "vitest";
import type { JobTimeline } from "../../../../shared/controllers/job/model.ts";
import { playJob } from "./play-job.ts";

// Models pkg/controller/job/job_controller.go isPodFailed, onlyReplaceFailedPods, and the wait for terminating pods (v1.37.1).

function lost(spec = "", options: Parameters<typeof playJob>[1] = {}): JobTimeline {
  const text = `
# cadence: app: completes after 10m
# cadence: at 5m node is lost
${spec}
template: {spec: {restartPolicy: Never, containers: [{name: app}]}}
`;
  return playJob(text, { until: 7200, ...options });
}

const created = ({ pods }: JobTimeline): readonly number[] => pods.map(({ createdMs }) => createdMs / 1000);
const conditions = (job: JobTimeline): readonly string[] =>
  job.conditions.map(({ tMs, type, reason }) => `${tMs / 1000} ${type} ${reason}`);

describe("a Job whose node is lost", () => {
  test("counts the evicted pod as failed and creates another one, and waits for its object when that has completed", () => {
    const job = lost();
    expect([created(job), job.failed, job.succeeded]).toEqual([[0, 650], 1, 1]);
    expect([job.ended, conditions(job)]).toEqual(["horizon", ["1250 SuccessCriteriaMet CompletionsReached"]]);
  });

  test("before 1.31, it did not wait for it", () => {
    const job = lost("", { kubernetes: "1.30" });
    expect([job.ended, created(job)]).toEqual(["complete", [0, 640]]);
  });

  test("with podReplacementPolicy Failed, it waits for the end of the pod", () => {
    const job = lost("podReplacementPolicy: Failed");
    expect([created(job), job.failed, conditions(job)]).toEqual([[0], 0, []]);
  });

  test("fails with a backoffLimit of 0", () => {
    const job = lost("backoffLimit: 0");
    expect([created(job), conditions(job)]).toEqual([[0], ["650 FailureTarget BackoffLimitExceeded"]]);
  });

  test("all pods of that time are on the node, and those after them are not", () => {
    const job = lost("completions: 2\nparallelism: 2");
    expect([created(job), job.failed, job.succeeded]).toEqual([[0, 0, 650, 650], 2, 2]);
  });
});
