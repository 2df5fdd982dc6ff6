import type { Phase } from "../../scenario/model.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import type { Bar, BarKind, Lane, Mark } from "./model.ts";

const barOfPhase: Readonly<Record<Phase, BarKind>> = {
  Pending: "pending",
  Running: "phase-running",
  Succeeded: "succeeded",
  Failed: "failed",
};

/** Kinds of entries that belong to no container and appear as marks on the pod's row. */
const podMarks: ReadonlySet<string> = new Set([
  "sandbox-ready",
  "sandbox-stopped",
  "pod-deleted",
  "pod-removed",
  "node-rebooted",
  "node-lost",
  "node-not-ready",
  "note",
]);

/** The pod's row: its phase, and over it the times in which the kubelet was down or all containers were restarted. */
export function podLane(entries: readonly TimelineEntry[], timeline: Timeline): Lane {
  const phases = entries.filter(({ kind }) => kind === "pod-seen" || kind === "phase-changed");
  const lastMs = lastOf(entries, timeline);
  const bars = phases.map((entry, index): Bar => {
    const phase = entry.data.phase ?? "Pending";
    const toMs = phases[index + 1]?.tMs ?? lastMs;
    return { kind: barOfPhase[phase], fromMs: entry.tMs, toMs, label: phase, ids: [entry.id] };
  });
  const marks = entries.filter(({ kind }) => podMarks.has(kind));
  return {
    id: "pod",
    kind: "pod",
    label: "pod",
    note: "",
    path: undefined,
    bars: [
      ...bars.filter((bar) => bar.fromMs < bar.toMs),
      ...between(entries, "kubelet-stopped", "kubelet-started", {
        kind: "kubelet-down",
        label: "kubelet down",
        lastMs,
      }),
      ...between(entries, "restart-all-started", "restart-all-ended", {
        kind: "restart-all",
        label: "restart all",
        lastMs,
      }),
    ],
    marks: marks.map(({ id, tMs }): Mark => ({ kind: "note", tMs, label: "", ids: [id] })),
  };
}

/** `Ready` as a row of bars; the other conditions change seldom and share a row of marks. */
export function conditionLanes(
  entries: readonly TimelineEntry[],
  timeline: Timeline,
): { readonly ready: Lane; readonly others: Lane } {
  const changes = entries.filter(({ kind }) => kind === "condition-changed");
  const others = changes.filter(({ data }) => data.condition !== "Ready");
  return {
    ready: {
      id: "condition:Ready",
      kind: "condition",
      label: "Ready",
      note: "",
      path: undefined,
      bars: trueBars(changes, "Ready", lastOf(entries, timeline)),
      marks: [],
    },
    others: {
      id: "conditions",
      kind: "conditions",
      label: "conditions",
      note: "",
      path: undefined,
      bars: [],
      marks: others.map(conditionMark),
    },
  };
}

/** A pod that is gone has neither a phase nor conditions, unless another one takes its place. */
export function lastOf(entries: readonly TimelineEntry[], { untilMs }: Timeline): number {
  const last = entries.findLast(({ kind }) => kind === "pod-seen" || kind === "pod-removed");
  return last?.kind === "pod-removed" ? last.tMs : untilMs;
}

function trueBars(changes: readonly TimelineEntry[], condition: string, lastMs: number): Bar[] {
  const own = changes.filter(({ data }) => data.condition === condition);
  return own.flatMap((entry, index): Bar[] => {
    if (entry.data.status !== "True") return [];
    const next = own[index + 1];
    const ids = next === undefined ? [entry.id] : [entry.id, next.id];
    return [{ kind: "true", fromMs: entry.tMs, toMs: next?.tMs ?? lastMs, label: "", ids }];
  });
}

function conditionMark({ id, tMs, data }: TimelineEntry): Mark {
  const kind = data.status === "True" ? "condition-true" : "condition-false";
  return { kind, tMs, label: data.condition ?? "", ids: [id] };
}

function between(
  entries: readonly TimelineEntry[],
  first: string,
  last: string,
  bar: { readonly kind: BarKind; readonly label: string; readonly lastMs: number },
): Bar[] {
  return entries.flatMap((entry, index): Bar[] => {
    if (entry.kind !== first) return [];
    const end = entries.slice(index).find(({ kind }) => kind === last);
    const ids = end === undefined ? [entry.id] : [entry.id, end.id];
    return [{ kind: bar.kind, fromMs: entry.tMs, toMs: end?.tMs ?? bar.lastMs, label: bar.label, ids }];
  });
}
