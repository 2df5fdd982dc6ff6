import { formatDuration } from "../../basics/durations.ts";
import { formatSpan } from "../../basics/span-words.ts";
import type { Spread } from "./model.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** From a length on, what people care about: its rounding. */
const steps: readonly (readonly [fromMs: number, stepMs: number])[] = [
  [2 * dayMs, hourMs],
  [3 * hourMs, 5 * minuteMs],
  [hourMs, minuteMs],
  [10 * minuteMs, 30 * secondMs],
  [2 * minuteMs, 5 * secondMs],
  [3 * secondMs, secondMs],
  [secondMs, 100],
];

/** A length of time that stands for many: `41s`, `4m40s`, `12m30s`. */
export function rounded(ms: number): string {
  const [, stepMs] = steps.find(([fromMs]) => ms >= fromMs) ?? [0, 1];
  return days(Math.round(ms / stepMs) * stepMs);
}

/** A horizon: `30m`, `7 days`. */
export function days(ms: number): string {
  if (ms >= 2 * dayMs && ms % dayMs === 0) return `${ms / dayMs} days`;
  return formatDuration(ms < minuteMs ? ms : Math.floor(ms / secondMs) * secondMs);
}

/** Differences that are smaller mean nothing. */
const sameShare = 0.02;
const sameMs = 500;

function isOne({ min, max }: Spread): boolean {
  return max - min <= Math.max(sameMs, sameShare * max);
}

/** `4m40s`, or `3m–29m` where runs differ. */
export function rangeInWords(spread: Spread): string {
  if (isOne(spread)) return rounded(spread.p50);
  return formatSpan({
    nominalMs: spread.p50,
    earliestMs: outward(spread.min, Math.floor),
    latestMs: outward(spread.max, Math.ceil),
  });
}

function outward(ms: number, round: (value: number) => number): number {
  const [, stepMs] = steps.find(([fromMs]) => ms >= fromMs) ?? [0, 1];
  return round(ms / stepMs) * stepMs;
}

/** A range from zero to some seconds is written as its end. */
const openShare = 0.1;

/** `after 4m40s`, `after 3m–29m`, `within 31s`. */
export function whenInWords(spread: Spread): string {
  if (spread.max > 0 && spread.max < secondMs) return "within 1s";
  const isOpen = !isOne(spread) && spread.min < openShare * spread.max;
  return isOpen ? `within ${withinInWords(spread.max)}` : `after ${rangeInWords(spread)}`;
}

/** A time that is long enough: rounded up, to whole seconds at least. */
export function withinInWords(ms: number): string {
  return days(Math.max(secondMs, outward(ms, Math.ceil)));
}

/** A time that one can rely on when something must be done in it: rounded down. */
export function safeTimeInWords(ms: number): string {
  return days(outward(ms, Math.floor));
}

/** `5m5s`, or `41s (36–48s)` where runs differ. */
export function typicalInWords(spread: Spread): string {
  return isOne(spread) ? rounded(spread.p50) : `${rounded(spread.p50)} (${rangeInWords(spread)})`;
}

/** `about 6m`. */
export function aboutInWords(spread: Spread): string {
  return isOne(spread) ? rounded(spread.p50) : `about ${rounded(spread.p50)}`;
}

/** `4`, or `4–6`. */
export function countInWords({ min, max }: Spread): string {
  return min === max ? `${min}` : `${min}–${max}`;
}

/** `once`, `4 times`, `4–6 times`. */
export function timesInWords(spread: Spread): string {
  if (spread.max === 1 && spread.min === 1) return "once";
  return `${countInWords(spread)} times`;
}
