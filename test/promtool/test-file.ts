import { labelsText } from "../../shared/prometheus/promql/labels.ts";
import type { Series, Vector } from "../../shared/prometheus/promql/model.ts";

/** One expression at one time, with what promtool must find. */
export interface ExpressionCase {
  readonly expr: string;
  readonly evalMs: number;
  readonly expected: Vector;
}

/** The input series of a `promtool test rules` file. Times are multiples of the interval. */
export function inputSeries(series: readonly Series[], intervalMs: number): string {
  const lines = series.map(({ labels, timesMs, values }) => {
    const last = timesMs.at(-1) ?? 0;
    const words: string[] = [];
    for (let tMs = 0; tMs <= last; tMs += intervalMs) {
      const index = timesMs.indexOf(tMs);
      words.push(index < 0 ? "_" : (values[index]?.toString() ?? "stale"));
    }
    return `      - {series: ${JSON.stringify(labelsText(labels))}, values: ${JSON.stringify(words.join(" "))}}`;
  });
  return `    input_series:\n${lines.join("\n")}\n`;
}

export function expressionTests(cases: readonly ExpressionCase[]): string {
  const lines = cases.map(({ expr, evalMs, expected }) => {
    const samples = expected.map(
      ({ labels, value }) => `{labels: ${JSON.stringify(labelsText(labels))}, value: ${yamlNumber(value)}}`,
    );
    return `      - {expr: ${JSON.stringify(expr)}, eval_time: ${evalMs}ms, exp_samples: [${samples.join(", ")}]}`;
  });
  return `    promql_expr_test:\n${lines.join("\n")}\n`;
}

function yamlNumber(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? ".inf" : "-.inf";
}
