import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { admit } from "../../../shared/api-server/admission/admit.ts";
import { forecastPod } from "../../../shared/forecast/pod/pod.ts";
import type { DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import type { Scenario } from "../../../shared/scenario/model.ts";
import { plainRun } from "../../../shared/scenario/script.ts";
import {
  createSimulation,
  entryLimit,
  horizonLimitMs,
  simulate,
  type Timeline,
} from "../../../shared/simulation/index.ts";
import { isWatching, numRunsOf } from "../../extent.ts";
import { written } from "../api-server/admission/admission.ts";
import { anySpec } from "../api-server/admission/arbitrary-spec.ts";
import { assume } from "./play.ts";

const silent: Scenario = { containers: {}, events: [], expectations: [] };
const largest =
  "{tcpSocket: {port: 1}, periodSeconds: 2147483647, timeoutSeconds: 2147483647, failureThreshold: 2147483647, initialDelaySeconds: 2147483647}";
const crash = { afterMs: 0, exitCode: 1, reason: "Error" as const };

describe("a pod that no API server would take", () => {
  it.each([
    ["a negative period: 10 s", "containers: [{name: app, livenessProbe: {tcpSocket: {port: 1}, periodSeconds: -5}}]"],
    [
      "a period that is no number",
      "containers: [{name: app, livenessProbe: {tcpSocket: {port: 1}, periodSeconds: often}}]",
    ],
    ["two containers of one name", "containers: [{name: app}, {name: app}]"],
    ["an init container of the same name", "initContainers: [{name: app}]\ncontainers: [{name: app}]"],
    ["no name", "containers: [{image: app}, {image: other}]"],
    ["a name that objects have", "containers: [{name: constructor}, {name: __proto__}]"],
    ["no regular container", "initContainers: [{name: init}]\ncontainers: []"],
    ["an unknown restartPolicy: Always", "restartPolicy: Sometimes\ncontainers: [{name: app}]"],
    ["a negative grace period: 1 s", "terminationGracePeriodSeconds: -30\ncontainers: [{name: app}]"],
    [
      "a grace period of 285 million years",
      "terminationGracePeriodSeconds: 9007199254740991\ncontainers: [{name: app}]",
    ],
    ["a deadline of 285 million years", "activeDeadlineSeconds: 9007199254740991\ncontainers: [{name: app}]"],
    ["the largest numbers", `containers: [{name: app, startupProbe: ${largest}, livenessProbe: ${largest}}]`],
    ["a sleep without end", "containers: [{name: app, lifecycle: {postStart: {sleep: {seconds: 9007199254740991}}}}]"],
    ["a probe without a handler", "containers: [{name: app, startupProbe: {}, readinessProbe: {}}]"],
    [
      "a rule without codes",
      "containers: [{name: app, restartPolicy: Never, restartPolicyRules: [{action: Restart}]}]",
    ],
    [
      "a rule that no kubelet knows",
      "containers: [{name: app, restartPolicy: Never, restartPolicyRules: [{action: Dance, exitCodes: {operator: In, values: [1]}}]}]",
    ],
  ])("runs on: %s", (_, text) => {
    for (const timing of ["ideal", "kubelet"] as const) {
      const pod = admitted(parse(text));
      if (pod === undefined) throw new Error("no pod");
      for (const scenario of [silent, crashing(pod)]) {
        const timeline = run(pod, { timing, scenario, untilMs: 1_800_000 });
        expect(timeline.ended).not.toBe("event-limit");
        expect(timeline.entries.length).toBeGreaterThan(0);
      }
      expectForecast(pod, timing);
    }
  });

  it("restarts as its fallbacks say", () => {
    const text =
      "restartPolicy: Sometimes\ncontainers: [{name: app, livenessProbe: {tcpSocket: {port: 1}, periodSeconds: -5}}]";
    const pod = admitted(parse(text));
    if (pod === undefined) throw new Error("no pod");
    const { containers } = forecastPod(pod, assume({}), silent);
    expect(containers[0]?.restarts.canRestart).toBe(true);
    expect(containers[0]?.hangToSigterm?.latestMs).toBe(31_000);
  });

  it("whatever it is, neither throws nor goes on for ever", () => {
    fc.assert(
      fc.property(anySpec, fc.constantFrom("ideal" as const, "kubelet" as const), (spec, timing) => {
        const pod = admitted(spec);
        // The API server refuses a pod without regular containers for certain; the table above has one.
        if (pod === undefined || pod.containers.length === 0) return;
        expect(run(pod, { timing, scenario: crashing(pod), untilMs: 300_000 }).untilMs).toBe(300_000);
        run(pod, { timing, scenario: silent, untilMs: 300_000 });
        expectForecast(pod, timing);
      }),
      { numRuns: numRunsOf(150) },
    );
  });
});

describe("a horizon that is no time", () => {
  const pod = admitted(parse("containers: [{name: app}]"));
  if (pod === undefined) throw new Error("no pod");
  const scenario = crashing(pod);

  it.each([-1, Number.NEGATIVE_INFINITY])("%s: nothing happens", (untilMs) => {
    const timeline = run(pod, { scenario, untilMs });
    expect([timeline.entries, timeline.counts.readyMs, timeline.ended]).toEqual([[], 0, "horizon"]);
  });

  it.each([Number.POSITIVE_INFINITY, 1e300, Number.MAX_SAFE_INTEGER])(
    "%s: as far as the limit, which is told",
    (untilMs) => {
      const timeline = run(pod, { scenario, untilMs, recording: "counts" });
      expect([timeline.untilMs, timeline.ended]).toEqual([horizonLimitMs, "horizon"]);
    },
  );

  it("NaN: nothing happens", () => {
    const timeline = run(pod, { scenario, untilMs: Number.NaN });
    expect([timeline.entries, timeline.ended, timeline.untilMs]).toEqual([[], "horizon", -1]);
  });

  it("takes steps as well as a horizon in the past", () => {
    const simulation = createSimulation({
      pod,
      assumptions: assume({}),
      scenario,
      seed: 1,
      untilMs: 60_000,
      recording: "entries",
    });
    simulation.runUntil(-5);
    expect(simulation.timeline().entries).toEqual([]);
    simulation.runUntil(30_000);
    const before = simulation.timeline().entries.length;
    simulation.runUntil(10_000);
    expect(simulation.timeline().entries.length).toBe(before);
  });
});

describe("a run that does more than a run may", () => {
  it("ends at the limit of entries and says so", () => {
    const pod = admitted(parse("containers: [{name: app}]"));
    if (pod === undefined) throw new Error("no pod");
    const timeline = run(pod, { scenario: crashing(pod), untilMs: 3_600_000, entriesAtMost: 20 });
    expect(timeline.ended).toBe("event-limit");
    expect(timeline.entries.length).toBeLessThan(40);
    expect(entryLimit).toBeGreaterThan(20);
  });

  it.skipIf(isWatching)(
    "goes on behind the limit where entries are only counted: 43,000 restarts of a day at a maximum of 1 s",
    () => {
      const pod = admitted(parse("containers: [{name: app}]"));
      if (pod === undefined) throw new Error("no pod");
      const { node, ...others } = assume({ timing: "kubelet" });
      const kubeletConfiguration = { ...node.kubeletConfiguration, maxContainerRestartPeriodMs: 1000 };
      const assumptions = { ...others, node: { ...node, kubeletConfiguration } };
      const dayMs = 24 * 3_600_000;
      const input = {
        pod,
        assumptions,
        scenario: crashing(pod),
        seed: 1,
        untilMs: dayMs,
        recording: "counts" as const,
      };
      const { ended, counts } = simulate(input);
      expect([ended, counts.entries > entryLimit]).toEqual(["horizon", true]);
      expect(counts.restarts["app"]).toBeGreaterThan(43_000);
      expect(simulate({ ...input, entriesAtMost: 20 }).ended).toBe("event-limit");
    },
  );
});

function admitted(spec: unknown): DefaultedPod | undefined {
  return admit(written(spec), assume({})).pod;
}

interface RunOptions {
  readonly timing?: "ideal" | "kubelet";
  readonly scenario: Scenario;
  readonly untilMs: number;
  readonly recording?: "counts" | "statuses";
  readonly entriesAtMost?: number;
}

function run(pod: DefaultedPod, { timing = "ideal", recording = "statuses", ...rest }: RunOptions): Timeline {
  return simulate({ pod, assumptions: assume({ timing }), seed: 1, recording, ...rest });
}

/** Asks for every answer, as the hover, the hints and the command line do. */
function expectForecast(pod: DefaultedPod, timing: "ideal" | "kubelet"): void {
  const { containers, answer, timeToReady } = forecastPod(pod, assume({ timing }), silent);
  expect(answer.headline).not.toBe("");
  for (const span of [
    timeToReady,
    ...containers.flatMap((one) => [
      one.startupBudget,
      one.hangToSigterm,
      one.hangToDead,
      one.hangToReady,
      one.unreadyAfter,
    ]),
  ]) {
    if (span !== undefined) expect(span.earliestMs).toBeLessThanOrEqual(span.latestMs);
  }
  for (const { restarts } of containers) expect(restarts.delaysMs.every((ms) => ms >= 0)).toBe(true);
}

function crashing(pod: DefaultedPod): Scenario {
  const names = [...pod.initContainers, ...pod.containers].map((container) => container.name);
  const script = {
    runs: [{ ...plainRun, end: crash, stop: { kind: "ignores" as const } }],
    image: undefined,
  };
  return { ...silent, containers: Object.fromEntries(names.map((name) => [name, script])) };
}
