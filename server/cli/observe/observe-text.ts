import { plainLine } from "../../../shared/basics/plain-line.ts";
import { withoutWindows } from "../../../shared/observation/answer/freshness.ts";
import {
  lastExitText,
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
  const rows = pods.map((live) => rowOf(live, nowMs, isStale));
  const shown = columns.filter((column) => column !== "NAMESPACE" || hasNamespaces);
  const whole = alignedRows(rows, shown);
  const isCut = width !== undefined && whole.some((line) => line.length > width);
  // The name of a pod begins with that of its workload, and what the pod does matters more.
  const [first = "", ...lines] = isCut
    ? alignedRows(
        rows.map((row) => ({ ...row, NAME: cutName(row.NAME, Math.max(nameMin, width / 3)) })),
        shown.filter((column) => column !== "OF"),
      )
    : whole;
  return [style.bold(first.slice(0, width)), ...lines.map((line) => line.slice(0, width))];
}

/** So much of a name there is room for in any terminal. */
const nameMin = 40;
/** By its end a pod is told from the others of its workload. */
const endLength = 12;

/** One name may have 253 characters, and would push what all pods do out of the terminal. */
function cutName(name: string, lengthMax: number): string {
  if (name.length <= lengthMax) return name;
  return `${name.slice(0, Math.floor(lengthMax) - endLength - 1)}…${name.slice(-endLength)}`;
}

const columns = ["NAMESPACE", "NAME", "READY", "RESTARTS", "LAST EXIT", "OF", "STATE"] as const;

type Row = Readonly<Record<(typeof columns)[number], string>>;

function alignedRows(rows: readonly Row[], shown: readonly (typeof columns)[number][]): readonly string[] {
  return alignColumns([shown, ...rows.map((row) => shown.map((column) => row[column]))]);
}

/** `Deployment/web  4 of 10 updated, about 9m to go (8m–11m); deadline in 4m`. */
export function rolloutLines(rollouts: readonly LiveRollout[], nowMs: number | undefined): readonly string[] {
  return rollouts.map((rollout) => {
    const name = plainLine(`${rollout.kind}/${rollout.name}`);
    return `${name}  ${liveRolloutText(rollout, nowMs)}`;
  });
}

function rowOf({ look, workloads, kubelet }: LivePod, nowMs: number, isStale: boolean): Row {
  const { pod } = look;
  const known = kubelet();
  const workload = workloads.at(-1);
  return {
    NAMESPACE: plainLine(pod.namespace),
    NAME: plainLine(pod.name),
    READY: readyText(pod),
    RESTARTS: restartsText(look, nowMs),
    "LAST EXIT": (known && lastExitText(known, look)) ?? "-",
    OF: workload === undefined ? "-" : plainLine(`${workload.kind}/${workload.name}`),
    STATE:
      known === undefined ? "has no runnable containers" : plainLine(stateText(podWords(known, look), nowMs, isStale)),
  };
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

/** Models pkg/printers/internalversion printPod (v1.37.1): init containers count only as sidecars, and a container that has no status yet counts, too. */
function readyText({ containers, spec }: LivePod["look"]["pod"]): string {
  const ready = containers.filter(
    ({ kind, state, ready, started }) =>
      ready && ((kind === "regular" && state.is === "running") || (kind === "sidecar" && started)),
  );
  const all = listOf(spec["containers"]).length + listOf(spec["initContainers"]).filter(isSidecar).length;
  return `${ready.length}/${all}`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isSidecar(init: unknown): boolean {
  return typeof init === "object" && init !== null && "restartPolicy" in init && init.restartPolicy === "Always";
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
