import { labelOf, labelsKey, metricName, onlyLabels, withLabel, withoutLabels, withoutName } from "./labels.ts";
import type { BinaryExpression, Labels, Matching, Vector, VectorSample } from "./model.ts";
import { PromqlError } from "./promql-error.ts";
import { uniqueVector } from "./unique.ts";

const comparisons: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  ">": (left, right) => left > right,
  "<": (left, right) => left < right,
  ">=": (left, right) => left >= right,
  "<=": (left, right) => left <= right,
};

const arithmetic: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
  "^": power,
  atan2: Math.atan2,
};

/** As Go's math.Pow, which gives 1 where JavaScript gives NaN. */
function power(base: number, exponent: number): number {
  if (base === 1 || (base === -1 && Math.abs(exponent) === Number.POSITIVE_INFINITY)) return 1;
  return base ** exponent;
}

export function isSetOperator(operator: string): boolean {
  return operator === "and" || operator === "or" || operator === "unless";
}

export function isComparison(operator: string): boolean {
  return Object.hasOwn(comparisons, operator);
}

/** Models github.com/prometheus/prometheus/promql/engine.go scalarBinop (Prometheus v0.316.0). */
export function scalarOperation(operator: string, left: number, right: number): number {
  const compare = comparisons[operator];
  if (compare !== undefined) return compare(left, right) ? 1 : 0;
  return arithmetic[operator]?.(left, right) ?? Number.NaN;
}

/** Two values of which at least one is a vector. */
export function combine(expression: BinaryExpression, left: number | Vector, right: number | Vector): Vector {
  if (typeof left === "number") return typeof right === "number" ? [] : withScalar(expression, right, left, true);
  if (typeof right === "number") return withScalar(expression, left, right, false);
  return isSetOperator(expression.operator) ? combineSets(expression, left, right) : match(expression, left, right);
}

/** Models github.com/prometheus/prometheus/promql/engine.go VectorscalarBinop (Prometheus v0.316.0). */
function withScalar({ operator, bool }: BinaryExpression, vector: Vector, scalar: number, isSwapped: boolean): Vector {
  const isCompared = isComparison(operator);
  const results = vector.flatMap(({ labels, value }): VectorSample[] => {
    const result = isSwapped ? scalarOperation(operator, scalar, value) : scalarOperation(operator, value, scalar);
    if (!isCompared || bool) return [{ labels: withoutName(labels), value: result }];
    return result === 1 ? [{ labels, value }] : [];
  });
  return isCompared && !bool ? results : uniqueVector(results);
}

/** Models github.com/prometheus/prometheus/promql/engine.go VectorAnd, VectorOr, VectorUnless (Prometheus v0.316.0). */
function combineSets({ operator, matching }: BinaryExpression, left: Vector, right: Vector): Vector {
  const key = (sample: VectorSample): string => signature(sample.labels, matching);
  if (operator === "or") {
    const taken = new Set(left.map(key));
    return uniqueVector([...left, ...right.filter((sample) => !taken.has(key(sample)))]);
  }
  const others = new Set(right.map(key));
  return left.filter((sample) => others.has(key(sample)) === (operator === "and"));
}

function signature(labels: Labels, { on, labels: names }: Matching): string {
  return labelsKey(on ? onlyLabels(labels, names) : withoutLabels(labels, [metricName, ...names]));
}

/** Models github.com/prometheus/prometheus/promql/engine.go VectorBinop (Prometheus v0.316.0). */
function match(expression: BinaryExpression, left: Vector, right: Vector): Vector {
  const { operator, bool, matching } = expression;
  const isSwapped = matching.many === "right";
  const [many, one] = isSwapped ? [right, left] : [left, right];
  if (many.length === 0 || one.length === 0) return [];
  const partners = partnersOf(one, matching, isSwapped ? "left" : "right");
  const taken = new Set<string>();
  const results = many.flatMap((sample): VectorSample[] => {
    const key = signature(sample.labels, matching);
    const partner = partners.get(key);
    if (partner === undefined) return [];
    const [l, r] = isSwapped ? [partner.value, sample.value] : [sample.value, partner.value];
    const labels = resultLabels(sample.labels, partner.labels, expression);
    const own = matching.many === undefined ? key : `${key} ${labelsKey(labels)}`;
    if (taken.has(own)) throw new PromqlError(manyMatches(matching));
    taken.add(own);
    const result = scalarOperation(operator, l, r);
    if (!isComparison(operator) || bool) return [{ labels, value: result }];
    return result === 1 ? [{ labels, value: l }] : [];
  });
  return uniqueVector(results);
}

function manyMatches({ many }: Matching): string {
  return many === undefined
    ? "multiple matches for labels: many-to-one matching must be explicit (group_left/group_right)"
    : "multiple matches for labels: grouping labels must ensure unique matches";
}

function partnersOf(one: Vector, matching: Matching, side: "left" | "right"): ReadonlyMap<string, VectorSample> {
  const partners = new Map<string, VectorSample>();
  for (const sample of one) {
    const key = signature(sample.labels, matching);
    if (partners.has(key))
      throw new PromqlError(
        `found duplicate series for the match group on the ${side} hand-side of the operation: matching labels must be unique on one side`,
      );
    partners.set(key, sample);
  }
  return partners;
}

/** Models github.com/prometheus/prometheus/promql/engine.go resultMetric (Prometheus v0.316.0). */
function resultLabels(many: Labels, one: Labels, { operator, bool, matching }: BinaryExpression): Labels {
  let labels = bool || !isComparison(operator) ? withoutName(many) : many;
  if (matching.many === undefined)
    labels = matching.on ? onlyLabels(labels, matching.labels) : withoutLabels(labels, matching.labels);
  for (const name of matching.include) labels = withLabel(labels, name, labelOf(one, name));
  return labels;
}
