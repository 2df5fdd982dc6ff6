import type { Call, Labels, VectorSample } from "./model.ts";
import { averageOf, quantileOf, sumOf, varianceOf } from "./sums.ts";

/** The samples of one series in a range; at least one. */
export interface Window {
  readonly labels: Labels;
  readonly timesMs: readonly number[];
  readonly values: readonly number[];
  readonly startMs: number;
  readonly endMs: number;
  /** Whether the first sample may be one from before the start. */
  readonly anchored: boolean;
}

interface RangeContext {
  /** The argument that is a number. */
  readonly parameter: number | undefined;
  readonly tMs: number;
}

type RangeFunction = (window: Window, context: RangeContext) => number | undefined;

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
  quantile_over_time: ({ values }, { parameter = Number.NaN }) => quantileOf(parameter, values),
  stddev_over_time: ({ values }) => Math.sqrt(varianceOf(values)),
  stdvar_over_time: ({ values }) => varianceOf(values),
  deriv: (window) => lineThrough(window, window.timesMs[0] ?? 0)?.slope,
  predict_linear: (window, { parameter = Number.NaN, tMs }) => {
    const line = lineThrough(window, tMs);
    return line && line.slope * parameter + line.atOrigin;
  },
};

/** Functions of `[5m] anchored`. Models github.com/prometheus/prometheus/promql/functions.go AnchoredSafeFunctions (Prometheus v0.316.0). */
export const anchoredFunctionNames: readonly string[] = ["rate", "increase", "delta", "changes", "resets"];

export const rangeFunctionNames: readonly string[] = Object.keys(table);

/** `last_over_time` and `first_over_time` give samples of the series themselves. */
export function keepsName(name: string): boolean {
  return name === "last_over_time" || name === "first_over_time";
}

export function overTime({ name }: Call, windows: readonly Window[], context: RangeContext): VectorSample[] {
  return windows.flatMap((window) => {
    const value = table[name]?.(window, context);
    return value === undefined ? [] : [{ labels: window.labels, value }];
  });
}

/** Models github.com/prometheus/prometheus/promql/functions.go extrapolatedRate (Prometheus v0.316.0), for samples without start timestamps. */
function extrapolated(
  window: Window,
  { isCounter, isRate }: { isCounter: boolean; isRate: boolean },
): number | undefined {
  const { timesMs, values, startMs, endMs } = window;
  if (window.anchored) return anchoredChange(window, { isCounter, isRate });
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

/** Models github.com/prometheus/prometheus/promql/functions.go extendedRate (Prometheus v0.316.0). */
function anchoredChange(
  { values, startMs, endMs }: Window,
  { isCounter, isRate }: { isCounter: boolean; isRate: boolean },
): number {
  const resets = values.filter((value, index) => isCounter && (values[index + 1] ?? value) < value);
  const change = (values.at(-1) ?? 0) - (values[0] ?? 0) + resets.reduce((sum, before) => sum + before, 0);
  return isRate ? change / ((endMs - startMs) / 1000) : change;
}

/** A line through the samples, where `originMs` is 0. Models github.com/prometheus/prometheus/promql/functions.go linearRegression (Prometheus v0.316.0). */
function lineThrough(
  { timesMs, values }: Window,
  originMs: number,
): { readonly slope: number; readonly atOrigin: number } | undefined {
  const [first = 0] = values;
  const count = values.length;
  if (count < 2) return undefined;
  if (values.every((value) => value === first))
    return Math.abs(first) === Number.POSITIVE_INFINITY
      ? { slope: Number.NaN, atOrigin: Number.NaN }
      : { slope: 0, atOrigin: first };
  const seconds = timesMs.map((each) => (each - originMs) / 1000);
  const sumX = sumOf(seconds);
  const sumY = sumOf(values);
  const products = sumOf(seconds.map((x, index) => x * (values[index] ?? Number.NaN)));
  const squares = sumOf(seconds.map((x) => x * x));
  const slope = (products - (sumX * sumY) / count) / (squares - (sumX * sumX) / count);
  return { slope, atOrigin: sumY / count - (slope * sumX) / count };
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
