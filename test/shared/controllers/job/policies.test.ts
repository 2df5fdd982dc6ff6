import { describe, expect, test } from "vitest";
import { simulateJob } from "../../../../shared/controllers/job/job.ts";
import { assume } from "../../simulation/play.ts";
import { conditionLines, creations, oneContainer, playJob, readJobText } from "./play-job.ts";

const indexed = (completions: number, parallelism: number): string =>
  `completionMode: Indexed\ncompletions: ${completions}\nparallelism: ${parallelism}`;

describe("podFailurePolicy", () => {
  const policy = (...rules: readonly string[]): string =>
    `backoffLimit: 1\npodFailurePolicy: {rules: [${rules.map((rule) => `{${rule}}`).join(", ")}]}`;
  const onCodes = (action: string, operator: string, values: string, name = ""): string =>
    `action: ${action}, onExitCodes: {operator: ${operator}, values: [${values}]${name}}`;
  const onCondition = (action: string, pattern: string): string => `action: ${action}, onPodConditions: [{${pattern}}]`;

  /** Rules, what the container does → pods that are created, failures that count, how it ends. */
  const table: readonly (readonly [string, readonly string[], string, readonly number[], number, string])[] = [
    ["no rule matches", [onCodes("FailJob", "In", "42")], "exits 1", [0, 10], 2, "10 Failed BackoffLimitExceeded"],
    ["FailJob", [onCodes("FailJob", "In", "42")], "exits 42", [0], 1, "0 Failed PodFailurePolicy"],
    ["FailJob, NotIn", [onCodes("FailJob", "NotIn", "1")], "exits 42", [0], 1, "0 Failed PodFailurePolicy"],
    [
      "the first rule decides",
      [onCodes("Count", "In", "42"), onCodes("FailJob", "In", "42")],
      "exits 42",
      [0, 10],
      2,
      "10 Failed BackoffLimitExceeded",
    ],
    [
      "Ignore does not count, but delays",
      [onCodes("Ignore", "In", "42")],
      "exits 42 x3, then completes",
      [0, 10, 30, 70],
      0,
      "70 Complete CompletionsReached",
    ],
    [
      "another container's code",
      [onCodes("FailJob", "In", "42", ", containerName: other")],
      "exits 42",
      [0, 10],
      2,
      "10 Failed BackoffLimitExceeded",
    ],
    [
      "a condition of the pod",
      [onCondition("FailJob", "type: ContainersReady, status: 'False'")],
      "exits 42",
      [0],
      1,
      "0 Failed PodFailurePolicy",
    ],
    [
      "the status of a condition is True unless it is written",
      [onCondition("FailJob", "type: ContainersReady")],
      "exits 42",
      [0, 10],
      2,
      "10 Failed BackoffLimitExceeded",
    ],
    [
      "FailIndex without a limit per index matches nothing",
      [onCodes("FailIndex", "In", "42"), onCodes("FailJob", "In", "42")],
      "exits 42",
      [0],
      1,
      "0 Failed PodFailurePolicy",
    ],
    [
      "a rule that asks for nothing, and one that does something unknown",
      ["action: FailJob", onCodes("Explode", "In", "42")],
      "exits 42",
      [0, 10],
      2,
      "10 Failed BackoffLimitExceeded",
    ],
  ];
  test.each(table)("%s", (_, rules, cadence, pods, failed, end) => {
    const job = playJob(oneContainer(cadence, policy(...rules)));
    expect(creations(job)).toEqual(pods);
    expect(job.failed).toBe(failed);
    expect(conditionLines(job).at(-1)).toBe(end);
  });

  test("exit code 0 matches nothing", () => {
    const job = playJob(`
# cadence: app: exits 1
# cadence: helper: completes
${policy(onCodes("FailJob", "NotIn", "1"))}
template: {spec: {restartPolicy: Never, containers: [{name: helper, image: a}, {name: app, image: a}]}}
`);
    expect(conditionLines(job).at(-1)).toBe("10 Failed BackoffLimitExceeded");
  });

  test("the message names the container, the pod, the code and the rule", () => {
    const job = playJob(oneContainer("exits 42", policy(onCodes("Ignore", "In", "1"), onCodes("FailJob", "In", "42"))));
    expect(job.conditions[0]?.message).toBe(
      "Container app for pod default/report-… failed with exit code 42 matching FailJob rule at index 1",
    );
  });
});

