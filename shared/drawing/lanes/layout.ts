import type { TimeView } from "../../protocol/values/time-view.ts";
import { withCycles } from "./cycles.ts";
import { ghostStripPx, labelWidthPx, laneShapes, spreadStripPx } from "./lane-shapes.ts";
import { placeMarks, signPx } from "./marks.ts";
import type { Bar, BarKind, Geometry, Item, Lane, LaneOverlay, PlacedLane } from "./model.ts";
import { ticksOf, toPx } from "./scale.ts";
import { placeSpreads } from "./spreads.ts";

const tickDistancePx = 72;
/** Bars that are narrower are drawn together with a neighbor of their kind. */
const barPxMin = 1;

const noOverlay: LaneOverlay = { ghosts: [], spreads: [] };

interface Layout {
  /** Told by the ids of the lanes; a lane is higher by a strip for each kind that it has. */
  readonly overlays?: ReadonlyMap<string, LaneOverlay> | undefined;
  /** Room above each lane for its name. */
  readonly namePx?: number;
  /** The height that there is: what the lanes leave of it, the bars of some get. */
  readonly roomPx?: number;
  /** Each run of a container has a bar, however narrow. */
  readonly showsAllRuns?: boolean;
}

/** Where everything stands at this zoom and width. The number of items depends on the width, not on the length of the run. */
export function layout(
  lanes: readonly Lane[],
  view: TimeView,
  { overlays, namePx = 0, roomPx = 0, showsAllRuns = false }: Layout = {},
): Geometry {
  const placed = lanes.map((lane) =>
    placeLane(lane, overlays?.get(lane.id) ?? noOverlay, view, { namePx, showsAllRuns }),
  );
  const leastPx = placed.reduce((sum, { heightPx }) => sum + heightPx, 0);
  const stacked = stack(placed, extrasOf(lanes, roomPx - leastPx));
  return { ...stacked, ticks: ticksOf(view, tickDistancePx) };
}

/** Which lanes gain by spare room, and how much at most: the first of them first. */
const stretched: readonly (readonly [kind: Lane["kind"], mostPx: number])[] = [
  ["condition", 36],
  ["container", 14],
];

/** Lanes of one kind gain the same, and in whole pixels to both sides of their middle. */
function extrasOf(lanes: readonly Lane[], sparePx: number): ReadonlyMap<Lane["kind"], number> {
  const extras = new Map<Lane["kind"], number>();
  let leftPx = sparePx;
  for (const [kind, mostPx] of stretched) {
    const count = lanes.filter((lane) => lane.kind === kind).length;
    if (count === 0 || leftPx < 2 * count) continue;
    const extraPx = Math.min(mostPx, 2 * Math.floor(leftPx / (2 * count)));
    extras.set(kind, extraPx);
    leftPx -= extraPx * count;
  }
  return extras;
}

function stack(
  lanes: readonly Unstacked[],
  extras: ReadonlyMap<Lane["kind"], number>,
): Pick<Geometry, "lanes" | "heightPx"> {
  let topPx = 0;
  const stacked = lanes.map((lane): PlacedLane => {
    const extraPx = extras.get(lane.lane.kind) ?? 0;
    const placed = { ...lane, topPx, extraPx, heightPx: lane.heightPx + extraPx };
    topPx += placed.heightPx;
    return placed;
  });
  return { lanes: stacked, heightPx: topPx };
}

type Unstacked = Omit<PlacedLane, "topPx" | "extraPx">;

interface Place {
  readonly showsAllRuns: boolean;
  readonly namePx: number;
}

function placeLane(
  lane: Lane,
  { ghosts, spreads }: LaneOverlay,
  view: TimeView,
  { namePx, showsAllRuns }: Place,
): Unstacked {
  const hasGhosts = ghosts.length > 0;
  const hasSpreads = spreads.length > 0;
  const stripsPx = (hasGhosts ? ghostStripPx : 0) + (hasSpreads ? spreadStripPx : 0);
  return {
    lane,
    heightPx: (hasNameRow(lane) ? namePx : 0) + laneShapes[lane.kind].heightPx + stripsPx,
    items: placeItems(lane, view, showsAllRuns),
    ghosts: placeBars(ghosts, view),
    spreads: placeSpreads(spreads, view),
    hasGhosts,
    hasSpreads,
  };
}

