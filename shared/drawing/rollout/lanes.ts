import type { WorkloadEntry, WorkloadEntryKind, WorkloadPod } from "../../controllers/objects/model.ts";
import { revisionInWords } from "../../forecast/workload/entry-words.ts";
import type { Bar, BarKind, Lane, Mark, MarkKind } from "../lanes/model.ts";
import { idIn, type RolloutRun } from "./run.ts";

/** What a bar of a pod's lane means in a rollout, for the legend and for screen readers. */
export const podStates = {
  pending: "starting",
  "back-off": "not ready anymore",
  unready: "ready, not yet available",
  running: "available",
  stopping: "stopping",
  failed: "ended",
} as const satisfies Partial<Record<BarKind, string>>;

type PodState = keyof typeof podStates;

/** The rows of a run: conditions, steps of the controllers, and the pods of each revision, the newest first. */
export function rolloutLanes(run: RolloutRun): readonly Lane[] {
  const prefix = run.side === "second" ? "second-" : "";
  const lane = (id: string, kind: Lane["kind"], label: string): Omit<Lane, "bars" | "marks"> => {
    return { id: `${prefix}${id}`, kind, label, note: "", path: undefined };
  };
  const lives = livesOf(run);
  const revisions = [...new Set(lives.map(({ pod }) => pod.revision))].toReversed();
  return [
    ...["Progressing", "Available"].flatMap((type) => {
      const bars = conditionBars(run, type);
      return bars.length === 0 ? [] : [{ ...lane(`condition:${type}`, "condition", type), bars, marks: [] }];
    }),
    { ...lane("steps", "events", "Steps"), bars: [], marks: stepMarks(run) },
    ...revisions.flatMap((revision) => {
      const own = lives.filter(({ pod }) => pod.revision === revision).toSorted(byPlace);
      return [
        { ...lane(`revision:${revision}`, "pod", revisionInWords(revision)), bars: sizeBars(run, own), marks: [] },
        ...own.map(({ pod, bars, marks }) => ({
          ...lane(`pod:${pod.number}`, "collapsed", shortName(pod.name, run.workload.name)),
          ...{ note: pod.node ?? "", bars, marks },
        })),
      ];
    }),
  ];
}

/** So many letters fit beside the name of the node, in a narrow panel. */
const nameMax = 8;

/** Of a longer name the end, which tells it from the others. */
function shortName(pod: string, workload: string): string {
  const rest = pod.startsWith(`${workload}-`) ? pod.slice(workload.length) : pod;
  return pod.length <= nameMax ? pod : `…${rest}`;
}

function byPlace({ pod: left }: Life, { pod: right }: Life): number {
  return (left.ordinal ?? 0) - (right.ordinal ?? 0) || left.number - right.number;
}

interface Life {
  readonly pod: WorkloadPod;
  readonly bars: readonly Bar[];
  readonly marks: readonly Mark[];
  /** Without a deletion mark, in virtual ms. */
  readonly fromMs: number;
  readonly toMs: number;
}

const stateAfter: Partial<Record<WorkloadEntryKind, PodState>> = {
  "pod-created": "pending",
  "pod-ready": "unready",
  "pod-available": "running",
  "pod-not-ready": "back-off",
  "pod-deleted": "stopping",
  "pod-ended": "failed",
};

function livesOf(run: RolloutRun): readonly Life[] {
  const ofPod = new Map<number, WorkloadEntry[]>();
  for (const entry of run.timeline.entries) {
    if (entry.pod === undefined) continue;
    const known = ofPod.get(entry.pod);
    if (known === undefined) ofPod.set(entry.pod, [entry]);
    else known.push(entry);
  }
  return run.timeline.pods.map((pod) => lifeOf(run, pod, ofPod.get(pod.number) ?? []));
}

