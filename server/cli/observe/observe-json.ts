import { nodeJson } from "../../exports/node-json.ts";
import { observedJson } from "../../exports/observed.ts";
import type { LivePod } from "../../live/live-pods.ts";
import { reportOf } from "./observe-text.ts";

export interface SeenJson {
  readonly context: string;
  /** None: all. */
  readonly namespaces: readonly string[];
  readonly atMs: number;
  /** UIDs; of `--watch` only. */
  readonly gone?: readonly string[];
  /** Sentences: what could not be read. */
  readonly missing: readonly string[];
}

/** `observe --format json`. What a pod did is written as `forecast --format json` does. */
export function observeJson(pods: readonly LivePod[], seen: SeenJson) {
  return { version: 1, ...seen, pods: pods.map((live) => podJson(live, seen.atMs)) };
}

function podJson(live: LivePod, atMs: number) {
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
    observed: report === undefined ? null : observedJson(report, false),
  };
}
