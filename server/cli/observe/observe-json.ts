import { freshnessReason } from "../../../shared/observation/answer/freshness.ts";
import { observedPodAnswer } from "../../../shared/observation/answer/pod-answer.ts";
import type { Freshness, LiveRollout } from "../../../shared/protocol/cluster.ts";
import { nodeJson } from "../../exports/node-json.ts";
import { observedJson } from "../../exports/observed.ts";
import type { ObserveJson, ObservePodJson } from "../../exports/schemas/observe.ts";
import { spanJson } from "../../exports/span-json.ts";
import type { LivePod } from "../../live/live-pod.ts";
import { reportOf } from "./observe-text.ts";

interface SeenJson extends Omit<ObserveJson, "version" | "pods" | "rollouts" | "freshness"> {
  readonly freshness: Freshness;
  readonly rollouts?: readonly LiveRollout[];
}

/** `observe --format json`. What a pod did is written as `forecast --format json` does. */
export function observeJson(pods: readonly LivePod[], { rollouts = [], freshness, ...seen }: SeenJson): ObserveJson {
  return {
    version: 1,
    ...seen,
    freshness: freshnessJson(freshness),
    ...(rollouts.length > 0 && { rollouts: rollouts.map(rolloutJson) }),
    pods: pods.map((live) => podJson(live, seen.atMs)),
  };
}

function freshnessJson(freshness: Freshness): ObserveJson["freshness"] {
  const reason = freshnessReason(freshness) ?? null;
  if (freshness.is === "live")
    return { is: "live", sinceMs: null, reason, nextTryMs: null, listedEveryMs: freshness.lists?.everyMs ?? null };
  const { sinceMs, nextTryMs = null } = freshness;
  return { is: "stale", sinceMs, reason, nextTryMs, listedEveryMs: null };
}

/** Times are ms since 1970. */
function rolloutJson({ completes, deadlineMs, ...rollout }: LiveRollout) {
  return { ...rollout, completes: completes ?? null, deadlineMs: deadlineMs ?? null };
}

/** Nothing is to be said of a pod that is ready or done, and did not restart lately. */
function reasonJson({ look, kubelet }: LivePod, atMs: number): ObservePodJson["reason"] {
  const known = kubelet();
  if (known === undefined) return null;
  const { is, outlook, container, headline, fix, after, next } = observedPodAnswer(known, look, { atMs, isNow: true });
  if (is === "completed" || (is === "ready" && outlook === "healthy")) return null;
  return {
    ...{ is, container: container ?? null, text: headline, fix: fix ?? null, after: after ?? null },
    nextTry: spanJson(next),
  };
}

function podJson(live: LivePod, atMs: number): ObservePodJson {
  const { uid, look, workloads } = live;
  const { pod } = look;
  const { assumptions, notes } = live.assumed();
  const report = reportOf(live, atMs);
  return {
    kind: "Pod",
    name: pod.name,
    namespace: pod.namespace,
    uid,
    owners: workloads.map(({ kind, name }) => ({ kind, name })),
    phase: pod.phase ?? null,
    nodeName: pod.nodeName ?? null,
    node: nodeJson(assumptions.node),
    assumed: notes,
    reason: reasonJson(live, atMs),
    observed: report === undefined ? null : observedJson(report, false),
  };
}
