import { labelsKey, metricName, onlyLabels, withoutLabels } from "./labels.ts";
import type { Aggregation, Labels, Vector, VectorSample } from "./model.ts";
import { PromqlError } from "./promql-error.ts";
import { averageOf, quantileOf, sumOf } from "./sums.ts";

const operators: Readonly<Record<string, (values: readonly number[], parameter: number) => number>> = {
  sum: sumOf,
  avg: averageOf,
  min: (values) => values.reduce((least, value) => (least > value || Number.isNaN(least) ? value : least)),
  max: (values) => values.reduce((most, value) => (most < value || Number.isNaN(most) ? value : most)),
  count: (values) => values.length,
  group: () => 1,
  quantile: (values, q) => quantileOf(q, values),
};

export const aggregationOperators: readonly string[] = [...Object.keys(operators), "topk", "bottomk"];

/** Models github.com/prometheus/prometheus/promql/engine.go aggregation and aggregationK (Prometheus v0.316.0). */
export function aggregate(aggregation: Aggregation, vector: Vector, parameter = Number.NaN): Vector {
  const { operator } = aggregation;
  const groups = new Map<string, { labels: Labels; samples: VectorSample[] }>();
  for (const sample of vector) {
    const labels = groupLabels(sample.labels, aggregation);
    const key = labelsKey(labels);
    const group = groups.get(key) ?? { labels, samples: [] };
    groups.set(key, group);
    group.samples.push(sample);
  }
  if (operator === "topk" || operator === "bottomk")
    return [...groups.values()].flatMap(({ samples }) => firstK(samples, parameter, operator === "topk"));
  const apply = operators[operator];
  if (apply === undefined) throw new PromqlError(`${operator}() is not supported`);
  return [...groups.values()].map(({ labels, samples }) => ({
    labels,
    value: apply(
      samples.map(({ value }) => value),
      parameter,
    ),
  }));
}

function groupLabels(labels: Labels, { grouping, labels: names }: Aggregation): Labels {
  return grouping === "by" ? onlyLabels(labels, names) : withoutLabels(labels, [metricName, ...names]);
}

/** NaN counts as the last; of equal samples, the first ones are taken. */
function firstK(samples: readonly VectorSample[], k: number, isTop: boolean): readonly VectorSample[] {
  const rank = ({ value }: VectorSample): number => (isTop ? -value : value);
  const sorted = samples.toSorted((a, b) =>
    Number.isNaN(a.value) ? (Number.isNaN(b.value) ? 0 : 1) : Number.isNaN(b.value) ? -1 : rank(a) - rank(b),
  );
  return sorted.slice(0, Math.max(0, Math.floor(k)));
}
