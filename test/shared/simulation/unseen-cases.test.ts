import { describe, expect, it } from "vitest";
import { createSimulation } from "../../../shared/simulation/index.ts";
import type { Draw } from "../../../shared/simulation/world/chance.ts";
import { assume, type PlayOptions, play, readPod, starts } from "./play.ts";

// What recordings of 1.35, 1.36 and 1.37 showed first (`test/truth/timelines`), each in its smallest pod.

const eventsOf = (text: string, until: number): readonly string[] =>
  play(text, { until, recording: "statuses" }).timeline.events.map(
    ({ tMs, reason, message }) => `${tMs / 1000} ${reason}: ${message}`,
  );

describe("an image that is always pulled", () => {
  const script = "# cadence: app: crashes after 5s, image takes 2s\n";

  it.each([
    ["app", "Always"],
    ["app:latest", "Always"],
    ["app:1", "IfNotPresent"],
  ])("%s is pulled by default as %s", (image, policy) => {
    const { pod, timeline } = play(`${script}containers: [{name: app, image: '${image}'}]`, { until: 60 });
    expect(pod.containers[0]?.imagePullPolicy).toBe(policy);
    const pulls = timeline.entries.filter(({ kind }) => kind === "image-pulled").length;
    expect(pulls).toBe(policy === "Always" ? 4 : 1);
  });

  it("takes its time at each restart", () => {
    const played = play(`${script}containers: [{name: app, image: 'app:1', imagePullPolicy: Always}]`, { until: 60 });
    expect(starts(played)).toEqual([2, 9, 26, 53]);
  });

  it("takes none where nobody says how long, and tells of the pull", () => {
    const text = "# cadence: app: crashes after 5s\ncontainers: [{name: app, image: app}]";
    expect(starts(play(text, { until: 19 }))).toEqual([0, 5]);
    expect(eventsOf(text, 4).slice(0, 2)).toEqual([
      '0 Pulling: Pulling image "app"',
      '0 Pulled: Successfully pulled image "app"',
    ]);
  });
});

describe("an image name that is no reference", () => {
  const text = "containers: [{name: app, image: 'r/App:1'}]";
  const message =
    'Failed to apply default image tag "r/App:1": couldn\'t parse image name "r/App:1": invalid reference format: repository name (r/App) must be lowercase';

  it("is never pulled, and the container waits", () => {
    const { timeline } = play(text, { until: 60, recording: "statuses" });
    expect(timeline.entries.filter(({ kind }) => /^(image|container)/.test(kind))).toEqual([]);
    expect(timeline.statuses.at(-1)?.status.containerStatuses[0]?.state).toEqual({
      is: "waiting",
      reason: "InvalidImageName",
      message,
    });
    expect(eventsOf(text, 5).slice(0, 2)).toEqual([`0 InspectFailed: ${message}`, "0 Failed: Error: InvalidImageName"]);
  });
});

// Models pkg/kubelet/pod_workers.go podWorkerLoop (v1.37.1): each of two passes waits for a look that is newer than the one before.
it("a kill waits for the look after a pass that nobody saw", () => {
  const probe = (fields: string): string => `{exec: {command: [x]}, ${fields}}`;
  const ready = probe("periodSeconds: 8, initialDelaySeconds: 3, timeoutSeconds: 3");
  const text = `
# cadence: early: answers readiness in 1s
# cadence: middle: answers readiness in 1400ms
# cadence: late: answers readiness in 1500ms
# cadence: hung: fails liveness after 11300ms
containers:
- {name: early, image: 'x:1', readinessProbe: ${ready}}
- {name: middle, image: 'x:1', readinessProbe: ${ready}}
- {name: late, image: 'x:1', readinessProbe: ${ready}}
- {name: hung, image: 'x:1', livenessProbe: ${probe("periodSeconds: 1, failureThreshold: 1")}}`;
  const waits = Array.from({ length: 40 }, (_, seed) => {
    const { entries } = play(text, { until: 15, timing: "kubelet", seed }).timeline;
    const [failed] = entries.filter(({ kind, data }) => kind === "probe-result" && data.probe === "liveness");
    const [stopped] = entries.filter(({ kind }) => kind === "container-stopping");
    return (stopped?.tMs ?? 0) - (failed?.tMs ?? 0);
  });
  expect(Math.max(...waits)).toBeGreaterThan(400);
});

it("kills of one pass come in either order", () => {
  const probe = "livenessProbe: {exec: {command: [live]}, periodSeconds: 4, failureThreshold: 1}";
  const text = `
# cadence: a: fails liveness after 6s for 3s, stops in 1s
# cadence: b: fails liveness after 6s for 3s, stops in 1s
containers:
- {name: a, image: 'x:1', ${probe}}
- {name: b, image: 'x:1', ${probe}}`;
  const orders = Array.from({ length: 40 }, (_, seed) => {
    const { timeline } = play(text, { until: 30, timing: "kubelet", seed });
    const stops = timeline.entries.filter(({ kind }) => kind === "container-stopping").slice(0, 2);
    for (const { tMs, at } of stops) expect(tMs >= at.earliestMs && tMs <= at.latestMs).toBe(true);
    return stops.map(({ container }) => container).join(" ");
  });
  expect([...new Set(orders)].sort()).toEqual(["a b", "b a"]);
});

