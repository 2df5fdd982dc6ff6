import type { TimeView } from "../../protocol/values/time-view.ts";
import { ghostStripPx, labelWidthPx, laneShapes, spreadStripPx } from "./lane-shapes.ts";
import { placeMarks } from "./marks.ts";
import type { Bar, BarKind, Geometry, Item, Lane, LaneOverlay, PlacedLane } from "./model.ts";
import { ticksOf, toPx } from "./scale.ts";
import { placeSpreads } from "./spreads.ts";

const tickDistancePx = 72;
/** Bars that are narrower are drawn together with a neighbor of their kind. */
const barPxMin = 1;

const noOverlay: LaneOverlay = { ghosts: [], spreads: [] };

/**
 * Where everything stands at this zoom and width. The number of items depends on the width, not on the length of the run.
 * `overlays` are told by the ids of the lanes; a lane is higher by a strip for each kind that it has.
 */
export function layout(lanes: readonly Lane[], view: TimeView, overlays?: ReadonlyMap<string, LaneOverlay>): Geometry {
  const placed: PlacedLane[] = [];
  let topPx = 0;
  for (const lane of lanes) {
    const overlay = lane.kind === "collapsed" ? undefined : overlays?.get(lane.id);
    const placedLane = placeLane(lane, overlay ?? noOverlay, view, topPx);
    placed.push(placedLane);
    topPx += placedLane.heightPx;
  }
  return { lanes: placed, ticks: ticksOf(view, tickDistancePx), heightPx: topPx };
}

function placeLane(lane: Lane, { ghosts, spreads }: LaneOverlay, view: TimeView, topPx: number): PlacedLane {
  const hasGhosts = ghosts.length > 0;
  const hasSpreads = spreads.length > 0;
  return {
    lane,
    topPx,
    heightPx: laneShapes[lane.kind].heightPx + (hasGhosts ? ghostStripPx : 0) + (hasSpreads ? spreadStripPx : 0),
    items: [...placeBars(lane.bars, view), ...placeMarks(lane.marks, view)],
    ghosts: placeBars(ghosts, view),
    spreads: placeSpreads(spreads, view),
    hasGhosts,
    hasSpreads,
  };
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
  const label = [bar.label, bar.shortLabel ?? ""].find((text) => widthPx >= labelWidthPx(text)) ?? "";
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
