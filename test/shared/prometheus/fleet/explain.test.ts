import { expect, test } from "vitest";
import { chooseSetting } from "../../../../shared/prometheus/fleet/choose-setting.ts";
import { LoopEngine } from "../../../../shared/prometheus/fleet/engine.ts";
import { explain } from "../../../../shared/prometheus/fleet/explain.ts";
import type { Restart, RestartHistory } from "../../../../shared/prometheus/fleet/history.ts";
import {
  defaultSetting,
  policyOf,
  withMaximumOf,
  withReducedDecay,
} from "../../../../shared/prometheus/fleet/node-setting.ts";
import { replay } from "../../../../shared/prometheus/fleet/replay.ts";

const engine = new LoopEngine();
const standard = defaultSetting("1.37");

/** Runs of so many seconds, each followed by the wait of that place, from a first start at 0. */
function history(runs: readonly number[], waits: readonly number[], exitCode = 1): RestartHistory {
  let startMs = 0;
  const restarts = waits.map((wait, index): Restart => {
    const exitMs = startMs + (runs[index] ?? runs.at(-1) ?? 0) * 1000;
    startMs = exitMs + wait * 1000;
    return { exitMs, startEarliestMs: startMs, startLatestMs: startMs, exitCode, unseen: 0 };
  });
  const lastExitMs = startMs + (runs[waits.length] ?? runs.at(-1) ?? 0) * 1000;
  return { restarts, firstStartMs: 0, restartedBefore: false, lastExitMs, untilMs: lastExitMs + 60_000 };
}

test.each<
  [
    about: string,
    version: "1.34" | "1.37",
    runs: readonly number[],
    waits: readonly number[],
    delays: readonly number[],
    inside: number,
  ]
>([
  [
    "a loop climbs to the maximum",
    "1.37",
    [5],
    [1, 12, 25, 50, 95, 180, 310, 305],
    [0, 10, 20, 40, 80, 160, 300, 300],
    8,
  ],
  ["a kubelet before 1.35 looks every 10 to 16s", "1.34", [5], [1, 16, 34, 55, 95], [0, 10, 20, 40, 80], 5],
  ["since 1.35, a wait of 10s is not that late", "1.37", [5], [1, 26], [0, 10], 1],
  ["a run of more than 10 minutes begins anew", "1.37", [5, 5, 5, 700, 5], [1, 12, 25, 1, 12], [0, 10, 20, 0, 10], 5],
  [
    "a back-off is forgotten while a container waits",
    "1.37",
    [420],
    [1, 12, 25, 50, 95, 175, 210, 12],
    [0, 10, 20, 40, 80, 160, 300, 10],
    8,
  ],
  ["a kubelet that restarts forgets", "1.37", [5], [1, 12, 25, 1, 12, 24], [0, 10, 20, 0, 10, 20], 5],
  ["a probe kill looks at the exit before it", "1.37", [150], [1, 1, 23, 1], [0, 0, 20, 0], 4],
])("%s", (_, version, runs, waits, delays, inside) => {
  const explained = explain(history(runs, waits), engine.modelOf(defaultSetting(version)));
  expect(explained.restarts.map(({ delayMs }) => delayMs / 1000)).toEqual(delays);
  expect([explained.inside, explained.judged]).toEqual([inside, waits.length]);
});

test.each<[about: string, waits: readonly number[], is: string, curve: readonly number[]]>([
  ["the default", [1, 12, 25, 50, 95, 180, 310], "default", [10, 300]],
  ["a maximum that people set", [1, 12, 25, 33, 41, 30, 44, 38, 31], "inferred", [10, 30]],
  ["any maximum", [1, 12, 25, 29, 36, 25, 38, 33, 27, 26, 30], "inferred", [10, 25]],
  ["the reduced default", [1, 1, 2, 5, 9, 18, 37, 66, 80, 75], "inferred", [1, 60]],
  ["none that is known", [1, 500, 3, 77, 900, 1, 410, 6], "unknown", [10, 300]],
  ["too few to tell", [1], "default", [10, 300]],
])("waits show %s", (_, waits, is, curve) => {
  const chosen = chooseSetting([history([5], waits)], standard, (setting) => engine.modelOf(setting));
  const { initialMs, maximumMs } = policyOf(chosen.setting);
  expect([chosen.is, initialMs / 1000, maximumMs / 1000]).toEqual([is, ...curve]);
});

test.each<[about: string, waits: readonly number[], is: string, maximum: number]>([
  ["too few restarts: as the nodes that are alike", [1, 12, 25], "inferred", 60],
  ["none that can be judged", [], "inferred", 60],
  ["enough that speak against it: the default", [1, 12, 25, 49, 95], "default", 300],
])("beside nodes with a maximum of 60s: %s", (_, waits, is, maximum) => {
  const modelOf = (setting: typeof standard) => engine.modelOf(setting);
  const chosen = chooseSetting([history([5], waits)], standard, modelOf, [withMaximumOf(standard, 60_000)]);
  expect([chosen.is, policyOf(chosen.setting).maximumMs / 1000]).toEqual([is, maximum]);
});

test("the same runs under the same back-off come to the same", () => {
  const waits = [1, 12.5, 25, 50, 95, 180, 310, 305, 315, 310, 312, 308];
  const own = history([5], waits);
  const model = engine.modelOf(standard);
  const replayed = replay(own, explain(own, model), model);
  expect(replayed?.restarts).toBe(waits.length);
  const downMs = waits.reduce((sum, wait) => sum + wait * 1000, 60_000);
  expect(Math.abs((replayed?.downMs ?? 0) / downMs - 1)).toBeLessThan(0.05);
});

test.each([
  ["a shorter maximum: more restarts, less time down", withMaximumOf(standard, 30_000), 52, 58],
  ["the reduced default", withReducedDecay(standard), 32, 36],
  ["the same maximum", standard, 12, 12],
] as const)("%s", (_, setting, least, most) => {
  const own = history([5], [1, 12.5, 25, 50, 95, 180, 310, 305, 315, 310, 312, 308]);
  const replayed = replay(own, explain(own, engine.modelOf(standard)), engine.modelOf(setting));
  expect(replayed?.restarts).toBeGreaterThanOrEqual(least);
  expect(replayed?.restarts).toBeLessThanOrEqual(most);
});

test("a container that recovered does so after as many restarts", () => {
  const looped = history([5], [1, 12, 25, 50, 95]);
  const own = { ...looped, lastExitMs: undefined, untilMs: 86_400_000 };
  const replayed = replay(own, explain(own, engine.modelOf(standard)), engine.modelOf(withMaximumOf(standard, 1000)));
  expect(replayed?.restarts).toBe(5);
});

test("a restart costs writes, and the longer its loop waits, the more events get through", () => {
  const writes = engine.writesPerRestart(standard, 5000);
  expect(writes).toBeGreaterThan(2);
  expect(engine.writesPerRestart(withMaximumOf(standard, 1000), 5000)).toBeLessThan(writes);
});

test.each([
  [["readiness"], 1],
  [["liveness"], 0],
  [["startup", "readiness"], 2],
] as const)("%j probes: %i more writes in each restart", (probes, more) => {
  const setting = withMaximumOf(standard, 30_000);
  const writes = engine.writesPerRestart(setting, 30_000, probes) - engine.writesPerRestart(setting, 30_000);
  expect(writes).toBeCloseTo(more, 0);
});

test("versions before 1.32 have no maximum of their own", () => {
  expect(withMaximumOf(defaultSetting("1.31"), 30_000)).toEqual(defaultSetting("1.31"));
});