it("a pod that is deleted while an init container runs has failed, with its other containers as they were", () => {
  const text = `
# cadence: init: runs, stops in 1s with 0
# cadence: at 5s pod is deleted
initContainers: [{name: init, image: 'x:1'}]
containers: [{name: app, image: 'x:1'}]`;
  const last = play(text, { until: 30, recording: "statuses" }).timeline.statuses.at(-1)?.status;
  expect([last?.phase, last?.containerStatuses[0]?.state.is]).toEqual(["Failed", "waiting"]);
});

it("a pod that is deleted before its container could be created has failed, and the container is unknown", () => {
  const text =
    "# cadence: app: image missing\n# cadence: at 5s pod is deleted\ncontainers: [{name: app, image: 'x:1'}]";
  const last = play(text, { until: 30, recording: "statuses" }).timeline.statuses.at(-1)?.status;
  expect([last?.phase, last?.containerStatuses[0]?.state]).toMatchObject([
    "Failed",
    { reason: "ContainerStatusUnknown" },
  ]);
});

it("a postStart hook that finds its container dead fails, and the kubelet tells of a kill", () => {
  const text = `
# cadence: app: crashes
containers: [{name: app, image: 'x:1', lifecycle: {postStart: {exec: {command: [post]}}}}]`;
  expect(eventsOf(text, 1).slice(3, 5)).toEqual([
    "0 FailedPostStartHook: PostStartHook failed",
    "0 Killing: FailedPostStartHook",
  ]);
});

it("a reboot during a restart of all containers starts nothing in its first pass", () => {
  const text = `
# cadence: src: exits 42 after 9s, then runs
# cadence: peer: ignores SIGTERM
# cadence: at 11500ms node reboots in 20s
initContainers: [{name: init, image: 'x:1'}]
containers:
- name: src
  image: 'x:1'
  restartPolicy: Never
  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]
- {name: peer, image: 'x:1'}`;
  const { timeline } = play(text, { until: 60 });
  const after = timeline.entries.filter(
    ({ tMs, kind }) => tMs > 12_000 && /^(sandbox|container|restart-all)/.test(kind),
  );
  expect(after.map(({ kind, container = "" }) => `${kind} ${container}`.trim())).toEqual([
    "container-removed init",
    "sandbox-ready",
    "restart-all-started src",
    "container-removed peer",
    "container-removed src",
    "restart-all-ended",
    "container-created init",
    "container-started init",
    "container-exited init",
    "container-created src",
    "container-started src",
    "container-created peer",
    "container-started peer",
  ]);
});

describe("clauses about one probe", () => {
  const asked = (script: string, seconds: number): unknown => {
    const probe = "livenessProbe: {exec: {command: [live]}, periodSeconds: 10, timeoutSeconds: 4, failureThreshold: 9}";
    const { timeline } = play(`# cadence: app: ${script}\ncontainers: [{name: app, image: 'x:1', ${probe}}]`, {
      until: 60,
    });
    const { data } = timeline.entries.find(({ tMs, kind }) => kind === "probe-attempt" && tMs >= seconds * 1000) ?? {};
    return [data?.answer, data?.tookMs];
  };

  it.each([
    ["answers liveness in 2s, fails liveness after 5s", ["failure", 2000]],
    ["starts in 15s, answers liveness in 2s", ["failure", 2000]],
    ["starts in 15s, hangs liveness", ["timeout", 4000]],
    ["fails liveness, hangs liveness after 8s for 5s", ["failure", 3000]],
    ["hangs liveness after 8s for 5s, answers liveness in 1s", ["success", 1000]],
    ["breaks liveness, fails liveness", ["error", 0]],
    // What brings an error is tried three times in all.
    ["breaks liveness, answers liveness in 1s", ["error", 3000]],
    ["breaks liveness for 11500ms, answers liveness in 1s", ["success", 3000]],
  ])("%s: %j after 10s", (script, expected) => {
    expect(asked(script, 10)).toEqual(expected);
  });
});

const kindsOf = (text: string, options: PlayOptions, kind: string): readonly string[] =>
  play(text, options)
    .timeline.entries.filter((entry) => entry.kind === kind)
    .map(({ tMs, container = "" }) => `${container} ${Math.round(tMs / 1000)}`.trim());

const ready = "readinessProbe: {exec: {command: [ready]}, periodSeconds: 2}";
const live = "livenessProbe: {exec: {command: [live]}, periodSeconds: 3}";

it("a pod with readiness gates beside a sidecar has a pass for each new status, a pod without does not", () => {
  const pod =
    "initContainers: [{name: side, image: 'x:1', restartPolicy: Always}]\ncontainers: [{name: app, image: 'x:1'}]";
  const backOffs = (text: string): number =>
    play(`# cadence: side: crashes\n${text}`, { until: 9, timing: "kubelet", seed: 4 }).timeline.events.filter(
      ({ reason }) => reason === "BackOff",
    ).length;
  expect(backOffs(`${pod}\nreadinessGates: [{conditionType: example.com/lb}]`)).toBeGreaterThan(backOffs(pod));
});

