/** A sum with its compensation. */
interface KahanSum {
  readonly sum: number;
  readonly c: number;
}

/** Models github.com/prometheus/prometheus/util/kahansum Inc (Prometheus v0.316.0). */
function kahanAdd(inc: number, { sum, c }: KahanSum): KahanSum {
  const t = sum + inc;
  if (t === Number.POSITIVE_INFINITY || t === Number.NEGATIVE_INFINITY) return { sum: t, c: 0 };
  if (Math.abs(sum) >= Math.abs(inc)) return { sum: t, c: c + (sum - t + inc) };
  return { sum: t, c: c + (inc - t + sum) };
}

/** Models github.com/prometheus/prometheus/promql/functions.go funcSumOverTime (Prometheus v0.316.0). */
export function sumOf(values: readonly number[]): number {
  let total: KahanSum = { sum: 0, c: 0 };
  for (const value of values) total = kahanAdd(value, total);
  return Number.isFinite(total.sum) || Number.isNaN(total.sum) ? total.sum + total.c : total.sum;
}

/** Models github.com/prometheus/prometheus/promql/functions.go funcAvgOverTime (Prometheus v0.316.0). */
export function averageOf(values: readonly number[]): number {
  let total: KahanSum = { sum: values[0] ?? Number.NaN, c: 0 };
  let mean: KahanSum | undefined;
  for (const [index, value] of values.entries()) {
    if (index === 0) continue;
    const count = index + 1;
    if (mean === undefined) {
      const next = kahanAdd(value, total);
      if (Math.abs(next.sum) !== Number.POSITIVE_INFINITY) {
        total = next;
        continue;
      }
      mean = { sum: total.sum / (count - 1), c: total.c / (count - 1) };
    }
    const share = (count - 1) / count;
    mean = kahanAdd(value / count, { sum: share * mean.sum, c: share * mean.c });
  }
  return mean === undefined ? total.sum / values.length + total.c / values.length : mean.sum + mean.c;
}

/** Models github.com/prometheus/prometheus/promql/functions.go varianceOverTime (Prometheus v0.316.0). */
export function varianceOf(values: readonly number[]): number {
  let mean: KahanSum = { sum: 0, c: 0 };
  let squares: KahanSum = { sum: 0, c: 0 };
  for (const [index, value] of values.entries()) {
    const delta = value - (mean.sum + mean.c);
    mean = kahanAdd(delta / (index + 1), mean);
    squares = kahanAdd(delta * (value - (mean.sum + mean.c)), squares);
  }
  return (squares.sum + squares.c) / values.length;
}

/** The same over series at one time. Models github.com/prometheus/prometheus/promql/engine.go aggregation (Prometheus v0.316.0). */
export function groupVarianceOf(values: readonly number[]): number {
  let [mean = Number.NaN] = values;
  let squares = Number.isFinite(mean) ? 0 : Number.NaN;
  for (const [index, value] of values.entries()) {
    if (index === 0) continue;
    const delta = value - mean;
    mean += delta / (index + 1);
    squares += delta * (value - mean);
  }
  return squares / values.length;
}

/** Models github.com/prometheus/prometheus/promql/quantile.go quantile (Prometheus v0.316.0). */
export function quantileOf(q: number, values: readonly number[]): number {
  if (values.length === 0 || Number.isNaN(q)) return Number.NaN;
  if (q < 0) return Number.NEGATIVE_INFINITY;
  if (q > 1) return Number.POSITIVE_INFINITY;
  // NaN counts as the least.
  const sorted = values.toSorted((a, b) => (Number.isNaN(a) ? -1 : Number.isNaN(b) ? 1 : a - b));
  const rank = q * (sorted.length - 1);
  const lower = Math.max(0, Math.floor(rank));
  const upper = Math.min(sorted.length - 1, lower + 1);
  const weight = rank - Math.floor(rank);
  return (sorted[lower] ?? Number.NaN) * (1 - weight) + (sorted[upper] ?? Number.NaN) * weight;
}
