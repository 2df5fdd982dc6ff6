import { describe, expect, it } from "vitest";
import { admit } from "../../../shared/api-server/admission/admit.ts";
import { createWorld } from "../../../shared/simulation/create-world.ts";
import { createSimulation, type PodStatus } from "../../../shared/simulation/index.ts";
import { generateStatus } from "../../../shared/simulation/status/status.ts";
import { SeededChance } from "../../../shared/simulation/world/chance.ts";
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

  // Models pkg/kubelet/prober/prober_manager.go AddPod and UpdatePodStatus (v1.36.4, v1.37.1).
  it.each([
    ["1.36", 0],
    ["1.37", 1],
  ])(
    "a container whose worker had ended is ready on %s, probed so often in its second run: %i",
    (kubernetes, least) => {
      const { entries, statuses } = play(text, { until: 60, kubernetes }).timeline;
      const once = statuses.at(-1)?.status.containerStatuses.find(({ name }) => name === "once");
      expect([once?.state.is, once?.ready]).toEqual(["running", true]);
      const start = entries.findLast(({ kind, container }) => kind === "container-started" && container === "once");
      const results = entries.filter(
        ({ tMs, kind, container }) => kind === "probe-result" && container === "once" && tMs >= (start?.tMs ?? 0),
      );
      expect(results).toHaveLength(least);
    },
  );
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

/** What a pod shows, from a time on. */
function statusesAfter(text: string, seconds: number, options: PlayOptions): readonly PodStatus[] {
  return play(text, { until: 90, ...options, recording: "statuses" }).timeline.statuses.flatMap(({ tMs, status }) =>
    tMs >= seconds * 1000 ? [status] : [],
  );
}

const readyOf = (status: PodStatus | undefined): boolean | undefined => status?.containerStatuses[0]?.ready;

describe("a container that fails its readiness when the kubelet restarts", () => {
  const text = `
# cadence: app: fails readiness
# cadence: at 40s kubelet restarts in 3s
containers: [{name: app, image: 'x:1', readinessProbe: {exec: {command: [ready]}, periodSeconds: 30}}]`;

  // Models pkg/kubelet/prober/prober_manager.go setReadyStateOnKubeletRestart (v1.34.4, v1.37.1).
  it.each([
    ["1.34", [true, false]],
    ["1.35", []],
    ["1.37", []],
  ])("is shown after that on %s as ready: %j", (kubernetes, expected) => {
    const seed = 3;
    const shown = statusesAfter(text, 43, { kubernetes, seed, timing: "kubelet" }).map(readyOf);
    expect(shown).toEqual(expected);
  });
});

// Models kubeletRestartGracePeriod of pkg/kubelet/prober/worker.go (v1.37.1).
it.each([
  [5, [false, true]],
  [15, []],
])("a kubelet that restarts after %i s takes a container for new if that is younger than 10 s: %j", (atS, expected) => {
  const text = `
# cadence: at ${atS}s kubelet restarts in 2s
containers:
- {name: app, image: 'x:1', startupProbe: {exec: {command: [boot]}, periodSeconds: 3}, readinessProbe: {exec: {command: [ready]}, periodSeconds: 1}}`;
  const shown = statusesAfter(text, atS + 2, { timing: "kubelet", until: atS + 20 }).map(readyOf);
  expect([...shown.slice(0, 1), ...shown.slice(1).slice(-1)]).toEqual(expected);
});

// Models pkg/kubelet/prober/worker.go doProbe and prober_manager.go AddPod (v1.34.4, v1.36.4, v1.37.1).
it.each([
  ["1.34", false],
  ["1.36", true],
  ["1.37", true],
])("a worker of a container that has completed makes a pass each second on %s: %s", (kubernetes, isMade) => {
  const text = `
# cadence: done: exits 0
# cadence: loop: crashes
restartPolicy: OnFailure
containers: [{name: done, image: 'x:1', ${ready}}, {name: loop, image: 'x:1'}]`;
  const { events } = play(text, { until: 60, timing: "kubelet", kubernetes, recording: "statuses" }).timeline;
  expect(events.filter(({ reason }) => reason === "BackOff").length > 20).toBe(isMade);
});