describe("what becomes of the readiness gates", () => {
  const gates = "readinessGates: [{conditionType: example.com/lb}]\n";
  const set = (seconds: number): string => `# cadence: at ${seconds}s readiness gates are True\n`;

  it("brings no pass while the containers are not ready", () => {
    const text = `# cadence: app: crashes\n${gates}containers: [{name: app, image: 'x:1'}]`;
    const backOffs = (script: string): readonly string[] =>
      play(`${script}${text}`, { until: 60, timing: "kubelet" }).timeline.events.map(
        ({ tMs, reason }) => `${tMs} ${reason}`,
      );
    expect(backOffs(set(16))).toEqual(backOffs(""));
  });

  it("is seen by the pass that follows the probe, and at once when the containers are ready", () => {
    const text = `# cadence: app: starts in 10s\n${gates}containers: [{name: app, image: 'x:1', ${ready}}]`;
    const shown = (script: string): readonly string[] =>
      play(`${script}${text}`, { until: 30 })
        .timeline.statuses.map(({ tMs, status }) => {
          const { status: is, reason } = status.conditions.find(({ type }) => type === "Ready") ?? {};
          return `${tMs / 1000} ${is} ${reason}`;
        })
        .slice(-3);
    expect(shown(set(5))).toEqual([
      "0 False ContainersNotReady",
      "10 False ReadinessGatesNotReady",
      "10 True undefined",
    ]);
    expect(shown(set(15))).toEqual([
      "0 False ContainersNotReady",
      "10 False ReadinessGatesNotReady",
      "15 True undefined",
    ]);
  });
});

it("a pod that has ended is gone soon after its deletion, with its container and its sandbox", () => {
  const text =
    "# cadence: app: exits 0 after 5s\n# cadence: at 20s pod is deleted\nrestartPolicy: Never\ncontainers: [{name: app, image: 'x:1'}]";
  const { timeline } = play(text, { until: 60 });
  const after = timeline.entries.filter(({ tMs }) => tMs >= 20_000).map(({ kind, tMs }) => `${kind} ${tMs / 1000}`);
  expect(after).toEqual(["pod-deleted 20", "pod-removed 20", "container-removed 20", "sandbox-removed 20"]);
  expect(timeline.entries.find(({ kind }) => kind === "pod-deleted")?.data.graceMs).toBe(0);
});

describe("while a container ignores SIGTERM", () => {
  const app = (probes: string): string => `containers: [{name: app, image: 'x:1', ${probes}}]`;
  const grace = "terminationGracePeriodSeconds: 12\n";

  it("its readiness is probed on if the pod was deleted, and no more after the pod's deadline", () => {
    const script = "# cadence: app: ignores SIGTERM\n";
    const deleted = `${script}# cadence: at 9s pod is deleted\n${grace}${app(ready)}`;
    const late = `${script}${grace}activeDeadlineSeconds: 9\n${app(ready)}`;
    const both = `# cadence: at 9s pod is deleted\n${late}`;
    expect(kindsOf(deleted, { until: 30 }, "probe-attempt").at(-1)).toBe("app 20");
    expect(kindsOf(late, { until: 30 }, "probe-attempt").at(-1)).toBe("app 8");
    expect(kindsOf(both, { until: 30 }, "probe-attempt").at(-1)).toBe("app 8");
  });

  it("nothing is probed between the pass that finds the deadline and the one that ends the pod", () => {
    const text = `# cadence: app: ignores SIGTERM\n${grace}activeDeadlineSeconds: 9\n${app(ready)}`;
    const late = Array.from({ length: 20 }, (_, seed) => {
      const { entries } = play(text, { until: 30, timing: "kubelet", seed }).timeline;
      const foundMs = entries.find(({ kind }) => kind === "note")?.tMs ?? 0;
      return entries.some(({ kind, tMs }) => kind === "probe-attempt" && tMs > foundMs);
    });
    expect(late).toEqual(Array.from({ length: 20 }, () => false));
  });

  it("what a probe under way at the deadline said before counts until it is over", () => {
    const slow = "readinessProbe: {exec: {command: [ready]}, periodSeconds: 4, timeoutSeconds: 3}";
    const text = `# cadence: app: hangs ready, ignores SIGTERM\n${grace}activeDeadlineSeconds: 9\n${app(slow)}`;
    const { statuses } = play(text, { until: 30 }).timeline;
    expect(statuses.filter(({ status }) => status.containerStatuses[0]?.ready === true)).toEqual([]);
  });

  it("1.35 and 1.36, but for its first patch releases, cancel its commands when the pod is deleted", () => {
    const text = `# cadence: app: ignores SIGTERM\n# cadence: at 9s pod is deleted\n${grace}${app(ready)}`;
    const canceled = (kubernetes: string): number =>
      play(text, { until: 30, kubernetes }).timeline.entries.filter(({ data }) => data.isCanceled === true).length;
    const found = ["1.34", "1.35", "1.35.0", "1.36.0", "1.36.2", "1.36", "1.37"].filter(
      (version) => canceled(version) > 0,
    );
    expect(found).toEqual(["1.35", "1.35.0", "1.36"]);
  });

  it("the liveness of its sidecar is probed on, its own is not", () => {
    const text = `
# cadence: app: ignores SIGTERM
# cadence: at 9s pod is deleted
${grace}initContainers: [{name: side, image: 'x:1', restartPolicy: Always, ${live}}]
${app(live)}`;
    const attempts = kindsOf(text, { until: 30 }, "probe-attempt");
    expect(attempts.filter((attempt) => attempt.startsWith("side")).at(-1)).toBe("side 21");
    expect(attempts.filter((attempt) => attempt.startsWith("app")).at(-1)).toBe("app 9");
  });
});

it("what is deleted by force while the kubelet is away ends with its housekeeping, all of it at once", () => {
  const text = `
# cadence: at 10s kubelet restarts in 5s
# cadence: at 12s pod is deleted with grace 0s
initContainers: [{name: side, image: 'x:1', restartPolicy: Always}]
containers: [{name: app, image: 'x:1'}]`;
  const { timeline } = play(text, { until: 60, timing: "kubelet" });
  const stops = timeline.entries.filter(({ kind }) => kind === "container-stopping");
  expect(stops.map(({ container }) => container)).toEqual(["side", "app"]);
  for (const { tMs } of stops) expect(tMs).toSatisfy((at: number) => at >= 17_000 && at <= 17_400);
});

