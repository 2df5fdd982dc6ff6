import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { livenessHint, readinessHint, restartHint, startupHint } from "../../../shared/forecast/pod/hints.ts";
import { forecastPod } from "../../../shared/forecast/pod/pod.ts";
import { assume, readPod } from "../simulation/play.ts";

interface Numbers {
  readonly period: number;
  readonly timeout: number;
  readonly failures: number;
  readonly delay: number;
}

const numbers = fc.record<Numbers>({
  period: fc.integer({ min: 1, max: 60 }),
  timeout: fc.integer({ min: 1, max: 90 }),
  failures: fc.integer({ min: 1, max: 40 }),
  delay: fc.integer({ min: 0, max: 120 }),
});

/**
 * The formulas of spec/probes.md §4, written down here a second time: the engine's spans must be theirs. §4.2 is exact: a delay
 * counts from the start cut to whole seconds (§2.6), so that the first attempt may come up to a second before it is over.
 */
describe("forecasts of random probes agree with the formulas of the specification", () => {
  it("§4.2: the start-up budget", () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom("startup", "liveness"), ({ period, timeout, failures, delay }, type) => {
        const { startupBudget } = forecastOf(type, { period, timeout, failures, delay });
        expect([startupBudget?.earliestMs, startupBudget?.latestMs]).toEqual([
          (Math.max(0, delay - 1) + (failures - 1) * period) * 1000,
          (delay + failures * period) * 1000,
        ]);
      }),
    );
  });

  it("§4.3: from a hang to SIGTERM", () => {
    fc.assert(
      fc.property(numbers, ({ period, timeout, failures, delay }) => {
        const { hangToSigterm } = forecastOf("liveness", { period, timeout, failures, delay });
        const step = Math.max(period, timeout);
        const earliest = (failures - 1) * step + timeout;
        expect([hangToSigterm?.earliestMs, hangToSigterm?.latestMs]).toEqual([
          earliest * 1000,
          (earliest + period) * 1000,
        ]);
      }),
    );
  });

  it("§4.4: from a hang to out of rotation", () => {
    fc.assert(
      fc.property(numbers, ({ period, timeout, failures, delay }) => {
        const { unreadyAfter } = forecastOf("readiness", { period, timeout, failures, delay });
        const earliest = (failures - 1) * Math.max(period, timeout) + timeout;
        expect([unreadyAfter?.earliestMs, unreadyAfter?.latestMs]).toEqual([
          earliest * 1000,
          (earliest + period) * 1000,
        ]);
      }),
    );
  });

  it("§4.5: a hung container is dead at the latest when its grace period is over", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 120 }), (grace) => {
        const { hangToDead } = forecastOf("liveness", { period: 10, timeout: 1, failures: 3, delay: 0 }, grace);
        expect([hangToDead?.earliestMs, hangToDead?.latestMs]).toEqual([21_000, (31 + grace) * 1000]);
      }),
    );
  });
});

describe("the exact words of the hints", () => {
  it("are those of the design for probes with default numbers", () => {
    const assumptions = assume({ timing: "kubelet" });
    const probe = "{httpGet: {port: 80}}";
    const { pod, scenario } = readPod(
      `containers: [{name: app, image: app, startupProbe: {httpGet: {port: 80}, failureThreshold: 30}, livenessProbe: ${probe}, readinessProbe: ${probe}}]`,
      assumptions,
    );
    const [app] = forecastPod(pod, assumptions, scenario).containers;
    if (app === undefined) throw new Error("no container");
    expect([restartHint(app), startupHint(app), livenessHint(app), readinessHint(app)]).toEqual([
      "on crash ↻ 0s 10s 20s 40s … 5m",
      "must start within 4m50s",
      "hang: SIGTERM in 21–31s",
      "hang: no traffic in 21–31s",
    ]);
  });

  it.each([
    ["restartPolicy: Never", undefined],
    [rule("Never", "Restart", "[42]"), "on exit 42 ↻ 0s 10s 20s … 5m"],
    [rule("Always", "RestartAllContainers", "[1]"), "on crash ↻ all, no back-off"],
    [rule("Never", "RestartAllContainers", "[88]"), "on exit 88 ↻ all, no back-off"],
  ])("%s → %s", (fields, hint) => {
    const assumptions = assume({ timing: "kubelet" });
    const { pod, scenario } = readPod(`containers: [{name: app, image: app, ${fields}}]`, assumptions);
    const [app] = forecastPod(pod, assumptions, scenario).containers;
    if (app === undefined) throw new Error("no container");
    expect(restartHint(app)).toBe(hint);
  });

  it.each([
    [0, 1050, "0–2s"],
    [10_000, 10_000, "10s"],
    [21_000, 31_000, "21–31s"],
    [10_011, 18_184, "10–19s"],
    [290_000, 300_000, "4m50s–5m"],
    [1500, 1500, "0–2s"],
    [119_100, 191_000, "1m59s–3m15s"],
    [601_000, 3_601_000, "10m–1h1m"],
  ])("a span of %i to %i ms is written %s", (earliestMs, latestMs, text) => {
    expect(formatSpan({ earliestMs, latestMs })).toBe(text);
  });
});

function forecastOf(type: string, { period, timeout, failures, delay }: Numbers, grace = 30) {
  const assumptions = assume({ timing: "kubelet" });
  const { pod, scenario } = readPod(
    `terminationGracePeriodSeconds: ${grace}
containers:
- name: app
  image: app
  ${type}Probe: {exec: {command: [ask]}, periodSeconds: ${period}, timeoutSeconds: ${timeout}, failureThreshold: ${failures}, initialDelaySeconds: ${delay}}`,
    assumptions,
  );
  const [app] = forecastPod(pod, assumptions, scenario).containers;
  if (app === undefined) throw new Error("no container");
  return app;
}

function rule(policy: string, action: string, values: string): string {
  return `restartPolicy: ${policy}, restartPolicyRules: [{action: ${action}, exitCodes: {operator: In, values: ${values}}}]`;
}
