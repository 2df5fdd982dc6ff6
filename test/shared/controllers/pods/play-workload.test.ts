import { describe, expect, it } from "vitest";
import { fenceposts } from "../../../../shared/controllers/deployment/fenceposts.ts";
import { newRevision, playWorkload } from "../../../../shared/controllers/pods/play-workload.ts";
import type { WorkloadTimeline } from "../../../../shared/controllers/workload/simulation.ts";
import { rollsOut } from "../../../../shared/forecast/workload/rollout.ts";
import { paceOf } from "../../../../shared/forecast/workload/words.ts";
import { createRandom } from "../../../../shared/simulation/world/random.ts";
import { assume } from "../../simulation/play.ts";
import { readWorkload } from "./written-workload.ts";

const rollout = { kind: "rollout", atMs: 0, revision: newRevision } as const;

interface Written {
  readonly replicas?: number;
  readonly surge?: string;
  readonly unavailable?: string;
  readonly minReady?: number;
  readonly scenario?: string;
  readonly old?: string;
}

function deployment({
  replicas = 3,
  surge = "1",
  unavailable = "0",
  minReady = 0,
  scenario = "starts in 20s, stops in 5s",
  old,
}: Written): string {
  return `
kind: Deployment
spec:
  replicas: ${replicas}
  minReadySeconds: ${minReady}
  strategy: {rollingUpdate: {maxSurge: ${surge}, maxUnavailable: ${unavailable}}}
  template:
    spec:
      containers:
      # cadence: app: ${scenario}
      ${old === undefined ? "" : `# cadence: old: app: ${old}`}
      - {name: app, image: a, readinessProbe: {periodSeconds: 5, tcpSocket: {port: 80}}}
`;
}

function play(text: string, timing: "ideal" | "kubelet", seed = 1): WorkloadTimeline {
  const assumptions = assume({ timing });
  const untilMs = 900_000;
  const played = { assumptions, seed, untilMs, from: "running", events: [rollout] } as const;
  const simulation = playWorkload(readWorkload(text, assumptions), played);
  simulation.runUntil(untilMs);
  return simulation.timeline();
}

function table({ entries }: WorkloadTimeline): readonly string[] {
  const told = new Set(["pod-created", "pod-ready", "pod-available", "pod-deleted", "pod-removed", "rollout-complete"]);
  return entries.filter(({ kind }) => told.has(kind)).map(({ tMs, kind, object }) => `${tMs / 1000} ${kind} ${object}`);
}

describe("a rollout over simulated pods", () => {
  it("replaces one pod after the other, each as the engine starts and stops it", () => {
    expect(table(play(deployment({ replicas: 2, minReady: 10 }), "ideal"))).toEqual([
      "0 pod-created web-new-3",
      "20 pod-ready web-new-3",
      "30 pod-available web-new-3",
      "30 pod-deleted web-old-1",
      "30 pod-created web-new-4",
      "35 pod-removed web-old-1",
      "50 pod-ready web-new-4",
      "60 pod-available web-new-4",
      "60 pod-deleted web-old-2",
      "60 rollout-complete web",
      "65 pod-removed web-old-2",
    ]);
  });

  it.each([
    ["Deployment", "1.33", "1.34"],
    ["StatefulSet", "1.34", "1.35"],
    ["StatefulSet", "1.35.0", "1.35"],
  ] as const)(
    "looks at a %s of %s after whole minReadySeconds, and since %s in the second that counts",
    (kind, ...versions) => {
      const waits = versions.map((kubernetes) => {
        const assumptions = assume({ kubernetes, timing: "kubelet" });
        const text = deployment({ replicas: 2, minReady: 10 }).replace("kind: Deployment", `kind: ${kind}`);
        return [1, 2, 3, 4].map((seed) => {
          const options = { assumptions, seed, untilMs: 900_000, from: "created", events: [] } as const;
          const simulation = playWorkload(readWorkload(text, assumptions), options);
          simulation.runUntil(900_000);
          const { entries } = simulation.timeline();
          const timeOf = (wanted: string): number => entries.find((entry) => entry.kind === wanted)?.tMs ?? 0;
          return timeOf("pod-available") - timeOf("pod-ready");
        });
      });
      expect(Math.min(...(waits[0] ?? []))).toBeGreaterThanOrEqual(10_000);
      expect(Math.min(...(waits[1] ?? []))).toBeLessThan(9950);
    },
  );

  it("keeps old pods of a version that crashes now and then", () => {
    const { entries } = play(deployment({ old: "starts in 8s, crashes after 90s" }), "ideal");
    expect(entries.some(({ kind, object }) => kind === "pod-not-ready" && object === "web-old-3")).toBe(true);
  });

  it("counts minReadySeconds anew from a restart that takes no time", () => {
    const text = deployment({ minReady: 60, scenario: "crashes after 45s" });
    expect(play(text, "ideal").entries.some(({ kind }) => kind === "pod-available")).toBe(false);
  });

  it("plays the same input in the same way, and another seed in another", () => {
    const times = (seed: number): readonly number[] =>
      play(deployment({ replicas: 5 }), "kubelet", seed).entries.map(({ tMs }) => tMs);
    expect(times(3)).toEqual(times(3));
    expect(times(3)).not.toEqual(times(4));
  });

  it("lets many pods share the lives of some, in few steps", () => {
    const { pods, entries, ended } = play(deployment({ replicas: 5000, surge: "25%" }), "kubelet");
    expect(pods).toHaveLength(10_000);
    expect(ended).toBe("settled");
    expect(entries.length).toBeLessThan(100_000);
    expect(entries.some(({ kind }) => kind === "rollout-complete")).toBe(true);
  });
});

describe("a DaemonSet", () => {
  const daemonSet = (spec: string, scenario: string): string =>
    `kind: DaemonSet\nspec:\n  ${spec}\n  template:\n    spec:\n      containers:\n      # cadence: app: ${scenario}\n      - {name: app, image: a, readinessProbe: {periodSeconds: 5, tcpSocket: {port: 80}}}\n`;

  it("that surges looks again a second after a new pod is available, because the old one still counts", () => {
    const text = daemonSet(
      "minReadySeconds: 5\n  updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}",
      "starts in 5s",
    );
    const deleted = play(text, "ideal").entries.filter(({ kind }) => kind === "pod-deleted");
    expect(deleted.map(({ tMs }) => tMs)).toEqual([11_000, 22_000, 33_000]);
  });

  it("that surges keeps one new and one old pod on a node when a third version comes in between", () => {
    const assumptions = assume({ timing: "ideal" });
    const text = daemonSet("updateStrategy: {rollingUpdate: {maxSurge: 2, maxUnavailable: 0}}", "starts in 1h");
    const events = [rollout, { ...rollout, atMs: 60_000, revision: "third" }];
    const played = { assumptions, seed: 1, untilMs: 120_000, from: "running", events } as const;
    const simulation = playWorkload(readWorkload(text, assumptions), played);
    simulation.runUntil(59_000);
    const left = () => simulation.timeline().pods.filter(({ gone, deletedMs }) => !gone && deletedMs === undefined);
    expect(left().map(({ revision }) => revision)).toEqual(["old", "old", "old", "new", "new"]);
    simulation.runUntil(120_000);
    expect(left().map(({ revision }) => revision)).toEqual(["old", "old", "old", "third", "third"]);
  });

  it("deletes failed pods of a node with a back-off that doubles", () => {
    const assumptions = assume({ timing: "ideal" });
    const workload = readWorkload(daemonSet("minReadySeconds: 0", "runs"), assumptions);
    const failing = { ...workload, pod: { ...workload.pod, activeDeadlineSeconds: 2 }, nodes: ["node-0"] };
    const untilMs = 60_000;
    const played = { assumptions, seed: 1, untilMs, from: "created", events: [] } as const;
    const simulation = playWorkload(failing, played);
    simulation.runUntil(untilMs);
    const deleted = simulation.timeline().entries.filter(({ kind }) => kind === "pod-deleted");
    const gaps = deleted.map(({ tMs }, index) => tMs - (deleted[index - 1]?.tMs ?? 0));
    // A pod fails 2s after its creation; the controller looks again after the whole delay, not after what is left of it.
    expect(gaps).toEqual([2000, 2000, 2000, 6000, 10_000, 18_000]);
  });
});

