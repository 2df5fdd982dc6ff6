import { exactly } from "../../../../shared/basics/span.ts";
import type { LaneOverlay } from "../../../../shared/drawing/lanes/model.ts";
import {
  drawnMs,
  type ObservedRow,
  observedId,
  observedLane,
  observedOverlay,
} from "../../../../shared/drawing/lanes/observed-lanes.ts";
import type { Step } from "../../../../shared/forecast/runs/steps.ts";
import { allContainers } from "../../../../shared/kubernetes/pod.ts";
import { type JudgedMoment, judgeObserved, pendingMoments } from "../../../../shared/observation/judge.ts";
import { judgmentOfMoment, momentInWords } from "../../../../shared/observation/judge-words.ts";
import type { ObservedOverlay, OverlayContainer } from "../../../../shared/protocol/pod/observed.ts";
import type { TimelineEntry } from "../../../../shared/simulation/timeline/timeline.ts";
import type { PanelRun } from "./run.ts";

/** What a pod really did, as a run whose entries are what the API showed. Everything that reads runs can read it. */
export interface OverlaidRun extends PanelRun {
  readonly overlay: ObservedOverlay;
  /** The run that it is laid over. */
  readonly over: PanelRun;
  /** Of many runs of the same scenario; undefined if they are not played yet. */
  readonly steps: readonly Step[] | undefined;
  readonly rows: readonly ObservedRow[];
  readonly overlays: ReadonlyMap<string, LaneOverlay>;
  readonly moments: ReadonlyMap<string, ObservedMoment>;
  readonly sentences: ReadonlyMap<string, string>;
  /** Containers that the pod of the manifest does not have. */
  readonly unknownContainers: readonly string[];
}

export interface ObservedMoment {
  readonly judged: JudgedMoment;
  /** How much later it is drawn. */
  readonly shiftMs: number;
  readonly what: string;
  readonly judgment: string;
}

/** Lays an observation over a run. What was said before of the moments stays until the runs are played that they are held against. */
export function observedOver(
  over: PanelRun,
  overlay: ObservedOverlay,
  known: Pick<OverlaidRun, "steps" | "moments"> | undefined,
): OverlaidRun {
  const rows = rowsOf(over, overlay, known);
  const placed = rows.flatMap(({ moments, shiftMs, path }) => moments.map((judged) => ({ judged, shiftMs, path })));
  const moments = new Map(placed.map(({ judged, shiftMs }) => [observedId(judged), momentOf(judged, shiftMs)]));
  const entries = placed.map(({ judged, shiftMs, path }) => entryOf(judged, shiftMs, path));
  const ordered = entries.toSorted((left, right) => left.tMs - right.tMs);
  const lanes = rows.map(observedLane);
  const names = new Set(rows.map(({ container }) => container.name));
  return {
    ...over,
    overlay,
    over,
    steps: known?.steps,
    rows,
    overlays: new Map(rows.map((row, index) => [lanes[index]?.id ?? "", observedOverlay(row)])),
    moments,
    sentences: new Map([...moments].map(([id, { what, judgment }]) => [id, `${what} ${judgment}`])),
    unknownContainers: overlay.containers.flatMap(({ name }) => (names.has(name) ? [] : [name])),
    lanes,
    timeline: { ...over.timeline, entries: ordered, events: [] },
    story: ordered,
    byId: new Map(ordered.map((entry) => [entry.id, entry])),
    effects: noEffects,
  };
}

const noEffects: ReadonlyMap<string, readonly TimelineEntry[]> = new Map();

function rowsOf(
  over: PanelRun,
  overlay: ObservedOverlay,
  known: Pick<OverlaidRun, "steps" | "moments"> | undefined,
): readonly ObservedRow[] {
  const { pod, timeline } = over;
  const playedMs = timeline.ended === "event-limit" ? (timeline.entries.at(-1)?.tMs ?? 0) : timeline.untilMs;
  const containers = allContainers(pod).flatMap(({ name, path }) => {
    const container = overlay.containers.find((each) => each.name === name);
    return container === undefined ? [] : [{ container: inOrder(container), path }];
  });
  const seen = containers.map(({ container }) => container);
  const judged = known?.steps === undefined ? pendingMoments(seen) : judgeObserved(known.steps, seen, playedMs);
  const told = judged.map((moment) =>
    moment.verdict === "pending" ? (known?.moments.get(observedId(moment))?.judged ?? moment) : moment,
  );
  const byContainer = new Map<string, JudgedMoment[]>();
  for (const moment of told) {
    const others = byContainer.get(moment.container);
    if (others === undefined) byContainer.set(moment.container, [moment]);
    else others.push(moment);
  }
  return containers.map(({ container, path }) => ({
    container,
    path,
    moments: byContainer.get(container.name) ?? [],
    shiftMs: shiftOf(container, timeline.entries),
    untilMs: overlay.untilMs,
  }));
}

/** Oldest first, each run once. */
function inOrder(container: OverlayContainer): OverlayContainer {
  const byNumber = new Map(container.runs.map((run) => [run.run, run]));
  return { ...container, runs: [...byNumber.values()].sort((left, right) => left.run - right.run) };
}

/** What nobody saw the beginning of is drawn where its first known run is predicted. */
function shiftOf({ name, runs }: OverlayContainer, entries: readonly TimelineEntry[]): number {
  const first = runs.find(({ startMs }) => startMs !== undefined);
  if (!isCutOff(runs) || first?.startMs === undefined) return 0;
  const predicted = entries.find(
    ({ kind, container, run }) => kind === "container-started" && container === name && run === first.run,
  );
  return predicted === undefined ? 0 : predicted.tMs - first.startMs.nominalMs;
}

/** Nobody saw how it began. */
export function isCutOff([first]: OverlayContainer["runs"]): boolean {
  return first !== undefined && first.run > 1;
}

function momentOf(judged: JudgedMoment, shiftMs: number): ObservedMoment {
  return { judged, shiftMs, what: momentInWords(judged), judgment: judgmentOfMoment(judged, shiftMs) };
}

function entryOf(judged: JudgedMoment, shiftMs: number, path: TimelineEntry["path"]): TimelineEntry {
  const { kind, container, run, at, end, ranMs } = judged;
  return {
    id: observedId(judged),
    tMs: drawnMs(at.nominalMs, shiftMs),
    at: { nominalMs: at.nominalMs + shiftMs, earliestMs: at.earliestMs + shiftMs, latestMs: at.latestMs + shiftMs },
    kind,
    cause: undefined,
    sinceCause: exactly(0),
    container,
    run,
    attempt: undefined,
    restartCount: run - 1,
    path,
    data:
      end === undefined
        ? {}
        : {
            exitCode: end.exitCode,
            ...(end.reason !== undefined && { reason: end.reason }),
            ...(ranMs !== undefined && { ranMs }),
          },
  };
}
