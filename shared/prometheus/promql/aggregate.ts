import { labelsKey, metricName, onlyLabels, withLabel, withoutLabels } from "./labels.ts";
import type { Aggregation, Labels, Vector, VectorSample } from "./model.ts";
import { plainDecimal } from "./plain-decimal.ts";
import { PromqlError } from "./promql-error.ts";
import { averageOf, groupVarianceOf, quantileOf, sumOf } from "./sums.ts";

const operators: Readonly<Record<string, (values: readonly number[], parameter: number) => number>> = {
  sum: sumOf,
  avg: averageOf,
  min: (values) => values.reduce((least, value) => (least > value || Number.isNaN(least) ? value : least)),
  max: (values) => values.reduce((most, value) => (most < value || Number.isNaN(most) ? value : most)),
  count: (values) => values.length,
  group: () => 1,
  stddev: (values) => Math.sqrt(groupVarianceOf(values)),
  stdvar: groupVarianceOf,
  quantile: (values, q) => quantileOf(q, values),
};

export const aggregationOperators: readonly string[] = [...Object.keys(operators), "topk", "bottomk", "count_values"];

/** Models github.com/prometheus/prometheus/promql/engine.go aggregation and aggregationK (Prometheus v0.316.0). */
export function aggregate(
  aggregation: Aggregation,
  vector: Vector,
  parameter: number | string | undefined = Number.NaN,
): Vector {
  if (typeof parameter === "string") return countValues(aggregation, vector, parameter);
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

/** Models github.com/prometheus/prometheus/promql/engine.go aggregationCountValues (Prometheus v0.316.0). */
function countValues({ grouping, labels, of }: Aggregation, vector: Vector, label: string): Vector {
  const valued = vector.map((sample) => ({
    ...sample,
    labels: withLabel(sample.labels, label, plainDecimal(sample.value)),
  }));
  const kept = grouping === "by" ? [...labels, label] : labels;
  return aggregate({ is: "aggregation", operator: "count", grouping, labels: kept, parameter: undefined, of }, valued);
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
