import type { Spread } from "./model.ts";

/** The numbers are not empty. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((left, right) => left - right);
  return {
    min: sorted[0] ?? 0,
    p50: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
    max: sorted.at(-1) ?? 0,
  };
}
