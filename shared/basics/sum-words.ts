import { formatDuration } from "./durations.ts";

// Sums, curves, and shares for people.

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Rounded up to whole minutes, as people write a timeout. */
export function formatMinutesUp(ms: number): string {
  return formatDuration(Math.ceil(ms / minuteMs) * minuteMs);
}

/** Two units at most, as sums need no more: `45s`, `12m`, `3h 20m`, `14d 6h`. */
export function formatSum(exactMs: number): string {
  const ms = Math.round(exactMs / secondMs) * secondMs;
  if (ms < minuteMs) return formatDuration(ms);
  if (ms < hourMs) return twoUnits(ms, [minuteMs, "m"], [secondMs, "s"]);
  if (ms < 2 * dayMs) return twoUnits(ms, [hourMs, "h"], [minuteMs, "m"]);
  return twoUnits(ms, [dayMs, "d"], [hourMs, "h"]);
}

type Unit = readonly [ms: number, name: string];

function twoUnits(ms: number, [largeMs, large]: Unit, [smallMs, small]: Unit): string {
  const all = Math.round(ms / smallMs);
  const many = Math.floor((all * smallMs) / largeMs);
  const rest = all - (many * largeMs) / smallMs;
  return rest === 0 ? `${many}${large}` : `${many}${large} ${rest}${small}`;
}

/** The curve in words: `0s 10s 20s 40s … 5m`. `steps` delays are written before the steady state. */
export function formatCurve(delaysMs: readonly number[], steps: number): string {
  const steadyMs = delaysMs.at(-1);
  if (steadyMs === undefined) return "";
  const first = delaysMs.slice(0, -1).map(formatDuration);
  const steady = formatDuration(steadyMs);
  if (first.length <= steps) return [...first, steady, steady, "…"].join(" ");
  return [...first.slice(0, steps), "…", steady].join(" ");
}

export function formatPercent(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 1) return "<1%";
  return percent > 99 && percent < 100 ? ">99%" : `${Math.round(percent)}%`;
}
