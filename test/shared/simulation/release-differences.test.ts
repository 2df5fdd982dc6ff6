import { describe, expect, it } from "vitest";
import { createSimulation } from "../../../shared/simulation/index.ts";
import { assume, type PlayOptions, play, readPod, starts } from "./play.ts";

// What kubelets of different releases do with the same pod: one test for each change that a pod shows.

const ready = "readinessProbe: {exec: {command: [ready]}, periodSeconds: 2}";

describe("after a restart of all containers", () => {
  const text = `
# cadence: first: runs
# cadence: once: exits 0 after 3s, then runs
# cadence: src: exits 42 after 9s, then runs
containers:
- {name: first, image: 'x:1', ${ready}}
- {name: once, image: 'x:1', restartPolicy: Never, ${ready}}
- name: src
  image: 'x:1'
  restartPolicy: Never
  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]`;

  // Models pkg/kubelet/prober/prober_manager.go AddPod (v1.36.4, v1.37.1).
  it.each([
    ["1.36", false],
    ["1.37", true],
  ])("a container whose worker had ended is ready on %s: %s", (kubernetes, isReady) => {
    const last = play(text, { until: 60, kubernetes }).timeline.statuses.at(-1)?.status;
    const once = last?.containerStatuses.find(({ name }) => name === "once");
    expect([once?.state.is, once?.ready]).toEqual(["running", isReady]);
  });
});

describe("when a pod is deleted", () => {
  const text = `
# cadence: app: stops in 4s
# cadence: at 9s pod is deleted
initContainers: [{name: side, image: 'x:1', restartPolicy: Always}]
containers: [{name: app, image: 'x:1'}]`;

  // Models pkg/kubelet/kuberuntime/kuberuntime_termination_order.go (v1.37.1), which 1.28 does not have.
  it.each([
    ["1.28", 9000],
    ["1.29", 13_000],
    ["1.37", 13_000],
  ])("its sidecar gets SIGTERM on %s at %i ms", (kubernetes, stopMs) => {
    const options: PlayOptions = { until: 60, kubernetes };
    const played = play(
      text,
      kubernetes === "1.28" ? { ...options, featureGates: { SidecarContainers: true } } : options,
    );
    const stop = played.timeline.entries.find(
      ({ kind, container }) => kind === "container-stopping" && container === "side",
    );
    expect(stop?.tMs).toBe(stopMs);
  });
});

describe("when a sidecar gets another image", () => {
  const text =
    "initContainers: [{name: side, image: 'x:1', restartPolicy: Always}]\ncontainers: [{name: app, image: 'x:1'}]";

  // Models computeInitContainerActions (v1.31.14, v1.37.1).
  it.each([
    ["1.31", 1],
    ["1.32", 2],
    ["1.37", 2],
  ])("it has been created on %s %i times", (kubernetes, times) => {
    const assumptions = assume({ kubernetes });
    const { pod, scenario } = readPod(text, assumptions);
    const untilMs = 60_000;
    const simulation = createSimulation({ pod, assumptions, scenario, seed: 1, untilMs, recording: "entries" });
    simulation.inject({ kind: "pod-updated", atMs: 9000, images: { side: "x:2" } });
    simulation.runUntil(untilMs);
    const created = simulation
      .timeline()
      .entries.filter(({ kind, container }) => kind === "container-created" && container === "side");
    expect(created.length).toBe(times);
  });
});

describe("a container that crashes beside a sidecar that crashes", () => {
  const text = `
# cadence: side: exits 1 after 2s
# cadence: app: exits 1 after 5s
initContainers: [{name: side, image: 'x:1', restartPolicy: Always}]
containers: [{name: app, image: 'x:1'}]`;

  // Models pkg/kubelet/kuberuntime/kuberuntime_container.go computeInitContainerActions (v1.36.4, v1.37.1).
  it.each([
    ["1.36", [0, 14, 36]],
    ["1.37", [0, 5, 20, 45]],
  ])("waits for it on 1.36, and by itself on 1.37 (%s)", (kubernetes, expected) => {
    expect(starts(play(text, { until: 60, kubernetes }))).toEqual(expected);
  });
});

describe("a ready container when the kubelet restarts", () => {
  // Its new worker sleeps for up to 30 s. The first result of the other container brings a pass meanwhile.
  const text = `
# cadence: at 40s kubelet restarts in 3s
containers:
- {name: app, image: 'x:1', readinessProbe: {exec: {command: [ready]}, periodSeconds: 30}}
- {name: other, image: 'x:1', readinessProbe: {exec: {command: [ready]}, periodSeconds: 1}}`;
  const readyAfter = (kubernetes: string, seed: number): readonly boolean[] =>
    play(text, { kubernetes, seed, until: 80, timing: "kubelet", recording: "statuses" })
      .timeline.statuses.filter(({ tMs }) => tMs > 43_000)
      .map(({ status }) => status.containerStatuses[0]?.ready === true);
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);

  it("stays ready until it is probed since 1.35, and is unready until then before", () => {
    for (const kubernetes of ["1.35", "1.37"])
      expect(seeds.map((seed) => readyAfter(kubernetes, seed).every((ready) => ready))).not.toContain(false);
    expect(seeds.map((seed) => readyAfter("1.34", seed).every((ready) => ready))).toContain(false);
  });
});
