import { type LiveView, liveView } from "../../../server/live/live-view.ts";
import { newestVersion } from "../../../shared/kubernetes/versions.ts";
import type { ClusterChange } from "../../../shared/protocol/cluster.ts";

/** When the pods of these tests began. */
export const beginMs = Date.parse("2026-11-22T10:00:00Z");

/** A time of the API: so many seconds after the begin. */
export function at(seconds: number): string {
  return new Date(beginMs + seconds * 1000).toISOString().replace(".000Z", "Z");
}

export interface PodWords {
  readonly name?: string;
  readonly namespace?: string;
  readonly node?: string;
  /** `ReplicaSet/web-7d4b9`; the UID is the same text. */
  readonly owner?: string;
  readonly hash?: string;
  readonly restartCount?: number;
  /** The last run: from and until, in seconds after the begin, and its exit code. */
  readonly last?: readonly [from: number, until: number, exitCode: number];
  /** Seconds after the begin; absent: it waits. */
  readonly runsSince?: number;
  readonly ready?: boolean;
  /** Why the last run ended. */
  readonly reason?: string;
  /** Of the kubelet, while it waits. */
  readonly message?: string;
  readonly spec?: object;
}

/** A pod as the API has it, with one container `app`. */
export function podObject(words: PodWords = {}): object {
  const {
    name = "web-1",
    namespace = "default",
    owner,
    hash,
    restartCount = 0,
    last,
    runsSince,
    ready = false,
  } = words;
  const [kind, ownerName] = owner?.split("/") ?? [];
  const waiting = { reason: "CrashLoopBackOff", message: words.message ?? "back-off restarting" };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace,
      uid: `uid of ${namespace}/${name}`,
      creationTimestamp: at(0),
      ...(hash !== undefined && { labels: { "pod-template-hash": hash } }),
      ...(owner !== undefined && { ownerReferences: [{ kind, name: ownerName, uid: owner, controller: true }] }),
    },
    spec: { nodeName: words.node ?? "node-1", containers: [{ name: "app", image: "example/app:1" }], ...words.spec },
    status: {
      phase: "Running",
      startTime: at(0),
      conditions: [{ type: "Ready", status: ready ? "True" : "False", lastTransitionTime: at(1) }],
      containerStatuses: [
        {
          name: "app",
          restartCount,
          ready,
          state: runsSince === undefined ? { waiting } : { running: { startedAt: at(runsSince) } },
          lastState:
            last === undefined
              ? {}
              : {
                  terminated: {
                    startedAt: at(last[0]),
                    finishedAt: at(last[1]),
                    exitCode: last[2],
                    reason: words.reason ?? "Error",
                  },
                },
        },
      ],
    },
  };
}

export function uidOf(name: string, namespace = "default"): string {
  return `uid of ${namespace}/${name}`;
}

export function change(parts: Partial<ClusterChange> = {}): ClusterChange {
  return {
    context: "kind",
    isFirst: false,
    pods: [],
    gone: [],
    events: [],
    owners: [],
    nodes: [{ name: "node-1", kubeletVersion: `v${newestVersion}.1`, missing: [] }],
    apiServer: { version: `v${newestVersion}.1`, missing: [] },
    freshness: { is: "live" },
    ...parts,
  };
}

/** A cluster with these pods, looked at so many seconds after the begin. */
export function viewOf(pods: readonly PodWords[], seconds: number, parts: Partial<ClusterChange> = {}): LiveView {
  const view = liveView(() => beginMs + seconds * 1000);
  view.pods.apply(change({ isFirst: true, pods: pods.map(podObject), ...parts }));
  return view;
}
