import type { Span } from "../../basics/span.ts";

const secondMs = 1000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const yearMs = 365 * dayMs;

const units: Readonly<Record<string, number>> = { s: secondMs, m: minuteMs, h: hourMs, d: dayMs, y: yearMs };

/**
 * Reads an age, as the range in which it lies: of whole seconds below 10 minutes, minutes below 8 hours, hours below 8 days. Undefined
 * for `<unknown>` and all that is none. Models k8s.io/apimachinery/pkg/util/duration HumanDuration (v1.37.1)
 */
export function readAge(text: string): Span | undefined {
  const match = /^(\d{1,6})([smhdy])(?:(\d{1,4})([smhdy]))?$/.exec(text);
  if (match === null) return undefined;
  const [, amount = "", unit = "", rest, restUnit] = match;
  const unitMs = units[unit] ?? 0;
  const restMs = restUnit === undefined ? 0 : (units[restUnit] ?? 0);
  if (restMs >= unitMs) return undefined;
  const ms = Number(amount) * unitMs + (rest === undefined ? 0 : Number(rest) * restMs);
  const cutMs = stepOf(ms);
  return { nominalMs: ms, earliestMs: ms, latestMs: ms + cutMs - 1 };
}

function stepOf(ms: number): number {
  if (ms < 10 * minuteMs) return secondMs;
  if (ms < 8 * hourMs) return minuteMs;
  if (ms < 8 * dayMs) return hourMs;
  return ms < 8 * yearMs ? dayMs : yearMs;
}

/** When something was that is so old at a moment. */
export function timeOfAge(taken: Span, age: Span): Span {
  return {
    nominalMs: taken.nominalMs - age.nominalMs,
    earliestMs: taken.earliestMs - age.latestMs,
    latestMs: taken.latestMs - age.earliestMs,
  };
}
