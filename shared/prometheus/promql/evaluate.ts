import { aggregate } from "./aggregate.ts";
import { combine, scalarOperation } from "./binary.ts";
import { absent, callFunction, functionNames } from "./functions.ts";
import { withoutName } from "./labels.ts";
import type {
  BinaryExpression,
  Call,
  Expression,
  RangeSelector,
  Selector,
  Series,
  Subquery,
  Vector,
  VectorSample,
} from "./model.ts";
import { PromqlError } from "./promql-error.ts";
import { keepsName, overTime, rangeFunctionNames, type Window } from "./range-functions.ts";
import { countUpTo, type SeriesStore } from "./store.ts";
import { uniqueVector } from "./unique.ts";

/** How far back an instant selector looks. Models github.com/prometheus/prometheus/promql/engine.go defaultLookbackDelta (Prometheus v0.316.0). */
const lookbackMs = 300_000;

/** Where an expression is evaluated. */
interface Evaluation {
  readonly store: SeriesStore;
  readonly tMs: number;
  /** When the query as a whole is evaluated, where `tMs` is a step of a subquery. */
  readonly queryMs?: number;
  /** Samples after it are still to come, whatever an offset or an `@` asks for. Undefined if all are there. */
  readonly nowMs?: number;
  /** The interval of a subquery without a step. */
  readonly intervalMs: number;
  /** What may still be done, in looks at parts of expressions, series, and samples. Undefined means as much as it takes. */
  readonly steps?: Steps | undefined;
}

/** Bounds the work for expressions that somebody else wrote, over all evaluations that share it. */
export interface Steps {
  left: number;
}

type Evaluated = { readonly vector: Vector } | { readonly error: string };

/** The functions that can be evaluated, in order. */
export const supportedFunctions: readonly string[] = [...functionNames, ...rangeFunctionNames].toSorted();

/**
 * The value of an expression at a time; a scalar is a vector with one sample without labels.
 * Models github.com/prometheus/prometheus/promql/engine.go evaluator.eval (Prometheus v0.316.0) for one step.
 */
export function evaluate(expression: Expression, evaluation: Evaluation): Evaluated {
  try {
    const value = evaluated(expression, evaluation);
    return { vector: typeof value === "number" ? [{ labels: {}, value }] : value };
  } catch (error) {
    if (error instanceof PromqlError) return { error: error.message };
    throw error;
  }
}

function evaluated(expression: Expression, evaluation: Evaluation): number | Vector {
  spend(evaluation, 1);
  switch (expression.is) {
    case "number":
      return expression.value;
    case "selector":
      return instantVector(expression, evaluation);
    case "call":
      return callOf(expression, evaluation);
    case "aggregation": {
      const { parameter, of } = expression;
      const value = parameter?.is === "string" ? parameter.value : parameter && numberOf(parameter, evaluation);
      return aggregate(expression, vectorOf(of, evaluation), value);
    }
    case "binary":
      return binaryOf(expression, evaluation);
    case "negation": {
      const value = evaluated(expression.of, evaluation);
      if (typeof value === "number") return -value;
      return uniqueVector(value.map((sample) => ({ labels: withoutName(sample.labels), value: -sample.value })));
    }
    case "unsupported":
      throw new PromqlError(expression.what);
    case "string":
    case "range":
    case "subquery":
      throw new PromqlError(`a ${expression.is} has no value of its own`);
  }
}

function spend({ steps }: Evaluation, count: number): void {
  if (steps === undefined) return;
  steps.left -= count;
  if (steps.left < 0) throw new PromqlError("the expression takes too long to evaluate");
}

function vectorOf(expression: Expression, evaluation: Evaluation): Vector {
  const value = evaluated(expression, evaluation);
  return typeof value === "number" ? [{ labels: {}, value }] : value;
}

function numberOf(expression: Expression, evaluation: Evaluation): number {
  const value = evaluated(expression, evaluation);
  return typeof value === "number" ? value : Number.NaN;
}

/** Which time a selector or a subquery looks at: an `@` is Unix time wherever it is. */
function lookedAtMs({ at, offsetMs }: Pick<Selector, "at" | "offsetMs">, { tMs, queryMs = tMs }: Evaluation): number {
  return (at === undefined ? tMs : at === "query" ? queryMs : at) - offsetMs;
}

/** The newest sample of each series in (t − 5m, t]; a staleness marker ends a series. */
function instantVector(selector: Selector, evaluation: Evaluation): Vector {
  const atMs = lookedAtMs(selector, evaluation);
  const { nowMs = Number.POSITIVE_INFINITY } = evaluation;
  const selected = evaluation.store.select(selector);
  spend(evaluation, selected.length);
  return selected.flatMap((series): VectorSample[] => {
    const index = countUpTo(series.timesMs, Math.min(atMs, nowMs)) - 1;
    const value = series.values[index];
    const sampledMs = series.timesMs[index];
    if (value === undefined || sampledMs === undefined || sampledMs <= atMs - lookbackMs) return [];
    return [{ labels: series.labels, value }];
  });
}

