/** Whole numbers that a search may try; it begins at `from`. */
export interface Scale {
  readonly from: number;
  readonly min: number;
  readonly max: number;
}

/** Far more than bisection needs. Each step may cost a simulation. */
const looksMax = 40;
/** Steps that follow the slope; after them the search bisects. */
const slopeLooksMax = 8;

interface Look {
  readonly value: number;
  readonly measured: number;
}

/**
 * The smallest number whose measure reaches `reach`; undefined if none does up to the maximum.
 * The measure must not fall as the number grows. If it does, the result still reaches it and the number before it does not.
 * A number that cannot be measured counts as not reaching it.
 */
export function smallestReaching(
  measure: (value: number) => number | undefined,
  reach: number,
  { from, min, max }: Scale,
): number | undefined {
  let low = min - 1;
  let high = max + 1;
  const looks: Look[] = [];
  while (high - low > 1 && looks.length < looksMax) {
    const value = Math.min(high - 1, Math.max(low + 1, guess(looks, { from, low, high, max, reach })));
    const measured = measure(value) ?? Number.NEGATIVE_INFINITY;
    if (measured >= reach) high = value;
    else low = value;
    looks.push({ value, measured });
  }
  return high > max ? undefined : high;
}

/** The largest number whose measure stays at or below `limit`, under the same conditions; undefined if not even the smallest does. */
export function largestWithin(
  measure: (value: number) => number | undefined,
  limit: number,
  scale: Scale,
): number | undefined {
  const beyond = smallestReaching(measure, limit + 1, scale) ?? scale.max + 1;
  return beyond > scale.min ? beyond - 1 : undefined;
}

interface Bounds {
  readonly from: number;
  readonly low: number;
  readonly high: number;
  readonly max: number;
  readonly reach: number;
}

function guess(looks: readonly Look[], { from, low, high, max, reach }: Bounds): number {
  const last = looks.at(-1);
  if (last === undefined) return from;
  const before = looks.at(-2);
  if (before === undefined) return last.value + (last.measured >= reach ? -1 : 1);
  const slope = (last.measured - before.measured) / (last.value - before.value);
  if (slope > 0 && Number.isFinite(slope) && looks.length < slopeLooksMax)
    return last.value + Math.ceil((reach - last.measured) / slope);
  // Small numbers are more likely than large ones, and cheaper to try.
  return high > max ? 2 * low + 1 : Math.floor((low + high) / 2);
}
