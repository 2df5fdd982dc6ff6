import { describe, expect, it } from "vitest";
import { detailsOf } from "../../../server/live/details.ts";
import { LivePods } from "../../../server/live/live-pods.ts";
import { overlayOf } from "../../../server/live/overlay.ts";
import { rowOf } from "../../../server/live/rows.ts";
import { newestVersion } from "../../../shared/kubernetes/versions.ts";
import { timedTextAt } from "../../../shared/observation/index.ts";
import type { ClusterChange, DetailItem } from "../../../shared/protocol/cluster.ts";
import { at, beginMs, change, podObject, uidOf } from "./cluster.ts";

const crashed = {
  restartCount: 2,
  last: [40, 45, 1],
  message: "back-off 20s restarting failed container=app",
} as const;

/** The rows that a batch gives, as a list shows them a minute after the begin. */
function rowsAfter(live: LivePods, parts: Partial<ClusterChange>): readonly string[] {
  return live
    .apply(change(parts))
    .changed.map(rowOf)
    .map(({ workload, namespace, name, state, restarts, look }) => {
      const of = workload === undefined ? "" : ` of ${workload.kind} ${workload.name}`;
      return `${namespace}/${name}${of}: ${timedTextAt(state, beginMs + 60_000)}; ${restarts} restarts; ${look}`;
    });
}

describe("rows", () => {
  it.each([
    [{ name: "alone", runsSince: 2, ready: true }, "default/alone: ready; 0 restarts; ready"],
    [{ name: "slow", runsSince: 2 }, "default/slow: running, not ready; 0 restarts; unready"],
    [{ name: "crashing", ...crashed }, "default/crashing: waiting after crash, next try in 5–18s; 2 restarts; failing"],
  ])("%o", (words, expected) => {
    expect(rowsAfter(new LivePods(), { isFirst: true, pods: [podObject(words)] })).toEqual([expected]);
  });

  it("tell what people wrote once it is known, or guess it from the template's hash", () => {
    const live = new LivePods();
    const pods = [podObject({ name: "web-7d-x", owner: "ReplicaSet/web-7d", runsSince: 2, ready: true })];
    expect(rowsAfter(live, { isFirst: true, pods })).toEqual([
      "default/web-7d-x of ReplicaSet web-7d: ready; 0 restarts; ready",
    ]);
    const controller = { kind: "Deployment", name: "web", uid: "Deployment/web" };
    const owners = [{ uid: "ReplicaSet/web-7d", kind: "ReplicaSet", name: "web-7d", controller }];
    expect(rowsAfter(live, { owners, nodes: [], apiServer: undefined })).toEqual([
      "default/web-7d-x of Deployment web: ready; 0 restarts; ready",
    ]);
    const guessed = podObject({ name: "api-5f-y", owner: "ReplicaSet/api-5f", hash: "5f", runsSince: 2, ready: true });
    expect(rowsAfter(live, { pods: [guessed], nodes: [], apiServer: undefined })).toEqual([
      "default/api-5f-y of Deployment api: ready; 0 restarts; ready",
    ]);
  });

  it("are of the node's own curve when the node tells it later", () => {
    const live = new LivePods();
    const waiting = {
      restartCount: 9,
      last: [40, 45, 1],
      message: "back-off 1m0s restarting failed container=app",
    } as const;
    rowsAfter(live, { isFirst: true, pods: [podObject(waiting)], nodes: [] });
    const node = {
      name: "node-1",
      kubeletVersion: `v${newestVersion}.1`,
      kubeletConfiguration: { crashLoopBackOff: { maxContainerRestartPeriod: "30s" } },
      missing: [],
    };
    rowsAfter(live, { nodes: [node], apiServer: undefined });
    const pod = live.get(uidOf("web-1"));
    expect(pod?.assumed().text).toBe(
      `Kubernetes ${newestVersion} · gates default · kubelet configuration: node node-1`,
    );
    expect(pod?.assumed().assumptions.node.kubeletConfiguration.maxContainerRestartPeriodMs).toBe(30_000);
  });
});

/** What fits into a view. */
function shortAfter(parts: Partial<ClusterChange>): readonly string[] {
  const rows = new LivePods().apply(change({ isFirst: true, ...parts })).changed.map(rowOf);
  return rows.map(({ short }) => timedTextAt(short, beginMs + 60_000));
}

