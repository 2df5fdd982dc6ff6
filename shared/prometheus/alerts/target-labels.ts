import { nearest } from "../../basics/nearest.ts";
import { metricName } from "../promql/labels.ts";
import { type Expression, type Matcher, partsOf, type Selector, type Series } from "../promql/model.ts";
import { selectFrom } from "../promql/store.ts";
import type { RuleOfPrometheus } from "./model.ts";

/** Labels that a scrape or a server adds, each with a name of its own choice. */
const usual: ReadonlySet<string> = new Set(["job", "instance", "cluster", "service", "endpoint", "prometheus", "env"]);

/**
 * The rule over series of a target with just the labels that it selects: `job="ksm"`, `cluster="prod"`. Nothing is known of these.
 * Labels that are nearly those of the metric stay: they are mistakes.
 */
export function ruleOnTarget<R extends RuleOfPrometheus>(rule: R, series: readonly Series[]): R {
  return { ...rule, expression: onTarget(rule.expression, series) };
}

/** Labels that say which object a series is about. */
const names: readonly string[] = ["namespace", "pod", "container", "deployment", "statefulset", "daemonset", "node"];

/** The first name that an expression selects and no series of the metric has, as written. */
export function selectedByNoName(expression: Expression, series: readonly Series[]): string | undefined {
  for (const part of partsOf(expression)) {
    if (part.is !== "selector") continue;
    const ofMetric = selectFrom(series, {
      ...part,
      matchers: part.matchers.filter(({ label }) => label === metricName),
    });
    const wrong = part.matchers.find(
      ({ label, matches }) => names.includes(label) && ofMetric.every(({ labels }) => !matches(labels[label] ?? "")),
    );
    if (ofMetric.length > 0 && wrong !== undefined)
      return `${wrong.label}${wrong.operator}${JSON.stringify(wrong.value)}`;
  }
  return undefined;
}

function onTarget(expression: Expression, series: readonly Series[]): Expression {
  const inner = (of: Expression): Expression => onTarget(of, series);
  switch (expression.is) {
    case "number":
    case "string":
    case "unsupported":
      return expression;
    case "selector":
      return selectorOnTarget(expression, series);
    case "range":
      return { ...expression, of: selectorOnTarget(expression.of, series) };
    case "subquery":
    case "negation":
      return { ...expression, of: inner(expression.of) };
    case "call":
      return { ...expression, args: expression.args.map(inner) };
    case "aggregation":
      return {
        ...expression,
        of: inner(expression.of),
        parameter: expression.parameter && inner(expression.parameter),
      };
    case "binary":
      return { ...expression, left: inner(expression.left), right: inner(expression.right) };
  }
}

function selectorOnTarget(selector: Selector, series: readonly Series[]): Selector {
  const ofName = selector.matchers.filter(({ label }) => label === metricName);
  if (ofName.length === 0 || ofName.some(({ matches }) => matches("up"))) return selector;
  const own = new Set<string>();
  for (const { labels } of series)
    if (ofName.every(({ matches }) => matches(labels[metricName] ?? "")))
      for (const label of Object.keys(labels)) own.add(label);
  const isKept = ({ label, matches }: Matcher): boolean => {
    if (label === metricName || matches("")) return true;
    if (usual.has(label)) return false;
    // What a rule records has its labels later.
    return own.size === 0 || own.has(label) || nearest(label, [...own]) !== undefined;
  };
  return { ...selector, matchers: selector.matchers.filter(isKept) };
}
