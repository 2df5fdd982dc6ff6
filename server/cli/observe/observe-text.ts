import { plainLine } from "../../../shared/basics/plain-line.ts";
import { withoutWindows } from "../../../shared/observation/answer/freshness.ts";
import {
  lastRestart,
  liveRolloutText,
  type PodReport,
  podWords,
  reportPod,
  restartsOf,
  type TimedText,
  timedTextAt,
} from "../../../shared/observation/index.ts";
import type { LiveRollout } from "../../../shared/protocol/cluster.ts";
import { alignColumns } from "../../exports/table.ts";
import type { LivePod } from "../../live/live-pod.ts";
import type { Style } from "../terminal/style.ts";
import { observedText } from "./observed-text.ts";

interface TableOptions {
  readonly nowMs: number;
  /** What is out of date counts nothing down. */
  readonly isStale?: boolean;
  readonly hasNamespaces: boolean;
  readonly style: Style;
  /** Longer rows are cut off. */
  readonly width?: number | undefined;
}

/** One row for each pod, as `kubectl get pods` has them, with what it does in words. */
export function tableText(
  pods: readonly LivePod[],
  { nowMs, isStale = false, hasNamespaces, style, width }: TableOptions,
): readonly string[] {
  const head = ["NAME", "READY", "RESTARTS", "OF", "STATE"];
  const rows = pods.map((live) => rowOf(live, nowMs, isStale));
  const namespaces = ["NAMESPACE", ...pods.map(({ look }) => plainLine(look.pod.namespace))];
  const table = [head, ...rows].map((row, index) => (hasNamespaces ? [namespaces[index] ?? "", ...row] : row));
  const [first = "", ...lines] = alignColumns(table).map((line) => line.slice(0, width));
  return [style.bold(first), ...lines];
}

/** `Deployment/web  4 of 10 updated, about 9m to go (8m–11m); deadline in 4m`. */
export function rolloutLines(rollouts: readonly LiveRollout[], nowMs: number | undefined): readonly string[] {
  return rollouts.map((rollout) => {
    const name = plainLine(`${rollout.kind}/${rollout.name}`);
    return `${name}  ${liveRolloutText(rollout, nowMs)}`;
  });
}

function rowOf({ look, workloads, kubelet }: LivePod, nowMs: number, isStale: boolean): readonly string[] {
  const { pod } = look;
  const known = kubelet();
  const workload = workloads.at(-1);
  return [
    plainLine(pod.name),
    readyText(look.pod.containers),
    restartsText(look, nowMs),
    workload === undefined ? "-" : plainLine(`${workload.kind}/${workload.name}`),
    known === undefined ? "has no runnable containers" : plainLine(stateText(podWords(known, look), nowMs, isStale)),
  ];
}

/** `3 (31s ago)`. Models pkg/printers/internalversion printPod (v1.37.1). */
function restartsText(look: LivePod["look"], nowMs: number): string {
  const count = restartsOf(look.pod);
  const lastMs = lastRestart(look);
  return lastMs === undefined ? `${count}` : `${count} (${timedTextAt([{ sinceMs: lastMs }], nowMs)})`;
}

function stateText(words: TimedText, nowMs: number, isStale: boolean): string {
  return timedTextAt(isStale ? withoutWindows(words) : words, nowMs);
}

/** Models pkg/printers/internalversion printPod (v1.37.1): init containers count only as sidecars. */
function readyText(containers: LivePod["look"]["pod"]["containers"]): string {
  const counted = containers.filter(({ kind }) => kind === "regular" || kind === "sidecar");
  return `${counted.filter(({ ready }) => ready).length}/${counted.length}`;
}

/** All that is known of one pod. */
export function detailsText(live: LivePod, nowMs: number, style: Style): readonly string[] {
  const { pod } = live.look;
  const where = pod.nodeName === undefined ? "" : ` on node ${plainLine(pod.nodeName)}`;
  const head = style.bold(`${plainLine(`${pod.namespace}/${pod.name}`)}${where}`);
  const report = reportOf(live, nowMs);
  if (report === undefined) return [head, "  The pod has no runnable containers."];
  return [head, ...observedText(report, false), `  Forecast for ${live.assumed().text}.`];
}

export function reportOf({ look, kubelet }: LivePod, nowMs: number): PodReport | undefined {
  const known = kubelet();
  return known && reportPod(known, look, nowMs);
}