it("the record of a container that could not be started is removed when the next one could not, either", () => {
  const text = "# cadence: app: cannot be started\ncontainers: [{name: app, image: 'x:1'}]";
  const { timeline } = play(text, { until: 60, timing: "kubelet" });
  const failed = timeline.entries.filter(({ kind }) => kind === "container-start-failed").length;
  const removed = timeline.entries.filter(({ kind }) => kind === "container-removed").length;
  expect([failed > 2, removed]).toEqual([true, failed - 1]);
});

it("a deletion waits for the pass that the worker has taken up", () => {
  const text = `
# cadence: app: exits 1 after 19500ms, then runs
# cadence: other: fails readiness after 19800ms
# cadence: at 20200ms pod is deleted
containers:
- {name: app, image: 'x:1'}
- {name: other, image: 'x:1', readinessProbe: {exec: {command: [ready]}, periodSeconds: 1, failureThreshold: 1}}`;
  const waits = Array.from({ length: 40 }, (_, seed) => {
    const { timeline } = play(text, { until: 40, timing: "kubelet", kubernetes: "1.34", seed });
    const stop = timeline.entries.find(({ kind, tMs }) => kind === "container-stopping" && tMs >= 20_200);
    if (stop === undefined) throw new Error("no stop");
    expect(stop.tMs >= stop.at.earliestMs && stop.tMs <= stop.at.latestMs).toBe(true);
    return stop.tMs - 20_200 > oneLookMs;
  });
  expect([...new Set(waits)].sort()).toEqual([false, true]);
});

const oneLookMs = 1050;

it("an image that is missing and never pulled keeps its container waiting", () => {
  const text = "# cadence: app: image missing\ncontainers: [{name: app, image: 'x:1', imagePullPolicy: Never}]";
  const { timeline } = play(text, { until: 60 });
  expect(timeline.entries.filter(({ kind }) => /^(image|container)/.test(kind))).toEqual([]);
  expect(timeline.statuses.at(-1)?.status.containerStatuses[0]?.state).toMatchObject({ reason: "ErrImageNeverPull" });
});

it("a sidecar that has completed is started again", () => {
  const text =
    "# cadence: side: exits 0 after 4s\nrestartPolicy: OnFailure\ninitContainers: [{name: side, image: 'x:1', restartPolicy: Always}]\ncontainers: [{name: app, image: 'x:1'}]";
  expect(starts(play(text, { until: 20 }), "side")).toEqual([0, 4, 18]);
});

it.each([
  ["Never", 1],
  ["Always", 2],
])("a pod whose policy is %s has %i sandboxes after a reboot", (policy, sandboxes) => {
  const text = `# cadence: at 9s node reboots in 5s\nrestartPolicy: ${policy}\ncontainers: [{name: app, image: 'x:1'}]`;
  expect(kindsOf(text, { until: 60 }, "sandbox-ready").length).toBe(sandboxes);
});

it("a reboot ends containers with a code that no container has", () => {
  const text = "# cadence: at 9s node reboots in 5s\ncontainers: [{name: app, image: 'x:1'}]";
  const exited = play(text, { until: 60 }).timeline.entries.find(({ kind }) => kind === "container-exited");
  expect(exited?.data).toEqual({ exitCode: 255, reason: "Unknown", ranMs: 9000 });
});

it("a probe asks a container that a reset has removed, until the status says so", () => {
  const text = `
# cadence: app: ignores SIGTERM
# cadence: last: ignores SIGTERM
# cadence: src: exits 42 after 9s, then runs
initContainers: [{name: side, image: 'x:1', restartPolicy: Always}]
containers:
- {name: app, image: 'x:1', readinessProbe: {exec: {command: [ready]}, periodSeconds: 1}}
- {name: last, image: 'x:1'}
- name: src
  image: 'x:1'
  restartPolicy: Never
  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]
terminationGracePeriodSeconds: 2`;
  // `app` is gone at 11 s, and the reset goes on until `last` is, at 13 s.
  const errors = eventsOf(text, 30).filter((line) => line.includes("errored"));
  const error = "Unhealthy: Readiness probe errored and resulted in unknown state";
  expect(errors).toEqual([`11 ${error}`, `12 ${error}`, `13 ${error}`]);
});

describe("a pod that has a pass at every look, because the worker of a completed container is made anew", () => {
  const probe = "readinessProbe: {exec: {command: [ready]}, periodSeconds: 1}";
  const stopsAfterMs = (done: string, seed: number): number => {
    const text = `
# cadence: done: exits 0 after 3s
# cadence: at 30s pod is deleted
restartPolicy: Never
containers: [{name: app, image: 'x:1'}, {name: done, image: 'x:1'${done}}]`;
    const { entries } = play(text, { until: 40, timing: "kubelet", seed }).timeline;
    return (entries.find(({ kind }) => kind === "container-stopping")?.tMs ?? 0) - 30_000;
  };
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);

  it("ends after the next look but one", () => {
    for (const seed of seeds) expect(stopsAfterMs(`, ${probe}`, seed)).toBeGreaterThan(900);
  });

  it("ends at once without such a worker", () => {
    for (const seed of seeds) expect(stopsAfterMs("", seed)).toBeLessThan(100);
  });
});

