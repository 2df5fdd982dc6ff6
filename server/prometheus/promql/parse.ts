import type { SyntaxNode } from "@lezer/common";
import { nearest } from "../../../shared/basics/nearest.ts";
import { aggregationOperators } from "../../../shared/prometheus/promql/aggregate.ts";
import { isComparison, isSetOperator } from "../../../shared/prometheus/promql/binary.ts";
import { supportedFunctions } from "../../../shared/prometheus/promql/evaluate.ts";
import { metricName } from "../../../shared/prometheus/promql/labels.ts";
import type {
  Aggregation,
  BinaryExpression,
  Call,
  Expression,
  Matcher,
  Matching,
  RangeSelector,
  Selector,
  Subquery,
  Unsupported,
} from "../../../shared/prometheus/promql/model.ts";
import { parseBound } from "./bind-postfix.ts";
import { checkTypes } from "./check-types.ts";
import { promqlDurationMs, promqlNumber } from "./literals.ts";
import { compilePattern, isTooLarge, wholeMatcher } from "./patterns.ts";

/** `offset`: where in the text, in UTF-16 units. */
interface PromqlProblem {
  readonly message: string;
  readonly offset: number;
}

type ParsedPromql =
  | { readonly value: Expression }
  | {
      readonly problem: PromqlProblem;
      /** It has no mistake, but uses what this engine does not evaluate. */
      readonly unsupported?: Unsupported;
    };

/** The longest expression that is read. */
const lengthMax = 20_000;
const depthMax = 200;

/** Reads an expression with Prometheus' own grammar. What this engine does not evaluate is a problem that says so. */
export function parsePromql(written: string): ParsedPromql {
  if (written.length > lengthMax) return { problem: { message: `longer than ${lengthMax} characters`, offset: 0 } };
  const { tree, text, offsetOf } = parseBound(written);
  const broken = firstError(tree.topNode);
  if (broken !== undefined) return { problem: { message: syntaxMessage(text, broken), offset: offsetOf(broken.from) } };
  const [root] = childrenOf(tree.topNode);
  if (root === undefined) return { problem: { message: "the expression is empty", offset: 0 } };
  try {
    const value = expressionOf(root, text, 0);
    const wrong = checkTypes(value);
    return wrong === undefined ? { value } : { problem: { message: wrong, offset: 0 } };
  } catch (error) {
    if (!(error instanceof WrongExpression)) throw error;
    const problem = { message: error.message, offset: offsetOf(error.offset) };
    return error instanceof NotSupported
      ? { problem, unsupported: { is: "unsupported", what: error.message, reads: selectorsIn(tree.topNode, text) } }
      : { problem };
  }
}

/** Of an expression that cannot be evaluated: what it reads. */
function selectorsIn(top: SyntaxNode, text: string): readonly Selector[] {
  const selectors: Selector[] = [];
  const cursor = top.cursor();
  do {
    if (cursor.name !== "VectorSelector") continue;
    try {
      selectors.push(selectorOf(cursor.node, text));
    } catch (error) {
      if (!(error instanceof WrongExpression)) throw error;
    }
  } while (cursor.next());
  return selectors;
}

class WrongExpression extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Prometheus evaluates it, and this engine does not. */
class NotSupported extends WrongExpression {}

function firstError(top: SyntaxNode): SyntaxNode | undefined {
  const cursor = top.cursor();
  do if (cursor.type.isError) return cursor.node;
  while (cursor.next());
  return undefined;
}

