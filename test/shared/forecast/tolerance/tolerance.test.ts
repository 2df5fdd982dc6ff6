import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tolerance } from "../../../../shared/forecast/tolerance/model.ts";
import { tolerancesOf } from "../../../../shared/forecast/tolerance/tolerance.ts";
import { toleranceRows } from "../../../../shared/forecast/tolerance/tolerance-words.ts";
import type { TestedFault, ToleranceQuestion } from "../../../../shared/scenario/model.ts";
import { numRunsOf } from "../../../extent.ts";
import { assume, type PlayOptions, play, readPod } from "../../simulation/play.ts";

interface Numbers {
  readonly period: number;
  readonly timeout: number;
  readonly failures: number;
  readonly delay: number;
}

const numbers = fc.record<Numbers>({
  period: fc.integer({ min: 1, max: 40 }),
  timeout: fc.integer({ min: 1, max: 50 }),
  failures: fc.integer({ min: 1, max: 12 }),
  delay: fc.integer({ min: 0, max: 90 }),
});

describe("closed forms where there are some", () => {
  it("a start survives until the last attempt that can come", () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom("startup", "liveness"), (probe, type) => {
        const { period, failures, delay } = probe;
        const start = toleranceOf(podOf({ [type]: probe }), "start", "kill");
        expect(start).toMatchObject({
          survivesMs: (Math.max(0, delay - 1) + (failures - 1) * period) * 1000,
          probe: type,
        });
        const latestMs = (delay + failures * period) * 1000;
        expect(start?.alwaysMs).toBeLessThanOrEqual(latestMs + 1000);
        expect(start?.alwaysMs).toBeGreaterThanOrEqual(latestMs - 1000);
      }),
      { numRuns: numRunsOf(60) },
    );
  });

  it("a hang does harm from failureThreshold attempts on, the last with its timeout", () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom("liveness", "readiness"), (probe, type) => {
        const { period, timeout, failures } = probe;
        const harm = type === "liveness" ? "kill" : "unready";
        const hang = toleranceOf(podOf({ [type]: probe }), "hang", harm);
        const earliest = (failures - 1) * Math.max(period, timeout) + timeout;
        expect(hang).toMatchObject({ hurtsMs: earliest * 1000, alwaysMs: (earliest + period) * 1000, probe: type });
      }),
      { numRuns: numRunsOf(60) },
    );
  });

  it("failed probes do harm from failureThreshold attempts on", () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom("liveness", "readiness"), (probe, type) => {
        const { period, failures } = probe;
        const errors = toleranceOf(podOf({ [type]: probe }), "errors", type === "liveness" ? "kill" : "unready");
        expect(errors?.survivesMs).toBe(Math.max(0, (failures - 1) * period - 1) * 1000);
        expect(errors?.alwaysMs).toBe(failures * period * 1000);
      }),
      { numRuns: numRunsOf(60) },
    );
  });

  it("answers may take nearly as long as the timeout", () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom("liveness", "readiness", "startup"), (probe, type) => {
        const harm = type === "readiness" ? "unready" : "kill";
        expect(toleranceOf(podOf({ [type]: probe }), "answers", harm)?.hurtsMs).toBe(probe.timeout * 1000);
      }),
      { numRuns: numRunsOf(30) },
    );
  });

  it("a stop may take nearly as long as the grace period, and a hook takes its part", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.nat(400), (grace, hook) => {
        const pod = `terminationGracePeriodSeconds: ${grace}
containers: [{name: app, image: app, lifecycle: {preStop: {exec: {command: [sleep, "${hook}"]}}}}]`;
        const stop = toleranceOf(pod, "stop", "kill");
        // The kubelet grants 2s where a hook leaves less.
        expect(stop?.hurtsMs).toBe(Math.max(2, grace - hook) * 1000);
      }),
      { numRuns: numRunsOf(40) },
    );
  });
});

describe("a fault that is survived is survived whenever it begins, on kubelets, too", () => {
  const faults: readonly (ToleranceQuestion & { readonly clause: (lengthMs: number, atMs: number) => string })[] = [
    { fault: "start", harm: "kill", clause: (lengthMs) => `starts in ${lengthMs}ms` },
    { fault: "hang", harm: "kill", clause: (lengthMs, atMs) => `hangs after ${atMs}ms for ${lengthMs}ms` },
    { fault: "errors", harm: "kill", clause: (lengthMs, atMs) => `fails after ${atMs}ms for ${lengthMs}ms` },
  ];
  it.each(faults)("$fault", ({ fault, harm, clause }) => {
    fc.assert(
      fc.property(
        fc.record({ startup: numbers, liveness: numbers }),
        fc.nat(60_000),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom("1.33", "1.36", "1.37"),
        (probes, phaseMs, seed, kubernetes) => {
          const found = toleranceOf(podOf(probes), fault, harm, { kubernetes });
          if (found === undefined) return;
          const atMs = 400_000 + phaseMs;
          const killed = (lengthMs: number, timing: "ideal" | "kubelet") => {
            const text = `${podOf(probes)}\n# cadence: app: ${clause(lengthMs, atMs)}`;
            const until = 6000;
            const { timeline } = play(text, { kubernetes, timing, seed, until, recording: "entries" });
            return timeline.entries.some(
              (entry) => entry.kind === "container-stopping" && entry.data.probe !== undefined && entry.run === 1,
            );
          };
          for (const timing of ["ideal", "kubelet"] as const) {
            if (found.survivesMs > 0) expect([timing, killed(found.survivesMs, timing)]).toEqual([timing, false]);
            const { alwaysMs } = found;
            if (alwaysMs !== undefined)
              expect([timing, alwaysMs, killed(alwaysMs + 1000, timing)]).toEqual([timing, alwaysMs, true]);
          }
        },
      ),
      { numRuns: numRunsOf(25) },
    );
  });
});