it("a deadline that passes after the end of the pod and before its last status is told", () => {
  const text =
    "# cadence: app: exits 2 after 14s\nrestartPolicy: Never\nactiveDeadlineSeconds: 17\ncontainers: [{name: app, image: 'x:1'}]";
  const told = Array.from({ length: 60 }, (_, seed) => {
    const { events, statuses } = play(text, { until: 30, timing: "kubelet", seed }).timeline;
    const last = statuses.at(-1)?.status;
    const isEvent = events.some(({ reason }) => reason === "DeadlineExceeded");
    expect([last?.phase, last?.reason]).toEqual(["Failed", isEvent ? "DeadlineExceeded" : undefined]);
    return isEvent;
  });
  expect(new Set(told)).toEqual(new Set([true, false]));
});

it("a pod that never restarts gets no second sandbox, though a rule of a killed container would start it again", () => {
  const text = `
# cadence: app: fails liveness after 6s
# cadence: peer: exits 1 after 3s
restartPolicy: Never
containers:
- name: app
  image: 'x:1'
  restartPolicy: Never
  restartPolicyRules: [{action: Restart, exitCodes: {operator: NotIn, values: [42]}}]
  livenessProbe: {exec: {command: [live]}, periodSeconds: 3, failureThreshold: 2}
- {name: peer, image: 'x:1'}`;
  for (const timing of ["ideal", "kubelet"] as const) {
    const { entries, statuses } = play(text, { until: 120, timing }).timeline;
    const kinds = entries
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith("sandbox") || kind === "container-started");
    expect(kinds).toEqual(["sandbox-ready", "container-started", "container-started", "sandbox-stopped"]);
    expect(statuses.at(-1)?.status.phase).toBe("Running");
  }
});

it("what is deleted by force is probed until the next housekeeping, however long its end waits for a hook", () => {
  const text = `
# cadence: at 5s pod is deleted with grace 0s
initContainers:
- {name: side, image: 'x:1', restartPolicy: Always, readinessProbe: {exec: {command: [ready]}, periodSeconds: 1}}
containers: [{name: app, image: 'x:1', lifecycle: {postStart: {sleep: {seconds: 20}}}}]`;
  for (const seed of [1, 2, 3, 4, 5]) {
    const { entries } = play(text, { until: 30, timing: "kubelet", seed }).timeline;
    const askedMs = entries.filter(({ kind }) => kind === "probe-attempt").map(({ tMs }) => tMs);
    expect(askedMs.length).toBeGreaterThan(3);
    expect(Math.max(...askedMs)).toBeLessThan(7_000);
  }
});

describe("what the prober dials", () => {
  const stopMs = (script: string, handler: string): number | undefined => {
    const text = `
# cadence: app: ${script}
containers:
- {name: app, image: 'x:1', livenessProbe: {${handler}, periodSeconds: 2, timeoutSeconds: 1, failureThreshold: 3}}`;
    return play(text, { until: 30 }).timeline.entries.find(({ kind }) => kind === "container-stopping")?.tMs;
  };

  // Recorded against listeners on the loopback: SIGTERM 6.0 s and 7.0 s after the start of the ticks.
  it.each([
    ["httpGet: {path: /, port: 80}", 6000],
    ["tcpSocket: {port: 80}", 6000],
    ["grpc: {port: 80}", 7000],
  ])("%s is refused while the program starts: by gRPC only after the timeout", (handler, expected) => {
    expect(stopMs("starts in 60s", handler)).toBe(expected);
  });

  it("gRPC dials again after a second, so that a longer timeout reaches a program that starts meanwhile", () => {
    const results = (timeoutSeconds: number): readonly string[] => {
      const text = `
# cadence: app: starts in 500ms
containers:
- {name: app, image: 'x:1', readinessProbe: {grpc: {port: 80}, periodSeconds: 10, timeoutSeconds: ${timeoutSeconds}}}`;
      const { entries } = play(text, { until: 5 }).timeline;
      return entries.flatMap(({ kind, data }) => (kind === "probe-attempt" ? [`${data.answer} ${data.tookMs}`] : []));
    };
    expect(results(1)[0]).toBe("failure 1000");
    expect(results(2)[0]).toBe("success 1000");
  });

  it("a response that breaks off is an error that leaves a failure, a command that cannot run leaves nothing known", () => {
    const errors = (handler: string): string | undefined =>
      eventsOf(
        `# cadence: app: breaks readiness\ncontainers: [{name: app, image: 'x:1', readinessProbe: {${handler}, periodSeconds: 10}}]`,
        5,
      ).find((line) => line.includes("errored"));
    expect(errors("httpGet: {path: /, port: 80}")).toBe(
      "0 Unhealthy: Readiness probe errored and resulted in failure state",
    );
    expect(errors("exec: {command: [ready]}")).toBe(
      "0 Unhealthy: Readiness probe errored and resulted in unknown state",
    );
  });
});

it("a container that is being started when the kubelet stops runs all the same", () => {
  const text = `
# cadence: app: takes 5s to start
# cadence: at 2s kubelet restarts in 10s
containers: [{name: app, image: 'x:1'}]`;
  const played = play(text, { until: 60 });
  expect(starts(played)).toEqual([5]);
  expect(played.timeline.statuses.at(-1)?.status.containerStatuses[0]).toMatchObject({ restartCount: 0, ready: true });
});

