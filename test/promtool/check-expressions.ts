import { parsePromql } from "../../server/prometheus/promql/parse.ts";
import { evaluate } from "../../shared/prometheus/promql/evaluate.ts";
import { createStore, type SeriesStore } from "../../shared/prometheus/promql/store.ts";
import { expressions, refusedExpressions } from "./expressions.ts";
import { testRules } from "./promtool.ts";
import { intervalMs, randomSeries, scrapes } from "./random-series.ts";
import { type ExpressionCase, expressionTests, inputSeries } from "./test-file.ts";

/** Compares our values with promtool's, exactly; gives how many agree, and what promtool complains of. */
export function checkExpressions(
  promtool: string,
  seeds: number,
): { readonly cases: number; readonly problems: readonly string[] } {
  const problems: string[] = [];
  let count = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const series = randomSeries(seed);
    const store = storeOf(series);
    const cases: ExpressionCase[] = [];
    for (const expr of expressions) {
      // On a scrape, between two, and after the last one.
      for (let step = 1; step <= 12; step++) {
        const evalMs =
          Math.floor((step * (scrapes + 14) * intervalMs) / 12 / 15_000) * 15_000 + (step % 3 === 0 ? 7000 : 0);
        const value = evaluated(expr, store, evalMs);
        if ("error" in value) problems.push(`${expr} at ${evalMs}ms: ${value.error}`);
        // promtool finds NaN different from NaN.
        else if (value.vector.every((sample) => !Number.isNaN(sample.value)))
          cases.push({ expr, evalMs, expected: value.vector });
      }
    }
    count += cases.length;
    const text = `evaluation_interval: 30s\ntests:\n  - interval: 30s\n${inputSeries(series, intervalMs)}${expressionTests(cases)}`;
    const found = testRules(promtool, `expressions-${seed}`, text);
    if (found !== undefined) problems.push(found);
  }
  return { cases: count, problems };
}

/** Expressions that both must refuse; gives those that one of them takes. */
export function checkRefusals(promtool: string): readonly string[] {
  const series = randomSeries(1);
  const store = storeOf(series);
  return refusedExpressions.flatMap((expr, index) => {
    const ours = "error" in evaluated(expr, store, 600_000);
    const text = `tests:\n  - interval: 30s\n${inputSeries(series, intervalMs)}${expressionTests([{ expr, evalMs: 600_000, expected: [] }])}`;
    const theirs = /err:|error/i.test(testRules(promtool, `refused-${index}`, text) ?? "");
    return ours && theirs
      ? []
      : [`${expr}: ${ours ? "only we refuse it" : theirs ? "only promtool refuses it" : "both take it"}`];
  });
}

function storeOf(series: ReturnType<typeof randomSeries>): SeriesStore {
  const store = createStore();
  for (const { labels, timesMs, values } of series)
    for (const [index, tMs] of timesMs.entries()) store.append(labels, tMs, values[index]);
  return store;
}

function evaluated(expr: string, store: SeriesStore, tMs: number) {
  const parsed = parsePromql(expr);
  if ("problem" in parsed) return { error: parsed.problem.message };
  return evaluate(parsed.value, { store, tMs, intervalMs });
}
