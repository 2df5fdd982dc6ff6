import { formatDuration } from "../../basics/durations.ts";
import { formatRecorded } from "../../basics/span-words.ts";
import type { TimeView } from "../../protocol/values/time-view.ts";
import type { Tick } from "./model.ts";

/** On the log scale the first part of this many of the shown time is nearly linear: 10 s of 30 m. */
const logParts = 180;

/** Distances between ticks that people count in, in seconds. */
const niceSeconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];
const niceMsBelowASecond = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const niceMs = [...niceMsBelowASecond, ...niceSeconds.map((seconds) => seconds * 1000)];
const dayMs = 86_400_000;

const ticksMax = 200;
/** Two labels need so much room. */
const endLabelPx = 62;
/** An axis has about so many ticks. */
const roundParts = 10;

/** Pixels from the left edge; negative or beyond the width outside of the view. */
export function toPx(view: TimeView, tMs: number): number {
  const part = (tMs - view.fromMs) / (view.toMs - view.fromMs);
  if (view.scale === "linear" || part <= 0) return part * view.widthPx;
  return (Math.log1p(part * logParts) / Math.log1p(logParts)) * view.widthPx;
}

/** The inverse of `toPx`. */
export function toMs(view: TimeView, xPx: number): number {
  const share = xPx / view.widthPx;
  const part = view.scale === "linear" || share <= 0 ? share : Math.expm1(share * Math.log1p(logParts)) / logParts;
  return view.fromMs + part * (view.toMs - view.fromMs);
}

/** Ticks at round durations, at least `distancePx` apart. On the log scale their distance in time grows to the right. */
export function ticksOf(view: TimeView, distancePx: number): Tick[] {
  const ticks: Tick[] = [];
  let tMs = ceilTo(view.fromMs, stepAfter(view, view.fromMs, distancePx));
  while (tMs <= view.toMs && ticks.length < ticksMax) {
    ticks.push({ tMs, xPx: toPx(view, tMs), label: formatDuration(tMs) });
    const stepMs = stepAfter(view, tMs, distancePx);
    tMs = ceilTo(tMs + stepMs, stepMs);
  }
  return withEnd(view, ticks);
}

/** On the log scale the last tick may be far from the end: the end has a label of its own where there is room. */
function withEnd(view: TimeView, ticks: readonly Tick[]): Tick[] {
  const lastPx = ticks.at(-1)?.xPx ?? 0;
  const label = formatRecorded(view.toMs);
  const isMissing = view.scale === "log" && view.widthPx - lastPx >= endLabelPx;
  return isMissing ? [...ticks, { tMs: view.toMs, xPx: view.widthPx, label }] : [...ticks];
}

/** The next time after `tMs` at which an axis that ends there has a tick: 4m48s becomes 5m. */
export function roundUp(tMs: number): number {
  return ceilTo(tMs, niceStep(tMs / roundParts));
}

function stepAfter(view: TimeView, tMs: number, distancePx: number): number {
  const neededMs = toMs(view, toPx(view, tMs) + distancePx) - tMs;
  return niceStep(neededMs);
}

function niceStep(neededMs: number): number {
  return niceMs.find((ms) => ms >= neededMs - 1e-6) ?? Math.ceil(neededMs / dayMs) * dayMs;
}

function ceilTo(tMs: number, stepMs: number): number {
  return Math.ceil(tMs / stepMs) * stepMs;
}
