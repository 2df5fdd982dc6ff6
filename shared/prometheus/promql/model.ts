/** A PromQL expression, as far as this engine evaluates it. Durations in ms. */
export type Expression =
  | NumberLiteral
  | StringLiteral
  | Selector
  | RangeSelector
  | Subquery
  | Call
  | Aggregation
  | BinaryExpression
  | Negation
  | Unsupported;

interface NumberLiteral {
  readonly is: "number";
  readonly value: number;
}

interface StringLiteral {
  readonly is: "string";
  readonly value: string;
}

/** An instant vector selector. The metric's name is the matcher of `__name__`. */
export interface Selector {
  readonly is: "selector";
  readonly matchers: readonly Matcher[];
  readonly offsetMs: number;
  /** The time of the `@` modifier. */
  readonly at?: FixedTime;
}

/** Unix time, or where the query as a whole begins and ends: for a rule, both are its evaluation. */
type FixedTime = number | "query";

export interface RangeSelector {
  readonly is: "range";
  readonly of: Selector;
  readonly rangeMs: number;
  /** `[5m] anchored`: with the last sample before the range, without extrapolation. */
  readonly anchored?: boolean;
}

export interface Subquery {
  readonly is: "subquery";
  readonly of: Expression;
  readonly rangeMs: number;
  /** Undefined means the evaluation interval. */
  readonly stepMs: number | undefined;
  readonly offsetMs: number;
  /** The time of the `@` modifier. */
  readonly at?: FixedTime;
}

export interface Call {
  readonly is: "call";
  readonly name: string;
  readonly args: readonly Expression[];
  /** The compiled expression of `label_replace`. */
  readonly pattern?: Pattern;
}

export interface Aggregation {
  readonly is: "aggregation";
  readonly operator: string;
  readonly grouping: "by" | "without";
  readonly labels: readonly string[];
  /** The first argument of `topk`, `bottomk`, `quantile`, and `count_values`. */
  readonly parameter: Expression | undefined;
  readonly of: Expression;
}

export interface BinaryExpression {
  readonly is: "binary";
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
  readonly bool: boolean;
  readonly matching: Matching;
}

export interface Matching {
  /** Whether `labels` are those to match on, or those to ignore. */
  readonly on: boolean;
  readonly labels: readonly string[];
  readonly many: "left" | "right" | undefined;
  /** Labels that `group_left` and `group_right` copy from the other side. */
  readonly include: readonly string[];
}

interface Negation {
  readonly is: "negation";
  readonly of: Expression;
}

/** A whole expression that this engine does not evaluate. */
export interface Unsupported {
  readonly is: "unsupported";
  /** `histogram_quantile() is not supported` */
  readonly what: string;
  readonly reads: readonly Selector[];
}

export interface Matcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
  readonly matches: (value: string) => boolean;
}

/** A regular expression that matches a whole text; gives the replacement with its groups filled in. */
export interface Pattern {
  readonly replace: (text: string, replacement: string) => string | undefined;
}

export type Labels = Readonly<Record<string, string>>;

/** Samples in order of time; undefined is a staleness marker. */
export interface Series {
  readonly labels: Labels;
  readonly timesMs: readonly number[];
  readonly values: readonly (number | undefined)[];
}

export interface VectorSample {
  readonly labels: Labels;
  readonly value: number;
}

export type Vector = readonly VectorSample[];

export type ValueType = "scalar" | "string" | "vector" | "range";

/** What an expression gives. */
export function typeOf(expression: Expression): ValueType {
  switch (expression.is) {
    case "number":
      return "scalar";
    case "string":
      return "string";
    case "selector":
    case "aggregation":
    case "unsupported":
      return "vector";
    case "range":
    case "subquery":
      return "range";
    case "call":
      return scalarFunctions.has(expression.name) ? "scalar" : "vector";
    case "negation":
      return typeOf(expression.of);
    case "binary":
      return typeOf(expression.left) === "scalar" && typeOf(expression.right) === "scalar" ? "scalar" : "vector";
  }
}

const scalarFunctions: ReadonlySet<string> = new Set(["time", "scalar", "pi"]);

/** The expressions that an expression consists of, itself first. */
export function* partsOf(expression: Expression): Iterable<Expression> {
  yield expression;
  for (const part of childrenOf(expression)) yield* partsOf(part);
}

function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.is) {
    case "number":
    case "string":
    case "selector":
      return [];
    case "range":
    case "subquery":
    case "negation":
      return [expression.of];
    case "call":
      return expression.args;
    case "unsupported":
      return expression.reads;
    case "aggregation":
      return expression.parameter === undefined ? [expression.of] : [expression.parameter, expression.of];
    case "binary":
      return [expression.left, expression.right];
  }
}
