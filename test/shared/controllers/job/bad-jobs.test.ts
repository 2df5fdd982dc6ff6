import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatIndexes, parseIndexes } from "../../../../shared/controllers/job/indexes.ts";
import { podsOfJobMax, simulateJob } from "../../../../shared/controllers/job/job.ts";
import type { JobTimeline } from "../../../../shared/controllers/job/model.ts";
import { readJob } from "../../../../shared/controllers/job/read-job.ts";
import { exactly } from "../../../../shared/simulation/index.ts";
import { assume } from "../../simulation/play.ts";
import { oneContainer, playJob, readJobText } from "./play-job.ts";

const newest = assume({}).apiServer;

describe("a Job as written", () => {
  test.each([
    ["nothing", undefined, "1 1 NonIndexed 6"],
    ["parallelism alone", { parallelism: 3 }, "3 - NonIndexed 6"],
    ["completions alone", { completions: 3 }, "1 3 NonIndexed 6"],
    ["both", { parallelism: 2, completions: 3 }, "2 3 NonIndexed 6"],
    [
      "a limit per index",
      { completionMode: "Indexed", completions: 2, backoffLimitPerIndex: 1 },
      "1 2 Indexed 2147483647",
    ],
    ["Indexed without completions", { completionMode: "Indexed", parallelism: 4 }, "4 4 Indexed 6"],
    ["a list", [1, 2], "1 1 NonIndexed 6"],
    ["wrong types", { parallelism: "3", backoffLimit: {}, podFailurePolicy: 7 }, "1 1 NonIndexed 6"],
    ["negative numbers", { parallelism: -1, completions: -2, backoffLimit: -3 }, "1 1 NonIndexed 6"],
  ])("%s", (_, spec, expected) => {
    const { parallelism, completions, completionMode, backoffLimit } = readJob(spec, newest);
    expect(`${parallelism} ${completions ?? "-"} ${completionMode} ${backoffLimit}`).toBe(expected);
  });

  test("what needs an Indexed Job counts as not written without one", () => {
    const spec = { backoffLimitPerIndex: 1, maxFailedIndexes: 1, successPolicy: { rules: [{ succeededCount: 1 }] } };
    expect(readJob(spec, newest)).toEqual(readJob({}, newest));
    expect(readJob({ completionMode: "Indexed", maxFailedIndexes: 1 }, newest).maxFailedIndexes).toBeUndefined();
  });

  test("fields of a feature that is off are dropped", () => {
    const spec = { completionMode: "Indexed", completions: 1, successPolicy: { rules: [{ succeededCount: 1 }] } };
    expect(readJob(spec, newest).successPolicy).toHaveLength(1);
    expect(readJob(spec, { kubernetes: "1.30", featureGates: {} }).successPolicy).toBeUndefined();
  });

  test("podReplacementPolicy is Failed with podFailurePolicy", () => {
    expect(readJob({}, newest).podReplacementPolicy).toBe("TerminatingOrFailed");
    expect(readJob({ podFailurePolicy: { rules: [] } }, newest).podReplacementPolicy).toBe("Failed");
  });

  test("any value is read and played to an end", () => {
    const { pod, scenario } = readJobText(oneContainer("exits 1 after 1s, then completes"), assume({}));
    fc.assert(
      fc.property(anySpec, fc.constantFrom("ideal", "kubelet"), (spec, timing) => {
        const assumptions = assume({ timing });
        const job = readJob(spec, assumptions.apiServer);
        const played = simulateJob({ job, pod, assumptions, scenario, seed: 7, untilMs: 3_600_000, podsAtMost: 20 });
        expect(played.pods.length).toBeLessThanOrEqual(20);
        expectPossible(played);
      }),
      { numRuns: 150 },
    );
  });
});

const anyNumber = fc.oneof(
  fc.integer({ min: -2, max: 12 }),
  fc.constant(2 ** 31 - 1),
  fc.constant("x"),
  fc.constant(null),
);

/** Specs of Jobs in which each field is right, wrong or missing. */
const anySpec = fc.oneof(
  fc.anything(),
  fc.record(
    {
      parallelism: anyNumber,
      completions: anyNumber,
      completionMode: fc.constantFrom("Indexed", "NonIndexed", "Other", 3),
      backoffLimit: anyNumber,
      backoffLimitPerIndex: anyNumber,
      maxFailedIndexes: anyNumber,
      activeDeadlineSeconds: anyNumber,
      suspend: fc.constantFrom(true, false, "yes"),
      podReplacementPolicy: fc.constantFrom("Failed", "TerminatingOrFailed", ""),
      podFailurePolicy: fc.constantFrom(
        {},
        { rules: [null, { action: "Ignore", onExitCodes: { operator: "In", values: [1, "x"] } }] },
        { rules: [{ action: "FailIndex", onExitCodes: { operator: "NotIn" } }] },
        { rules: [{ action: "FailJob", onPodConditions: [{ type: "Ready", status: "False" }] }] },
      ),
      successPolicy: fc.constantFrom(
        { rules: [{ succeededIndexes: "0,2-x" }, { succeededCount: 2 }] },
        { rules: "all" },
      ),
    },
    { requiredKeys: [] },
  ),
);

