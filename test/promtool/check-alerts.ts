import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRules } from "../../server/prometheus/alerts/read-rules.ts";
import type { AlertStates } from "../../shared/prometheus/alerts/alert-state.ts";
import { evaluateGroups } from "../../shared/prometheus/alerts/evaluate-groups.ts";
import { scrapeInto } from "../../shared/prometheus/alerts/scrape.ts";
import type { MetricSample } from "../../shared/prometheus/metrics/model.ts";
import { podMetrics } from "../../shared/prometheus/metrics/pod-metrics.ts";
import type { Series } from "../../shared/prometheus/promql/model.ts";
import { createStore } from "../../shared/prometheus/promql/store.ts";
import { type RecordedRun, type Recording, readRecording, recordingNames } from "../truth/timelines/recording.ts";
import { testedRules } from "./alert-rules.ts";
import { measuredPod, podJson } from "./check-metrics.ts";
import { realSamples } from "./kube-state-metrics.ts";
import { promtoolFolder, testRules } from "./promtool.ts";
import { type RecordedAt, recordedStatuses } from "./recorded-pods.ts";
import { inputSeries } from "./test-file.ts";

/** Scrapes and evaluations of the compared runs: in step, and scrapes twice as often. */
const rhythms = [
  { scrapeMs: 30_000, evaluateMs: 30_000 },
  { scrapeMs: 15_000, evaluateMs: 30_000 },
];
const targetLabels = { job: "kube-state-metrics", instance: "kube-state-metrics:8080" };
/** promtool takes so many samples of one query. */
export const longestMs = 2_700_000;

/**
 * Holds alerts of recorded pods against promtool: the statuses go through the real kube-state-metrics and the real rules, and through ours.
 * The number of pending and of firing alerts of each rule is compared at each evaluation.
 */
export function checkAlerts(
  programs: { readonly promtool: string; readonly samples: string },
  recordings: number,
): { readonly cases: number; readonly problems: readonly string[] } {
  mkdirSync(promtoolFolder, { recursive: true });
  writeFileSync(join(promtoolFolder, "rules.yaml"), ruleFile());
  const names = longest(recordings);
  const problems: string[] = [];
  let cases = 0;
  for (const [index, name] of names.entries()) {
    const recording = readRecording(name);
    const [run] = recording.runs;
    if (run === undefined) continue;
    const rhythm = rhythms[index % rhythms.length] ?? { scrapeMs: 30_000, evaluateMs: 30_000 };
    // The scrape's phase differs from recording to recording.
    const played = playBoth(recording, run, { ...rhythm, phaseMs: (index * 7919) % rhythm.scrapeMs }, programs.samples);
    cases += played.cases;
    const found = testRules(programs.promtool, `alerts-${index}`, played.text);
    if (found !== undefined) problems.push(`${name}: ${found.slice(0, 4000)}`);
  }
  return { cases, problems };
}

export function longest(count: number): readonly string[] {
  const seconds = new Map(recordingNames.map((name) => [name, readRecording(name).seconds]));
  return recordingNames.toSorted((a, b) => (seconds.get(b) ?? 0) - (seconds.get(a) ?? 0)).slice(0, count);
}

function ruleFile(): string {
  const rules = testedRules.map((rule, index) => {
    const keep = rule.keep === undefined ? "" : `, keep_firing_for: ${rule.keep}`;
    return `  - {alert: r${index}, expr: ${JSON.stringify(rule.expr)}, for: ${rule.for}${keep}}`;
  });
  return `groups:\n- name: all\n  rules:\n${rules.join("\n")}\n`;
}

interface Rhythm {
  readonly scrapeMs: number;
  readonly evaluateMs: number;
  readonly phaseMs: number;
}

function playBoth({ seconds }: Recording, run: RecordedRun, rhythm: Rhythm, program: string) {
  const statuses = recordedStatuses(run);
  const untilMs = Math.min(longestMs, seconds * 1000 + 420_000);
  const present = statuses.flatMap(({ status }) => (status === undefined ? [] : [measuredPod(status, true)]));
  const real = realSamples(program, present.map(podJson));
  const realOf = new Map(present.map(({ status }, index) => [status, real[index] ?? []]));
  const theirs = seriesOf(statuses, rhythm, untilMs, (status) => realOf.get(status) ?? []);
  const ours = seriesOf(statuses, rhythm, untilMs, (status) => podMetrics(measuredPod(status, true)));
  const counts = countsOf(ours.store, rhythm, untilMs);
  const tests = [...counts].map(
    ([tMs, samples]) =>
      `      - {expr: "count by (alertname, alertstate) (ALERTS)", eval_time: ${tMs}ms, exp_samples: [${samples.join(", ")}]}`,
  );
  const text = `rule_files: [rules.yaml]
evaluation_interval: ${rhythm.evaluateMs}ms
tests:
  - interval: ${rhythm.scrapeMs}ms
${inputSeries(theirs.series, rhythm.scrapeMs)}    promql_expr_test:
${tests.join("\n")}
`;
  return { text, cases: testedRules.length };
}

type PodStatus = NonNullable<RecordedAt["status"]>;

export function seriesOf(
  statuses: readonly RecordedAt[],
  { scrapeMs, phaseMs }: Rhythm,
  untilMs: number,
  samplesOf: (status: PodStatus) => readonly MetricSample[],
) {
  const store = createStore();
  const samplesAt = (tMs: number): readonly MetricSample[] => {
    const status = statuses.findLast((each) => each.tMs <= tMs + phaseMs)?.status;
    return status === undefined ? [] : samplesOf(status);
  };
  scrapeInto(store, samplesAt, { everyMs: scrapeMs, phaseMs: 0, untilMs, targetLabels });
  const series: readonly Series[] = store.all();
  return { store, series };
}

/** For each evaluation, the samples that promtool must find. */
function countsOf(store: ReturnType<typeof createStore>, { evaluateMs }: Rhythm, untilMs: number) {
  const counts = new Map<number, string[]>();
  for (let tMs = 0; tMs <= untilMs; tMs += evaluateMs) counts.set(tMs, []);
  const watch = (rule: { readonly name: string }, tMs: number, states: AlertStates): void => {
    for (const [state, count] of Object.entries(states.counts()))
      if (count > 0)
        counts.get(tMs)?.push(`{labels: '{alertname="${rule.name}",alertstate="${state}"}', value: ${count}}`);
  };
  const { groups, problems } = readRules(ruleFile(), "rules.yaml");
  if (problems.length > 0) throw new Error(problems.join("\n"));
  evaluateGroups(groups, store, { evaluateMs, evaluatePhaseMs: 0, untilMs }, { epochMs: 0, watch });
  return counts;
}