function syntaxMessage(text: string, { from, to }: SyntaxNode): string {
  const [call = ""] = /\b[A-Za-z_]\w{0,40}(?=\s{0,9}\($)/.exec(text.slice(Math.max(0, from - 64), from + 1)) ?? [];
  const meant = call === "" ? undefined : nearest(call, [...supportedFunctions, ...aggregationOperators]);
  if (meant !== undefined && meant !== call) return `${call} is not a function: did you mean ${meant}?`;
  const found = text.slice(from, Math.max(to, from + 1)).trim();
  return found === "" ? "the expression is incomplete" : `unexpected ${JSON.stringify(found.slice(0, 20))}`;
}

function expressionOf(node: SyntaxNode, text: string, depth: number): Expression {
  if (depth > depthMax) throw new WrongExpression("the expression is nested too deeply", node.from);
  const inner = (child: SyntaxNode): Expression => expressionOf(child, text, depth + 1);
  switch (node.name) {
    case "NumberDurationLiteral":
      return { is: "number", value: promqlNumber(textOf(node, text)) };
    case "StringLiteral":
      return { is: "string", value: stringOf(node, text) };
    case "ParenExpr":
      return inner(only(node));
    case "UnaryExpr":
      return unaryOf(node, text, inner);
    case "VectorSelector":
      return selectorOf(node, text);
    case "MatrixSelector":
      return rangeOf(node, text, inner);
    case "SubqueryExpr":
      return subqueryOf(node, text, inner);
    case "OffsetExpr":
      return shiftedOf(node, text, inner);
    case "FunctionCall":
      return callOf(node, text, inner);
    case "AggregateExpr":
      return aggregationOf(node, text, inner);
    case "BinaryExpr":
      return binaryOf(node, text, inner);
    case "StepInvariantExpr":
      return fixedOf(node, text, inner);
    case "AnchoredExpr":
      return anchoredOf(node, inner);
    case "SmoothedExpr":
      throw new NotSupported("smoothed ranges are not supported", node.from);
    default:
      throw new NotSupported(`${textOf(node, text).slice(0, 40)} is not supported`, node.from);
  }
}

type Inner = (child: SyntaxNode) => Expression;

function unaryOf(node: SyntaxNode, text: string, inner: Inner): Expression {
  const [sign, operand] = childrenOf(node);
  if (sign === undefined || operand === undefined) throw new WrongExpression("the expression is incomplete", node.from);
  const of = inner(operand);
  return textOf(sign, text) === "-" ? { is: "negation", of } : of;
}

function selectorOf(node: SyntaxNode, text: string): Selector {
  const name = node.getChild("Identifier");
  const matchers: Matcher[] = name === null ? [] : [matcherOf(metricName, "=", textOf(name, text), name.from)];
  for (const each of childrenOf(node.getChild("LabelMatchers"))) {
    if (each.name === "QuotedLabelName") {
      matchers.push(matcherOf(metricName, "=", stringOf(only(each), text), each.from));
      continue;
    }
    const [label, operator, value] = childrenOf(each);
    if (label === undefined || operator === undefined || value === undefined) continue;
    const labelName = label.name === "QuotedLabelName" ? stringOf(only(label), text) : textOf(label, text);
    matchers.push(matcherOf(labelName, textOf(operator, text), stringOf(value, text), value.from));
  }
  if (matchers.every(({ matches }) => matches("")))
    throw new WrongExpression("a selector must have a matcher that does not match the empty text", node.from);
  return { is: "selector", matchers, offsetMs: 0 };
}

function matcherOf(label: string, operator: string, value: string, offset: number): Matcher {
  switch (operator) {
    case "=":
      return { label, operator, value, matches: (text) => text === value };
    case "!=":
      return { label, operator, value, matches: (text) => text !== value };
    case "=~":
    case "!~": {
      const matches = wholeMatcher(value);
      if (matches === undefined) throw new WrongExpression(notAPattern(value), offset);
      return { label, operator, value, matches: operator === "=~" ? matches : (text) => !matches(text) };
    }
    default:
      throw new NotSupported(`the operator ${operator} is not supported in a selector`, offset);
  }
}

function notAPattern(text: string): string {
  return isTooLarge(text)
    ? "the regular expression is too large"
    : `${JSON.stringify(text)} is not a regular expression`;
}

function rangeOf(node: SyntaxNode, text: string, inner: Inner): RangeSelector {
  const [selector, duration] = childrenOf(node);
  const of = selector && inner(selector);
  if (of?.is !== "selector" || duration === undefined)
    throw new WrongExpression("a range is only allowed for a selector; use a subquery such as [5m:1m]", node.from);
  const rangeMs = durationOf(duration, text);
  if (rangeMs <= 0) throw new WrongExpression("a range must be longer than zero", duration.from);
  return { is: "range", of, rangeMs };
}

function subqueryOf(node: SyntaxNode, text: string, inner: Inner): Subquery {
  const [of, range, step] = childrenOf(node);
  if (of === undefined || range === undefined) throw new WrongExpression("the subquery is incomplete", node.from);
  const stepMs = step === undefined ? undefined : durationOf(step, text);
  const rangeMs = durationOf(range, text);
  if (rangeMs <= 0 || (stepMs !== undefined && stepMs <= 0))
    throw new WrongExpression("range and step of a subquery must be longer than zero", range.from);
  return { is: "subquery", of: inner(of), rangeMs, stepMs, offsetMs: 0 };
}

function shiftedOf(node: SyntaxNode, text: string, inner: Inner): Expression {
  const [of, , duration] = childrenOf(node);
  const value = of && inner(of);
  if (value === undefined || duration === undefined) throw new WrongExpression("the offset is incomplete", node.from);
  const offsetMs = durationOf(duration, text);
  if (value.is === "selector" || value.is === "subquery") return { ...value, offsetMs };
  if (value.is === "range") return { ...value, of: { ...value.of, offsetMs } };
  throw new WrongExpression("an offset must follow a selector, a range, or a subquery", node.from);
}

/** `x @ 1609746000`, `x @ end()`. */
function fixedOf(node: SyntaxNode, text: string, inner: Inner): Expression {
  const [of, , time] = childrenOf(node);
  const value = of && inner(of);
  if (value === undefined || time === undefined) throw new WrongExpression("the time is incomplete", node.from);
  const at = time.name === "AtModifierPreprocessors" ? "query" : Math.round(promqlNumber(textOf(time, text)) * 1000);
  if (at !== "query" && !Number.isFinite(at)) throw new WrongExpression("@ must be followed by a time", time.from);
  if (value.is === "selector" || value.is === "subquery") return { ...value, at };
  if (value.is === "range") return { ...value, of: { ...value.of, at } };
  throw new WrongExpression("@ must follow a selector, a range, or a subquery", node.from);
}

function anchoredOf(node: SyntaxNode, inner: Inner): Expression {
  const value = inner(only(node));
  // Prometheus allows it for an instant, where it changes nothing.
  return value.is === "range" ? { ...value, anchored: true } : value;
}

/** Of a literal, also negative; arithmetic with durations is not supported. */
function durationOf(node: SyntaxNode, text: string): number {
  const ms = promqlDurationMs(textOf(node, text).replaceAll(/\s/g, ""));
  if (ms === undefined) throw new NotSupported(`the duration ${textOf(node, text)} is not supported`, node.from);
  return ms;
}

function callOf(node: SyntaxNode, text: string, inner: Inner): Call {
  const [name, body] = childrenOf(node);
  const called = name === undefined ? "" : textOf(name, text);
  if (!supportedFunctions.includes(called)) throw new NotSupported(`${called}() is not supported`, node.from);
  const args = childrenOf(body ?? null).map(inner);
  if (called !== "label_replace") return { is: "call", name: called, args };
  const [, , , , pattern] = args;
  const compiled = pattern?.is === "string" ? compilePattern(pattern.value) : undefined;
  if (pattern?.is === "string" && compiled === undefined)
    throw new WrongExpression(notAPattern(pattern.value), node.from);
  return { is: "call", name: called, args, ...(compiled && { pattern: compiled }) };
}

function aggregationOf(node: SyntaxNode, text: string, inner: Inner): Aggregation {
  const operator = textOf(node.firstChild ?? node, text).toLowerCase();
  if (!aggregationOperators.includes(operator)) throw new NotSupported(`${operator}() is not supported`, node.from);
  const args = childrenOf(node.getChild("FunctionCallBody")).map(inner);
  const takesParameter = ["topk", "bottomk", "quantile", "count_values"].includes(operator);
  const [parameter, of] = takesParameter ? args : [undefined, args[0]];
  if (of === undefined || args.length !== (takesParameter ? 2 : 1))
    throw new WrongExpression(`${operator}() requires ${takesParameter ? "two arguments" : "one argument"}`, node.from);
  const modifier = node.getChild("AggregateModifier");
  return {
    is: "aggregation",
    operator,
    grouping: modifier?.getChild("Without") ? "without" : "by",
    labels: labelsOf(modifier?.getChild("GroupingLabels") ?? null, text),
    parameter,
    of,
  };
}

function binaryOf(node: SyntaxNode, text: string, inner: Inner): BinaryExpression {
  const children = childrenOf(node);
  const [left, sign] = children;
  const right = children.at(-1);
  if (left === undefined || sign === undefined || right === undefined)
    throw new WrongExpression("the expression is incomplete", node.from);
  const operator = textOf(sign, text).toLowerCase();
  if (node.getChild("FillModifier")) throw new NotSupported("fill modifiers are not supported", node.from);
  if (["</", ">/"].includes(operator)) throw new NotSupported(`the operator ${operator} is not supported`, sign.from);
  const bool = node.getChild("BoolModifier") !== null;
  if (bool && !isComparison(operator)) throw new WrongExpression("bool is only allowed for comparisons", sign.from);
  const matching = matchingOf(node.getChild("MatchingModifierClause"), text);
  if (isSetOperator(operator) && matching.many !== undefined)
    throw new WrongExpression(`group_left and group_right are not allowed for ${operator}`, sign.from);
  return { is: "binary", operator, left: inner(left), right: inner(right), bool, matching };
}

function matchingOf(clause: SyntaxNode | null, text: string): Matching {
  if (clause === null) return { on: false, labels: [], many: undefined, include: [] };
  const [labels, include] = clause.getChildren("GroupingLabels");
  return {
    on: clause.getChild("On") !== null,
    labels: labelsOf(labels ?? null, text),
    many: clause.getChild("GroupLeft") ? "left" : clause.getChild("GroupRight") ? "right" : undefined,
    include: labelsOf(include ?? null, text),
  };
}

function labelsOf(node: SyntaxNode | null, text: string): readonly string[] {
  return childrenOf(node).map((each) =>
    each.name === "QuotedLabelName" ? stringOf(only(each), text) : textOf(each, text),
  );
}

/** Named children without comments. */
function childrenOf(node: SyntaxNode | null): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling)
    if (child.name !== "LineComment") children.push(child);
  return children;
}

function only(node: SyntaxNode): SyntaxNode {
  const [child] = childrenOf(node);
  if (child === undefined) throw new WrongExpression("the expression is incomplete", node.from);
  return child;
}

function textOf({ from, to }: SyntaxNode, text: string): string {
  return text.slice(from, to);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\u0007", b: "\b", f: "\f", v: "\v" };

function stringOf(node: SyntaxNode, text: string): string {
  const quoted = textOf(node, text);
  const body = quoted.slice(1, -1);
  if (quoted.startsWith("`")) return body;
  return body.replaceAll(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([0-7]{3})|(.))/g,
    (
      _,
      hex: string | undefined,
      unicode: string | undefined,
      octal: string | undefined,
      letter: string | undefined,
    ) => {
      if (hex !== undefined || unicode !== undefined)
        return String.fromCodePoint(Number.parseInt(hex ?? unicode ?? "", 16));
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
      return escapes[letter ?? ""] ?? letter ?? "";
    },
  );
}