/** A row of a name alone is high enough for it. */
function hasNameRow({ kind, label, bars }: Lane): boolean {
  return label !== "" && (kind !== "quiet" || bars.length > 0);
}

/** Signs stand in the bars, whose labels make room. In the row of a container, what is too short to be told apart is one bar. */
function placeItems(lane: Lane, view: TimeView, showsAllRuns: boolean): readonly Item[] {
  const items = [...placeBars(lane.bars, view), ...placeMarks(lane.marks, view)];
  return besideSigns(lane.kind === "container" && !showsAllRuns ? withCycles(items) : items);
}

/** No label lies on a sign or on the text of one: it moves into the widest free part of its bar, or goes. */
function besideSigns(items: readonly Item[]): readonly Item[] {
  const taken = items
    .filter(({ shape, kind }) => shape === "mark" && kind !== "failed-probe" && kind !== "failed-startup")
    .map(({ xPx, label }) => ({
      fromPx: xPx - signPx / 2,
      toPx: xPx + signPx / 2 + (label === "" ? 0 : labelWidthPx(label)),
    }))
    .toSorted((left, right) => left.fromPx - right.fromPx);
  return items.map((item) => (item.shape === "bar" && item.label !== "" ? labelBeside(item, taken) : item));
}

function labelBeside(item: Item, taken: readonly { readonly fromPx: number; readonly toPx: number }[]): Item {
  const endPx = item.xPx + item.widthPx;
  let [freePx, widestPx, middlePx] = [item.xPx, 0, item.xPx];
  const seen = (untilPx: number): void => {
    if (untilPx - freePx <= widestPx) return;
    widestPx = untilPx - freePx;
    middlePx = (freePx + untilPx) / 2;
  };
  for (const { fromPx, toPx: afterPx } of taken) {
    if (afterPx <= item.xPx) continue;
    if (fromPx >= endPx) break;
    seen(fromPx);
    freePx = Math.max(freePx, afterPx);
  }
  seen(endPx);
  return widestPx >= labelWidthPx(item.label) ? { ...item, labelPx: middlePx } : { ...item, label: "" };
}

function placeBars(bars: readonly Bar[], view: TimeView): Item[] {
  const items: Item[] = [];
  const lastOfKind = new Map<BarKind, number>();
  for (const bar of bars) {
    if (bar.toMs < view.fromMs || bar.fromMs > view.toMs) continue;
    const item = placeBar(bar, view);
    const lastIndex = lastOfKind.get(bar.kind);
    const last = lastIndex === undefined ? undefined : items[lastIndex];
    if (last !== undefined && lastIndex !== undefined && isHidden(item, last)) items[lastIndex] = joinBars(last, item);
    else lastOfKind.set(bar.kind, items.push(item) - 1);
  }
  return items;
}

function placeBar(bar: Bar, view: TimeView): Item {
  const xPx = toPx(view, Math.max(bar.fromMs, view.fromMs));
  const widthPx = toPx(view, Math.min(bar.toMs, view.toMs)) - xPx;
  const whole = [bar.label, bar.shortLabel ?? ""].find((text) => text !== "" && widthPx >= labelWidthPx(text));
  const label = whole ?? (bar.isCut === true ? cutToWidth(bar.label, widthPx) : "");
  return {
    shape: "bar",
    kind: bar.kind,
    xPx,
    widthPx,
    fromMs: bar.fromMs,
    toMs: bar.toMs,
    label,
    ids: bar.ids,
    count: 1,
  };
}

/** Fewer letters say nothing. */
const lettersLeast = 4;

function cutToWidth(label: string, widthPx: number): string {
  const letters = [...label].length;
  const fitting = Math.floor((widthPx - labelWidthPx("")) / (labelWidthPx("x") - labelWidthPx(""))) - 1;
  return fitting < Math.min(lettersLeast, letters) ? "" : `${[...label].slice(0, fitting).join("")}…`;
}

function isHidden(item: Item, before: Item): boolean {
  return item.widthPx < barPxMin && item.xPx - (before.xPx + before.widthPx) < barPxMin;
}

function joinBars(before: Item, item: Item): Item {
  return {
    ...before,
    widthPx: item.xPx + item.widthPx - before.xPx,
    toMs: item.toMs,
    label: "",
    ids: [...before.ids, ...item.ids],
    count: before.count + 1,
  };
}
