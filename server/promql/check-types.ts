import { isComparison, isSetOperator } from "../../shared/promql/binary.ts";
import {
  type BinaryExpression,
  type Call,
  type Expression,
  partsOf,
  typeOf,
  type ValueType,
} from "../../shared/promql/model.ts";
import { rangeFunctionNames } from "../../shared/promql/range-functions.ts";

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
      return typeOf(part.of) === "vector" ? undefined : `${part.operator}() requires an instant vector`;
    case "negation":
      return isNumeric(typeOf(part.of)) ? undefined : "the sign must stand before a number or an instant vector";
    case "subquery":
      return typeOf(part.of) === "vector" ? undefined : "a subquery requires an instant vector";
    default:
      return undefined;
  }
}

function wrongCall({ name, args }: Call): string | undefined {
  const expected = argumentsOf(name);
  const least = expected.filter((type) => !type.endsWith("?")).length;
  if (args.length < least || args.length > expected.length)
    return `${name}() requires ${least === 1 ? "1 argument" : `${least} arguments`}, not ${args.length}`;
  const index = args.findIndex((arg, position) => !(expected[position] ?? "").startsWith(typeOf(arg)));
  return index < 0
    ? undefined
    : `argument ${index + 1} of ${name}() must be ${words[(expected[index] ?? "").replace("?", "")] ?? ""}`;
}

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
  quantile_over_time: ["scalar", "range"],
  absent_over_time: ["range"],
};

function argumentsOf(name: string): readonly string[] {
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
