import type { MetricSample } from "../metrics/model.ts";
import { podMetricNames } from "../metrics/pod-metrics.ts";
import { metricName } from "../promql/labels.ts";
import { type Expression, partsOf } from "../promql/model.ts";
import { createStore } from "../promql/store.ts";
import { evaluateGroups } from "./evaluate-groups.ts";
import { metricsOf } from "./metrics-of.ts";
import type { AlertRun, RuleGroup, Schedule } from "./model.ts";
import { scrapeInto } from "./scrape.ts";
import { ruleOnTarget, selectedByNoName } from "./target-labels.ts";

/** What a run's virtual time 0 is in Unix time; a whole number of days, so that phases are what they say. */
export const epochSeconds = 1_767_225_600;

/** What the target exports at each time of one run. */
export type Exported = (tMs: number) => readonly MetricSample[];

/** Where kube-state-metrics is scraped, as in kube-prometheus. */
const targetLabels = { job: "kube-state-metrics", instance: "kube-state-metrics:8080" };

/** What an alert did in one run. */
interface PlayedAlert extends AlertRun {
  /** A name that it selects, and that no series has: `namespace="prod"`. */
  readonly selectsNone: string | undefined;
}

/** Scrapes one run and evaluates the rules over it. */
export function playAlerts(
  groups: readonly RuleGroup[],
  exported: Exported,
  schedule: Schedule,
): readonly PlayedAlert[] {
  const epochMs = epochSeconds * 1000;
  const store = createStore();
  scrapeInto(store, (tMs) => exported(tMs - epochMs), {
    everyMs: schedule.scrapeMs,
    phaseMs: epochMs + schedule.scrapePhaseMs,
    untilMs: epochMs + schedule.untilMs,
    targetLabels,
  });
  const series = store.all();
  const placed = groups.map((group) => ({ ...group, rules: group.rules.map((rule) => ruleOnTarget(rule, series)) }));
  const placedSchedule = { ...schedule, evaluatePhaseMs: firstEvaluationMs(schedule) };
  const runs = evaluateGroups(placed, store, placedSchedule, { epochMs });
  const alerts = groups.flatMap(({ rules }) => rules.filter(({ is }) => is === "alert"));
  return runs.map((run, index) => {
    const expression = alerts[index]?.expression;
    return { ...run, selectsNone: expression && selectedByNoName(expression, series) };
  });
}

/** What an alert does from a moment of its run on. What goes on at that moment has begun at 0. */
export function runFrom<Run extends AlertRun>(run: Run, fromMs: number): Run {
  const periods = run.periods
    .filter(({ toMs }) => toMs > fromMs)
    .map((period) => ({ ...period, fromMs: Math.max(0, period.fromMs - fromMs), toMs: period.toMs - fromMs }));
  return {
    ...run,
    periods,
    pendingMs: periods[0]?.fromMs,
    firesMs: periods.find(({ is }) => is === "firing")?.fromMs,
  };
}

/** Targets were scraped before the run began: nothing is absent because its first scrape is still to come. */
function firstEvaluationMs({ scrapePhaseMs, evaluatePhaseMs, evaluateMs }: Schedule): number {
  const missed = Math.max(0, Math.ceil((scrapePhaseMs - evaluatePhaseMs) / evaluateMs));
  return evaluatePhaseMs + missed * evaluateMs;
}

/** The phases of the n-th run, from 0: spread evenly, the two of a run apart from each other. */
export function phasesOf(
  run: number,
  scrapeMs: number,
  evaluateMs: number,
): Pick<Schedule, "scrapePhaseMs" | "evaluatePhaseMs"> {
  const spread = (share: number, everyMs: number): number => Math.floor((((run + 0.5) * share) % 1) * everyMs);
  // The golden ratio, and the ratio of the plastic number: no two runs fall together.
  return { scrapePhaseMs: spread(0.618_034, scrapeMs), evaluatePhaseMs: spread(0.754_878, evaluateMs) };
}

const ofPods: ReadonlySet<string> = new Set(podMetricNames);

/** The metrics of an expression that neither pods decide nor `known` has: what else is exported, and what rules record. */
export function unsimulatedMetrics(
  expression: Expression,
  known: ReadonlySet<string>,
  pods: ReadonlySet<string> = ofPods,
): readonly string[] {
  const names = metricsOf(expression);
  const isKnown = (name: string): boolean => pods.has(name) || known.has(name);
  return [
    ...[...names].filter((name) => !isKnown(name)),
    ...unmatchedPatterns(expression, [...pods, ...known]),
    ...otherTargets(expression),
  ];
}

/** `up{job="apiserver"}`: of the targets, only a kubelet is simulated. */
function otherTargets(expression: Expression): readonly string[] {
  const jobs = [...partsOf(expression)].flatMap((part) => {
    if (part.is !== "selector" || !part.matchers.some(({ label, value }) => label === metricName && value === "up"))
      return [];
    return part.matchers.filter(({ label, matches }) => label === "job" && !matches("kubelet"));
  });
  return [...new Set(jobs.map(({ operator, value }) => `up{job${operator}${JSON.stringify(value)}}`))];
}

/** Regular expressions of names, as written, that match none of these. */
function unmatchedPatterns(expression: Expression, names: readonly string[]): readonly string[] {
  const patterns = [...partsOf(expression)].flatMap((part) =>
    part.is === "selector"
      ? part.matchers.filter(
          ({ label, operator, matches }) => label === metricName && operator === "=~" && !names.some(matches),
        )
      : [],
  );
  return [...new Set(patterns.map(({ value }) => `{__name__=~${JSON.stringify(value)}}`))];
}
