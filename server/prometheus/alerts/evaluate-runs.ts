import type { JobSpec, JobTimeline } from "../../../shared/controllers/job/model.ts";
import { alertSeriesNames } from "../../../shared/prometheus/alerts/alert-state.ts";
import { becauseOf } from "../../../shared/prometheus/alerts/because.ts";
import { exportedPods, type ScrapedPod } from "../../../shared/prometheus/alerts/exported.ts";
import {
  budgetNames,
  exportedJob,
  exportedNode,
  jobNames,
  workloadMetricNames,
} from "../../../shared/prometheus/alerts/exported-owners.ts";
import type { AlertPeriod, AlertRun, RecordingRule, RuleGroup } from "../../../shared/prometheus/alerts/model.ts";
import {
  type Exported,
  phasesOf,
  playAlerts,
  runFrom,
  unsimulatedMetrics,
} from "../../../shared/prometheus/alerts/play-alerts.ts";
import { type AlertVerdict, verdictOf } from "../../../shared/prometheus/alerts/verdict.ts";
import { nodeMetricNames } from "../../../shared/prometheus/metrics/node-metrics.ts";
import { podMetricNames } from "../../../shared/prometheus/metrics/pod-metrics.ts";
import type { Expression } from "../../../shared/prometheus/promql/model.ts";
import type { ScenarioEvent } from "../../../shared/scenario/model.ts";
import type { Timeline } from "../../../shared/simulation/index.ts";

/** One run of what alerts are asked about, played. */
export interface PlayedRun {
  readonly pods: readonly ScrapedPod[];
  /** The Job of the pods. */
  readonly job: PlayedJob | undefined;
  /** The node of the pods. Undefined if nothing is exported of it. */
  readonly node: PlayedNode | undefined;
  /** What is exported besides. */
  readonly others: readonly Exported[];
}

interface PlayedJob {
  readonly namespace: string;
  readonly name: string;
  readonly spec: JobSpec;
  readonly timeline: Pick<JobTimeline, "pods" | "conditions">;
}

export interface PlayedNode {
  readonly kubeletVersion: string;
  readonly events: readonly ScenarioEvent[];
}

export interface AlertTiming {
  readonly scrapeMs: number;
  readonly evaluateMs: number;
  readonly untilMs: number;
  readonly runs: number;
  /** Of the first run; default: 1. */
  readonly seed?: number;
  /** Where the moment of the question is in the runs: what was before it is known, and times count from it on. Default: 0. */
  readonly fromMs?: number;
}

export interface AlertResult extends AlertVerdict {
  readonly because: string;
  /** The periods in the first run. */
  readonly periods: readonly AlertPeriod[];
}

/**
 * When each alert becomes pending and fires, over runs and the phases of scrapes and evaluations.
 * `names`: the metrics that are exported, besides those of pods where there are some.
 */
export function evaluateRuns(
  playRun: (run: number) => PlayedRun,
  groups: readonly RuleGroup[],
  timing: AlertTiming,
  names: readonly string[],
  hasPods = true,
): readonly AlertResult[] {
  const records = groups.flatMap((group) => group.rules.filter((rule) => rule.is === "record"));
  const known = withRecorded(
    records,
    new Set([...names, ...(hasPods ? podMetricNames : []), ...Object.values(alertSeriesNames)]),
  );
  const rules = groups.flatMap((group) => group.rules.filter((rule) => rule.is === "alert"));
  const missing = rules.map(({ expression }) => unrecorded(missingIn(expression, known), records, known));
  const isPlayed = new Set(rules.filter((_, index) => missing[index]?.length === 0));
  const playable = groups.map((group) => ({
    ...group,
    rules: group.rules.filter((rule) => rule.is === "record" || isPlayed.has(rule)),
  }));
  const { fromMs = 0 } = timing;
  const untilMs = fromMs + timing.untilMs;
  const timelines: Pick<Timeline, "statuses">[] = [];
  const played: (readonly AlertRun[])[] = [];
  for (let run = 0; run < timing.runs; run++) {
    const { pods, job, node, others } = playRun(run);
    timelines.push(...pods.slice(0, 1).map((pod) => statusesFrom(pod, fromMs)));
    const ofJob = job === undefined ? [] : [exportedJob(job, job.timeline)];
    const all = [exportedPods(pods), ...others, ...ofJob, ...(node === undefined ? [] : [exportedOf(node)])];
    const exported: Exported = (tMs) => all.flatMap((each) => each(tMs));
    const phases = phasesOf(run, timing.scrapeMs, timing.evaluateMs);
    const alerts = playAlerts(playable, exported, { ...timing, ...phases, untilMs });
    played.push(fromMs === 0 ? alerts : alerts.map((alert) => runFrom(alert, fromMs)));
  }
  let next = 0;
  return rules.map((rule, index) => {
    const column = isPlayed.has(rule) ? next++ : undefined;
    const runs = column === undefined ? [] : played.flatMap((run) => run[column] ?? []);
    const verdict = verdictOf(rule, runs, missing[index] ?? []);
    const periods = verdict.outcome === "unknown" ? [] : (runs[0]?.periods ?? []);
    return { ...verdict, because: becauseOf(verdict, timelines, timing.untilMs), periods };
  });
}