/** What must hold for every run of a Job. */
function expectPossible({ entries, pods, conditions }: JobTimeline): void {
  for (const [index, entry] of entries.entries()) {
    expect(entry.tMs).toBeGreaterThanOrEqual(entries[index - 1]?.tMs ?? 0);
    expect(entry.at.earliestMs).toBeLessThanOrEqual(entry.tMs);
    expect(entry.at.latestMs).toBeGreaterThanOrEqual(entry.tMs);
    const [, number, cause] = /^p(\d+)\/(e\d+)$/.exec(entry.cause ?? "") ?? [];
    if (number === undefined) continue;
    const pod = pods[Number(number) - 1];
    const found = pod?.timeline.entries.find(({ id }) => id === cause);
    expect((pod?.createdMs ?? 0) + (found?.tMs ?? Number.NaN)).toBeLessThanOrEqual(entry.tMs);
  }
  expect(conditions.filter(({ type }) => type === "Complete" || type === "Failed").length).toBeLessThanOrEqual(1);
}

describe("bounds", () => {
  test("a Job that would create pods forever is cut off, and says so", () => {
    const job = playJob(oneContainer("completes", "completions: 1000000\nparallelism: 1"));
    expect([job.pods.length, job.ended]).toEqual([podsOfJobMax, "pod-limit"]);
    const wide = playJob(oneContainer("runs", "completions: 1000000\nparallelism: 1000000"));
    expect([wide.pods.length, wide.ended]).toEqual([podsOfJobMax, "pod-limit"]);
  });

  test("a pod that never rests ends the run", () => {
    const rules = "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [1]}}]";
    const job = playJob(`
# cadence: app: exits 1 after 100ms
backoffLimit: 1000000
template: {spec: {restartPolicy: OnFailure, containers: [{name: app, image: a, restartPolicy: OnFailure, ${rules}}]}}
`);
    expect(job.ended).toBe("entry-limit");
  });

  test.each([Number.POSITIVE_INFINITY, Number.NaN, -1, 0])("a horizon of %s seconds ends the run", (until) => {
    const job = playJob(oneContainer("runs"), { until });
    expect([job.ended, job.pods.length]).toEqual(["horizon", until >= 0 ? 1 : 0]);
  });

  test("a Job that is not over at the horizon goes on", () => {
    const job = playJob(oneContainer("crashes"), { until: 100 });
    expect([job.ended, job.pods.length, job.failed]).toEqual(["horizon", 4, 4]);
  });
});

test("the same input gives the same run; another seed stays within the bounds", () => {
  const text = oneContainer("exits 1 after 3s x2, then completes after 2s", "parallelism: 2\ncompletions: 3");
  const first = playJob(text, { timing: "kubelet", recording: "statuses" });
  expect(JSON.stringify(playJob(text, { timing: "kubelet", recording: "statuses" }))).toBe(JSON.stringify(first));
  for (let seed = 2; seed <= 40; seed += 1) expectPossible(playJob(text, { timing: "kubelet", seed }));
});

test.each([
  ["Never", oneContainer("exits 1 after 2300ms", "backoffLimit: 3")],
  ["OnFailure", oneContainer("exits 1 after 2300ms, stops in 40s", "backoffLimit: 3", "OnFailure")],
])("with one pod at a time every seed is within the bounds of the first: %s", (_, text) => {
  const { entries } = playJob(text, { timing: "kubelet" });
  for (let seed = 2; seed <= 60; seed += 1) {
    const other = playJob(text, { timing: "kubelet", seed });
    expect(other.entries.map(({ kind }) => kind)).toEqual(entries.map(({ kind }) => kind));
    for (const [index, { tMs, kind }] of other.entries.entries()) {
      const at = entries[index]?.at ?? exactly(Number.NaN);
      expect(tMs, `seed ${seed}, ${kind} ${index}`).toBeGreaterThanOrEqual(at.earliestMs);
      expect(tMs, `seed ${seed}, ${kind} ${index}`).toBeLessThanOrEqual(at.latestMs);
    }
  }
});

test("the back-off counts from a time that is cut to a second, which costs a pod what its run is longer than whole seconds", () => {
  const text = oneContainer("exits 1 after 2500ms", "backoffLimit: 3");
  const spans = Array.from({ length: 20 }, (_, seed) => {
    const { entries } = playJob(text, { timing: "kubelet", seed });
    const [, second, third] = entries.filter(({ kind }) => kind === "job-pod-created");
    return { second: second?.sinceCause, third: third?.sinceCause };
  });
  const [first] = spans;
  expect(first?.second).toEqual({ nominalMs: 10_000, earliestMs: 9001, latestMs: 10_000 });
  expect(first?.third?.latestMs).toBe(20_000);
  // Half a second, and what the run itself can take longer.
  expect(first?.third?.earliestMs).toBeGreaterThan(19_100);
  expect(first?.third?.earliestMs).toBeLessThanOrEqual(19_500);
  // The same for every seed: bounds are no samples.
  expect(spans).toEqual(spans.map(() => first));
});

test("how much is kept of the pods", () => {
  const kept = (["counts", "entries", "statuses"] as const).map((recording) => {
    const { timeline } = playJob(oneContainer("crashes"), { recording }).pods[0] ?? {};
    return [timeline?.entries.length !== 0, timeline?.statuses.length !== 0];
  });
  expect(kept).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});

test.each([
  ["0,2-4", [0, 2, 3, 4], "0,2-4"],
  ["3,1", [1, 3], "1,3"],
  ["0-1", [0, 1], "0,1"],
  ["7-9, 1-x,,2", [2], "2"],
  ["0-99999999", [0, 1, 2, 3, 4], "0-4"],
])("indexes %s below 5", (text, indexes, written) => {
  expect(parseIndexes(text, 5)).toEqual(indexes);
  expect(formatIndexes(indexes)).toBe(written);
});
