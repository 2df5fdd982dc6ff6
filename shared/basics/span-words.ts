import { formatDuration } from "./durations.ts";
import type { Span } from "./span.ts";

const secondMs = 1000;
/** Below this, tenths of a second matter. */
const fineMs = 10_000;

/** A span in words, the only way a time reaches people: `21–31s`, `4m50s–5m`, `10s`. Bounds are rounded outwards. */
export function formatSpan(span: Span): string {
  if (span.earliestMs === span.latestMs) return formatDuration(span.earliestMs);
  const { earliestMs, latestMs } = roundedOutwards(span);
  if (earliestMs === latestMs) return formatDuration(earliestMs);
  if (latestMs < 60 * secondMs) return `${earliestMs / secondMs}–${latestMs / secondMs}s`;
  return `${formatDuration(earliestMs)}–${formatDuration(latestMs)}`;
}

/** The two ends of a span for the columns of a table, rounded as `formatSpan` does. */
export function formatBounds(span: Span): { readonly earliest: string; readonly latest: string } {
  const { earliestMs, latestMs } = roundedOutwards(span);
  return { earliest: formatDuration(earliestMs), latest: formatDuration(latestMs) };
}

function roundedOutwards({ earliestMs, latestMs }: Span): Pick<Span, "earliestMs" | "latestMs"> {
  if (earliestMs === latestMs) return { earliestMs, latestMs };
  const stepMs = latestMs < fineMs ? secondMs / 10 : secondMs;
  return { earliestMs: Math.floor(earliestMs / stepMs) * stepMs, latestMs: Math.ceil(latestMs / stepMs) * stepMs };
}

/** The end of a span that is safe to rely on when something must be done in time: rounded down. */
export function formatSafe(span: Span): string {
  return formatDuration(span.earliestMs < fineMs ? span.earliestMs : Math.floor(span.earliestMs / secondMs) * secondMs);
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