// Models pkg/kubelet/prober/prober_manager.go AddPod (v1.36.4, v1.37.1): it looks for the readiness worker before the one for liveness, which waits for a new container.
it.each(["1.36", "1.37"])("so does a container that its liveness probe ended for good on %s", (kubernetes) => {
  const text = `
# cadence: done: fails liveness after 5s
# cadence: loop: crashes
containers:
- {name: done, image: 'x:1', restartPolicy: Never, ${ready}, livenessProbe: {exec: {command: [live]}, periodSeconds: 1, failureThreshold: 1}}
- {name: loop, image: 'x:1'}`;
  const { events } = play(text, { until: 60, timing: "kubelet", kubernetes, recording: "statuses" }).timeline;
  expect(events.filter(({ reason }) => reason === "BackOff").length).toBeGreaterThan(20);
});

// Models pkg/kubelet/status/generate.go GeneratePodReadyToStartContainersCondition (v1.36.4, v1.37.1).
it.each([
  ["1.36", undefined],
  ["1.37", "PodSandboxNotReady"],
])("the first status of a pod says on %s why it has no sandbox: %s", (kubernetes, reason) => {
  const [first] = statusesAfter("containers: [{name: app, image: 'x:1'}]", 0, { kubernetes });
  const condition = first?.conditions.find(({ type }) => type === "PodReadyToStartContainers");
  expect([condition?.status, condition?.reason]).toEqual(["False", reason]);
});

describe("after a reboot of the node", () => {
  const phases = (containers: string, kubernetes: string): readonly string[] => {
    const text = `# cadence: at 40s node reboots in 10s\n${containers}\ncontainers: [{name: app, image: 'x:1'}]`;
    return [...new Set(statusesAfter(text, 50, { kubernetes }).map(({ phase }) => phase))].toSorted();
  };

  // Models pkg/kubelet/kubelet_pods.go getPhase (v1.31.14, v1.32.13, v1.33.13, v1.37.1).
  it.each([
    ["1.32", ["Running"]],
    ["1.33", ["Pending", "Running"]],
    ["1.37", ["Pending", "Running"]],
  ])("a pod whose sidecar starts for 15 s is on %s: %j", (kubernetes, expected) => {
    const side =
      "# cadence: side: starts in 15s\ninitContainers: [{name: side, image: 'x:1', restartPolicy: Always, startupProbe: {exec: {command: [boot]}, periodSeconds: 5}}]";
    expect(phases(side, kubernetes)).toEqual(expected);
  });

  it.each([
    ["1.31", ["Running"]],
    ["1.32", ["Pending", "Running"]],
    ["1.37", ["Pending", "Running"]],
  ])("a pod whose init container runs again is on %s: %j", (kubernetes, expected) => {
    const init = "# cadence: init: exits 0 after 5s\ninitContainers: [{name: init, image: 'x:1'}]";
    expect(phases(init, kubernetes)).toEqual(expected);
  });
});

// Models pkg/kubelet/prober/worker.go run (v1.31.14, v1.32.13).
it.each([
  ["1.31", 30],
  ["1.32", 44],
  ["1.37", 44],
])(
  "after a probe that was triggered by the startup probe the next one comes on %s at %i s",
  (kubernetes, expectedS) => {
    const text = `
# cadence: app: starts in 13s
containers:
- {name: app, image: 'x:1', startupProbe: {exec: {command: [boot]}, periodSeconds: 7, failureThreshold: 9}, readinessProbe: {exec: {command: [ready]}, periodSeconds: 30}}`;
    const asked = play(text, { until: 60, kubernetes }).timeline.entries.flatMap(({ kind, tMs, data }) =>
      kind === "probe-attempt" && data.probe === "readiness" ? [tMs / 1000] : [],
    );
    expect([...new Set(asked)].slice(0, 2)).toEqual([14, expectedS]);
  },
);

// Models pkg/kubelet/prober/prober.go probe (v1.32.13, v1.33.13).
it.each([
  ["1.32", "Readiness probe errored"],
  ["1.33", "Readiness probe errored and resulted in unknown state"],
  ["1.37", "Readiness probe errored and resulted in unknown state"],
])("a command that cannot run is told on %s as: %s", (kubernetes, expected) => {
  const text = `# cadence: app: breaks readiness\ncontainers: [{name: app, image: 'x:1', ${ready}}]`;
  const { events } = play(text, { until: 5, kubernetes, recording: "statuses" }).timeline;
  expect(events.find(({ reason }) => reason === "Unhealthy")?.message).toBe(expected);
});

