import type { TimeView } from "../../protocol/values/time-view.ts";
import type { EventSpread, PlacedSpread } from "./model.ts";
import { toPx } from "./scale.ts";

/** A spread that is narrower is drawn together with its neighbor of the same kind. */
const spreadPxMin = 1;

/** The spreads that reach into the view, in the order in which they are given. */
export function placeSpreads(spreads: readonly EventSpread[], view: TimeView): PlacedSpread[] {
  const placed: PlacedSpread[] = [];
  const lastOfKind = new Map<EventSpread["kind"], number>();
  for (const spread of spreads) {
    if (spread.maxMs < view.fromMs || spread.minMs > view.toMs) continue;
    const one = placeSpread(spread, view);
    const lastIndex = lastOfKind.get(spread.kind);
    const last = lastIndex === undefined ? undefined : placed[lastIndex];
    if (last !== undefined && lastIndex !== undefined && isOnOnePixel(last, one)) placed[lastIndex] = join(last, one);
    else lastOfKind.set(spread.kind, placed.push(one) - 1);
  }
  return placed;
}

function placeSpread(spread: EventSpread, view: TimeView): PlacedSpread {
  const xPx = toPx(view, Math.max(spread.minMs, view.fromMs));
  const isMedianShown = spread.medianMs >= view.fromMs && spread.medianMs <= view.toMs;
  return {
    ...spread,
    xPx,
    widthPx: toPx(view, Math.min(spread.maxMs, view.toMs)) - xPx,
    medianPx: isMedianShown ? toPx(view, spread.medianMs) : undefined,
    count: 1,
  };
}

/** They end within one pixel; a chain of many never becomes wider than that. */
function isOnOnePixel(left: PlacedSpread, right: PlacedSpread): boolean {
  return Math.max(left.xPx + left.widthPx, right.xPx + right.widthPx) - Math.min(left.xPx, right.xPx) < spreadPxMin;
}

function join(left: PlacedSpread, right: PlacedSpread): PlacedSpread {
  const xPx = Math.min(left.xPx, right.xPx);
  return {
    ...left,
    minMs: Math.min(left.minMs, right.minMs),
    maxMs: Math.max(left.maxMs, right.maxMs),
    share: Math.max(left.share, right.share),
    xPx,
    widthPx: Math.max(left.xPx + left.widthPx, right.xPx + right.widthPx) - xPx,
    count: left.count + right.count,
  };
}
