import { evaluate, type Steps } from "../promql/evaluate.ts";
import { labelsKey, metricName, withLabel } from "../promql/labels.ts";
import type { Labels, Vector } from "../promql/model.ts";
import type { SeriesStore } from "../promql/store.ts";
import { AlertStates, alertSeriesNames } from "./alert-state.ts";
import { metricsOf } from "./metrics-of.ts";
import type { AlertingRule, AlertRun, RecordingRule, RuleGroup, RuleOfPrometheus, Schedule } from "./model.ts";

/** Called after each evaluation of an alerting rule. */
type WatchAlert = (rule: AlertingRule, tMs: number, states: AlertStates) => void;

/** A group with a shorter interval is evaluated so often: nobody scrapes sooner, and a day has 86,000,000 milliseconds. */
const intervalMsMin = 1000;

/**
 * Evaluates groups of rules over a store that was filled before, in the order of time, and groups of one time in their order; gives what
 * each alerting rule did, in the order of the rules. Times of the store are `epochMs` later than those of the result.
 */
export function evaluateGroups(
  groups: readonly RuleGroup[],
  store: SeriesStore,
  { evaluateMs, evaluatePhaseMs, untilMs }: Pick<Schedule, "evaluateMs" | "evaluatePhaseMs" | "untilMs">,
  { epochMs, watch, steps }: Surroundings,
): readonly AlertRun[] {
  const evaluations = groups.map((group) => {
    const everyMs = intervalOf(group, evaluateMs);
    return { group: new GroupEvaluation(group, groups), everyMs, nextMs: Math.min(evaluatePhaseMs, everyMs) };
  });
  for (;;) {
    const tMs = Math.min(...evaluations.map(({ nextMs }) => nextMs));
    if (tMs > untilMs) break;
    for (const each of evaluations) {
      if (each.nextMs !== tMs) continue;
      each.group.evaluate(tMs, { store, epochMs, watch, steps, intervalMs: evaluateMs });
      each.nextMs += each.everyMs;
    }
  }
  return evaluations.flatMap(({ group }) => group.runs(untilMs));
}

interface Surroundings {
  readonly epochMs: number;
  readonly watch?: WatchAlert | undefined;
  readonly steps?: Steps | undefined;
}

interface GroupStep extends Surroundings {
  readonly store: SeriesStore;
  readonly intervalMs: number;
}

/** One group, from one evaluation to the next. Models github.com/prometheus/prometheus/rules/group.go Group.Eval (Prometheus v0.316.0). */
class GroupEvaluation {
  readonly #group: RuleGroup;
  readonly #states: ReadonlyMap<RuleOfPrometheus, AlertStates>;
  readonly #recorded = new Map<RuleOfPrometheus, ReadonlyMap<string, Labels>>();
  /** Whether some rule reads the series of alerts. */
  readonly #recordsAlerts: boolean;

  constructor(group: RuleGroup, all: readonly RuleGroup[]) {
    this.#group = group;
    this.#states = new Map(group.rules.flatMap((rule) => (rule.is === "alert" ? [[rule, new AlertStates(rule)]] : [])));
    this.#recordsAlerts = all.some(({ rules }) => rules.some(readsAlerts));
  }

  evaluate(tMs: number, { store, epochMs, watch, steps, intervalMs }: GroupStep): void {
    const { rules, queryOffsetMs = 0, limit = 0 } = this.#group;
    const atMs = epochMs + tMs - queryOffsetMs;
    const evaluation = { store, tMs: atMs, nowMs: epochMs + tMs, intervalMs, steps };
    for (const rule of rules) {
      const result = evaluate(rule.expression, evaluation);
      const states = this.#states.get(rule);
      if (rule.is === "alert" && states !== undefined) {
        states.update(tMs, result, limit);
        watch?.(rule, tMs, states);
        if (this.#recordsAlerts && "vector" in result) this.#record(rule, states.series(epochMs), store, atMs);
      } else if (rule.is === "record" && "vector" in result && (limit === 0 || result.vector.length <= limit)) {
        const named = recordedAs(rule, result.vector);
        if (named !== undefined) this.#record(rule, named, store, atMs);
      }
    }
  }

  runs(untilMs: number): readonly AlertRun[] {
    return [...this.#states.values()].map((states) => states.run(untilMs));
  }

  /** Writes the series of a rule; those that it no longer has go stale. */
  #record(rule: RuleOfPrometheus, vector: Vector, store: SeriesStore, atMs: number): void {
    const present = new Map(vector.map((sample) => [labelsKey(sample.labels), sample.labels]));
    for (const { labels, value } of vector) store.append(labels, atMs, value);
    for (const [key, labels] of this.#recorded.get(rule) ?? [])
      if (!present.has(key)) store.append(labels, atMs, undefined);
    this.#recorded.set(rule, present);
  }
}

function intervalOf({ intervalMs }: RuleGroup, evaluateMs: number): number {
  return intervalMs === undefined ? evaluateMs : Math.max(intervalMsMin, intervalMs);
}

function readsAlerts({ expression }: RuleOfPrometheus): boolean {
  const names = metricsOf(expression);
  return Object.values(alertSeriesNames).some((name) => names.has(name));
}

/** Undefined if several results have the same labels, which is an error. */
function recordedAs({ name, labels }: RecordingRule, vector: Vector): Vector | undefined {
  const named = vector.map((sample) => {
    let own: Labels = { ...sample.labels, [metricName]: name };
    for (const [label, value] of Object.entries(labels)) own = withLabel(own, label, value);
    return { labels: own, value: sample.value };
  });
  return new Set(named.map((sample) => labelsKey(sample.labels))).size < named.length ? undefined : named;
}