describe("per index", () => {
  const limit = (perIndex: number, more = ""): string => `${indexed(3, 3)}\nbackoffLimitPerIndex: ${perIndex}\n${more}`;

  test("each index waits for itself and has its own limit", () => {
    const byIndex = { 0: "app: exits 1", 1: "app: completes after 1s", 2: "app: exits 1 after 5s" };
    const job = playJob(oneContainer("", limit(1)), { byIndex });
    expect(job.pods.map(({ index, createdMs }) => `${index} at ${createdMs / 1000}`)).toEqual([
      "0 at 0",
      "1 at 0",
      "2 at 0",
      "0 at 10",
      "2 at 15",
    ]);
    expect(conditionLines(job).at(-1)).toBe("20 Failed FailedIndexes");
    expect([job.completedIndexes, job.failedIndexes, job.failed]).toEqual(["1", "0,2", 4]);
  });

  test("too many failed indexes end the Job and stop the others", () => {
    const byIndex = { 0: "app: exits 1", 1: "app: runs", 2: "app: exits 1 after 5s" };
    const job = playJob(oneContainer("", limit(0, "maxFailedIndexes: 1")), { byIndex });
    expect(conditionLines(job)[0]).toBe("5 FailureTarget MaxFailedIndexesExceeded");
    expect(job.pods[1]?.timeline.entries.some(({ kind }) => kind === "pod-deleted")).toBe(true);
  });

  test("an index that waits holds back those behind it", () => {
    const job = playJob(oneContainer("", `${indexed(2, 1)}\nbackoffLimitPerIndex: 1`), {
      byIndex: { 0: "app: exits 1", 1: "app: completes after 1s" },
    });
    expect(job.pods.map(({ index, createdMs }) => `${index} at ${createdMs / 1000}`)).toEqual([
      "0 at 0",
      "0 at 10",
      "1 at 10",
    ]);
  });

  test("FailIndex gives the index up at once, Ignore never does", () => {
    const rules = (action: string): string =>
      `podFailurePolicy: {rules: [{action: ${action}, onExitCodes: {operator: In, values: [42]}}]}`;
    const failing = playJob(oneContainer("exits 42", limit(3, rules("FailIndex"))));
    expect([creations(failing), failing.failedIndexes]).toEqual([[0, 0, 0], "0-2"]);
    const ignoring = playJob(
      oneContainer("exits 42 x2, then completes", `${indexed(1, 1)}\nbackoffLimitPerIndex: 0\n${rules("Ignore")}`),
    );
    expect([creations(ignoring), ignoring.ended]).toEqual([[0, 10, 30], "complete"]);
  });
});

describe("successPolicy", () => {
  const rules = (...each: readonly string[]): string =>
    `${indexed(4, 4)}\nsuccessPolicy: {rules: [${each.map((rule) => `{${rule}}`).join(", ")}]}`;
  const byIndex = {
    0: "app: completes after 10s",
    1: "app: completes after 20s",
    2: "app: completes after 30s",
    3: "app: runs, stops in 3s",
  };

  test.each([
    ["succeededIndexes: '1'", "20 SuccessCriteriaMet SuccessPolicy"],
    ["succeededIndexes: '0-1'", "20 SuccessCriteriaMet SuccessPolicy"],
    ["succeededIndexes: '1-3', succeededCount: 2", "30 SuccessCriteriaMet SuccessPolicy"],
    ["succeededCount: 1", "10 SuccessCriteriaMet SuccessPolicy"],
    ["succeededIndexes: '0,2'", "30 SuccessCriteriaMet SuccessPolicy"],
  ])("%s", (rule, condition) => {
    const job = playJob(oneContainer("", rules(rule)), { byIndex });
    expect(conditionLines(job)[0]).toBe(condition);
    expect(job.ended).toBe("complete");
  });

  test("the first rule that is met is named; pods that still run are stopped before the Job is complete", () => {
    const job = playJob(oneContainer("", rules("succeededIndexes: '0,3'", "succeededIndexes: '2'")), { byIndex });
    expect(job.conditions[0]?.message).toBe("Matched rules at index 1");
    expect(conditionLines(job).at(-1)).toBe("33.001 Complete SuccessPolicy");
  });

  test("indexes that cannot be read match nothing", () => {
    const job = playJob(oneContainer("", rules("succeededIndexes: 'x'")), { byIndex, until: 60 });
    expect(job.ended).toBe("horizon");
  });
});

