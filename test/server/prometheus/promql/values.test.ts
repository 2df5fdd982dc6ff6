import { expect, it } from "vitest";
import { parsePromql } from "../../../../server/prometheus/promql/parse.ts";
import { evaluate } from "../../../../shared/prometheus/promql/evaluate.ts";
import { labelsText } from "../../../../shared/prometheus/promql/labels.ts";
import { createStore } from "../../../../shared/prometheus/promql/store.ts";
import { expectGolden } from "../../../golden.ts";
import { expressions, refusedExpressions } from "../../../promtool/expressions.ts";
import { randomSeries } from "../../../promtool/random-series.ts";

// `npm run test:promtool` compares many more of these values with those of the real promtool.

const store = createStore();
for (const { labels, timesMs, values } of randomSeries(1))
  for (const [index, tMs] of timesMs.entries()) store.append(labels, tMs, values[index]);

function valueText(expression: string, tMs: number): string {
  const parsed = parsePromql(expression);
  if ("problem" in parsed) return parsed.problem.message;
  const result = evaluate(parsed.value, { store, tMs, intervalMs: 30_000 });
  if ("error" in result) return result.error;
  return result.vector.map(({ labels, value }) => `${labelsText(labels)} ${value}`).join("\n  ");
}

it("values of all functions and operators are those that promtool agreed with", () => {
  const lines = expressions.map((expression) => `${expression}\n  ${valueText(expression, 900_000)}`);
  expectGolden("promql/values", lines.join("\n"));
});

it.each(refusedExpressions)("%s has no value", (expression) => {
  const parsed = parsePromql(expression);
  const result =
    "problem" in parsed ? { error: "" } : evaluate(parsed.value, { store, tMs: 600_000, intervalMs: 30_000 });
  expect(result).toHaveProperty("error");
});

const table: readonly (readonly [values: string, expression: string, atSeconds: number, result: string])[] = [
  ["0 0 1 1 1 1 1 1 1 1 1", "increase(x[5m])", 300, "1"],
  ["5 5 6 6 6 6 6 6 6 6 6", "increase(x[5m])", 300, "1.1111111111111112"],
  ["_ _ 3 3 3 3 3 3 3 3 3", "increase(x[5m])", 300, "0"],
  ["7 8 9 0 1 1 1 1 1 1", "resets(x[5m])", 270, "1"],
  ["7 8 9 0 1 1 1 1 1 1", "changes(x[5m])", 270, "4"],
  ["1 1 1", "x", 330, "1"],
  ["1 1 1", "x", 360, ""],
  ["1 1 1 stale", "x", 90, ""],
  ["1 1 1 stale", "max_over_time(x[5m])", 330, "1"],
  ["1 1 1 stale", "max_over_time(x[5m])", 360, ""],
];

it.each(table)("%s: %s at %ds is %s", (values, expression, atSeconds, result) => {
  const own = createStore();
  for (const [index, word] of values.split(" ").entries())
    if (word !== "_") own.append({ __name__: "x" }, index * 30_000, word === "stale" ? undefined : Number(word));
  const parsed = parsePromql(expression);
  const found =
    "value" in parsed ? evaluate(parsed.value, { store: own, tMs: atSeconds * 1000, intervalMs: 30_000 }) : parsed;
  expect("vector" in found && found.vector.map(({ value }) => String(value)).join()).toBe(result);
});