function lifeOf(run: RolloutRun, pod: WorkloadPod, entries: readonly WorkloadEntry[]): Life {
  const seen = run.timeline.entries[0];
  const bars: Bar[] = [];
  const marks: Mark[] = [];
  let state: PodState | undefined = pod.createdMs < 0 ? stateBefore(pod, entries) : undefined;
  let fromMs = 0;
  let ids: readonly string[] = seen === undefined ? [] : [idIn(run.side, seen)];
  let deletedMs = run.untilMs;
  const close = (toMs: number): void => {
    if (state !== undefined && toMs > fromMs) bars.push({ kind: state, fromMs, toMs, label: "", ids });
  };
  for (const entry of entries) {
    const { kind, tMs } = entry;
    const id = idIn(run.side, entry);
    if (kind === "eviction-refused") marks.push({ kind: "event-warning", tMs, label: "", ids: [id] });
    const next = kind === "pod-removed" ? undefined : stateAfter[kind];
    if (kind !== "pod-removed" && next === undefined) continue;
    // A pod that stops stays so, whatever its probes say.
    if (state === "stopping" && kind !== "pod-removed") continue;
    close(tMs);
    if (kind === "pod-deleted") deletedMs = tMs;
    state = next;
    fromMs = tMs;
    ids = [id];
  }
  close(run.untilMs);
  return { pod, bars, marks, fromMs: Math.max(0, pod.createdMs), toMs: deletedMs };
}

/** Of a pod that was there before the run. */
function stateBefore(pod: WorkloadPod, entries: readonly WorkloadEntry[]): PodState {
  const first = entries.find(({ kind }) => stateAfter[kind] !== undefined)?.kind;
  if (first === "pod-ready") return "pending";
  if (first === "pod-available") return "unready";
  return first === undefined && !pod.ready ? "pending" : "running";
}

/** How many pods a revision has over time. */
function sizeBars(run: RolloutRun, lives: readonly Life[]): readonly Bar[] {
  const changes = lives.flatMap(({ pod, fromMs, toMs }) => [
    { tMs: fromMs, by: 1, pod },
    ...(toMs < run.untilMs ? [{ tMs: toMs, by: -1, pod }] : []),
  ]);
  const bars: Bar[] = [];
  const idOf = new Map<string, string>(
    run.timeline.entries.flatMap((entry) =>
      entry.kind === "pod-created" || entry.kind === "pod-deleted"
        ? [[`${entry.kind === "pod-created" ? 1 : -1}/${entry.pod}`, idIn(run.side, entry)] as const]
        : [],
    ),
  );
  const first = run.timeline.entries[0];
  let size = 0;
  let fromMs = 0;
  let id = first && idIn(run.side, first);
  for (const { tMs, by, pod } of changes.toSorted((left, right) => left.tMs - right.tMs)) {
    if (tMs > fromMs && size > 0 && id !== undefined)
      bars.push({ kind: "phase-running", fromMs, toMs: tMs, label: `${size}`, ids: [id] });
    if (tMs > fromMs) fromMs = tMs;
    size += by;
    id = idOf.get(`${by}/${pod.number}`) ?? id;
  }
  if (size > 0 && id !== undefined)
    bars.push({ kind: "phase-running", fromMs, toMs: run.untilMs, label: `${size}`, ids: [id] });
  return bars;
}

/** What a condition of the Deployment says over time: its reason in each bar. */
function conditionBars(run: RolloutRun, type: string): readonly Bar[] {
  const entries = run.timeline.entries.filter(
    ({ kind, data }) => kind === "condition-changed" && data.condition === type,
  );
  return entries.map((entry, index) => ({
    kind: entry.data.status === "True" ? ("true" as const) : ("failed" as const),
    fromMs: entry.tMs,
    toMs: entries[index + 1]?.tMs ?? run.untilMs,
    label: entry.data.reason ?? "",
    ids: [idIn(run.side, entry)],
  }));
}

const stepKinds: Partial<Record<WorkloadEntryKind, MarkKind>> = {
  "workload-changed": "note",
  "replica-set-created": "event-normal",
  "replica-set-scaled": "event-normal",
  "replica-set-deleted": "event-normal",
  "drain-started": "fault",
  "node-lost": "fault",
  "node-not-ready": "event-warning",
  "taint-eviction": "event-warning",
  "eviction-refused": "event-warning",
  "rollout-complete": "condition-true",
};

function stepMarks(run: RolloutRun): readonly Mark[] {
  return run.timeline.entries.flatMap((entry): Mark[] => {
    const kind = stepKinds[entry.kind];
    return kind === undefined ? [] : [{ kind, tMs: entry.tMs, label: "", ids: [idIn(run.side, entry)] }];
  });
}
