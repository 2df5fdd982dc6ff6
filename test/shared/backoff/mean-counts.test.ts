import { describe, expect, test } from "vitest";
import type { Assumptions } from "../../../shared/kubernetes/node.ts";
import { simulate } from "../../../shared/simulation/index.ts";
import { assume, readPod } from "../simulation/play.ts";

const windowsMs = [5, 10, 30, 60].map((minutes) => minutes * 60_000);
const seeds = 12;
/** The table was sampled by a smaller model, which draws the phase of the loops anew for each wait: our starts stay where the ticks put them. */
const toleranceShare = 0.04;
const toleranceCount = 0.6;
/** Newer kubelets list a pod again after each pass, which that model does not. */
const newVersion = "1.35";

/** Mean restarts in 5, 10, 30 and 60 minutes, of spec/backoff.md §5 "Realistic mean counts": curve, ≤ 1.34, ≥ 1.35. */
const atOnce: readonly (readonly [string, string, string])[] = [
  ["default", "5 6 10 16", "5 6 10 16"],
  ["reduced", "9.0 13.9 31.8 58.8", "9.2 13.2 29.1 52.9"],
  ["max 1s", "22 44 131 262", "150 300 900 1800"],
  ["max 2s", "22 43 129 258", "92 182 547 1093"],
  ["max 4s", "22 43 129 258", "52 103 308 616"],
  ["max 30s", "9.0 16.7 47 93", "9.3 17.1 48 95"],
  ["max 60s", "6.9 11 29 56", "6.2 10.2 26 50"],
];
const after10s: readonly (readonly [string, string, string])[] = [
  ["default", "5 6 10 16", "5 6 10 15.8"],
  ["reduced", "8 12 27.5 51", "8 11.8 25.7 46.6"],
  ["max 1s", "12.7 25 76 151", "25 50 150 300"],
  ["max 2s", "12.6 25 75 150", "22 45 135 270"],
  ["max 4s", "12.6 25 75 150", "19 38 113 227"],
  ["max 30s", "7 13 37.5 74", "7.1 13.5 38 75"],
  ["max 60s", "6 9.9 25 49", "5.5 9 23 44"],
];

describe.each([
  ["crashes, takes 500ms to start", atOnce],
  ["exits 1 after 10s, takes 500ms to start", after10s],
] as const)("mean restarts of a container that %s", (runs, rows) => {
  const cases = rows.flatMap(([curve, old, newer]) => [
    { curve, version: "1.34", means: old },
    { curve, version: newVersion, means: newer },
  ]);
  test.each(cases)("$curve, $version: $means", ({ curve, version, means }) => {
    const found = meanCounts(runs, nodeOf(curve, version));
    const expected = means.split(" ").map(Number);
    const off = found.filter((count, index) => {
      const mean = expected[index] ?? Number.NaN;
      return !(Math.abs(count - mean) <= Math.max(toleranceCount, mean * toleranceShare));
    });
    expect(off, `${found.map((count) => count.toFixed(1)).join(" ")} where the table has ${means}`).toEqual([]);
  });
});

/** Recorded on v1.37.1: a cycle of 2.00 s with a maximum of 1 s, and of 3.00 s with one of 2 s. */
test.each([
  ["max 1s", 2],
  ["max 2s", 3],
])("a container that exits at once on 1.37, %s: one restart every %d s", (curve, cycleSeconds) => {
  const [first = 0, , , hour = 0] = meanCounts("crashes", nodeOf(curve, "1.37"));
  expect((55 * 60) / (hour - first)).toBeCloseTo(cycleSeconds, 1);
});

function meanCounts(runs: string, assumptions: Assumptions): readonly number[] {
  const { pod, scenario } = readPod(`# cadence: app: ${runs}\ncontainers: [{name: app, image: app}]`, assumptions);
  const untilMs = Math.max(...windowsMs);
  const startsMs = Array.from({ length: seeds }, (_, seed) => {
    const { entries } = simulate({ pod, assumptions, scenario, seed: seed + 1, untilMs, recording: "entries" });
    return entries.filter(({ kind, run }) => kind === "container-started" && run !== 1).map(({ tMs }) => tMs);
  });
  return windowsMs.map((windowMs) => startsMs.flat().filter((startMs) => startMs <= windowMs).length / seeds);
}

function nodeOf(curve: string, version: string): Assumptions {
  const isReduced = curve === "reduced";
  const featureGates = {
    ReduceDefaultCrashLoopBackOffDecay: isReduced,
    KubeletCrashLoopBackOffMax: !isReduced,
  };
  const base = assume({ kubernetes: version, timing: "kubelet", featureGates });
  const seconds = /^max (\d+)s$/.exec(curve)?.[1];
  const maxContainerRestartPeriodMs = seconds === undefined ? undefined : Number(seconds) * 1000;
  const kubeletConfiguration = { ...base.node.kubeletConfiguration, maxContainerRestartPeriodMs };
  return { ...base, node: { ...base.node, kubeletConfiguration } };
}