// Models pkg/kubelet/kubelet_pods.go convertContainerStatus (v1.35.4, v1.36.4).
it.each([
  ["1.35", {}, undefined],
  ["1.36", {}, 0],
  ["1.36", { RestartAllContainersOnContainerExits: false }, undefined],
  ["1.37", {}, 0],
])("a last state whose record is gone is kept on %s with %j: %s", (kubernetes, featureGates, expected) => {
  const text = `
# cadence: init: exits 1, then exits 0
# cadence: at 40s node reboots in 10s
initContainers: [{name: init, image: 'x:1'}]
containers: [{name: app, image: 'x:1'}]`;
  const last = statusesAfter(text, 45, { kubernetes, featureGates }).at(-1);
  expect(last?.initContainerStatuses[0]?.lastState?.exitCode).toBe(expected);
});

describe("a sidecar that had started when the kubelet restarted", () => {
  const text = `
# cadence: app: crashes
# cadence: at 70s kubelet restarts in 1s
initContainers: [{name: side, image: 'x:1', restartPolicy: Always, startupProbe: {exec: {command: [boot]}, periodSeconds: 30}}]
containers: [{name: app, image: 'x:1'}]`;
  const waits = (kubernetes: string): readonly number[] =>
    Array.from({ length: 20 }, (_, seed) => {
      const played = play(text, { kubernetes, seed, timing: "kubelet", until: 110 });
      return (starts(played).find((tS) => tS > 70) ?? 0) - 71;
    });

  // Models pkg/kubelet/prober/worker.go doProbe and computeInitContainerActions (v1.36.4, v1.37.1).
  it("holds up the start of a container until its startup worker looks on 1.35 and 1.36, and no more on 1.37", () => {
    for (const kubernetes of ["1.35", "1.36"]) {
      expect(Math.max(...waits(kubernetes))).toBeGreaterThan(10);
      expect(Math.max(...waits(kubernetes))).toBeLessThan(33);
    }
    expect(Math.max(...waits("1.37"))).toBeLessThan(3);
  });
});

describe("a kubelet that restarts beside a static pod", () => {
  const spec = {
    initContainers: [{ name: "init", image: "x:1" }],
    containers: [{ name: "app", image: "x:1", readinessProbe: { exec: { command: ["ready"] }, periodSeconds: 30 } }],
  };
  const shown = (kubernetes: string, isStatic: boolean): readonly PodStatus[] => {
    const assumptions = assume({ kubernetes, timing: "kubelet" });
    const { pod } = admit({ kind: "Pod", name: "pod", namespace: "default", spec, isStatic }, assumptions);
    if (pod === undefined) throw new Error("no pod");
    const { scenario } = readPod(
      "# cadence: init: exits 0\n# cadence: app: exits 1 after 10s, then runs\n# cadence: at 50s kubelet restarts in 2s\ninitContainers: [{name: init, image: x}]\ncontainers: [{name: app, image: x}]",
      assumptions,
    );
    const simulation = createSimulation({
      pod,
      assumptions,
      scenario,
      seed: 1,
      untilMs: 90_000,
      recording: "statuses",
    });
    while (simulation.step());
    return simulation.timeline().statuses.flatMap(({ tMs, status }) => (tMs > 52_000 ? [status] : []));
  };

  // Models pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses (v1.35.4, v1.36.4): a file has no status.
  it.each(["1.35", "1.36", "1.37"])(
    "knows no status of it on %s, so that it is not ready until it is probed",
    (version) => {
      expect(shown(version, false).map(readyOf)).toEqual([]);
      expect(shown(version, true).map(readyOf)).toEqual([false, true]);
    },
  );
});

