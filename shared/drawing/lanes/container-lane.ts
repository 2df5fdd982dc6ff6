import { formatDuration } from "../../basics/durations.ts";
import type { Container, ProbeType } from "../../kubernetes/pod.ts";
import type { EntryKind, Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import type { Bar, BarKind, Lane, Mark, MarkKind } from "./model.ts";
import { lastOf } from "./pod-lanes.ts";

/** What the container's row looks like while its entries are read in order. */
interface Drawing {
  readonly bars: Bar[];
  readonly marks: Mark[];
  /** The state that has not ended yet. */
  open: OpenBar | undefined;
  /** `container-created` that waits for its start. */
  createdId: string | undefined;
  readonly probeOf: ReadonlyMap<string, string>;
  /** The probe whose success makes it ready; undefined if it is ready as soon as it runs, or nobody waits for it. */
  readonly readyBy: ProbeType | undefined;
  runLabel: string;
}

interface OpenBar {
  readonly kind: BarKind;
  readonly fromMs: number;
  readonly label: string;
  readonly ids: string[];
}

type Step = (drawing: Drawing, entry: TimelineEntry) => void;

/** What each kind of entry does to the row. A kind that is not here is drawn elsewhere or nowhere. */
const steps: Partial<Record<EntryKind, Step>> = {
  "image-pulling": (drawing, entry) => begin(drawing, "pulling", entry, "pull"),
  "image-pulled": ended,
  "image-pull-failed": fault,
  "container-created": (drawing, entry) => {
    drawing.createdId = entry.id;
  },
  "container-create-failed": fault,
  "container-start-failed": fault,
  "container-started": (drawing, entry) => {
    const before = drawing.createdId === undefined ? [] : [drawing.createdId];
    drawing.runLabel = (entry.run ?? 1) > 1 ? `run ${entry.run}` : "running";
    if (drawing.readyBy === undefined) begin(drawing, "running", entry, drawing.runLabel, before);
    else begin(drawing, "unready", entry, unreadyLabel(drawing), before);
    drawing.createdId = undefined;
  },
  "probe-attempt": (drawing, entry) => {
    const { answer, probe, isCanceled } = entry.data;
    if (answer === undefined || answer === "success" || answer === "error" || isCanceled === true) return;
    mark(drawing, probe === "startup" ? "failed-startup" : "failed-probe", entry, "");
  },
  "probe-result": (drawing, entry) => {
    // The budget is spent: this one counts.
    if (entry.data.probe === "startup" && entry.data.answer !== "success") mark(drawing, "failed-probe", entry, "");
    if (entry.data.probe !== drawing.readyBy) return;
    const isReady = entry.data.answer === "success";
    if (isReady && drawing.open?.kind === "unready") begin(drawing, "running", entry, drawing.runLabel);
    if (!isReady && drawing.open?.kind === "running") begin(drawing, "unready", entry, unreadyLabel(drawing));
  },
  "container-stopping": (drawing, entry) => {
    begin(drawing, "stopping", entry, "stopping");
    mark(drawing, "sigterm", entry, entry.data.probe ?? drawing.probeOf.get(entry.cause ?? "") ?? "");
  },
  "container-killed": (drawing, entry) => mark(drawing, "sigkill", entry, ""),
  "container-exited": (drawing, entry) => {
    end(drawing, entry.tMs);
    const exitCode = entry.data.exitCode ?? 0;
    mark(drawing, exitCode === 0 ? "exit-ok" : "exit-failed", entry, exitCode === 0 ? "" : String(exitCode));
  },
  "back-off-started": (drawing, entry) => {
    if (drawing.open?.kind === "back-off") drawing.open.ids.push(entry.id);
    else begin(drawing, "back-off", entry, formatDuration(entry.data.delayMs ?? 0));
  },
  "back-off-ended": (drawing, entry) => {
    if (drawing.open?.kind === "back-off") drawing.open.ids.push(entry.id);
  },
  "container-removed": (drawing, entry) => {
    if (entry.data.isRoutine !== true) note(drawing, entry);
  },
  "post-start-done": note,
  "pre-stop-done": note,
  "pre-stop-cut": note,
  note,
};

/** One container's row: pulls, runs, stops and waits as bars, exits, signals and faults as marks. */
export function containerLane(container: Container, entries: readonly TimelineEntry[], timeline: Timeline): Lane {
  const drawing: Drawing = {
    bars: [],
    marks: [],
    open: undefined,
    createdId: undefined,
    probeOf: probesById(entries),
    readyBy: readyBy(container),
    runLabel: "",
  };
  for (const entry of entries) steps[entry.kind]?.(drawing, entry);
  const isWaiting = drawing.open?.kind === "back-off";
  end(drawing, isWaiting ? lastOf(timeline.entries, timeline) : timeline.untilMs);
  return {
    id: `container:${container.name}`,
    kind: "container",
    label: container.name,
    note: container.kind === "regular" ? "" : container.kind,
    path: container.path,
    bars: drawing.bars,
    marks: drawing.marks,
  };
}

/** Nobody waits until an init container that ends is ready. */
function readyBy({ kind, probes }: Container): ProbeType | undefined {
  if (kind === "init") return undefined;
  return (["readiness", "startup"] as const).find((type) => probes[type] !== undefined);
}

function unreadyLabel({ runLabel }: Drawing): string {
  return `${runLabel}, not ready`;
}

/** Which probe an entry speaks of. A kill follows from a probe's result, or from the preStop hook that ran in between. */
function probesById(entries: readonly TimelineEntry[]): ReadonlyMap<string, string> {
  const probes = new Map<string, string>();
  for (const { id, kind, cause, data } of entries) {
    if (kind === "probe-attempt") continue; // the most of all entries, and no kill follows from one
    const probe =
      data.probe ?? (kind === "pre-stop-done" || kind === "pre-stop-cut" ? probes.get(cause ?? "") : undefined);
    if (probe !== undefined) probes.set(id, probe);
  }
  return probes;
}

function begin(drawing: Drawing, kind: BarKind, entry: TimelineEntry, label: string, before: string[] = []): void {
  end(drawing, entry.tMs);
  drawing.open = { kind, fromMs: entry.tMs, label, ids: [entry.id, ...before] };
}

function end(drawing: Drawing, tMs: number): void {
  const { open } = drawing;
  if (open !== undefined && (open.kind !== "unready" || open.fromMs < tMs)) drawing.bars.push({ ...open, toMs: tMs });
  drawing.open = undefined;
}

function ended(drawing: Drawing, entry: TimelineEntry): void {
  drawing.open?.ids.push(entry.id);
  end(drawing, entry.tMs);
}

function fault(drawing: Drawing, entry: TimelineEntry): void {
  end(drawing, entry.tMs);
  mark(drawing, "fault", entry, "");
}

function note(drawing: Drawing, entry: TimelineEntry): void {
  mark(drawing, "note", entry, "");
}

function mark(drawing: Drawing, kind: MarkKind, entry: TimelineEntry, label: string): void {
  drawing.marks.push({ kind, tMs: entry.tMs, label, ids: [entry.id] });
}
