import { formatDuration } from "../../basics/durations.ts";
import type { TimeView } from "../../protocol/values/time-view.ts";
import type { Tick } from "./model.ts";

/** Distances between ticks that people count in, in seconds. */
const niceSeconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];
const niceMsBelowASecond = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const niceMs = [...niceMsBelowASecond, ...niceSeconds.map((seconds) => seconds * 1000)];
const dayMs = 86_400_000;

const ticksMax = 200;
/** An axis has about so many ticks. */
const roundParts = 10;

/** Pixels from the left edge; negative or beyond the width outside of the view. */
export function toPx(view: TimeView, tMs: number): number {
  return ((tMs - view.fromMs) / (view.toMs - view.fromMs)) * view.widthPx;
}

/** The inverse of `toPx`. */
export function toMs(view: TimeView, xPx: number): number {
  return view.fromMs + (xPx / view.widthPx) * (view.toMs - view.fromMs);
}

/** Ticks at round durations, at least `distancePx` apart. */
export function ticksOf(view: TimeView, distancePx: number): Tick[] {
  const ticks: Tick[] = [];
  const stepMs = niceStep(toMs(view, distancePx) - view.fromMs);
  for (let tMs = ceilTo(view.fromMs, stepMs); tMs <= view.toMs && ticks.length < ticksMax; tMs += stepMs)
    ticks.push({ tMs, xPx: toPx(view, tMs), label: formatDuration(tMs) });
  return ticks;
}

/** The next time after `tMs` at which an axis that ends there has a tick: 4m48s becomes 5m. */
export function roundUp(tMs: number): number {
  return ceilTo(tMs, niceStep(tMs / roundParts));
}

function niceStep(neededMs: number): number {
  return niceMs.find((ms) => ms >= neededMs - 1e-6) ?? Math.ceil(neededMs / dayMs) * dayMs;
}

function ceilTo(tMs: number, stepMs: number): number {
  return Math.ceil(tMs / stepMs) * stepMs;
}