describe("how much runs and when it is enough", () => {
  test("without completions the first success is enough, and nothing is replaced after it", () => {
    const job = playJob(oneContainer("completes after 5s, then exits 1 after 10s", "parallelism: 2"));
    expect([job.ended, creations(job), conditionLines(job).at(-1)]).toEqual([
      "complete",
      [0, 0],
      "10 Complete CompletionsReached",
    ]);
  });

  test("never more pods than there is work", () => {
    const job = playJob(oneContainer("completes after 5s", "parallelism: 3\ncompletions: 4"));
    expect(creations(job)).toEqual([0, 0, 0, 5]);
  });

  test("no pod is wanted, none is allowed, or another controller looks after the Job", () => {
    expect(conditionLines(playJob(oneContainer("runs", "completions: 0")))).toEqual([
      "0 SuccessCriteriaMet CompletionsReached",
      "0 Complete CompletionsReached",
    ]);
    expect(playJob(oneContainer("runs", "parallelism: 0")).pods).toEqual([]);
    expect(conditionLines(playJob(oneContainer("runs", "suspend: true")))).toEqual(["0 Suspended JobSuspended"]);
    expect(playJob(oneContainer("runs", "managedBy: kueue.x-k8s.io/multikueue")).pods).toEqual([]);
  });
});

describe("activeDeadlineSeconds of the Job", () => {
  test("stops what runs, with its grace period", () => {
    const job = playJob(oneContainer("runs, stops in 4s", "activeDeadlineSeconds: 20"));
    expect(conditionLines(job)).toEqual(["20 FailureTarget DeadlineExceeded", "24.001 Failed DeadlineExceeded"]);
    expect(job.conditions[0]?.message).toBe("Job was active longer than specified deadline");
  });

  test("ends the Job in the middle of a back-off", () => {
    const job = playJob(oneContainer("crashes", "activeDeadlineSeconds: 50"));
    expect([creations(job), conditionLines(job).at(-1)]).toEqual([[0, 10, 30], "50 Failed DeadlineExceeded"]);
  });
});

describe("a Job that its CronJob replaces", () => {
  const replaced = (cadence: string, restartPolicy?: string) => {
    const assumptions = assume({});
    const written = readJobText(oneContainer(cadence, "", restartPolicy), assumptions);
    const job = { ...written.job, replacedAfterMs: 60_000 };
    return simulateJob({ ...written, job, assumptions, seed: 1, untilMs: 600_000 });
  };

  test("is deleted at the next start, with its pod, and gets no condition", () => {
    const job = replaced("runs, stops in 4s");
    const last = job.entries.at(-1);
    expect([job.ended, last?.kind, last?.tMs, last?.data.reason]).toEqual([
      "replaced",
      "job-ended",
      60_000,
      "Replaced",
    ]);
    expect(job.conditions).toEqual([]);
    const gone = job.pods[0]?.timeline.entries.find(({ kind }) => kind === "pod-removed");
    expect(gone?.tMs).toBe(64_001);
  });

  test("creates no pod after that", () => {
    expect(creations(replaced("crashes"))).toEqual([0, 10, 30]);
  });

  test("is left alone when it is over by then", () => {
    expect(replaced("completes after 59s").ended).toBe("complete");
  });
});

describe("a pod that is deleted by somebody", () => {
  const deleted = (fields: string) =>
    playJob(`# cadence: at 20s pod is deleted\n${oneContainer("runs, stops in 6s, then completes after 1s", fields)}`);

  test("is replaced after its back-off though it still runs", () => {
    expect(creations(deleted(""))).toEqual([0, 30]);
  });

  test("is replaced when it has ended, where the policy says so", () => {
    expect(creations(deleted("podReplacementPolicy: Failed"))).toEqual([0, 36]);
  });
});

describe("versions", () => {
  test.each([
    ["1.30", "20 Failed BackoffLimitExceeded"],
    ["1.31", "20 FailureTarget BackoffLimitExceeded, 25 Failed BackoffLimitExceeded"],
  ])("in %s: %s", (kubernetes, conditions) => {
    const text = oneContainer("exits 1 after 5s, ignores SIGTERM", "backoffLimit: 2", "OnFailure");
    expect(conditionLines(playJob(text, { kubernetes })).join(", ")).toBe(conditions);
  });

  test.each([
    ["1.30", "5 Complete"],
    ["1.31", "5 SuccessCriteriaMet CompletionsReached, 5 Complete CompletionsReached"],
  ])("success in %s: %s", (kubernetes, conditions) => {
    expect(conditionLines(playJob(oneContainer("completes after 5s"), { kubernetes })).join(", ")).toBe(conditions);
  });
});
