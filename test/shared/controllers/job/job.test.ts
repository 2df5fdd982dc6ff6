import { describe, expect, test } from "vitest";
import { describeJobEntry } from "../../../../shared/controllers/job/describe.ts";
import { nextRecord } from "../../../../shared/controllers/job/job-backoff.ts";
import type { JobTimeline } from "../../../../shared/controllers/job/model.ts";
import { conditionLines, creations, oneContainer, playJob } from "./play-job.ts";

/** Seconds, `pod` or `condition`, and what became of it. */
function rows({ entries, pods }: JobTimeline): readonly string[] {
  return entries.flatMap(({ tMs, kind, pod, data }) => {
    if (kind === "job-pod-created") return [`${tMs / 1000} pod-${pod}`];
    if (kind === "condition-changed") return [`${tMs / 1000} ${data.condition} ${data.reason}`];
    return kind === "job-ended" ? [`${tMs / 1000} end, ${pods.length} pods`] : [];
  });
}

/** restartCount by the time it is published, in seconds. */
function restartCounts({ pods }: JobTimeline): readonly string[] {
  const counts = (pods[0]?.timeline.statuses ?? []).map(({ tMs, status }) => {
    const all = [...status.initContainerStatuses, ...status.containerStatuses];
    return { tMs, sum: all.reduce((sum, { restartCount }) => sum + restartCount, 0) };
  });
  return counts
    .filter(({ sum }, index) => sum !== (counts[index - 1]?.sum ?? 0))
    .map(({ tMs, sum }) => `${tMs / 1000}: ${sum}`);
}

describe("S22: backoffLimit 2, the container exits 1 after 5 s", () => {
  test("(a) OnFailure: the second restart ends the Job, and the pod is stopped", () => {
    const job = playJob(oneContainer("exits 1 after 5s, ignores SIGTERM", "backoffLimit: 2", "OnFailure"), {
      recording: "statuses",
    });
    expect(restartCounts(job)).toEqual(["5: 1", "20: 2"]);
    expect(rows(job)).toEqual([
      "0 pod-1",
      "20 FailureTarget BackoffLimitExceeded",
      "25 Failed BackoffLimitExceeded",
      "25 end, 1 pods",
    ]);
    expect(job.failed).toBe(1);
    expect(job.conditions[0]?.message).toBe("Job has reached the specified backoff limit");
    expect(job.pods[0]?.timeline.entries.find(({ kind }) => kind === "pod-deleted")?.data.graceMs).toBe(30_000);
  });

  test("(b) Never: three pods, 10 s and 20 s after the failures", () => {
    const job = playJob(oneContainer("exits 1 after 5s", "backoffLimit: 2"));
    expect(rows(job)).toEqual([
      "0 pod-1",
      "15 pod-2",
      "40 pod-3",
      "45 FailureTarget BackoffLimitExceeded",
      "45 Failed BackoffLimitExceeded",
      "45 end, 3 pods",
    ]);
    expect(job.failed).toBe(3);
  });

  test("(c) OnFailure and RestartAllContainers: each reset counts for every container that had started", () => {
    const rules = "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}]";
    const job = playJob(
      `
# cadence: main: exits 88 after 5s
template:
  spec:
    restartPolicy: OnFailure
    initContainers:
    - {name: prepare, image: a}
    - {name: side, image: a, restartPolicy: Always}
    containers:
    - {name: main, image: a, restartPolicy: Never, ${rules}}
`,
      { recording: "statuses" },
    );
    // 1 s for the init container, 5 s for the run: three more at each of the two resets.
    expect(restartCounts(job)).toEqual(["6: 3", "12: 6"]);
    expect(conditionLines(job)[0]).toBe("12 FailureTarget BackoffLimitExceeded");
  });

  test("the default limit, OnFailure: 340 s", () => {
    const job = playJob(oneContainer("exits 1 after 5s", "", "OnFailure"));
    expect(conditionLines(job)[0]).toBe("340 FailureTarget BackoffLimitExceeded");
  });

  test("a limit of 0 allows no restart, of 1 none either", () => {
    for (const limit of [0, 1]) {
      const job = playJob(oneContainer("exits 1 after 5s", `backoffLimit: ${limit}`, "OnFailure"));
      expect(conditionLines(job)[0]).toBe("5 FailureTarget BackoffLimitExceeded");
    }
  });
});