describe("a row has what matters first", () => {
  it.each([
    ["the next try", crashed, "5–18s · ↻2 · exit 1"],
    ["how long ago it restarted", { ...crashed, runsSince: 50, ready: true }, "ready · ↻2 15s ago · exit 1"],
    ["who killed it", { ...crashed, last: [40, 45, 137] as const, reason: "OOMKilled" }, "5–18s · ↻2 · OOM kill"],
    ["that it does not start", { runsSince: 2 }, "running, not ready"],
    ["nothing where nothing happened", { runsSince: 2, ready: true }, "ready"],
  ])("%s", (_, words, expected) => {
    expect(shortAfter({ pods: [podObject(words)] })).toEqual([expected]);
  });

  it("the reason why an image cannot be pulled", () => {
    const waiting = { reason: "ImagePullBackOff", message: "Back-off pulling image" };
    const status = { containerStatuses: [{ name: "app", restartCount: 0, state: { waiting } }] };
    expect(shortAfter({ pods: [{ ...podObject(), status }] })).toEqual(["ImagePullBackOff (retried)"]);
  });

  it("where it runs, and that its node is not ready", () => {
    const readiness = {
      status: "Unknown",
      reason: "NodeStatusUnknown",
      message: "Kubelet stopped posting node status.",
    };
    const nodes = [{ name: "node-1", kubeletVersion: "v1.37.1", readiness, missing: [] }];
    const live = new LivePods();
    const [row] = live.apply(change({ isFirst: true, pods: [podObject({ runsSince: 2 })], nodes })).changed.map(rowOf);
    expect(row?.about.map((line) => timedTextAt(line, beginMs + 60_000))).toEqual([
      "Node node-1 is NotReady (NodeStatusUnknown): Kubelet stopped posting node status.",
      "Node node-1, created 60s ago",
    ]);
  });
});

describe("what was known", () => {
  it("is kept over looks, so that runs that the API has forgotten are told", () => {
    const live = new LivePods();
    live.apply(change({ isFirst: true, pods: [podObject({ restartCount: 0, last: [2, 5, 3] })] }));
    live.apply(change({ pods: [podObject({ restartCount: 1, last: [6, 9, 1] })] }));
    live.apply(change({ pods: [podObject({ restartCount: 2, runsSince: 30 })] }));
    const overlay = overlayOf(live.get(uidOf("web-1")) ?? expect.fail("no pod"), {
      context: "kind",
      atMs: beginMs + 60_000,
      freshness: { is: "live" },
    });
    expect(overlay?.title).toBe("web-1 of context kind, as of 2026-11-22 10:01:00 UTC");
    const [app] = overlay?.containers ?? [];
    expect(app?.runs.map(({ run, startMs, end }) => [run, startMs?.nominalMs, end?.exitCode])).toEqual([
      [1, 2000, 3],
      [2, 6000, 1],
      [3, 30_000, undefined],
    ]);
  });

  it("goes with the pod, with another connection, and with the end of the connection", () => {
    const live = new LivePods();
    live.apply(change({ isFirst: true, pods: [podObject(), podObject({ name: "web-2" })] }));
    live.apply(change({ gone: [uidOf("web-1")] }));
    expect([...live.all()].map(({ uid }) => uid)).toEqual([uidOf("web-2")]);
    live.apply(change({ isFirst: true, pods: [podObject({ name: "other" })] }));
    expect([...live.all()].map(({ uid }) => uid)).toEqual([uidOf("other")]);
    live.apply(change({ context: null }));
    expect([...live.all()]).toEqual([]);
    expect(live.context).toBeUndefined();
  });

  it("is found by the names of the pod and of all its owners, in the manifest's namespace or the context's", () => {
    const live = new LivePods();
    const controller = { kind: "CronJob", name: "backup", uid: "CronJob/backup" };
    const owners = [{ uid: "Job/backup-1", kind: "Job", name: "backup-1", controller }];
    const pods = [podObject({ name: "backup-1-x", namespace: "team", owner: "Job/backup-1" })];
    live.apply(change({ isFirst: true, defaultNamespace: "team", owners, pods }));
    const found = (kind: string, name: string, namespace?: string) => live.podsOf({ kind, name, namespace }).length;
    expect([
      found("Pod", "backup-1-x"),
      found("Job", "backup-1", "team"),
      found("CronJob", "backup"),
      found("CronJob", "backup", "other"),
      found("Deployment", "backup"),
    ]).toEqual([1, 1, 1, 0, 0]);
  });

  it("is asked for anew only where somebody asked for what changed", () => {
    const live = new LivePods();
    live.apply(change({ isFirst: true, pods: [podObject()] }));
    expect(live.apply(change({ pods: [podObject()] })).concernsManifests).toBe(false);
    live.podsOf({ kind: "Pod", name: "web-1", namespace: undefined });
    live.podsOf({ kind: "Pod", name: "web-9", namespace: undefined });
    expect(
      live.apply(change({ pods: [podObject({ name: "web-2" })], nodes: [], apiServer: undefined })).concernsManifests,
    ).toBe(false);
    expect(
      live.apply(change({ pods: [podObject({ name: "web-9" })], nodes: [], apiServer: undefined })).concernsManifests,
    ).toBe(true);
  });

  it("is not disturbed by what is no pod and no event", () => {
    const live = new LivePods();
    const odd = [null, 7, "pod", {}, { kind: "Pod" }, { kind: "Pod", metadata: { name: "no-uid" } }];
    expect(live.apply(change({ isFirst: true, pods: odd, events: odd })).changed).toEqual([]);
  });
});

