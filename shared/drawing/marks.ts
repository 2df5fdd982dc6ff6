import { labelWidthPx } from "./lane-shapes.ts";
import type { Item, Mark, MarkKind } from "./model.ts";
import { type TimeView, toPx } from "./scale.ts";

/** Marks of one kind that are closer than this are drawn as one. */
const signPx = 13;
const attemptPx = 3;
const attemptKinds: ReadonlySet<MarkKind> = new Set(["attempt-success", "attempt-failure", "attempt-error"]);

/** Signs of several kinds are moved apart so far, but none farther than this from its instant. */
const signWidthPx = 10;
const shiftPxMax = 22;
/** Attempts are ticks below the sign of a result, and SIGKILL stands in the bar: they are in nobody's way. */
const free: ReadonlySet<Item["kind"]> = new Set([...attemptKinds, "result-success", "result-failure", "sigkill"]);

/** The marks in the view, in order of time. Those of one kind that would lie on each other are one, those of several kinds stand side by side. */
export function placeMarks(marks: readonly Mark[], view: TimeView): Item[] {
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
  const items = sideBySide(
    groups.flatMap((group) => placeGroup(group, view)),
    view,
  );
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

/**
 * Moves signs that would lie on each other to the right, in the order of what happened, so that each can be seen:
 * SIGTERM and the exit that it brings often fall on one pixel.
 */
function sideBySide(items: readonly Item[], view: TimeView): Item[] {
  let freePx = Number.NEGATIVE_INFINITY;
  return items.map((item) => {
    if (free.has(item.kind)) return item;
    const isMoved = freePx > item.xPx && freePx - item.xPx <= shiftPxMax && freePx <= view.widthPx;
    const xPx = isMoved ? freePx : item.xPx;
    freePx = Math.max(freePx, xPx + signWidthPx);
    return isMoved ? { ...item, xPx } : item;
  });
}

/** A mark's label stands to the right of its sign, before the next sign. */
function fittingLabel(item: Item, next: Item | undefined, view: TimeView): string {
  const endPx = Math.min(next?.xPx ?? view.widthPx, view.widthPx);
  return item.xPx + signPx + labelWidthPx(item.label) <= endPx ? item.label : "";
}
