import type { Spread } from "./model.ts";

/** `4`, or `4–6`. */
export function countInWords({ min, max }: Spread): string {
  return min === max ? `${min}` : `${min}–${max}`;
}

/** `once`, `4 times`, `4–6 times`. */
export function timesInWords(spread: Spread): string {
  if (spread.max === 1 && spread.min === 1) return "once";
  return `${countInWords(spread)} times`;
}