// Models HasAnyRegularContainerCreated (v1.36.4): no old status tells how an init container ended whose record is gone.
it.each([
  ["1.35", "waiting"],
  ["1.36", "terminated"],
  ["1.37", "terminated"],
])("an init container whose record is gone with its status is on %s %s", (kubernetes, expected) => {
  const assumptions = assume({ kubernetes });
  const { pod, scenario } = readPod(
    "initContainers: [{name: init, image: 'x:1'}]\ncontainers: [{name: app, image: 'x:1'}]",
    assumptions,
  );
  const input = { pod, assumptions, scenario, seed: 1, untilMs: 9000, recording: "statuses" } as const;
  const world = createWorld(input, new SeededChance(1));
  while ((world.queue.nextMs() ?? 9000) < 9000) {
    world.queue.runNext();
    world.tasks.wake();
  }
  for (const container of world.containers) if (container.spec.kind === "init") container.instances.length = 0;
  world.lifecycle.isForgotten = true;
  const [init] = generateStatus(world).status.initContainerStatuses;
  expect([init?.state.is, init?.ready]).toEqual([expected, expected === "terminated"]);
});

// Models computeInitContainerActions (v1.28.15, v1.29.14).
it.each([
  ["1.28", [0, 5, 20, 45]],
  ["1.29", [0, 14, 36]],
])("on %s a container that has crashed waits for the sidecar beside it from 1.29 on", (kubernetes, expected) => {
  const text = `
# cadence: side: exits 1 after 2s
# cadence: app: exits 1 after 5s
initContainers: [{name: side, image: 'x:1', restartPolicy: Always}]
containers: [{name: app, image: 'x:1'}]`;
  expect(starts(play(text, { until: 60, kubernetes, featureGates: { SidecarContainers: true } }))).toEqual(expected);
});

// Models pkg/kubelet/prober/worker.go run and pod_workers.go UpdatePod (v1.34.4, v1.36.4, v1.37.1).
it.each([
  ["1.34", true],
  ["1.35", false],
  ["1.36", false],
  ["1.37", true],
])("a readiness command that fails after the deletion makes the pod unready on %s: %s", (kubernetes, isNoticed) => {
  const text = `
# cadence: app: fails readiness after 10s, ignores SIGTERM
# cadence: at 9s pod is deleted
terminationGracePeriodSeconds: 12
containers: [{name: app, image: 'x:1', ${ready}}]`;
  const whileEnding = statusesAfter(text, 9, { kubernetes }).filter(
    ({ containerStatuses }) => containerStatuses[0]?.state.is === "running",
  );
  expect(whileEnding.some((status) => readyOf(status) === false)).toBe(isNoticed);
});

