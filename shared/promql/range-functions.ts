import type { Call, Labels, VectorSample } from "./model.ts";
import { averageOf, quantileOf, sumOf } from "./sums.ts";

/** The samples of one series in a range; at least one. */
export interface Window {
  readonly labels: Labels;
  readonly timesMs: readonly number[];
  readonly values: readonly number[];
  readonly startMs: number;
  readonly endMs: number;
}

type RangeFunction = (window: Window, parameter: number | undefined) => number | undefined;

const table: Readonly<Record<string, RangeFunction>> = {
  rate: (window) => extrapolated(window, { isCounter: true, isRate: true }),
  increase: (window) => extrapolated(window, { isCounter: true, isRate: false }),
  delta: (window) => extrapolated(window, { isCounter: false, isRate: false }),
  irate: (window) => lastChange(window, true),
  idelta: (window) => lastChange(window, false),
  changes: ({ values }) => countPairs(values, (a, b) => a !== b && !(Number.isNaN(a) && Number.isNaN(b))),
  resets: ({ values }) => countPairs(values, (a, b) => b < a),
  avg_over_time: ({ values }) => averageOf(values),
  min_over_time: ({ values }) =>
    values.reduce((least, value) => (value < least || Number.isNaN(least) ? value : least)),
  max_over_time: ({ values }) => values.reduce((most, value) => (value > most || Number.isNaN(most) ? value : most)),
  sum_over_time: ({ values }) => sumOf(values),
  count_over_time: ({ values }) => values.length,
  last_over_time: ({ values }) => values.at(-1),
  first_over_time: ({ values }) => values[0],
  present_over_time: () => 1,
  quantile_over_time: ({ values }, q) => quantileOf(q ?? Number.NaN, values),
};

export const rangeFunctionNames: readonly string[] = Object.keys(table);

/** `last_over_time` and `first_over_time` give samples of the series themselves. */
export function keepsName(name: string): boolean {
  return name === "last_over_time" || name === "first_over_time";
}

export function overTime({ name }: Call, windows: readonly Window[], parameter: number | undefined): VectorSample[] {
  return windows.flatMap((window) => {
    const value = table[name]?.(window, parameter);
    return value === undefined ? [] : [{ labels: window.labels, value }];
  });
}

/** Models github.com/prometheus/prometheus/promql/functions.go extrapolatedRate (Prometheus v0.316.0), for samples without start timestamps. */
function extrapolated(
  window: Window,
  { isCounter, isRate }: { isCounter: boolean; isRate: boolean },
): number | undefined {
  const { timesMs, values, startMs, endMs } = window;
  const [firstMs = 0, firstValue = 0] = [timesMs[0], values[0]];
  const [lastMs = 0, lastValue = 0] = [timesMs.at(-1), values.at(-1)];
  const gaps = values.length - 1;
  if (gaps === 0) return undefined;
  const change = isCounter ? counterChange(values) : lastValue - firstValue;
  const sampledSeconds = (lastMs - firstMs) / 1000;
  const gapSeconds = sampledSeconds / gaps;
  const nearSeconds = gapSeconds * 1.1;
  let toStart = (firstMs - startMs) / 1000;
  if (toStart >= nearSeconds) toStart = gapSeconds / 2;
  if (isCounter && change > 0 && firstValue >= 0) toStart = Math.min(toStart, sampledSeconds * (firstValue / change));
  let toEnd = (endMs - lastMs) / 1000;
  if (toEnd >= nearSeconds) toEnd = gapSeconds / 2;
  const factor = (sampledSeconds + toStart + toEnd) / sampledSeconds;
  return change * (isRate ? factor / ((endMs - startMs) / 1000) : factor);
}

/** Added in the order in which Prometheus adds, because the last bit depends on it. */
function counterChange(values: readonly number[]): number {
  let change = (values.at(-1) ?? 0) - (values[0] ?? 0);
  for (const [index, value] of values.entries()) {
    const before = values[index - 1];
    if (before !== undefined && value < before) change += before;
  }
  return change;
}

/** Models github.com/prometheus/prometheus/promql/functions.go instantValue (Prometheus v0.316.0). */
function lastChange({ timesMs, values }: Window, isRate: boolean): number | undefined {
  const [before, last] = [values.at(-2), values.at(-1)];
  const [beforeMs, lastMs] = [timesMs.at(-2), timesMs.at(-1)];
  if (before === undefined || last === undefined || beforeMs === undefined || lastMs === undefined) return undefined;
  if (!isRate) return last - before;
  return (last < before ? last : last - before) / ((lastMs - beforeMs) / 1000);
}

function countPairs(values: readonly number[], counts: (before: number, after: number) => boolean): number {
  return values.filter((value, index) => {
    const before = values[index - 1];
    return before !== undefined && counts(before, value);
  }).length;
}