describe("properties of rollouts", () => {
  const random = createRandom(19);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random.next() * items.length)] ?? fail();
  const cases = Array.from({ length: 40 }, (_, index) => {
    const surge = pick(["0", "1", "25%", "50%", "3"]);
    const unavailable = surge === "0" ? pick(["1", "2", "40%"]) : pick(["0", "0", "25%", "1"]);
    const scenario = pick(["starts in 7s", "starts in 33s, stops in 12s", "ignores SIGTERM", "crashes after 40s"]);
    return {
      replicas: pick([1, 2, 3, 4, 7, 10]),
      surge,
      unavailable,
      minReady: pick([0, 0, 5, 10]),
      scenario,
      seed: index + 1,
    };
  });

  it.each(cases)("$replicas replicas, surge $surge, unavailable $unavailable, $scenario", ({ seed, ...written }) => {
    const text = deployment(written);
    const { counts, entries } = play(text, "kubelet", seed);
    const { spec } = readWorkload(text, assume({}));
    if (spec.kind !== "Deployment") throw new Error("no Deployment");
    const { surge, unavailable } = fenceposts(spec);
    const most = Math.max(...counts.map(({ active }) => active));
    expect(most).toBeLessThanOrEqual(spec.replicas + surge);
    const fails = entries.some(({ kind, cause }) => kind === "pod-not-ready" && cause !== undefined);
    const fewest = Math.min(...counts.map(({ available }) => available));
    if (!fails) expect(fewest).toBeGreaterThanOrEqual(spec.replicas - unavailable);
    expect(entries.filter(({ tMs, at }) => tMs < at.earliestMs || tMs > at.latestMs)).toEqual([]);
  });

  it("delete no further pods while a set has not said what is left of it", () => {
    const text = deployment({ replicas: 10, surge: "3", unavailable: "2", scenario: "starts in 10s, stops in 8s" });
    const fewest = Array.from({ length: 40 }, (_, index) =>
      Math.min(...play(text, "kubelet", index + 1).counts.map(({ available }) => available)),
    );
    expect(Math.min(...fewest)).toBe(8);
  });

  it.each([11, 30, 45, 90, 600])(
    "that make no progress are reported %ds after the last, and up to a second later",
    (seconds) => {
      const text = deployment({ replicas: 4, scenario: "fails readiness" }).replace(
        "replicas: 4",
        `replicas: 4\n  progressDeadlineSeconds: ${seconds}`,
      );
      for (const seed of [1, 2, 3, 4, 5]) {
        const { entries } = play(text, "kubelet", seed);
        const progress = entries.findLast(({ data }) => data.reason === "ReplicaSetUpdated")?.tMs ?? 0;
        const reported = entries.find(({ data }) => data.reason === "ProgressDeadlineExceeded")?.tMs ?? 0;
        // The time of the progress is stored in whole seconds; the controller looks a second after they are over.
        expect(reported - progress).toBeGreaterThanOrEqual(seconds * 1000);
        expect(reported - progress).toBeLessThanOrEqual(seconds * 1000 + 1100);
      }
    },
  );

  it("complete in exact time within what jitter can reach", () => {
    const text = deployment({ replicas: 6, minReady: 5 });
    const completion = (timing: "ideal" | "kubelet", seed: number) =>
      play(text, timing, seed).entries.find(({ kind }) => kind === "rollout-complete");
    const exact = completion("ideal", 1)?.tMs ?? 0;
    for (const seed of [1, 2, 3]) {
      const { earliestMs = 0, latestMs = 0 } = completion("kubelet", seed)?.at ?? {};
      expect(exact).toBeGreaterThanOrEqual(earliestMs);
      expect(exact).toBeLessThanOrEqual(latestMs);
    }
  });
});

