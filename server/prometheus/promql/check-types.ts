import { counted } from "../../../shared/basics/counted.ts";
import { isComparison, isSetOperator } from "../../../shared/prometheus/promql/binary.ts";
import { dateFunctionNames } from "../../../shared/prometheus/promql/dates.ts";
import {
  type Aggregation,
  type BinaryExpression,
  type Call,
  type Expression,
  partsOf,
  typeOf,
  type ValueType,
} from "../../../shared/prometheus/promql/model.ts";
import { anchoredFunctionNames, rangeFunctionNames } from "../../../shared/prometheus/promql/range-functions.ts";

/** Models github.com/prometheus/prometheus/promql/parser/parse.go checkAST (Prometheus v0.316.0), in our words: what is wrong, or undefined. */
export function checkTypes(root: Expression): string | undefined {
  if (typeOf(root) === "range") return "a range such as [5m] needs a function, for example increase()";
  if (typeOf(root) === "string") return "the expression must be a number or a vector, not a string";
  for (const part of partsOf(root)) {
    const wrong = wrongIn(part);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongIn(part: Expression): string | undefined {
  switch (part.is) {
    case "call":
      return wrongCall(part);
    case "binary":
      return wrongBinary(part);
    case "aggregation":
      return wrongAggregation(part);
    case "negation":
      return isNumeric(typeOf(part.of)) ? undefined : "the sign must stand before a number or an instant vector";
    case "subquery":
      return typeOf(part.of) === "vector" ? undefined : "a subquery requires an instant vector";
    default:
      return undefined;
  }
}

function wrongAggregation({ operator, parameter, of }: Aggregation): string | undefined {
  if (typeOf(of) !== "vector") return `${operator}() requires an instant vector`;
  const wanted = operator === "count_values" ? "string" : "scalar";
  if (parameter !== undefined && typeOf(parameter) !== wanted)
    return `argument 1 of ${operator}() must be ${words[wanted] ?? ""}`;
  return parameter?.is === "string" && parameter.value === ""
    ? "count_values() requires the name of a label"
    : undefined;
}

function wrongCall(call: Call): string | undefined {
  const { name, args } = call;
  const expected = argumentsOf(name, args.length);
  const least = expected.filter((type) => !type.endsWith("?")).length;
  if (args.length < least || args.length > expected.length)
    return `${name}() requires ${counted(least, "argument")}, not ${args.length}`;
  const index = args.findIndex((arg, position) => !(expected[position] ?? "").startsWith(typeOf(arg)));
  if (index >= 0)
    return `argument ${index + 1} of ${name}() must be ${words[(expected[index] ?? "").replace("?", "")] ?? ""}`;
  if (args.some((arg) => arg.is === "range" && arg.anchored === true) && !anchoredFunctionNames.includes(name))
    return `anchored ranges are only allowed for ${anchoredFunctionNames.map((each) => `${each}()`).join(", ")}`;
  const [, to] = args;
  if (labelFunctions.has(name) && to?.is === "string" && to.value === "")
    return `${name}() requires the name of a label`;
  return undefined;
}

/** Functions whose second argument is the label that they set. */
const labelFunctions: ReadonlySet<string> = new Set(["label_replace", "label_join"]);

const words: Readonly<Record<string, string>> = {
  scalar: "a number",
  string: "a string",
  vector: "an instant vector",
  range: "a range such as x[5m]",
};

const others: Readonly<Record<string, readonly string[]>> = {
  time: [],
  pi: [],
  vector: ["scalar"],
  clamp: ["vector", "scalar", "scalar"],
  clamp_min: ["vector", "scalar"],
  clamp_max: ["vector", "scalar"],
  round: ["vector", "scalar?"],
  label_replace: ["vector", "string", "string", "string", "string"],
  label_join: ["vector", "string", "string"],
  quantile_over_time: ["scalar", "range"],
  predict_linear: ["range", "scalar"],
  absent_over_time: ["range"],
};

function argumentsOf(name: string, count: number): readonly string[] {
  if (dateFunctionNames.includes(name)) return ["vector?"];
  const [vector, ...strings] = others["label_join"] ?? [];
  if (name === "label_join") return [vector ?? "", ...strings, ...Array.from({ length: count - 3 }, () => "string?")];
  return others[name] ?? (rangeFunctionNames.includes(name) ? ["range"] : ["vector"]);
}

function wrongBinary({ operator, left, right, bool }: BinaryExpression): string | undefined {
  const types = [typeOf(left), typeOf(right)];
  if (!types.every(isNumeric)) return `${operator} requires numbers or instant vectors on both sides`;
  if (isSetOperator(operator) && types.includes("scalar")) return `${operator} requires instant vectors on both sides`;
  if (isComparison(operator) && !bool && !types.includes("vector")) return "comparisons between numbers require bool";
  return undefined;
}

function isNumeric(type: ValueType): boolean {
  return type === "scalar" || type === "vector";
}