function callOf(call: Call, evaluation: Evaluation): number | Vector {
  if (call.name === "label_replace") spend(evaluation, stepsOfLabelReplace);
  if (call.name === "timestamp" && call.args[0]?.is === "selector") return timestamps(call.args[0], evaluation);
  const range = call.args.find((arg) => arg.is === "range" || arg.is === "subquery");
  if (range === undefined)
    return callFunction(call, { evaluate: (arg) => evaluated(arg, evaluation), tMs: evaluation.tMs });
  const windows = range.is === "range" ? windowsOf(range, evaluation) : subqueryWindows(range, evaluation);
  if (call.name === "absent_over_time") return absent(windows, range);
  const scalar = call.args.find((arg) => arg !== range);
  const parameter = scalar && numberOf(scalar, evaluation);
  const context = { parameter, tMs: evaluation.tMs };
  return uniqueVector(overTime(call, windows, context), keepsName(call.name));
}

/** When each sample was taken, in seconds. Models github.com/prometheus/prometheus/promql/engine.go rangeEvalTimestampFunctionOverVectorSelector (Prometheus v0.316.0). */
function timestamps(selector: Selector, evaluation: Evaluation): Vector {
  const { store, nowMs = Number.POSITIVE_INFINITY } = evaluation;
  const atMs = Math.min(lookedAtMs(selector, evaluation), nowMs);
  const alive = new Set(instantVector(selector, evaluation).map(({ labels }) => labels));
  const samples = store.select(selector).flatMap(({ labels, timesMs }) => {
    const sampledMs = timesMs[countUpTo(timesMs, atMs) - 1];
    return sampledMs === undefined || !alive.has(labels)
      ? []
      : [{ labels: withoutName(labels), value: sampledMs / 1000 }];
  });
  return uniqueVector(samples);
}

/** The samples of each series in (t − range, t], without staleness markers. */
function windowsOf({ of, rangeMs, anchored = false }: RangeSelector, evaluation: Evaluation): readonly Window[] {
  const endMs = lookedAtMs(of, evaluation);
  const { nowMs = Number.POSITIVE_INFINITY } = evaluation;
  return evaluation.store.select(of).flatMap((series) => {
    const windows = windowOf(series, { startMs: endMs - rangeMs, endMs, anchored }, nowMs);
    spend(evaluation, 1 + (windows[0]?.values.length ?? 0));
    return windows;
  });
}

function windowOf(
  { labels, timesMs, values }: Series,
  { startMs, endMs, anchored }: Pick<Window, "startMs" | "endMs" | "anchored">,
  nowMs: number,
): Window[] {
  const from = anchored ? anchorOf({ timesMs, values }, startMs) : countUpTo(timesMs, startMs);
  const to = countUpTo(timesMs, Math.min(endMs, nowMs));
  const times: number[] = [];
  const present: number[] = [];
  for (let index = from; index < to; index++) {
    const value = values[index];
    if (value === undefined) continue;
    times.push(timesMs[index] ?? 0);
    present.push(value);
  }
  if ((times.at(-1) ?? startMs) <= startMs) return [];
  return [{ labels, timesMs: times, values: present, startMs, endMs, anchored }];
}

/** The last sample that is not after the start, at most as old as an instant selector takes; else the first one in the range. */
function anchorOf({ timesMs, values }: Pick<Series, "timesMs" | "values">, startMs: number): number {
  const from = countUpTo(timesMs, startMs);
  const oldest = countUpTo(timesMs, startMs - lookbackMs);
  for (let index = from - 1; index >= oldest; index--) if (values[index] !== undefined) return index;
  return from;
}

/** Matches a regular expression with each label. */
const stepsOfLabelReplace = 50;

/** A sample of a subquery is found by its labels. */
const stepsOfSubquerySample = 5;

/** The most evaluations of one subquery. */
const subqueryStepsMax = 11_000;

/** Evaluates at the multiples of the step in (t − range, t]. Models github.com/prometheus/prometheus/promql/engine.go runSubquery (Prometheus v0.316.0). */
function subqueryWindows(subquery: Subquery, evaluation: Evaluation): readonly Window[] {
  const { of, rangeMs, stepMs } = subquery;
  const step = stepMs ?? evaluation.intervalMs;
  const endMs = lookedAtMs(subquery, evaluation);
  const { queryMs = evaluation.tMs } = evaluation;
  const startMs = endMs - rangeMs;
  if (rangeMs / step > subqueryStepsMax) throw new PromqlError("the subquery has too many steps");
  const series = new Map<string, { labels: VectorSample["labels"]; timesMs: number[]; values: number[] }>();
  for (let tMs = (Math.floor(startMs / step) + 1) * step; tMs <= endMs; tMs += step) {
    for (const { labels, value } of vectorOf(of, { ...evaluation, tMs, queryMs })) {
      spend(evaluation, stepsOfSubquerySample);
      const key = JSON.stringify(Object.entries(labels).toSorted());
      const known = series.get(key) ?? { labels, timesMs: [], values: [] };
      series.set(key, known);
      known.timesMs.push(tMs);
      known.values.push(value);
    }
  }
  return [...series.values()].map((each) => ({ ...each, startMs, endMs, anchored: false }));
}

function binaryOf(expression: BinaryExpression, evaluation: Evaluation): number | Vector {
  const left = evaluated(expression.left, evaluation);
  const right = evaluated(expression.right, evaluation);
  if (typeof left === "number" && typeof right === "number") return scalarOperation(expression.operator, left, right);
  return combine(expression, left, right);
}