function fail(): never {
  throw new Error("nothing to choose from");
}

describe("a workload that is stepped through", () => {
  it("goes back to a moment that was kept, and from there another way", () => {
    const assumptions = assume({ timing: "kubelet" });
    const untilMs = 600_000;
    const played = { assumptions, seed: 2, untilMs, from: "running", events: [rollout] } as const;
    const simulation = playWorkload(readWorkload(deployment({}), assumptions), played);
    simulation.runUntil(30_000);
    const kept = simulation.snapshot();
    simulation.runUntil(untilMs);
    const first = table(simulation.timeline());
    simulation.restore(kept);
    expect(simulation.nowMs()).toBe(30_000);
    simulation.runUntil(untilMs);
    expect(table(simulation.timeline())).toEqual(first);
    simulation.restore(kept);
    simulation.inject({ kind: "change", atMs: 31_000, spec: { paused: true } });
    simulation.runUntil(untilMs);
    expect(table(simulation.timeline()).some((line) => line.includes("rollout-complete"))).toBe(false);
    expect(simulation.statusAt(untilMs)).toMatchObject({ kind: "Deployment" });
  });
});

describe("a StatefulSet on 1.38", () => {
  const text = (spec: string): string => `
kind: StatefulSet
spec:
  replicas: 10
  ${spec}
  template:
    spec:
      # cadence: app: starts in 10s, stops in 5s
      containers: [{name: app, image: 'x:1', readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 1}}]`;
  const deletedAtFirst = (spec: string, kubernetes: string, featureGates = {}): number => {
    const assumptions = assume({ timing: "ideal", kubernetes, featureGates });
    const played = { assumptions, seed: 1, untilMs: 900_000, from: "running", events: [rollout] } as const;
    const simulation = playWorkload(readWorkload(text(spec), assumptions), played);
    simulation.runUntil(900_000);
    const times = simulation.timeline().entries.flatMap(({ kind, tMs }) => (kind === "pod-deleted" ? [tMs] : []));
    return times.filter((tMs) => tMs === times[0]).length;
  };

  // Models pkg/controller/statefulset/stateful_set_control.go updateStatefulSetAfterInvariantEstablished (v1.38.0-beta.0)
  it("takes a percent of the pods from its partition on", () => {
    const spec =
      "podManagementPolicy: Parallel\n  updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 6, maxUnavailable: 50%}}";
    expect(["1.37", "1.38"].map((version) => deletedAtFirst(spec, version))).toEqual([4, 2]);
  });

  it("with Recreate, deletes all pods together, on 1.37 behind its gate", () => {
    const spec = "updateStrategy: {type: Recreate}";
    expect(deletedAtFirst(spec, "1.38")).toBe(10);
    expect(deletedAtFirst(spec, "1.37", { StatefulSetRecreateStrategy: true })).toBe(10);
    const read = readWorkload(text(spec), assume({ kubernetes: "1.38" }));
    expect(rollsOut(read)).toBe(true);
    expect(paceOf(read, 10)).toBe("all pods stop before the new ones start one by one");
  });
});
