import { describe, expect, it } from "vitest";
import type { WorkloadEvent } from "../../../../shared/controllers/objects/input.ts";
import type { WorkloadEntryKind } from "../../../../shared/controllers/objects/model.ts";
import { playWorkload } from "../../../../shared/controllers/pods/play-workload.ts";
import type { WorkloadTimeline } from "../../../../shared/controllers/workload/simulation.ts";
import { assume } from "../../simulation/play.ts";
import { readWorkload } from "../pods/written-workload.ts";

interface Cluster {
  readonly kind?: string;
  readonly tolerations?: string;
  readonly kubernetes?: string;
  readonly seed?: number;
  readonly timing?: "ideal" | "kubelet";
  readonly claim?: string;
  readonly replicas?: number;
}

const lost = { kind: "lose-node", atMs: 0, node: "node-0" } as const;
const playedMs = 1_200_000;

function played(events: readonly WorkloadEvent[], cluster: Cluster = {}): WorkloadTimeline {
  const { kind = "Deployment", tolerations = "[]", kubernetes = "1.37", seed = 1, timing = "ideal" } = cluster;
  const { claim, replicas = 3 } = cluster;
  const size = kind === "DaemonSet" ? "" : `  replicas: ${replicas}\n`;
  const text = `
kind: ${kind}
spec:
${size}  template:
    spec:
      tolerations: ${tolerations}
      containers:
      # cadence: app: starts in 6s, stops in 9s
      - {name: app, image: a, readinessProbe: {periodSeconds: 5, tcpSocket: {port: 80}}}
`;
  const assumptions = assume({ timing, kubernetes });
  const volume = claim === undefined ? undefined : ({ claim, mode: "ReadWriteOnce" } as const);
  const workload = { ...readWorkload(text, assumptions), volume };
  const simulation = playWorkload(workload, { assumptions, seed, untilMs: playedMs, from: "running", events });
  simulation.runUntil(playedMs);
  return simulation.timeline();
}

function secondsOf({ entries }: WorkloadTimeline, kind: WorkloadEntryKind): readonly number[] {
  return entries.flatMap((entry) => (entry.kind === kind ? [entry.tMs / 1000] : []));
}

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

describe("a node that is lost", () => {
  it("counts as ready until the grace period is over, and its pods are evicted 5 minutes later", () => {
    const timeline = played([lost]);
    expect(secondsOf(timeline, "pod-not-ready")).toEqual([50]);
    expect(secondsOf(timeline, "pod-deleted")).toEqual([350]);
    expect(secondsOf(timeline, "pod-created")).toEqual([350]);
    expect(timeline.counts.at(-1)).toMatchObject({ available: 3, active: 3, running: 4 });
    // The object of the pod stays.
    expect(secondsOf(timeline, "pod-removed")).toEqual([]);
  });

  it.each([
    ["1.31", 40],
    ["1.32", 50],
  ])("is NotReady in time on %s", (kubernetes, seconds) => {
    expect(secondsOf(played([lost], { kubernetes }), "node-not-ready")).toEqual([seconds]);
  });

  it("is NotReady within the bounds in each run, and all over them", () => {
    const times = seeds.map((seed) => {
      const { entries } = played([lost], { timing: "kubelet", seed });
      for (const { tMs, at } of entries) expect(tMs >= at.earliestMs && tMs <= at.latestMs).toBe(true);
      return entries.find(({ kind }) => kind === "node-not-ready")?.tMs ?? 0;
    });
    expect(Math.min(...times)).toBeGreaterThanOrEqual(39_600);
    expect(Math.min(...times)).toBeLessThan(43_000);
    expect(Math.max(...times)).toBeLessThanOrEqual(55_000);
    expect(Math.max(...times)).toBeGreaterThan(51_000);
  });

  const key = "key: node.kubernetes.io/unreachable";
  it.each([
    ["a time of its own", `[{${key}, operator: Exists, effect: NoExecute, tolerationSeconds: 30}]`, 80],
    [
      "the shortest of several",
      "[{operator: Exists, tolerationSeconds: 60, effect: NoExecute}, {operator: Exists}]",
      110,
    ],
    ["no time", `[{${key}, operator: Exists, effect: NoExecute, tolerationSeconds: -5}]`, 50],
    ["another value", `[{${key}, operator: Equal, value: other, effect: NoExecute}]`, 50],
    ["another effect", `[{${key}, operator: Exists, effect: NoSchedule}]`, 350],
    ["another taint", "[{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute}]", 350],
    ["every taint", "[{operator: Exists}]", undefined],
    ["this taint for ever", `[{${key}, operator: Exists}]`, undefined],
  ])("evicts a pod that tolerates %s", (_what, tolerations, seconds) => {
    const times = secondsOf(played([lost], { tolerations }), "pod-deleted");
    expect(times).toEqual(seconds === undefined ? [] : [seconds]);
  });

  it("leaves a pod of a StatefulSet where it is, until somebody deletes it by force", () => {
    const timeline = played([lost], { kind: "StatefulSet" });
    expect(secondsOf(timeline, "pod-deleted")).toEqual([350]);
    expect(secondsOf(timeline, "pod-created")).toEqual([]);
    const force = { kind: "delete-pod", atMs: 600_000, pod: "web-0", graceMs: 0 } as const;
    const helped = played([lost, force], { kind: "StatefulSet" });
    expect(secondsOf(helped, "pod-created")).toEqual([600]);
    expect(helped.counts.at(-1)).toMatchObject({ available: 3 });
    const gentle = played([lost, { ...force, graceMs: undefined }], { kind: "StatefulSet" });
    expect(secondsOf(gentle, "pod-created")).toEqual([]);
  });

  it("keeps the pod of a DaemonSet, which is not ready", () => {
    const timeline = played([lost], { kind: "DaemonSet" });
    expect(secondsOf(timeline, "pod-not-ready")).toEqual([50]);
    expect(secondsOf(timeline, "pod-deleted")).toEqual([]);
    expect(timeline.counts.at(-1)).toMatchObject({ available: 2 });
  });

  it("keeps a volume of one node from the new pod", () => {
    const timeline = played([lost], { claim: "data", replicas: 1 });
    expect(secondsOf(timeline, "pod-created")).toEqual([350]);
    expect(timeline.counts.at(-1)).toMatchObject({ available: 0 });
  });

  it("lets the taints of two nodes come ten seconds apart, and new pods go to neither", () => {
    const timeline = played([lost, { kind: "lose-node", atMs: 0 }]);
    expect(secondsOf(timeline, "taint-eviction")).toEqual([350, 360]);
    expect(timeline.counts.at(-1)).toMatchObject({ available: 3 });
    const nodes = timeline.pods.filter(({ createdMs }) => createdMs > 0).map(({ node }) => node);
    expect(nodes).toEqual(["node-2", "node-2"]);
  });

  it("leaves new pods pending where no node is left, and is lost once", () => {
    const all = ["node-0", "node-1", "node-2", "node-1"].map((node) => ({ kind: "lose-node", atMs: 0, node }) as const);
    const timeline = played([...all, { kind: "lose-node", atMs: 1000 }]);
    expect(secondsOf(timeline, "node-lost")).toEqual([0, 0, 0]);
    expect(timeline.counts.at(-1)).toMatchObject({ available: 0, active: 3 });
  });

  it("keeps a pod that was being stopped", () => {
    const timeline = played([
      { kind: "delete-pod", atMs: 0, pod: 0 },
      { ...lost, atMs: 1 },
    ]);
    expect(secondsOf(timeline, "pod-removed")).toEqual([]);
  });
});
