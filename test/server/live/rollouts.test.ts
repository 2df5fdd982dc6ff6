import { describe, expect, it } from "vitest";
import { liveRolloutText } from "../../../shared/observation/index.ts";
import type { LiveRollout } from "../../../shared/protocol/cluster.ts";
import { at, beginMs, change, podObject, viewOf } from "./cluster.ts";

interface Written {
  readonly updated: number;
  readonly available?: number;
  readonly total?: number;
  readonly progressedSeconds?: number;
  readonly reason?: string;
  readonly paused?: boolean;
  readonly observedGeneration?: number;
  readonly replicas?: number;
}

/** Ten replicas, one at a time, each to be ready for 30 seconds. */
function deployment({ updated, available = 10, total = 11, ...more }: Written): object {
  const { progressedSeconds = 0, reason = "ReplicaSetUpdated", paused, observedGeneration = 2, replicas = 10 } = more;
  return {
    kind: "Deployment",
    metadata: { name: "web", namespace: "default", uid: "uid of web", generation: 2 },
    spec: {
      replicas,
      minReadySeconds: 30,
      progressDeadlineSeconds: 600,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      ...(paused !== undefined && { paused }),
    },
    status: {
      observedGeneration,
      replicas: total,
      updatedReplicas: updated,
      availableReplicas: available,
      conditions: [{ type: "Progressing", status: "True", reason, lastUpdateTime: at(progressedSeconds) }],
    },
  };
}

/** A pod of the Deployment, created and ready so many seconds after the begin. */
function pod(name: string, createdSeconds: number, readySeconds: number | undefined): object {
  const object = Object(
    podObject({ name, owner: "ReplicaSet/web-7d4b9", hash: "7d4b9", runsSince: createdSeconds + 1 }),
  );
  const ready = { type: "Ready", status: "True", lastTransitionTime: at(readySeconds ?? 0) };
  return {
    ...object,
    metadata: { ...object.metadata, creationTimestamp: at(createdSeconds) },
    status: { ...object.status, conditions: readySeconds === undefined ? [] : [ready] },
  };
}

function rollouts(written: Written, pods: readonly object[] = slow): readonly LiveRollout[] {
  const view = viewOf([], 0);
  view.pods.apply(change({ isFirst: true, pods, workloads: [deployment(written)] }));
  return view.pods.rollouts();
}

/** Each took a minute to be ready; the fourth was created at the begin. */
const slow = [pod("web-7d4b9-a", -200, -140), pod("web-7d4b9-b", -100, -40), pod("web-7d4b9-c", 0, undefined)];

function textAt(seconds: number, written: Written, pods = slow): string {
  const [rollout] = rollouts(written, pods);
  return rollout === undefined ? "" : liveRolloutText(rollout, beginMs + seconds * 1000);
}

