import { describe, expect, test } from "vitest";
import { explainKill } from "../../../../shared/forecast/runs/kill.ts";
import { explainWait } from "../../../../shared/forecast/runs/wait.ts";
import { simulate } from "../../../../shared/simulation/index.ts";
import { assume, type PlayOptions, play, readPod } from "../../simulation/play.ts";

interface Situation extends PlayOptions {
  readonly maximumMs?: number;
}

/** The beginning and the end of each back-off of a container that does this. */
function waitsOf(runs: string, { maximumMs, ...options }: Situation = {}) {
  const assumed = assume(options);
  const kubeletConfiguration = { ...assumed.node.kubeletConfiguration, maxContainerRestartPeriodMs: maximumMs };
  const assumptions = { ...assumed, node: { ...assumed.node, kubeletConfiguration } };
  const { pod, scenario } = readPod(`# cadence: app: ${runs}\ncontainers: [{name: app}]`, assumptions);
  const timeline = simulate({ pod, assumptions, scenario, seed: 1, untilMs: 2_400_000, recording: "entries" });
  return timeline.entries.flatMap((entry) => explainWait(timeline, entry, assumptions) ?? []);
}

const rows = (...situation: Parameters<typeof waitsOf>) =>
  waitsOf(...situation)
    .filter((_, index) => index % 2 === 0) // each has a beginning and an end
    .map(({ inARow, delayMs, step }) => [inARow, delayMs / 1000, step]);

describe("why a container waits", () => {
  test("the crash in a row, its wait and the step of the curve", () => {
    expect(rows("crashes after 1s").slice(0, 7)).toEqual([
      [2, 10, 1],
      [3, 20, 2],
      [4, 40, 3],
      [5, 80, 4],
      [6, 160, 5],
      [7, 300, 6],
      [8, 300, 6],
    ]);
  });

  test("a run of more than 10 minutes begins another row", () => {
    expect(rows("crashes after 1s x3, then crashes after 11m, then crashes after 1s x2, then runs")).toEqual([
      [2, 10, 1],
      [3, 20, 2],
      [2, 10, 1],
      [3, 20, 2],
    ]);
  });

  test("of proposals, which delay the first restart, too", () => {
    expect(rows("crashes after 1s x3, then runs", { semantics: "kep" })).toEqual([
      [1, 10, 0],
      [2, 20, 1],
      [3, 40, 2],
    ]);
  });

  test("a maximum that is the first delay is every wait", () => {
    const inARow = rows("crashes after 1s x4, then runs", { maximumMs: 1000 });
    expect(inARow).toEqual([
      [2, 1, 1],
      [3, 1, 1],
      [4, 1, 1],
    ]);
  });

  test.each([
    ["the kubelet's default", {}, "default", 300_000],
    ["the node's configuration", { maximumMs: 30_000 }, "configuration", 30_000],
    [
      "a gate",
      { featureGates: { ReduceDefaultCrashLoopBackOffDecay: true, KubeletCrashLoopBackOffMax: false } },
      "gate",
      60_000,
    ],
  ] as const)("the maximum is set by %s", (_, situation, maximumFrom, maximumMs) => {
    expect(waitsOf("crashes after 1s", situation)[0]).toMatchObject({ maximumFrom, maximumMs, resetAfterMs: 600_000 });
  });
});

describe("why a probe kills", () => {
  test("the failures in a row, the grace period and the fields that say so", () => {
    const { pod, timeline } = play(`
# cadence: app: hangs after 1m, ignores SIGTERM
terminationGracePeriodSeconds: 7
containers:
- name: app
  livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 5, failureThreshold: 4, timeoutSeconds: 2}
`);
    const stopping = timeline.entries.find(({ kind }) => kind === "container-stopping");
    const killed = timeline.entries.find(({ kind }) => kind === "container-killed");
    const reason = stopping && explainKill(timeline, stopping, pod);
    expect(reason).toMatchObject({
      probe: "liveness",
      path: ["containers", 0, "livenessProbe"],
      failureThreshold: 4,
      periodSeconds: 5,
      timeoutSeconds: 2,
      graceMs: 7000,
      gracePath: ["terminationGracePeriodSeconds"],
      exit: { data: { exitCode: 137 } },
    });
    expect(reason?.failures.map(({ data }) => data.answer)).toEqual(["timeout", "timeout", "timeout", "timeout"]);
    expect(killed && explainKill(timeline, killed, pod)).toEqual(reason);
    expect(timeline.entries.filter((entry) => explainKill(timeline, entry, pod) !== undefined).length).toBe(
      timeline.entries.filter(({ kind }) => kind === "container-stopping" || kind === "container-killed").length,
    );
  });
});
