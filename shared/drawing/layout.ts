import type { Bar, BarKind, Geometry, Item, Lane, LaneKind, Mark, MarkKind, PlacedLane } from "./model.ts";
import { type TimeView, ticksOf, toPx } from "./scale.ts";

/** At least 24 px, so that a finger or an unsteady hand hits a row. A container's signs stand above its bars. */
const heightPxOf: Readonly<Record<LaneKind, number>> = {
  pod: 28,
  condition: 24,
  conditions: 24,
  container: 40,
  probe: 24,
  events: 28,
};

/** In a container's lane signs stand above this line and bars below it. */
export const barTopPx = 18;

const tickDistancePx = 72;
/** Of the panel's small font; wide enough for digits and capitals. */
const characterPx = 6.5;
const labelPaddingPx = 6;
/** Bars that are narrower are drawn together with a neighbour of their kind. */
const barPxMin = 1;
/** Marks of one kind that are closer than this are drawn as one. */
const signPx = 13;
const attemptPx = 3;
const attemptKinds: ReadonlySet<MarkKind> = new Set(["attempt-success", "attempt-failure", "attempt-error"]);

/** Where everything stands at this zoom and width. The number of items depends on the width, not on the length of the run. */
export function layout(lanes: readonly Lane[], view: TimeView): Geometry {
  const placed: PlacedLane[] = [];
  let topPx = 0;
  for (const lane of lanes) {
    const heightPx = heightPxOf[lane.kind];
    placed.push({ lane, topPx, heightPx, items: [...placeBars(lane.bars, view), ...placeMarks(lane.marks, view)] });
    topPx += heightPx;
  }
  return { lanes: placed, ticks: ticksOf(view, tickDistancePx), heightPx: topPx };
}

/** What a label takes at most, with some room at both ends. */
export function labelWidthPx(text: string): number {
  return text.length * characterPx + labelPaddingPx;
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
  const label = widthPx >= labelWidthPx(bar.label) ? bar.label : "";
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

function placeMarks(marks: readonly Mark[], view: TimeView): Item[] {
  const groups: Mark[][] = [];
  const lastOfKind = new Map<MarkKind, Mark[]>();
  for (const mark of marks) {
    if (mark.tMs < view.fromMs || mark.tMs > view.toMs) continue;
    const last = lastOfKind.get(mark.kind);
    const start = last?.[0];
    if (last !== undefined && start !== undefined && isClose(start, mark, view)) last.push(mark);
    else {
      const group = [mark];
      groups.push(group);
      lastOfKind.set(mark.kind, group);
    }
  }
  const items = groups.flatMap((group) => placeGroup(group, view));
  return items.map((item, index) => ({ ...item, label: fittingLabel(item, items[index + 1], view) }));
}

function isClose(left: Mark, right: Mark, view: TimeView): boolean {
  return toPx(view, right.tMs) - toPx(view, left.tMs) < (attemptKinds.has(left.kind) ? attemptPx : signPx);
}

function placeGroup(group: readonly Mark[], view: TimeView): Item[] {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return [];
  const label = group.length === 1 || attemptKinds.has(first.kind) ? first.label : `×${group.length}`;
  return [
    {
      shape: "mark",
      kind: first.kind,
      xPx: toPx(view, first.tMs),
      widthPx: toPx(view, last.tMs) - toPx(view, first.tMs),
      fromMs: first.tMs,
      toMs: last.tMs,
      label,
      ids: group.flatMap(({ ids }) => ids),
      count: group.length,
    },
  ];
}

/** A mark's label stands to the right of its sign, before the next sign. */
function fittingLabel(item: Item, next: Item | undefined, view: TimeView): string {
  const endPx = Math.min(next?.xPx ?? view.widthPx, view.widthPx);
  return item.xPx + signPx + labelWidthPx(item.label) <= endPx ? item.label : "";
}