// What v1.38.0-beta.0 does otherwise. None of it is recorded: it is read from its code.
describe("on 1.38", () => {
  const both = ["1.37", "1.38"] as const;
  const stops = (text: string, kubernetes: string): readonly (readonly [string | undefined, number])[] =>
    play(text, { until: 180, kubernetes })
      .timeline.entries.filter(({ kind }) => kind === "container-stopping")
      .map(({ container, tMs }) => [container, tMs / 1000] as const);

  // Models pkg/kubelet/kuberuntime/kuberuntime_container.go killContainers (v1.38.0-beta.0).
  it("the kills of one pass run together, and one that falls due later waits for them", () => {
    const two = (a: string, b: string): string => `
# cadence: a: ${a}
# cadence: b: ${b}
terminationGracePeriodSeconds: 30
containers:
- {name: a, image: 'x:1', livenessProbe: {exec: {command: [a]}, periodSeconds: 10, failureThreshold: 1}}
- {name: b, image: 'x:1', livenessProbe: {exec: {command: [b]}, periodSeconds: 10, failureThreshold: 1}}`;
    const slow = "fails liveness after 1m, ignores SIGTERM, then runs";
    const secondsOf = (text: string) => both.map((kubernetes) => stops(text, kubernetes).map(([, seconds]) => seconds));
    expect(secondsOf(two(slow, slow))).toEqual([
      [60, 90],
      [60, 60],
    ]);
    expect(secondsOf(two(slow, "fails liveness after 65s, then runs"))).toEqual([
      [60, 90],
      [60, 90],
    ]);
  });

  // Models pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses (v1.38.0-beta.0).
  it("a container that replaces a killed one has not started until its startup probe says so", () => {
    const text = `
# cadence: app: starts in 40s, fails liveness after 3m, then starts in 40s
containers:
- name: app
  image: 'x:1'
  startupProbe: {exec: {command: [boot]}, periodSeconds: 30, failureThreshold: 10}
  livenessProbe: {exec: {command: [live]}, periodSeconds: 10, failureThreshold: 1}`;
    const kills = both.map((kubernetes) =>
      play(text, { until: 400, kubernetes }).timeline.entries.filter(({ kind }) => kind === "container-stopping"),
    );
    expect(kills.map((each) => each.length > 1)).toEqual([true, false]);
    const startedAgain = both.map((kubernetes) => {
      const { statuses } = play(text, { until: 400, kubernetes, recording: "statuses" }).timeline;
      return statuses.find(({ status }) => {
        const [app] = status.containerStatuses;
        return app?.restartCount === 1 && app.state.is === "running";
      })?.status.containerStatuses[0]?.started;
    });
    expect(startedAgain).toEqual([true, false]);
  });

  it("a container that is older than the kubelet's process keeps `started` all the same", () => {
    const text = `
# cadence: at 40s kubelet restarts in 3s
containers: [{name: app, image: 'x:1', startupProbe: {exec: {command: [boot]}, periodSeconds: 30}}]`;
    const shown = statusesAfter(text, 43, { kubernetes: "1.38" }).map((status) => status.containerStatuses[0]?.started);
    expect(shown.filter((started) => started !== true)).toEqual([]);
  });

  it("a sidecar that was replaced makes no pod with waiting init containers run", () => {
    const text = `
# cadence: side: starts in 1s, fails liveness after 20s, then starts in 40s
initContainers:
- name: side
  image: 'x:1'
  restartPolicy: Always
  startupProbe: {exec: {command: [boot]}, periodSeconds: 30, failureThreshold: 10}
  livenessProbe: {exec: {command: [live]}, periodSeconds: 10, failureThreshold: 1}
- {name: init, image: 'x:1'} # cadence: exits 0 after 5m
containers: [{name: app, image: 'x:1'}]`;
    const started = both.map((kubernetes) =>
      play(text, { until: 120, kubernetes, recording: "statuses" })
        .timeline.statuses.map(({ status }) => status.initContainerStatuses[0])
        .filter((side) => side?.restartCount === 1 && side.state.is === "running")
        .at(0),
    );
    expect(started.map((side) => side?.started)).toEqual([true, false]);
  });

  // Models pkg/probe/grpc/grpc.go Probe (v1.38.0-beta.0).
  it("a gRPC probe that is refused fails at once, and one that is not answered times out", () => {
    const grpc = (scenario: string): string => `
# cadence: app: ${scenario}
containers: [{name: app, image: 'x:1', startupProbe: {grpc: {port: 9000}, periodSeconds: 10, timeoutSeconds: 8, failureThreshold: 3}}]`;
    expect(both.map((kubernetes) => stops(grpc("starts in 1h"), kubernetes)[0]?.[1])).toEqual([38, 30]);
    expect(both.map((kubernetes) => stops(grpc("hangs"), kubernetes)[0]?.[1])).toEqual([38, 38]);
    const attempts = both.map((kubernetes) =>
      play(grpc("starts in 12s"), { until: 60, kubernetes })
        .timeline.entries.filter(({ kind }) => kind === "probe-attempt")
        .map(({ data }) => `${data.answer} ${data.tookMs}`),
    );
    expect(attempts).toEqual([["success 2600"], ["failure 0", "success 0"]]);
  });

  // Models pkg/kubelet/prober/prober_manager.go StopLivenessAndStartup (v1.38.0-beta.0).
  it("the liveness of a sidecar is not probed while its pod ends", () => {
    const text = `
# cadence: side: fails liveness after 12s, ignores SIGTERM
# cadence: app: ignores SIGTERM
# cadence: at 10s pod is deleted
terminationGracePeriodSeconds: 30
initContainers: [{name: side, image: 'x:1', restartPolicy: Always, livenessProbe: {exec: {command: [live]}, periodSeconds: 5, failureThreshold: 9}}]
containers: [{name: app, image: 'x:1'}]`;
    const failed = both.map(
      (kubernetes) =>
        play(text, { until: 60, kubernetes }).timeline.entries.filter(
          ({ kind, data, tMs }) => kind === "probe-attempt" && data.answer === "failure" && tMs > 10_000,
        ).length > 0,
    );
    expect(failed).toEqual([true, false]);
  });
});
