import { metricName } from "../promql/labels.ts";
import { type Expression, partsOf } from "../promql/model.ts";

/** The names of the metrics that an expression selects. */
export function metricsOf(expression: Expression): ReadonlySet<string> {
  const names = [...partsOf(expression)].flatMap((part) =>
    part.is === "selector"
      ? part.matchers.flatMap(({ label, operator, value }) => (label === metricName && operator === "=" ? [value] : []))
      : [],
  );
  return new Set(names);
}
