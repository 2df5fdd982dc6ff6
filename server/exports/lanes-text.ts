import { lanesOf } from "../../shared/drawing/lanes/lanes.ts";
import { layout } from "../../shared/drawing/lanes/layout.ts";
import type { BarKind, Geometry, Item, Lane, MarkKind, PlacedLane } from "../../shared/drawing/lanes/model.ts";
import { openingEndMs, storyOf } from "../../shared/drawing/lanes/navigation.ts";
import { barNames } from "../../shared/drawing/lanes/sign-names.ts";
import type { DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { Timeline } from "../../shared/simulation/timeline/timeline.ts";
import { cut, filledLines } from "./table.ts";

/** What the geometry of the lanes takes for the width of a character. */
const characterPx = 8;
const nameColumnsMax = 24;
/** The least part of a line that is time. */
const trackShare = 0.7;

/** Bars of the pod itself that are drawn. Its phase follows from the containers. */
const podBars: ReadonlySet<BarKind> = new Set(["kubelet-down", "restart-all"]);

const barSigns: Partial<Record<BarKind, string>> = {
  running: "█",
  true: "█",
  "phase-running": "█",
  unready: "▒",
  pulling: "░",
  stopping: "▓",
  "back-off": "·",
  "kubelet-down": "╌",
  "restart-all": "↻",
};

const markSigns: Partial<Record<MarkKind, { readonly sign: string; readonly means: string }>> = {
  "exit-ok": { sign: "✓", means: "exited with 0" },
  "exit-failed": { sign: "✗", means: "failed exit" },
  sigterm: { sign: "↓", means: "SIGTERM" },
  sigkill: { sign: "‡", means: "SIGKILL" },
  fault: { sign: "!", means: "create, start or pull failed" },
};

/** The run as lanes of characters: one line for Ready, the Job, the pod where something happens to it, and each container. */
export function lanesText(timeline: Timeline, pod: DefaultedPod, columns: number): readonly string[] {
  const lanes = lanesOf(timeline, pod).flatMap(shownLane);
  const longest = Math.max(...lanes.map(({ label }) => label.length));
  const nameColumns = Math.min(longest, nameColumnsMax, Math.floor(columns * (1 - trackShare)));
  const trackColumns = columns - nameColumns - 1;
  const toMs = openingEndMs({ story: storyOf(timeline.entries), timeline });
  const widthPx = trackColumns * characterPx;
  const geometry = layout(lanes, { fromMs: 0, toMs, widthPx }, { showsAllRuns: true });
  const tracks = geometry.lanes.map((placed) => ({
    name: placed.lane.label,
    track: trackOf(placed, trackColumns),
  }));
  const row = (name: string, track: string): string =>
    `${cut(name, nameColumns).padEnd(nameColumns)} ${track}`.trimEnd();
  return [
    ...axisLines(geometry, trackColumns).map((line) => row("", line)),
    ...tracks.map(({ name, track }) => row(name, track)),
    ...filledLines(legendOf(geometry, tracks), trackColumns, "  ").map((line) => row("", line)),
  ];
}

/** A lane as far as it is drawn; probes, other conditions and events are not. */
function shownLane(lane: Lane): readonly Lane[] {
  if (lane.kind === "condition" || lane.kind === "container" || lane.kind === "job") return [withoutNotes(lane)];
  if (lane.kind !== "pod") return [];
  const bars = lane.bars.filter(({ kind }) => podBars.has(kind));
  return bars.length === 0 ? [] : [{ ...lane, bars, marks: [] }];
}

/** A mark that is not drawn would hide the sign of one beside it. */
function withoutNotes(lane: Lane): Lane {
  return { ...lane, marks: lane.marks.filter(({ kind }) => markSigns[kind] !== undefined) };
}

function axisLines({ ticks }: Geometry, columns: number): readonly string[] {
  const labels = new Array<string>(columns).fill(" ");
  const ruler = new Array<string>(columns).fill("─");
  for (const { xPx, label } of ticks) {
    const at = Math.min(columns - 1, Math.floor(xPx / characterPx));
    ruler[at] = "┬";
    if (at + label.length <= columns) labels.splice(at, label.length, ...label);
  }
  return [labels.join(""), ruler.join("")];
}

/** For a part of a cell only: a gap between two bars would not be seen otherwise. */
const partSign = "▄";
/** As little of a cell is no part. */
const wholePx = 0.01;

/** What is true in each cell: all the time, a part of it, or not at all. */
function conditionTrack(items: readonly Item[], columns: number): string {
  return Array.from({ length: columns }, (_, column) => {
    const [fromPx, toPx] = [column * characterPx, (column + 1) * characterPx];
    const parts = items.map(({ xPx, widthPx }) => Math.max(0, Math.min(toPx, xPx + widthPx) - Math.max(fromPx, xPx)));
    const truePx = parts.reduce((sum, px) => sum + px, 0);
    if (truePx <= wholePx) return " ";
    return truePx >= characterPx - wholePx ? signOf({ kind: "true" }) : partSign;
  }).join("");
}

/** What is short goes over what is long, and signs over bars. */
function trackOf({ lane, items }: PlacedLane, columns: number): string {
  if (lane.kind === "condition") return conditionTrack(items, columns);
  const cells = new Array<string>(columns).fill(" ");
  const bars = items.filter(({ shape }) => shape === "bar");
  const longestFirst = bars.toSorted((left, right) => right.widthPx - left.widthPx);
  const waitsFirst = longestFirst.toSorted((left, right) => Number(isWait(right)) - Number(isWait(left)));
  for (const bar of waitsFirst) {
    const [from, to] = [cellOf(bar.xPx, columns), cellOf(bar.xPx + bar.widthPx, columns, "end")];
    cells.fill(signOf(bar), from, Math.max(from, to) + 1);
  }
  for (const mark of items.filter(({ shape }) => shape === "mark")) cells[cellOf(mark.xPx, columns)] = signOf(mark);
  return cells.join("");
}

function isWait({ kind }: Item): boolean {
  return kind === "back-off";
}

/** The cell of a place; of an end, the last cell before it. */
function cellOf(xPx: number, columns: number, edge: "start" | "end" = "start"): number {
  const cell = edge === "start" ? Math.floor(xPx / characterPx) : Math.ceil(xPx / characterPx) - 1;
  return Math.max(0, Math.min(columns - 1, cell));
}

function signOf({ kind }: Pick<Item, "kind">): string {
  const signs: Readonly<Record<string, string>> = barSigns;
  return signs[kind] ?? markOf(kind)?.sign ?? " ";
}

function markOf(kind: Item["kind"]): { readonly sign: string; readonly means: string } | undefined {
  const marks: Readonly<Record<string, { readonly sign: string; readonly means: string }>> = markSigns;
  return marks[kind];
}

/** What the signs of these lanes mean. */
function legendOf({ lanes }: Geometry, tracks: readonly { readonly track: string }[]): readonly string[] {
  const kinds = new Set<Item["kind"]>(lanes.flatMap(({ items }) => items.map(({ kind }) => kind)));
  const bars = barNames.filter(([kind]) => kinds.has(kind) && kind !== "true" && barSigns[kind] !== undefined);
  const marks = [...kinds].flatMap((kind) => markOf(kind) ?? []);
  const hasPart = tracks.some(({ track }) => track.includes(partSign));
  return [
    ...(hasPart ? [`${partSign} ready for a part of that time`] : []),
    ...bars.map(([kind, means]) => `${barSigns[kind]} ${means}`),
    ...marks.map(({ sign, means }) => `${sign} ${means}`),
  ];
}