it("a kubelet that starts after the end of a pod tells the real end of a container that waited", () => {
  const text = `
# cadence: app: exits 3
# cadence: at 40s kubelet restarts in 1s
activeDeadlineSeconds: 25
containers: [{name: app, image: 'x:1'}]`;
  const { timeline } = play(text, { until: 60, recording: "statuses" });
  const states = timeline.statuses.map(({ status }) => status.containerStatuses[0]?.state);
  const told = states.map((state) => (state?.is === "terminated" ? `${state.reason} ${state.exitCode}` : state?.is));
  expect(told.slice(-3)).toEqual(["waiting", "ContainerStatusUnknown 137", "Error 3"]);
});

it("a probe that is under way when the pod passes its deadline tells how it ended", () => {
  const text = `
# cadence: app: hangs readiness after 14s, ignores SIGTERM
activeDeadlineSeconds: 20
terminationGracePeriodSeconds: 9
containers:
- {name: app, image: 'x:1', readinessProbe: {exec: {command: [ready]}, periodSeconds: 6, timeoutSeconds: 4, failureThreshold: 9}}`;
  expect(eventsOf(text, 40).filter((line) => line.includes("Unhealthy"))).toEqual([
    '22 Unhealthy: Readiness probe failed: command timed out: "ready" timed out after 4s',
  ]);
});

it("of a container that is older than the kubelet's process, a pass may know a readiness that was just taken back", () => {
  const probe = "readinessProbe: {exec: {command: [ready]}, periodSeconds: 30}";
  const text = `
# cadence: b: exits 1 after 40s
# cadence: at 39s kubelet restarts in 2s
containers: [{name: a, image: 'x:1', ${probe}}, {name: b, image: 'x:1'}]`;
  const assumptions = assume({ timing: "kubelet" });
  const readyOfA = (stale: number): readonly boolean[] => {
    const draw = ({ kind, earliestMs, latestMs }: Draw): number =>
      kind === "stale" ? stale : kind === "probe-sleep" ? latestMs : earliestMs;
    const input = { ...readPod(text, assumptions), assumptions, seed: 1, untilMs: 50_000 } as const;
    const simulation = createSimulation({ ...input, recording: "statuses" }, { draw, save: () => () => undefined });
    while (simulation.step());
    const { statuses } = simulation.timeline();
    return statuses.filter(({ tMs }) => tMs > 41_000).map(({ status }) => status.containerStatuses[0]?.ready === true);
  };
  expect(readyOfA(0)).toEqual([true, false]);
  expect(readyOfA(1)).toEqual([true, true]);
});

it("a change of the status follows from the start that made it, not from what asked for the pass", () => {
  const text = `
# cadence: app: image takes 12s
initContainers:
- {name: side, image: 'x:1', restartPolicy: Always, readinessProbe: {exec: {command: [ready]}, periodSeconds: 2}}
containers: [{name: app, image: 'x:1'}]`;
  const { entries } = play(text, { until: 30, timing: "kubelet" }).timeline;
  const causes = entries.flatMap(({ kind, cause, data, sinceCause }) => {
    const isTold = data.phase === "Running" || (data.condition === "Ready" && data.status === "True");
    const by = entries.find(({ id }) => id === cause);
    return isTold ? [`${kind} by ${by?.kind} of ${by?.container} within ${sinceCause.latestMs}ms`] : [];
  });
  expect(causes).toEqual([
    "phase-changed by container-started of app within 1050ms",
    "condition-changed by container-started of app within 1050ms",
  ]);
});

it("a kubelet that stops as soon as a pod has ended leaves its last status to the next process", () => {
  const text = `
# cadence: app: crashes
# cadence: at 26300ms kubelet restarts in 10s
activeDeadlineSeconds: 25
containers: [{name: app, image: 'x:1'}]`;
  const assumptions = assume({ timing: "kubelet" });
  // The pass that tells the end comes a second after the containers are gone.
  const draw = ({ kind, earliestMs, latestMs }: Draw): number => (kind === "relist" ? latestMs : earliestMs);
  const input = { ...readPod(text, assumptions), assumptions, seed: 1, untilMs: 60_000 } as const;
  const simulation = createSimulation({ ...input, recording: "statuses" }, { draw, save: () => () => undefined });
  while (simulation.step());
  const { statuses } = simulation.timeline();
  const last = statuses.slice(-2).map(({ tMs, status }) => [tMs, status.phase]);
  expect(last).toEqual([
    [26_050, "Failed"],
    [37_300, "Failed"],
  ]);
});

it("a garbage collection between the creation and the start of a container removes the record of its last run", () => {
  const text = "# cadence: app: exits 1 after 5s, then runs\ncontainers: [{name: app, image: 'x:1'}]";
  const assumptions = assume({ timing: "kubelet" });
  const removed = (meanwhile: number): readonly (readonly [number, number | undefined])[] => {
    const draw = ({ kind, earliestMs, latestMs }: Draw): number =>
      kind === "garbage-meanwhile" ? meanwhile : kind === "garbage" ? latestMs : earliestMs;
    const input = { ...readPod(text, assumptions), assumptions, seed: 1, untilMs: 20_000 } as const;
    const simulation = createSimulation({ ...input, recording: "statuses" }, { draw, save: () => () => undefined });
    while (simulation.step());
    const { entries } = simulation.timeline();
    const startMs =
      entries.find(({ kind, restartCount }) => kind === "container-started" && restartCount === 1)?.tMs ?? 0;
    return entries.flatMap(({ kind, tMs, restartCount }) =>
      kind === "container-removed" ? [[tMs - startMs, restartCount] as const] : [],
    );
  };
  expect(removed(0)).toEqual([]);
  expect(removed(1)).toEqual([[4, 0]]);
});

