import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRules } from "../../server/prometheus/alerts/read-rules.ts";
import { parsePromql } from "../../server/prometheus/promql/parse.ts";
import { evaluateGroups } from "../../shared/prometheus/alerts/evaluate-groups.ts";
import type { RecordingRule, RuleGroup } from "../../shared/prometheus/alerts/model.ts";
import { podMetrics } from "../../shared/prometheus/metrics/pod-metrics.ts";
import { evaluate } from "../../shared/prometheus/promql/evaluate.ts";
import { labelsKey, metricName, withLabel } from "../../shared/prometheus/promql/labels.ts";
import type { Labels, Vector } from "../../shared/prometheus/promql/model.ts";
import { readRecording } from "../truth/timelines/recording.ts";
import { longest, longestMs, seriesOf } from "./check-alerts.ts";
import { measuredPod } from "./check-metrics.ts";
import { promtoolFolder, testRules } from "./promtool.ts";
import { randomRuleFile } from "./random-rules.ts";
import { recordedStatuses } from "./recorded-pods.ts";
import { type ExpressionCase, expressionTests, inputSeries } from "./test-file.ts";

const groupsOfFile = 3;
/** Without it, promtool evaluates groups in any order. */
const groupNames = Array.from({ length: groupsOfFile }, (_, group) => `g${group}`).join(", ");
const rulesOfGroup = 10;

/** Random rules over recorded pods: all alerts, with all their labels, since when, and in which state, at each evaluation as promtool has them. */
export function checkRandomRules(
  promtool: string,
  { recordings, seed }: { readonly recordings: number; readonly seed: number },
): { readonly cases: number; readonly problems: readonly string[] } {
  mkdirSync(promtoolFolder, { recursive: true });
  const problems: string[] = [];
  let cases = 0;
  for (const [index, name] of longest(recordings).entries()) {
    const recording = readRecording(name);
    const [run] = recording.runs;
    if (run === undefined) continue;
    const scrapeMs = index % 2 === 0 ? 30_000 : 15_000;
    const rhythm = { scrapeMs, evaluateMs: 30_000, phaseMs: ((seed + index) * 7919) % scrapeMs };
    const untilMs = Math.min(longestMs, recording.seconds * 1000 + 420_000);
    const scraped = (): ReturnType<typeof seriesOf> =>
      seriesOf(recordedStatuses(run), rhythm, untilMs, (status) => podMetrics(measuredPod(status, true)));
    const file = `random-rules-${index}.yaml`;
    const text = withoutErrors(randomRuleFile(seed + index, groupsOfFile, rulesOfGroup), scraped, untilMs);
    writeFileSync(join(promtoolFolder, file), text);
    const expected = alertsOver(text, scraped(), untilMs).cases;
    cases += expected.reduce((sum, each) => sum + each.expected.length, 0);
    const series = inputSeries(scraped().series, scrapeMs);
    const test = `rule_files: [${file}]\ngroup_eval_order: [${groupNames}]\nevaluation_interval: 30s\ntests:\n  - interval: ${scrapeMs}ms\n${series}${expressionTests(expected)}`;
    const found = testRules(promtool, `random-rules-${index}-test`, test);
    if (found !== undefined) problems.push(`${name}, ${file}: ${found.slice(0, 4000)}`);
  }
  return { cases, problems };
}

/** promtool ends a test at the first rule that has an error: such rules are left out, until none is left. */
function withoutErrors(text: string, scraped: () => ReturnType<typeof seriesOf>, untilMs: number): string {
  let left = text;
  for (;;) {
    const { wrong } = alertsOver(left, scraped(), untilMs);
    if (wrong.length === 0) return left;
    left = left
      .split("\n")
      .filter((line) => !wrong.some((name) => line.startsWith(`  - {alert: ${name},`) || line.includes(`"${name}"`)))
      .join("\n");
  }
}

function alertsOver(text: string, { store }: ReturnType<typeof seriesOf>, untilMs: number) {
  const { groups, problems } = readRules(text, "rules.yaml");
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const timing = { evaluateMs: 30_000, evaluatePhaseMs: 0, untilMs };
  const runs = evaluateGroups(groups, store, timing, { epochMs: 0 });
  const alerts = groups.flatMap(({ rules }) => rules.filter(({ is }) => is === "alert"));
  const wrong = [
    ...alerts.filter((_, index) => runs[index]?.error !== undefined).map(({ name }) => name),
    ...wrongRecords(groups, store, untilMs),
  ];
  const cases: ExpressionCase[] = [];
  for (const expr of ["ALERTS", "ALERTS_FOR_STATE"])
    for (let evalMs = 0; evalMs <= untilMs; evalMs += 30_000) {
      const value = vectorAt(expr, store, evalMs);
      if (value.every((sample) => !Number.isNaN(sample.value))) cases.push({ expr, evalMs, expected: value });
    }
  return { wrong, cases };
}

function wrongRecords(groups: readonly RuleGroup[], store: ReturnType<typeof seriesOf>["store"], untilMs: number) {
  return groups.flatMap(({ rules, queryOffsetMs = 0 }) =>
    rules.flatMap((rule) => {
      if (rule.is !== "record") return [];
      for (let nowMs = 0; nowMs <= untilMs; nowMs += 30_000) {
        const result = evaluate(rule.expression, { store, tMs: nowMs - queryOffsetMs, nowMs, intervalMs: 30_000 });
        if ("error" in result || hasEqualRecords(rule, result.vector)) return [rule.name];
      }
      return [];
    }),
  );
}

/** Series that differ by their name alone are the same when they are recorded: an error in Prometheus. */
function hasEqualRecords({ name, labels }: RecordingRule, vector: Vector): boolean {
  const written = Object.entries({ ...labels, [metricName]: name });
  const keyOf = (sample: Labels): string =>
    labelsKey(written.reduce((own, [label, value]) => withLabel(own, label, value), sample));
  return new Set(vector.map((sample) => keyOf(sample.labels))).size < vector.length;
}

function vectorAt(expr: string, store: ReturnType<typeof seriesOf>["store"], tMs: number): Vector {
  const parsed = parsePromql(expr);
  if ("problem" in parsed) throw new Error(parsed.problem.message);
  const result = evaluate(parsed.value, { store, tMs, intervalMs: 30_000 });
  if ("error" in result) throw new Error(result.error);
  return result.vector;
}
