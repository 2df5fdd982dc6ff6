import { describe, expect, it } from "vitest";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { resetsPerMinute } from "../../../shared/forecast/container/resets.ts";
import { secondStartStopped } from "../../../shared/forecast/container/second-start.ts";
import { type StopOrder, stopForecast } from "../../../shared/forecast/container/stops.ts";
import type { Container } from "../../../shared/kubernetes/pod.ts";
import type { KubernetesVersion } from "../../../shared/kubernetes/versions.ts";
import { runOf, scriptOf } from "../../../shared/scenario/script.ts";
import { assume, readPod } from "../simulation/play.ts";

const preStop = { httpGet: { path: "/drain", port: 80 } };
const liveness = (graceSeconds?: number) => ({
  httpGet: { path: "/healthz", port: 80 },
  terminationGracePeriodSeconds: graceSeconds,
});

describe("a stop has the grace period of who orders it, and the hook counts (spec §3.2)", () => {
  it.each<[scenario: string, probeGrace: number | undefined, order: StopOrder, expected: string]>([
    ["runs", undefined, "deletion", "in time"],
    ["answers preStop in 20s", undefined, "deletion", "in time"],
    ["answers preStop in 40s", undefined, "deletion", "hook cut"],
    ["answers preStop in 40s, stops in 5s", undefined, "deletion", "hook cut, SIGKILL 32s"],
    ["answers preStop in 20s, stops in 8s", undefined, "deletion", "in time"],
    ["answers preStop in 20s, stops in 12s", undefined, "deletion", "SIGKILL 30s"],
    ["answers preStop in 20s", 5, "liveness", "hook cut"],
    ["answers preStop in 20s", 5, "deletion", "in time"],
    ["answers preStop in 20s", undefined, "liveness", "in time"],
    ["stops in 10s", 5, "liveness", "SIGKILL 5s"],
    ["ignores SIGTERM", undefined, "liveness", "SIGKILL 30s"],
  ])("%s, probe-level %s, %s: %s", (scenario, probeGrace, order, expected) => {
    const fields = { lifecycle: { preStop }, livenessProbe: liveness(probeGrace) };
    const { pod, container, scenario: read } = podOf(fields, scenario);
    const run = runOf(scriptOf(read, container), 0);
    const stop = stopForecast(pod, assume({}), { container, run }, order);
    const said = [
      ...(stop?.hookCut ? ["hook cut"] : []),
      ...(stop?.sigkill === undefined ? [] : [`SIGKILL ${formatSpan(stop.sigkill)}`]),
    ];
    expect(said.join(", ") || "in time").toBe(expected);
  });
});

describe("after a stop by liveness (traps.md 17)", () => {
  it.each<[version: KubernetesVersion, startupPeriod: number, period: number, failures: number, expected: string]>([
    ["1.37", 30, 10, 1, "0–10s"],
    ["1.37", 30, 10, 2, "10–20s"],
    ["1.37", 30, 10, 3, "protected"],
    ["1.37", 10, 5, 1, "0–5s"],
    ["1.37", 10, 10, 3, "protected"],
    ["1.34", 30, 10, 1, "protected"],
  ])(
    "on %s, startup every %ss, liveness every %ss × %s: %s",
    (kubernetes, startupPeriod, period, failures, expected) => {
      const { pod, container } = podOf({
        startupProbe: { httpGet: { path: "/", port: 80 }, periodSeconds: startupPeriod, failureThreshold: 20 },
        livenessProbe: { httpGet: { path: "/", port: 80 }, periodSeconds: period, failureThreshold: failures },
      });
      const stopped = secondStartStopped(pod, assume({ kubernetes }), container, 60_000);
      expect(stopped === undefined ? "protected" : formatSpan(stopped)).toBe(expected);
    },
  );
});

it("a restart of all containers without a run between has no rhythm that a back-off would give it (traps.md 18)", () => {
  const { pod, container } = podOf({
    restartPolicy: "Never",
    restartPolicyRules: [{ action: "RestartAllContainers", exitCodes: { operator: "In", values: [88] } }],
  });
  expect(resetsPerMinute(pod, assume({}), { container, exitCode: 88, afterMs: 0 })).toBeGreaterThan(120);
  expect(resetsPerMinute(pod, assume({}), { container, exitCode: 1, afterMs: 0 })).toBe(0);
});

interface Subject extends ReturnType<typeof readPod> {
  readonly container: Container;
}

/** JSON is YAML. */
function podOf(fields: Readonly<Record<string, unknown>>, scenario = "runs"): Subject {
  const spec = { restartPolicy: "Always", containers: [{ name: "app", image: "app:1", ...fields }] };
  const read = readPod(`${JSON.stringify(spec)}\n# cadence: app: ${scenario}`, assume({}));
  const [container] = read.pod.containers;
  if (container === undefined) throw new Error("no container");
  return { ...read, container };
}