it("a pod that was deleted for good while its kubelet was stopped ends without its hooks", () => {
  const text = `
# cadence: app: stops in 1s
# cadence: at 10s kubelet restarts in 5s
# cadence: at 12s pod is deleted with grace 0s
terminationGracePeriodSeconds: 60
containers: [{name: app, image: 'x:1', lifecycle: {preStop: {exec: {command: [pre]}}}}]`;
  const { entries } = play(text, { until: 60, timing: "kubelet" }).timeline;
  const told = entries.flatMap(({ kind, data }) =>
    kind.startsWith("pre-stop") ? [kind] : kind === "container-stopping" ? [`${kind} ${data.graceMs}`] : [],
  );
  expect(told).toEqual(["container-stopping 2000"]);
});

it("a restart of all containers shows why the last start of a removed container failed", () => {
  const text = `
# cadence: app: exits 42 after 5s, then runs
# cadence: peer: fails post, stops in 0s
restartPolicy: Never
containers:
- name: app
  image: x:1
  restartPolicy: Never
  restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}]
- {name: peer, image: 'x:1', lifecycle: {postStart: {exec: {command: [post]}}}}`;
  const { statuses } = play(text, { until: 30, recording: "statuses" }).timeline;
  const removed = statuses.find(({ status }) => status.containerStatuses[1]?.restartCount === 1)?.status;
  expect(removed?.containerStatuses.map(({ state, lastState }) => [state, lastState])).toMatchObject([
    [
      { is: "waiting", reason: "RestartingAllContainers" },
      { reason: "RestartingAllContainers", exitCode: 137 },
    ],
    [
      { is: "waiting", reason: "PostStartHookError" },
      { reason: "RestartingAllContainers", exitCode: 137 },
    ],
  ]);
});

it("a creation goes on without the kubelet that asked for it, and what was never started waits without a reason", () => {
  const text = `
# cadence: app: takes 4s to create
# cadence: at 1s kubelet restarts in 8s
containers: [{name: app, image: 'x:1'}]`;
  const { entries, statuses } = play(text, { until: 30, recording: "statuses" }).timeline;
  const created = entries.filter(({ kind }) => /^(container|kubelet)/.test(kind));
  expect(created.map(({ tMs, kind, restartCount }) => [tMs, kind, restartCount])).toEqual([
    [1000, "kubelet-stopped", undefined],
    [4000, "container-created", 0],
    [9000, "kubelet-started", undefined],
    [13_000, "container-created", 1],
    [13_000, "container-started", 1],
  ]);
  const seen = statuses.find(({ tMs }) => tMs === 9000)?.status.containerStatuses[0]?.state;
  expect(seen).toEqual({ is: "waiting", reason: undefined, message: undefined });
});

it("a pass takes a container for older than the kubelet's process by its start, a probe by the second of its start", () => {
  const probe = "readinessProbe: {exec: {command: [ready]}, periodSeconds: 30}";
  const text = `
# cadence: a: image takes 500ms
# cadence: b: exits 1 after 11s
# cadence: at 9200ms kubelet restarts in 1s
containers: [{name: a, image: 'x:1', ${probe}}, {name: b, image: 'x:1'}]`;
  const assumptions = assume({ timing: "kubelet" });
  const draw = ({ kind, earliestMs, latestMs }: Draw): number => (kind === "probe-sleep" ? latestMs : earliestMs);
  const input = { ...readPod(text, assumptions), assumptions, seed: 1, untilMs: 15_000 } as const;
  const simulation = createSimulation({ ...input, recording: "statuses" }, { draw, save: () => () => undefined });
  while (simulation.step());
  const { statuses } = simulation.timeline();
  const ready = statuses.map(({ tMs, status }) => [tMs, status.containerStatuses[0]?.ready]);
  // A pass of before its worker was made still had it ready.
  expect(ready.slice(-3)).toEqual([
    [507, true],
    [11_507, false],
    [11_508, false],
  ]);
});

it.each([
  ["trigger, which drops the tick", 0, [6, 4006, 8006]],
  ["tick, and the trigger once more", 1, [6, 4006, 8006, 9000]],
])("after a probe that took longer than its period comes the %s", (_, select, expected) => {
  const text = `
# cadence: app: hangs readiness, ignores SIGTERM
# cadence: at 6s pod is deleted
terminationGracePeriodSeconds: 3
containers: [{name: app, image: 'x:1', readinessProbe: {exec: {command: [ready]}, periodSeconds: 4, timeoutSeconds: 4}}]`;
  const assumptions = assume({ timing: "kubelet" });
  const draw = ({ kind, earliestMs }: Draw): number => (kind === "select" ? select : earliestMs);
  const input = { ...readPod(text, assumptions), assumptions, seed: 1, untilMs: 20_000 } as const;
  const simulation = createSimulation({ ...input, recording: "entries" }, { draw, save: () => () => undefined });
  while (simulation.step());
  const asked = simulation.timeline().entries.filter(({ kind }) => kind === "probe-attempt");
  expect(asked.map(({ tMs }) => tMs)).toEqual(expected);
});

it("a pod that is deleted while its deadline ends it keeps the reasons of its containers until its last status", () => {
  const text = `
# cadence: app: crashes
# cadence: peer: ignores SIGTERM
# cadence: at 26s pod is deleted
activeDeadlineSeconds: 25
terminationGracePeriodSeconds: 4
containers: [{name: app, image: 'x:1'}, {name: peer, image: 'x:1'}]`;
  const { statuses } = play(text, { until: 60, recording: "statuses", timing: "kubelet" }).timeline;
  const ended = statuses.find(({ status }) => status.phase === "Failed")?.status;
  expect([ended?.deletingSeconds, ended?.containerStatuses[0]?.state]).toMatchObject([
    4,
    { is: "waiting", reason: "CrashLoopBackOff" },
  ]);
});

