import { dateFunction, dateFunctionNames } from "./dates.ts";
import { labelOf, metricName, withLabel, withoutName } from "./labels.ts";
import type { Call, Expression, Labels, Matcher, Vector } from "./model.ts";
import { PromqlError } from "./promql-error.ts";
import { uniqueVector } from "./unique.ts";

interface Context {
  readonly evaluate: (expression: Expression) => number | Vector;
  readonly tMs: number;
}

/** Functions of each sample; more arguments are scalars. */
const elementwise: Readonly<Record<string, (value: number, args: readonly number[]) => number>> = {
  abs: Math.abs,
  ceil: Math.ceil,
  floor: Math.floor,
  sqrt: Math.sqrt,
  sgn: Math.sign,
  clamp: (value, [min = Number.NaN, max = Number.NaN]) => Math.max(min, Math.min(max, value)),
  clamp_min: (value, [min = Number.NaN]) => Math.max(min, value),
  clamp_max: (value, [max = Number.NaN]) => Math.min(max, value),
  // Models github.com/prometheus/prometheus/promql/functions.go funcRound (Prometheus v0.316.0): ties are rounded up.
  round: (value, [to = 1]) => Math.floor(value * (1 / to) + 0.5) / (1 / to),
  exp: Math.exp,
  ln: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  deg: (value) => value * (180 / Math.PI),
  rad: (value) => value * (Math.PI / 180),
};

type Special = (call: Call, context: Context) => number | Vector;

const special: Readonly<Record<string, Special>> = {
  time: (_, { tMs }) => tMs / 1000,
  pi: () => Math.PI,
  vector: (call, context) => [{ labels: {}, value: numberArg(call, 0, context) }],
  scalar: (call, context) => {
    const [only, second] = vectorArg(call, 0, context);
    return only === undefined || second !== undefined ? Number.NaN : only.value;
  },
  absent: (call, context) => absent(vectorArg(call, 0, context), call.args[0]),
  sort: vectorArgOnly,
  sort_desc: vectorArgOnly,
  timestamp: (call, context) =>
    vectorArg(call, 0, context).map(({ labels }) => ({ labels: withoutName(labels), value: context.tMs / 1000 })),
  label_replace: labelReplace,
  label_join: labelJoin,
  ...Object.fromEntries(dateFunctionNames.map((name) => [name, dateOf])),
};

export const functionNames: readonly string[] = [
  ...Object.keys(elementwise),
  ...Object.keys(special),
  "absent_over_time",
];

/** A function of an instant vector or of nothing. */
export function callFunction(call: Call, context: Context): number | Vector {
  const other = special[call.name];
  if (other !== undefined) return other(call, context);
  const apply = elementwise[call.name];
  if (apply === undefined) throw new PromqlError(`${call.name}() is not supported`);
  const numbers = call.args.slice(1).map((_, index) => numberArg(call, index + 1, context));
  if (call.name === "clamp" && (numbers[1] ?? 0) < (numbers[0] ?? 0)) return [];
  return uniqueVector(
    vectorArg(call, 0, context).map(({ labels, value }) => ({
      labels: withoutName(labels),
      value: apply(value, numbers),
    })),
  );
}

/** 1 with the labels that the selector is sure of, where nothing is found. */
export function absent(found: readonly unknown[], of: Expression | undefined): Vector {
  if (found.length > 0) return [];
  const selector = of?.is === "range" ? of.of : of;
  return [{ labels: selector?.is === "selector" ? certainLabels(selector.matchers) : {}, value: 1 }];
}

/** Models github.com/prometheus/prometheus/promql/functions.go createLabelsForAbsentFunction (Prometheus v0.316.0). */
function certainLabels(matchers: readonly Matcher[]): Labels {
  const others = matchers.filter(({ label }) => label !== metricName);
  const certain = others.filter(
    (matcher) => matcher.operator === "=" && others.filter(({ label }) => label === matcher.label).length === 1,
  );
  return Object.fromEntries(certain.flatMap(({ label, value }) => (value === "" ? [] : [[label, value]])));
}

/** Of a vector of Unix times; without one, of the time of the evaluation. */
function dateOf({ name, args }: Call, context: Context): Vector {
  if (args.length === 0) return [{ labels: {}, value: dateFunction(name, context.tMs / 1000) }];
  const dates = vectorArg({ is: "call", name, args }, 0, context).map(({ labels, value }) => ({
    labels: withoutName(labels),
    value: dateFunction(name, value),
  }));
  return uniqueVector(dates);
}

/** Models github.com/prometheus/prometheus/promql/functions.go evalLabelJoin (Prometheus v0.316.0). */
function labelJoin(call: Call, context: Context): Vector {
  const [, to = "", separator = "", ...from] = call.args.map((arg) => (arg.is === "string" ? arg.value : ""));
  const joined = vectorArg(call, 0, context).map(({ labels, value }) => {
    const text = from.map((label) => labelOf(labels, label)).join(separator);
    return { labels: withLabel(labels, to, limited(text, "label_join")), value };
  });
  return uniqueVector(joined);
}

function limited(text: string, name: string): string {
  if (text.length > labelLengthMax) throw new PromqlError(`${name}() makes a label too long`);
  return text;
}

/** Replacements of replacements could double a label again and again. */
const labelLengthMax = 2000;

/** Models github.com/prometheus/prometheus/promql/functions.go evalLabelReplace (Prometheus v0.316.0). */
function labelReplace(call: Call, context: Context): Vector {
  const [, to, replacement, from] = call.args.map((arg) => (arg.is === "string" ? arg.value : ""));
  const replaced = vectorArg(call, 0, context).map(({ labels, value }) => {
    const text = call.pattern?.replace(labelOf(labels, from ?? ""), replacement ?? "");
    return {
      labels: text === undefined ? labels : withLabel(labels, to ?? "", limited(text, "label_replace")),
      value,
    };
  });
  return uniqueVector(replaced);
}

function vectorArgOnly(call: Call, context: Context): Vector {
  return vectorArg(call, 0, context);
}

function vectorArg(call: Call, index: number, { evaluate }: Context): Vector {
  const arg = call.args[index];
  const value = arg === undefined ? [] : evaluate(arg);
  return typeof value === "number" ? [{ labels: {}, value }] : value;
}

function numberArg(call: Call, index: number, { evaluate }: Context): number {
  const arg = call.args[index];
  const value = arg === undefined ? Number.NaN : evaluate(arg);
  return typeof value === "number" ? value : Number.NaN;
}