describe("the back-off between pods", () => {
  test("pods that fail at once", () => {
    const job = playJob(oneContainer("crashes"));
    expect(creations(job)).toEqual([0, 10, 30, 70, 150, 310, 630]);
    expect(conditionLines(job)).toEqual(["630 FailureTarget BackoffLimitExceeded", "630 Failed BackoffLimitExceeded"]);
  });

  test("the longest wait is ten minutes", () => {
    const job = playJob(oneContainer("crashes", "backoffLimit: 9"));
    expect(creations(job).slice(6)).toEqual([630, 1230, 1830, 2430]);
  });

  test("a success forgets the failures", () => {
    const job = playJob(
      oneContainer(
        "crashes x2, then completes after 1s, then crashes x2, then completes",
        "completions: 2\nparallelism: 1",
      ),
    );
    expect(creations(job)).toEqual([0, 10, 30, 31, 41, 61]);
    expect(job.ended).toBe("complete");
  });

  test("pods that fail together count one by one", () => {
    const job = playJob(oneContainer("crashes", "parallelism: 3\ncompletions: 3"));
    expect(creations(job)).toEqual([0, 0, 0, 40, 40, 40, 360, 360, 360]);
    expect(job.failed).toBe(9);
  });

  test("after an init container that failed the wait counts from the start of the pod", () => {
    const job = playJob(`
# cadence: prepare: exits 1 after 4s
backoffLimit: 1
template: {spec: {restartPolicy: Never, initContainers: [{name: prepare, image: a}], containers: [{name: app, image: a}]}}
`);
    expect(creations(job)).toEqual([0, 10]);
  });

  test("what was recorded of a real controller is within the bounds: exits 1 after 2 s, backoffLimit 2", () => {
    const job = playJob(oneContainer("exits 1 after 2s", "backoffLimit: 2"), { timing: "kubelet" });
    const recorded = [0, 12, 34, 38, 38, 38].map((seconds) => seconds * 1000);
    const spans = job.entries.filter(({ kind }) => kind !== "job-back-off-started").map(({ at }) => at);
    const slackMs = 300;
    const isWithin = recorded.map((tMs, index) => {
      const span = spans[index];
      return span !== undefined && tMs >= span.earliestMs - slackMs && tMs <= span.latestMs + slackMs;
    });
    expect(isWithin, JSON.stringify(spans)).toEqual(recorded.map(() => true));
    expect(job.entries.at(-1)?.data.reason).toBe("BackoffLimitExceeded");
  });
});

test("the runs of a scenario continue over the pods", () => {
  const job = playJob(oneContainer("crashes x5, then completes after 1s"));
  expect(job.pods).toHaveLength(6);
  expect([job.ended, job.failed, job.succeeded]).toEqual(["complete", 5, 1]);
});

test.each(["ideal", "kubelet"] as const)("pods that run side by side take a run each: %s", (timing) => {
  const fields = "parallelism: 2\ncompletions: 2";
  const job = playJob(oneContainer("crashes x5, then completes after 1s", fields), { timing });
  expect([job.ended, job.failed, job.succeeded]).toEqual(["complete", 5, 2]);
});

/** Failures and time of the last one before; ends of pods that succeeded and that failed; the same after them. */
test.each([
  ["0", [], [], "0"],
  ["2 50", [], [], "2 50"],
  ["0", [], [10], "1 10"],
  ["2 50", [], [70, 60], "4 70"],
  ["2 50", [60], [], "0"],
  ["2 50", [60], [55, 60], "0"],
  ["2 50", [60], [55, 65, 70], "2 70"],
])("the record %s, succeeded at %j, failed at %j: %s", (before, succeeded, failed, after) => {
  const [failures = 0, lastFailureMs = 0] = before.split(" ").map(Number);
  const record = nextRecord({ failures, lastFailureMs }, succeeded, failed);
  expect(record.failures === 0 ? "0" : `${record.failures} ${record.lastFailureMs}`).toBe(after);
});

test("what the entries say", () => {
  const job = playJob(oneContainer("exits 3", "backoffLimit: 1"));
  expect(job.entries.map(describeJobEntry)).toEqual([
    "Pod 1 of the Job is created.",
    "Pod 1 failed: the Job creates no pod for 10s after its end.",
    "Pod 2 of the Job is created.",
    "The Job gets the condition FailureTarget: Job has reached the specified backoff limit.",
    "The Job gets the condition Failed: Job has reached the specified backoff limit.",
    "The Job has failed: BackoffLimitExceeded.",
  ]);
  expect(job.entries.map(({ cause }) => cause?.replace(/e\d+/, "e") ?? "-")).toEqual([
    "-",
    "p1/e",
    "p1/e",
    "p2/e",
    "j4",
    "j5",
  ]);
});
