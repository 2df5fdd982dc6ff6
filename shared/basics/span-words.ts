import { formatDuration } from "./durations.ts";
import type { Span } from "./span.ts";

// With sum-words.ts the only module that rounds a time for people. What somebody wrote (`terminationGracePeriodSeconds: 30`) is not rounded: `formatDuration`.

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** From a length on, the step to which it is rounded. Below the first, every second counts. */
const steps: readonly (readonly [fromMs: number, stepMs: number])[] = [
  [hourMs, minuteMs],
  [10 * minuteMs, 10 * secondMs],
  [2 * minuteMs, 5 * secondMs],
];

/** What ends before this is not told apart from what ends immediately: `within 2s`. */
const shortMs = 2 * secondMs;

function toStep(ms: number, round: (value: number) => number): number {
  const [, stepMs] = steps.find(([fromMs]) => ms >= fromMs) ?? [0, secondMs];
  return round(ms / stepMs) * stepMs;
}

/** What runs reached of one quantity. */
interface Spread {
  readonly min: number;
  readonly p50: number;
  readonly max: number;
}

/** A range in words: `21–31s`, `4m50s–5m`, `10s`. Its ends are rounded outwards. */
export function formatSpan(span: Pick<Span, "earliestMs" | "latestMs">): string {
  const { earliestMs, latestMs } = outwards(span);
  if (earliestMs === latestMs) return formatDuration(earliestMs);
  if (latestMs < minuteMs) return `${earliestMs / secondMs}–${latestMs / secondMs}s`;
  return `${formatDuration(earliestMs)}–${formatDuration(latestMs)}`;
}

/** The two ends of a range for the columns of a table, rounded as `formatSpan` does. */
export function formatBounds(span: Pick<Span, "earliestMs" | "latestMs">): {
  readonly earliest: string;
  readonly latest: string;
} {
  const { earliestMs, latestMs } = outwards(span);
  return { earliest: formatDuration(earliestMs), latest: formatDuration(latestMs) };
}

function outwards({ earliestMs, latestMs }: Pick<Span, "earliestMs" | "latestMs">): {
  readonly earliestMs: number;
  readonly latestMs: number;
} {
  const ends = { earliestMs: toStep(earliestMs, Math.floor), latestMs: toStep(latestMs, Math.ceil) };
  return latestMs < shortMs && ends.earliestMs < ends.latestMs ? { earliestMs: 0, latestMs: shortMs } : ends;
}

/** A time that one can rely on when something must be done in it: the earliest end, rounded down. */
export function formatAtLeast(ms: number): string {
  return formatDuration(toStep(ms, Math.floor));
}

/** What has so much time and no more: `within 55s`; less than a second is none. */
export function withinAtLeast(ms: number): string {
  return ms < 1000 ? "immediately" : `within ${formatAtLeast(ms)}`;
}

/** A time that is long enough: the latest end, rounded up. */
export function formatAtMost(ms: number): string {
  return formatDuration(ms === 0 ? 0 : Math.max(shortMs, toStep(ms, Math.ceil)));
}

/** `34–45s` where runs differ, as `formatSpan` writes it. */
export function rangeInWords({ min, max }: Spread): string {
  return formatSpan({ earliestMs: min, latestMs: max });
}

/** A range from zero to some seconds is written as its end. */
const openShare = 0.1;

/** `after 4m40s`, `after 3m–29m`, `within 31s`. */
export function whenInWords({ min, max }: Spread): string {
  const isOpen = max > 0 && (max < shortMs || min < openShare * max);
  return isOpen ? `within ${formatAtMost(max)}` : `after ${formatSpan({ earliestMs: min, latestMs: max })}`;
}

/** A length that stands for many, to the nearest step: `41s`, `4m40s`, `12m30s`. */
export function formatTypical(ms: number): string {
  return ms > 0 && ms < secondMs ? "<1s" : formatHorizon(toStep(ms, Math.round));
}

/** `5m5s`, or `41s (36–48s)` where runs differ. */
export function typicalInWords(spread: Spread): string {
  if (spread.max > 0 && spread.max < shortMs) return `<${formatDuration(shortMs)}`;
  return isOne(spread) ? formatTypical(spread.p50) : `${formatTypical(spread.p50)} (${rangeInWords(spread)})`;
}

/** `about 6m`. */
export function aboutInWords(spread: Spread): string {
  return isOne(spread) ? formatTypical(spread.p50) : `about ${formatTypical(spread.p50)}`;
}

/** Differences that are smaller mean nothing beside a median. */
const sameShare = 0.02;
const sameMs = 500;

function isOne({ min, max }: Spread): boolean {
  return max - min <= Math.max(sameMs, sameShare * max);
}

/** A horizon: `30m`, `7 days`. */
export function formatHorizon(ms: number): string {
  if (ms >= 2 * dayMs && ms % dayMs === 0) return `${ms / dayMs} days`;
  return formatDuration(Math.floor(ms / secondMs) * secondMs);
}

/** A length that was recorded, such as that of a run in a status: the API knows whole seconds. */
export function formatRecorded(ms: number): string {
  return formatDuration(Math.max(1, Math.round(ms / secondMs)) * secondMs);
}

/** A moment of one run, to a tenth of a second: `3m7.2s`. */
export function formatMoment(tMs: number): string {
  return formatDuration(Math.round(tMs / 100) * 100);
}

/** The same where there is little room: tenths of a second below a minute only. */
export function formatMomentShort(tMs: number): string {
  return formatMoment(tMs < minuteMs ? tMs : Math.round(tMs / secondMs) * secondMs);
}

/** A length in one run: `12.3s`, `40ms`. */
export function formatPlayed(ms: number): string {
  const stepMs = ms < secondMs ? 10 : 100;
  return formatDuration(Math.round(ms / stepMs) * stepMs);
}

/** Two lengths, rounded no further than they still differ: `3m → 3m20s` and not `3m → 3m`. */
export function differingInWords(oneMs: number, otherMs: number): readonly [one: string, other: string] | undefined {
  const pairs = [formatTypical, formatRecorded, formatMoment].map(
    (inWords) => [inWords(oneMs), inWords(otherMs)] as const,
  );
  return pairs.find(([one, other]) => one !== other);
}
