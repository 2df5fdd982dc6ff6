import { describe, expect, test } from "vitest";
import { Backoff } from "../../../shared/backoff/backoff.ts";
import { backOffCurve, crashLoopPolicy, imagePullPolicy } from "../../../shared/backoff/policy.ts";
import { formatGoDuration } from "../../../shared/basics/durations.ts";
import { jobDelayMs } from "../../../shared/controllers/job/job-backoff.ts";
import type { Assumptions } from "../../../shared/kubernetes/node.ts";
import { simulate, type Timeline } from "../../../shared/simulation/index.ts";
import { assume, readPod } from "../simulation/play.ts";

const crashing = "# cadence: app: crashes\ncontainers: [{name: app, image: app}]";

describe("words of spec/backoff.md §3", () => {
  test("delays as the kubelet writes them", () => {
    const delaysMs = backOffCurve(crashLoopPolicy(assume({}).node));
    expect(delaysMs.slice(1).map(formatGoDuration).join(" ")).toBe("10s 20s 40s 1m20s 2m40s 5m0s");
    expect([1_000, 1_500].map(formatGoDuration)).toEqual(["1s", "1.5s"]);
  });

  test("and in the message of the waiting state", () => {
    const { statuses } = playOf(crashing, assume({ kubernetes: "1.34", timing: "kubelet" }), {
      seed: 1,
      untilMs: 20 * 60_000,
    });
    const messages = statuses.flatMap(({ status }) => {
      const state = status.containerStatuses[0]?.state;
      return state?.is === "waiting" ? [state.message ?? ""] : [];
    });
    const delays = messages.flatMap(
      (message) => /^back-off (\S+) restarting failed container=app /.exec(message)?.[1] ?? [],
    );
    expect([...new Set(delays)].join(" ")).toBe("10s 20s 40s 1m20s 2m40s 5m0s");
  });
});

describe("spec/backoff.md §6", () => {
  const attempts = "0 10 30 70 150 310 610";

  test("attempts to pull an image that is missing, by the back-off object", () => {
    const backoff = new Backoff(imagePullPolicy);
    const pullsMs: number[] = [];
    for (let nowMs = 0; nowMs <= 3_600_000; nowMs += 1_000) {
      if (backoff.isInBackOffSinceUpdate("image", nowMs)) continue;
      pullsMs.push(nowMs);
      backoff.next("image", nowMs, nowMs);
    }
    expect(inSeconds(pullsMs).slice(0, 7).join(" ")).toBe(attempts);
    expect([5, 10, 30, 60].map((minutes) => pullsMs.filter((pullMs) => pullMs <= minutes * 60_000).length)).toEqual([
      5, 6, 10, 16,
    ]);
  });

  test("attempts to pull an image that is missing, by the engine in ideal time", () => {
    const { entries } = playOf("# cadence: app: image missing\ncontainers: [{name: app, image: app}]", assume({}), {
      seed: 1,
      untilMs: 620_000,
    });
    const pullsMs = entries.filter(({ kind }) => kind === "image-pulling").map(({ tMs }) => tMs);
    expect(inSeconds(pullsMs).join(" ")).toBe(attempts);
  });

  test("waits of a Job before its next pod", () => {
    const failures = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(inSeconds(failures.map(jobDelayMs)).join(" ")).toBe("10 20 40 80 160 320 600 600");
  });
});

/** Mean waits in seconds from an exit to the restart, of the Monte-Carlo table in spec/backoff.md §4: back-off → mean. */
const means: readonly (readonly [string, number | undefined, readonly (readonly [number, number])[]])[] = [
  [
    "1.34",
    undefined,
    [
      [10, 13.5],
      [20, 26.5],
      [40, 47.0],
      [80, 87.1],
      [160, 166.8],
      [300, 306.6],
    ],
  ],
  ["1.34", 4_000, [[4, 13.5]]],
  ["1.34", 30_000, [[30, 38.9]]],
  [
    "1.37",
    undefined,
    [
      [10, 12.9],
      [20, 25.4],
      [40, 50.4],
      [80, 83.9],
      [160, 164.8],
      [300, 308.0],
    ],
  ],
  ["1.37", 1_000, [[1, 1.6]]],
  ["1.37", 4_000, [[4, 5.4]]],
  ["1.37", 30_000, [[30, 37.9]]],
  ["1.37", 60_000, [[60, 75.4]]],
];
const seeds = 200;
const toleranceShare = 0.03;
/** The table has one decimal, and its model no steps that take some milliseconds. It matters to the shortest back-off only. */
const toleranceSeconds = 0.1;

describe("the mean wait over 200 seeds is within 3 % of the table of spec/backoff.md §4", () => {
  const cases = means.flatMap(([version, maximumMs, rows]) =>
    rows.map(([seconds, mean]) => ({ version, maximumMs, seconds, mean })),
  );
  test.each(cases)("$version, back-off of $seconds s: $mean s", ({ version, maximumMs, seconds, mean }) => {
    const found = meanWaitMs(version, maximumMs, seconds * 1000) / 1000;
    expect(Math.abs(found - mean), `mean ${found.toFixed(2)} s`).toBeLessThanOrEqual(
      Math.max(mean * toleranceShare, toleranceSeconds),
    );
  });
});

/** The first wait of each run with this back-off, which is raised once in a crash loop before its steady state. */
function meanWaitMs(version: string, maximumMs: number | undefined, backOffMs: number): number {
  const assumptions = withMaximum(
    assume({ kubernetes: version, timing: "kubelet", featureGates: gatesOf(version) }),
    maximumMs,
  );
  const climb = backOffCurve(crashLoopPolicy(assumptions.node));
  const restart = climb.indexOf(backOffMs);
  const untilMs = climb.slice(0, restart + 1).reduce((sum, delayMs) => sum + 1.5 * delayMs + 21_000, 0);
  const waitsMs = Array.from({ length: seeds }, (_, seed) => {
    // Exits fall anywhere between two looks of the kubelet, as in the table.
    const runsForMs = (seed * 1000) / seeds;
    const text = crashing.replace("crashes", `exits 1 after ${runsForMs}ms`);
    const { entries } = playOf(text, assumptions, { seed: seed + 1, untilMs });
    const startsMs = entries.filter(({ kind }) => kind === "container-started").map(({ tMs }) => tMs);
    const exitsMs = entries.filter(({ kind }) => kind === "container-exited").map(({ tMs }) => tMs);
    return (startsMs[restart + 1] ?? Number.NaN) - (exitsMs[restart] ?? Number.NaN);
  });
  return waitsMs.reduce((sum, waitMs) => sum + waitMs, 0) / seeds;
}

function gatesOf(version: string): Record<string, boolean> {
  return version === "1.34" ? { KubeletCrashLoopBackOffMax: true } : {};
}

function withMaximum(base: Assumptions, maxContainerRestartPeriodMs: number | undefined): Assumptions {
  const kubeletConfiguration = { ...base.node.kubeletConfiguration, maxContainerRestartPeriodMs };
  return { ...base, node: { ...base.node, kubeletConfiguration } };
}

function playOf(
  text: string,
  assumptions: Assumptions,
  run: { readonly seed: number; readonly untilMs: number },
): Timeline {
  const { pod, scenario } = readPod(text, assumptions);
  return simulate({ pod, assumptions, scenario, ...run, recording: "statuses" });
}

function inSeconds(timesMs: readonly number[]): readonly number[] {
  return timesMs.map((timeMs) => timeMs / 1000);
}