it("tells below a pod what its containers did, where it runs, its conditions, and its events", () => {
  const live = new LivePods();
  const unhealthy = {
    involvedObject: { kind: "Pod", uid: uidOf("web-1"), fieldPath: "spec.containers{app}" },
    reason: "Unhealthy",
    message: "Liveness probe failed: connection refused",
    count: 3,
    firstTimestamp: at(20),
    lastTimestamp: at(40),
  };
  const scheduled = {
    involvedObject: { kind: "Pod", uid: uidOf("web-1") },
    type: "Normal",
    reason: "Scheduled",
    message: "Successfully assigned default/web-1 to node-1",
    lastTimestamp: at(50),
  };
  live.apply(change({ isFirst: true, pods: [podObject(crashed)], events: [unhealthy, scheduled] }));
  const details = detailsOf(live.get(uidOf("web-1")) ?? expect.fail("no pod"), beginMs + 60_000);
  const lines = (items: readonly DetailItem[], indent = ""): string[] =>
    items.flatMap(({ label, description, items: below }) => [
      `${indent}${label}: ${timedTextAt(description, beginMs + 60_000)}`,
      ...lines(below, `${indent}  `),
    ]);
  expect(lines(details.items).join("\n").replace(newestVersion, "NEWEST")).toMatchInlineSnapshot(`
    "app: 5–18s · ↻2 · exit 1
      restarts: 2
      back-off: 20s, from the kubelet's message
      next try: 10:01:05–10:01:18 UTC
      run 3: exit 1 · 15s ago · ran 5s
      Unhealthy: ×3 20s ago · Liveness probe failed: connection refused
    runs on: node-1
    created: 60s ago
    conditions: Ready False since 2026-11-22 10:00:01 UTC
      Ready: False for 59s
    events: 2 · last 10s ago
      Scheduled: 10s ago · Successfully assigned default/web-1 to node-1
      Unhealthy: ×3 20s ago · Liveness probe failed: connection refused
    forecast for: Kubernetes NEWEST · gates default · kubelet configuration: default"
  `);
});

describe("pods of one template", () => {
  const spec = (image: string) => ({ containers: [{ name: "app", image }] });
  const replica = (name: string, image: string, node = "node-1") =>
    podObject({ name, node, owner: "ReplicaSet/web-7d", runsSince: 2, ready: true, spec: spec(image) });

  it("share their spec, which is most of what is known of them, on whatever node, and keep their names", () => {
    const live = new LivePods();
    const pods = [replica("web-a", "i:1"), replica("web-b", "i:1", "node-2"), replica("web-c", "i:2")];
    live.apply(change({ isFirst: true, pods }));
    const [a, b, c] = ["web-a", "web-b", "web-c"].map((name) => live.get(uidOf(name)));
    expect(b?.look.pod.spec).toBe(a?.look.pod.spec);
    expect(b?.kubelet()?.pod.containers).toBe(a?.kubelet()?.pod.containers);
    expect(b?.kubelet()?.pod).toMatchObject({ name: "web-b", namespace: "default" });
    expect(b?.look.pod.nodeName).toBe("node-2");
    expect(c?.kubelet()?.pod.containers).toMatchObject([{ image: "i:2" }]);
  });

  it("do not share what the API servers of two versions make of it", () => {
    const live = new LivePods();
    live.apply(change({ isFirst: true, pods: [replica("web-a", "i:1")] }));
    const before = live.get(uidOf("web-a"))?.kubelet();
    live.apply(change({ apiServer: { version: "v1.33.0", missing: [] } }));
    const after = live.get(uidOf("web-a"))?.kubelet();
    expect(after?.pod.containers).not.toBe(before?.pod.containers);
    expect(after?.assumptions.apiServer.kubernetes).toBe("1.33");
  });
});