describe("a kubelet that stops", () => {
  const hook = (field: string) => `lifecycle: {${field}: {exec: {command: [hook]}}}`;

  // Models pkg/kubelet/lifecycle/handlers.go Run (v1.37.1): the command is run in the context of its process.
  it.each([
    ["postStart", "# cadence: app: runs, hangs hook\n# cadence: at 5s kubelet restarts in 2s", "post-start-done", 5000],
    [
      "preStop",
      "# cadence: app: runs, hangs hook\n# cadence: at 3s pod is deleted\n# cadence: at 5s kubelet restarts in 2s",
      "pre-stop-done",
      2000,
    ],
  ])("cancels the %s hook that it waits for", (field, script, kind, tookMs) => {
    const text = `${script}\ncontainers: [{name: app, image: app, ${hook(field)}}]`;
    const { timeline } = play(text, { until: 6 });
    expect(timeline.entries.filter((entry) => entry.kind === kind).map(({ tMs, data }) => ({ tMs, ...data }))).toEqual([
      { tMs: 5000, answer: "error", tookMs, isCanceled: true },
    ]);
  });

  // Models pkg/kubelet/pod_workers.go: what a worker knows of the end of its pod is in memory only (v1.37.1).
  it("leaves a pod that it was about to end to the next one, which begins with an ordinary pass", () => {
    const text =
      "# cadence: app: runs, ignores SIGTERM\n# cadence: at 12s kubelet restarts in 8s\nactiveDeadlineSeconds: 10\nterminationGracePeriodSeconds: 5\ncontainers: [{name: app, image: app}]";
    expect(eventsOf(text, 30).filter((event) => event.includes("DeadlineExceeded"))).toHaveLength(6);
  });
});

it("up to 1.35 the look that finds a crash comes a second after the one that led to it, which is as long as a back-off of 1s", () => {
  const text = "# cadence: app: crashes\ncontainers: [{name: app, image: 'x:1'}]";
  const options = { timing: "kubelet", featureGates: { ReduceDefaultCrashLoopBackOffDecay: true }, until: 30 } as const;
  const quick = (kubernetes: string): number => {
    const runs = Array.from({ length: 100 }, (_, seed) => starts(play(text, { ...options, kubernetes, seed })));
    return runs.filter(([, second = 0, third = 0]) => third - second < 1.1).length;
  };
  // A real kubelet of 1.34 did so in 29 of 32 waits, and then looked again after 11 to 17 seconds.
  expect(quick("1.34")).toBeGreaterThan(80);
  expect(quick("1.35")).toBeGreaterThan(80);
  expect(quick("1.36")).toBeLessThan(10);
});

it("the last status of a deleted pod knows no sandbox if that is collected before", () => {
  const text =
    "# cadence: app: image missing\n# cadence: at 5s pod is deleted\ncontainers: [{name: app, image: 'x:1'}]";
  const message = (collectedMs: number): string | undefined => {
    const assumptions = assume({ timing: "kubelet" });
    const { pod, scenario } = readPod(text, assumptions);
    const draw = ({ kind, earliestMs, latestMs }: Draw): number =>
      kind === "collection" ? collectedMs : kind === "relist" || kind === "removal" ? latestMs : earliestMs;
    const simulation = createSimulation(
      { pod, assumptions, scenario, seed: 1, untilMs: 20_000, recording: "statuses" },
      { draw, save: () => () => undefined },
    );
    while (simulation.step());
    return simulation
      .timeline()
      .statuses.at(-1)
      ?.status.conditions.find(({ type }) => type === "PodReadyToStartContainers")?.message;
  };
  expect([message(100), message(60_000)]).toEqual(["no pod sandbox exists", "pod sandbox is not ready"]);
});

describe("a container that was created while no kubelet ran, and so is never started,", () => {
  const script = (code: number): string =>
    `# cadence: app: exits ${code} after 3s, then takes 3s to create, then exits ${code} after 8s, then runs\n# cadence: at 4s kubelet restarts in 5s\n`;

  it("leaves the next one without a last state", () => {
    const { statuses } = play(`${script(1)}containers: [{name: app, image: 'x:1'}]`, { until: 12 }).timeline;
    const app = statuses.at(-1)?.status.containerStatuses[0];
    expect([app?.state.is, app?.restartCount, app?.lastState]).toEqual(["running", 2, undefined]);
  });

  it("is killed and removed before the exit that restarts all containers", () => {
    const rules = "restartPolicyRules: [{action: RestartAllContainers, exitCodes: {operator: In, values: [3]}}]";
    const text = `${script(3)}containers: [{name: app, image: 'x:1', restartPolicy: Never, ${rules}}, {name: b, image: 'x:1'}]`;
    const { entries, events } = play(text, { until: 20 }).timeline;
    const removed = entries.filter(({ tMs, kind }) => tMs > 12_000 && kind === "container-removed");
    expect(removed.map(({ container, restartCount }) => `${container} ${restartCount}`)).toEqual([
      "app 1",
      "b 1",
      "app 2",
    ]);
    const kills = events.filter(({ tMs, reason }) => tMs > 12_000 && reason === "Killing");
    expect(kills.map(({ container, message }) => `${container} ${message}`)).toEqual(["app killing", "b killing"]);
  });
});
