import { expect, test } from "vitest";
import { type InferredLoop, silentAlerts } from "../../../../server/prometheus/fleet/silent-alerts.ts";
import { nodeOf } from "../../../../shared/prometheus/fleet/node-setting.ts";

const gate = { KubeletCrashLoopBackOffMax: true };
const standard = nodeOf({ kubernetes: "1.37", featureGates: {}, maximumMs: undefined });
const old = nodeOf({ kubernetes: "1.34", featureGates: {}, maximumMs: undefined });
const short = nodeOf({ kubernetes: "1.37", featureGates: gate, maximumMs: 30_000 });
const loop: InferredLoop = { kind: "regular", runMs: 5000, exitCode: 1, probes: [], node: standard, whatIf: undefined };

// Verdicts for KubePodCrashLooping of kubernetes-mixin: CrashLoopBackOff is hardly ever in the status where waits are short.
test.each<[about: string, loop: InferredLoop, when: string | undefined]>([
  ["a loop at the default back-off is seen", loop, undefined],
  ["a loop with a short maximum is not", { ...loop, node: short }, "now"],
  ["its probe shows it", { ...loop, node: short, probes: ["liveness"] }, undefined],
  ["a short maximum hides it", { ...loop, whatIf: short }, "what-if"],
  ["an upgrade with a short maximum hides it", { ...loop, node: old, whatIf: short }, "what-if"],
  ["no alert that is silent today falls silent", { ...loop, node: short, whatIf: short }, "now"],
  ["runs of 16 minutes are never in back-off", { ...loop, runMs: 960_000 }, "now"],
  ["an init container is not looked at", { ...loop, kind: "init" }, "now"],
])("%s", (_, given, when) => {
  const { alerts } = silentAlerts([given, given], 30_000);
  const found = alerts.filter(({ name, from }) => name === "KubePodCrashLooping" && from === "mixin");
  expect(found.map((alert) => [alert.when, alert.loops, alert.of])).toEqual(when === undefined ? [] : [[when, 2, 2]]);
});

test("why an alert is silent is said", () => {
  const because = (given: InferredLoop): unknown =>
    silentAlerts([given], 30_000).alerts.find(({ name }) => name === "KubePodCrashLooping")?.because;
  expect(because({ ...loop, whatIf: short })).toMatch(/^CrashLoopBackOff is in the status [\d.]+ % of the time$/);
  expect(because({ ...loop, kind: "init" })).toBe("reads no metrics of init containers and sidecars");
});

test("without loops nothing is played, and rare kinds are left out", () => {
  expect(silentAlerts([], 30_000)).toEqual({ alerts: [], assumed: [] });
});