describe("what is shown", () => {
  const probe = { period: 10, timeout: 1, failures: 3, delay: 0 };

  it("is a row for each fault, with the fields that decide", () => {
    const text = podOf({ startup: { ...probe, failures: 12 }, liveness: probe, readiness: { ...probe, period: 5 } });
    expect(toleranceRows(allOf(text))).toEqual([
      { fault: "slow start", text: "no kill up to 1m50s, always killed from 2m5s (startupProbe)" },
      {
        fault: "hang",
        text: "no kill up to 20s, always killed from 31s (livenessProbe); stays ready up to 10s, always loses traffic from 16s (readinessProbe)",
      },
      {
        fault: "failed probes",
        text: "no kill up to 19s, always killed from 30s (livenessProbe); stays ready up to 9s, always loses traffic from 15s (readinessProbe)",
      },
      {
        fault: "slow answers",
        text: "no kill up to 900ms, always killed from 1s (startupProbe); ready up to 900ms, never ready from 1s (readinessProbe)",
      },
      { fault: "slow stop", text: "ends by itself up to 29s, SIGKILL from 30s (terminationGracePeriodSeconds)" },
    ]);
  });

  it("is nothing about what never does harm, and about init containers", () => {
    expect(allOf("containers: [{name: app, image: app}]").map(({ fault }) => fault)).toEqual(["stop"]);
    const assumptions = assume({});
    const { pod, scenario } = readPod(
      "initContainers: [{name: init, image: app}]\ncontainers: [{name: app, image: app}]",
      assumptions,
    );
    const [container] = pod.initContainers;
    if (container === undefined) throw new Error("no container");
    expect(tolerancesOf({ pod, assumptions, scenario, container })).toEqual([]);
  });

  it("says what the shortest fault can do", () => {
    const rows = toleranceRows(allOf(podOf({ liveness: { ...probe, failures: 1 } })));
    expect(rows.find(({ fault }) => fault === "failed probes")?.text).toBe(
      "can be killed from 1s, always killed from 10s (livenessProbe)",
    );
  });

  it("is nothing about answers of a container that is killed without any fault", () => {
    const text = `${podOf({ liveness: probe })}\n# cadence: app: starts in 2m`;
    expect(allOf(text).map(({ fault }) => fault)).toEqual(["start", "stop"]);
  });

  it("counts until the probe gives up, not until a hook has ended", () => {
    const fields = "lifecycle: {preStop: {exec: {command: [sleep, infinity]}}}";
    const hooked = podOf({ liveness: probe }).replace("image: app", `image: app, ${fields}`);
    expect(allOf(hooked).find(({ fault }) => fault === "hang")).toMatchObject({ survivesMs: 20_000, alwaysMs: 31_000 });
  });

  it("is about a container that is killed for good, too", () => {
    const never = `restartPolicy: Never\n${podOf({ liveness: probe })}`;
    expect(allOf(never).map(({ fault }) => fault)).toEqual(["start", "hang", "errors", "answers", "stop"]);
  });

  it("is nothing about a probe whose command outlasts its timeout", () => {
    const asleep = podOf({ liveness: probe }).replace("[ask]", "[sleep, '30']");
    expect(allOf(asleep).map(({ fault }) => fault)).toEqual(["stop"]);
  });

  it("starts and stops as the scenario says", () => {
    const slow = `${podOf({ liveness: { ...probe, delay: 30 } })}\n# cadence: app: starts in 4s–29s`;
    expect(allOf(slow).find(({ fault }) => fault === "hang")).toMatchObject({ survivesMs: 20_000, alwaysMs: 31_000 });
  });
});

function toleranceOf(
  text: string,
  fault: TestedFault,
  harm: Tolerance["harm"],
  options: PlayOptions = {},
): Tolerance | undefined {
  return allOf(text, options).find((each) => each.fault === fault && each.harm === harm);
}

function allOf(text: string, options: PlayOptions = {}): readonly Tolerance[] {
  const assumptions = assume({ timing: "kubelet", ...options });
  const { pod, scenario } = readPod(text, assumptions);
  const [container] = pod.containers;
  return container === undefined ? [] : tolerancesOf({ pod, assumptions, scenario, container });
}

function podOf(probes: { readonly [type: string]: Numbers }): string {
  const fields = Object.entries(probes).map(
    ([type, { period, timeout, failures, delay }]) =>
      `, ${type}Probe: {exec: {command: [ask]}, periodSeconds: ${period}, timeoutSeconds: ${timeout}, failureThreshold: ${failures}, initialDelaySeconds: ${delay}}`,
  );
  return `containers: [{name: app, image: app${fields.join("")}}]`;
}