describe("a rollout of the cluster", () => {
  it("of more pods than are played says so, not that it does not complete", () => {
    expect(textAt(0, { updated: 400, replicas: 6000 })).toBe(
      "400 of 6000 updated; deadline in 10m. Rollouts are predicted for up to 1,000 pods; this workload has 6,000.",
    );
  });

  it("is told beside what is predicted from the creation of its newest pod and the starts that were observed", () => {
    // Seven pods are to be created: each takes a minute and 30 seconds.
    expect(textAt(0, { updated: 4 })).toMatch(/^4 of 10 updated, about 10m\S* to go \(\S+–\S+\); deadline in 10m$/);
    expect(textAt(120, { updated: 4 })).toMatch(/^4 of 10 updated, about 8m\S* to go \(\S+–\S+\); deadline in 8m$/);
    const [rollout] = rollouts({ updated: 4 });
    const minutes = (ms = 0): number => (ms - beginMs) / 60_000;
    expect(minutes(rollout?.completes?.earliestMs)).toBeGreaterThan(9);
    expect(minutes(rollout?.completes?.nominalMs)).toBeCloseTo(10.5, 0);
    expect(minutes(rollout?.completes?.latestMs)).toBeLessThan(13);
  });

  it("is predicted of a thousand pods, and played once for all that they are asked", () => {
    const [first] = rollouts({ updated: 400, replicas: 1000, available: 1000, total: 1001 });
    const [second] = rollouts({ updated: 900, replicas: 1000, available: 1000, total: 1001 });
    const left = (first?.completes?.nominalMs ?? 0) / (second?.completes?.nominalMs ?? 1);
    expect(first?.completes?.earliestMs).toBeGreaterThan((second?.completes?.latestMs ?? 0) - beginMs);
    expect(left).toBeGreaterThan(1);
    expect(rollouts({ updated: 400, replicas: 1001 })[0]?.completes).toBeUndefined();
  });

  it("counts no delay twice: a pod that came late moves the window by as much", () => {
    const [sooner] = rollouts({ updated: 4 });
    const late = [...slow.slice(0, 2), pod("web-7d4b9-c", 60, undefined)];
    const [later] = rollouts({ updated: 4 }, late);
    expect((later?.completes?.latestMs ?? 0) - (sooner?.completes?.latestMs ?? 0)).toBe(60_000);
  });

  it("says when it is late, failed, paused, or not expected to complete", () => {
    expect(textAt(1200, { updated: 10, available: 9 })).toMatch(
      /^10 of 10 updated, 9 available, late by \S+; deadline reached$/,
    );
    expect(textAt(0, { updated: 4, reason: "ProgressDeadlineExceeded" })).toMatch(/; deadline exceeded$/);
    expect(textAt(0, { updated: 4, paused: true })).toBe("4 of 10 updated, paused");
    expect(textAt(0, { updated: 4 }, [])).toBe("4 of 10 updated, not expected to complete; deadline in 10m");
  });

  it("is over where its Deployment says so, and has no deadline then", () => {
    const over = { updated: 10, total: 10, available: 0, reason: "NewReplicaSetAvailable" };
    expect(textAt(1200, over)).toBe("complete, 0 of 10 available now");
    expect(rollouts(over)[0]).not.toHaveProperty("deadlineMs");
    expect(textAt(0, { ...over, observedGeneration: 1 })).toMatch(/^10 of 10 updated, 0 available, /);
    expect(textAt(0, { ...over, updated: 9 })).toMatch(/^9 of 10 updated, /);
  });

  it.each(["StatefulSet", "DaemonSet"])("of a %s is over once each of its pods was ready", (kind) => {
    const counts = { replicas: 2, updatedReplicas: 2, availableReplicas: 0 };
    const daemons = { desiredNumberScheduled: 2, currentNumberScheduled: 2, updatedNumberScheduled: 2 };
    const status = { observedGeneration: 1, ...(kind === "DaemonSet" ? daemons : counts) };
    const workload = {
      ...{ kind, metadata: { name: "db", namespace: "default", uid: "uid of db", generation: 1 } },
      ...{ spec: { replicas: 2 }, status },
    };
    const textOf = (restartCount: number, more: object = {}): string => {
      const view = viewOf([], 0);
      const pods = ["db-0", "db-1"].map((name) => podObject({ name, owner: `${kind}/db`, restartCount }));
      view.pods.apply(change({ isFirst: true, pods, workloads: [{ ...workload, status: { ...status, ...more } }] }));
      const [rollout] = view.pods.rollouts();
      return rollout === undefined ? "" : liveRolloutText(rollout, beginMs);
    };
    expect(textOf(3)).toBe("complete, 0 of 2 available now");
    expect(textOf(0)).toMatch(/^2 of 2 updated, 0 available, /);
    if (kind === "StatefulSet")
      expect(textOf(3, { currentRevision: "db-1", updateRevision: "db-2" })).toMatch(/^2 of 2 updated, 0 available, /);
  });

  it("says why no pod can be created", () => {
    const view = viewOf([], 0);
    const refused = Object(deployment({ updated: 4 }));
    const failure = { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message: "exceeded quota: pods" };
    refused.status.conditions.push(failure);
    view.pods.apply(change({ isFirst: true, pods: slow, workloads: [refused] }));
    const [rollout] = view.pods.rollouts();
    expect(rollout && liveRolloutText(rollout, beginMs)).toMatch(
      /^4 of 10 updated, can't create pods \(exceeded quota: pods\), /,
    );
  });

  it("is none where all pods are of the newest template, available, and the controller has seen the last change", () => {
    expect(rollouts({ updated: 10, total: 10 })).toEqual([]);
    expect(rollouts({ updated: 10, total: 10, observedGeneration: 1 })).toHaveLength(1);
    expect(rollouts({ updated: 10, total: 11 })).toHaveLength(1);
  });

  it("is forgotten with its workload and with the connection", () => {
    const view = viewOf([], 0);
    view.pods.apply(change({ isFirst: true, pods: slow, workloads: [deployment({ updated: 4 })] }));
    view.pods.apply(change({ gone: ["uid of web"] }));
    expect(view.pods.rollouts()).toEqual([]);
    view.pods.apply(change({ workloads: [deployment({ updated: 4 })] }));
    view.pods.apply(change({ context: null }));
    expect(view.pods.rollouts()).toEqual([]);
  });

  it("is none of what the API cannot have sent", () => {
    const view = viewOf([], 0);
    view.pods.apply(change({ workloads: [undefined, {}, { kind: "Deployment", metadata: { name: 1 } }, "x"] }));
    expect(view.pods.rollouts()).toEqual([]);
  });
});