/** The statuses from a moment on. Of a pod that was created with the run, all of them. */
function statusesFrom({ timeline, createdMs = 0 }: ScrapedPod, fromMs: number): Pick<Timeline, "statuses"> {
  if (fromMs === 0) return timeline;
  const statuses = timeline.statuses.map(({ tMs, status }) => ({ tMs: Math.max(0, tMs + createdMs - fromMs), status }));
  const first = statuses.findLastIndex(({ tMs }) => tMs === 0);
  return { statuses: statuses.slice(Math.max(0, first)) };
}

/** The node of what is played. */
export const playedNodeName = "node-1";

/** Of a kubelet whose configuration has no `maxPods`. */
const defaultMaxPods = 110;

function exportedOf({ kubeletVersion, events }: PlayedNode): Exported {
  return exportedNode({ name: playedNodeName, kubeletVersion, capacityPods: defaultMaxPods }, events);
}

/** Metrics of objects that the subject may not have. */
const ofObjects: ReadonlySet<string> = new Set([
  ...podMetricNames,
  ...Object.values(workloadMetricNames).flat(),
  ...budgetNames,
  ...jobNames,
  ...nodeMetricNames,
]);

/** Whether a metric is simulated where somebody asks about an object of its kind. */
export function isOfObjects(metric: string): boolean {
  return ofObjects.has(metric);
}

/** With what rules record of metrics that are there. */
function withRecorded(records: readonly RecordingRule[], exported: ReadonlySet<string>): ReadonlySet<string> {
  const known = new Set(exported);
  for (let before = -1; before < known.size; ) {
    before = known.size;
    for (const { name, expression } of records)
      if (expression.is !== "unsupported" && missingIn(expression, known).length === 0) known.add(name);
  }
  return known;
}

/** In place of what cannot be recorded, the metrics that it is recorded from. */
function unrecorded(
  missing: readonly string[],
  records: readonly RecordingRule[],
  known: ReadonlySet<string>,
): readonly string[] {
  const sources = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...missing];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const from = records.filter((rule) => rule.name === name).flatMap((rule) => missingIn(rule.expression, known));
    if (from.length === 0) sources.add(name);
    waiting.push(...from);
  }
  return [...sources];
}

/** What a rule reads and nobody exports. In `a or b`, the alternative about objects of another kind has nothing to say. */
function missingIn(expression: Expression, known: ReadonlySet<string>): readonly string[] {
  const missing = unsimulatedMetrics(expression, known, none);
  const isOther = missing.every((name) => ofObjects.has(name));
  const isAnswered = alternativesOf(expression).some((each) => unsimulatedMetrics(each, known, none).length === 0);
  return isOther && isAnswered ? [] : missing;
}

const none: ReadonlySet<string> = new Set();

function alternativesOf(expression: Expression): readonly Expression[] {
  if (expression.is !== "binary" || expression.operator !== "or") return [expression];
  return [...alternativesOf(expression.left), ...alternativesOf(expression.right)];
}
