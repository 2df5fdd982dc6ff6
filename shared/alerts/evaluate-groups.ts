import { evaluate, type Steps } from "../promql/evaluate.ts";
import { labelsKey, metricName, withLabel } from "../promql/labels.ts";
import type { Labels, Vector } from "../promql/model.ts";
import type { SeriesStore } from "../promql/store.ts";
import { AlertStates } from "./alert-state.ts";
import type { AlertingRule, AlertRun, RecordingRule, RuleGroup, Schedule } from "./model.ts";

/** Called after each evaluation of an alerting rule. */
type WatchAlert = (rule: AlertingRule, tMs: number, states: AlertStates) => void;

/** A group with a shorter interval is evaluated so often: nobody scrapes sooner, and a day has 86,000,000 milliseconds. */
const intervalMsMin = 1000;

/**
 * Evaluates groups of rules over a store that was filled before; gives what each alerting rule did, in the order of the rules.
 * Times of the store are `epochMs` later than those of the result.
 */
export function evaluateGroups(
  groups: readonly RuleGroup[],
  store: SeriesStore,
  { evaluateMs, evaluatePhaseMs, untilMs }: Pick<Schedule, "evaluateMs" | "evaluatePhaseMs" | "untilMs">,
  {
    epochMs,
    watch,
    steps,
  }: { readonly epochMs: number; readonly watch?: WatchAlert; readonly steps?: Steps | undefined },
): readonly AlertRun[] {
  const runs = new Map<RuleGroup, readonly AlertRun[]>();
  // What a rule records is there when alerts read it, whatever the order of the groups.
  const records = (group: RuleGroup): boolean => group.rules.some(({ is }) => is === "record");
  for (const group of [...groups.filter(records), ...groups.filter((group) => !records(group))]) {
    const everyMs = intervalOf(group, evaluateMs);
    const alerts = group.rules.flatMap((rule) =>
      rule.is === "alert" ? [{ rule, states: new AlertStates(rule) }] : [],
    );
    const statesOf = new Map(alerts.map(({ rule, states }) => [rule, states]));
    const recorded = new Map<RecordingRule, ReadonlyMap<string, Labels>>();
    for (let tMs = Math.min(evaluatePhaseMs, everyMs); tMs <= untilMs; tMs += everyMs) {
      const evaluation = { store, tMs: epochMs + tMs, intervalMs: evaluateMs, steps };
      for (const rule of group.rules) {
        const result = evaluate(rule.expression, evaluation);
        if (rule.is === "record") {
          if ("vector" in result)
            recorded.set(rule, record(rule, result.vector, { store, atMs: epochMs + tMs, before: recorded.get(rule) }));
          continue;
        }
        const states = statesOf.get(rule);
        states?.update(tMs, result);
        if (states !== undefined) watch?.(rule, tMs, states);
      }
    }
    runs.set(
      group,
      alerts.map(({ states }) => states.run(untilMs)),
    );
  }
  return groups.flatMap((group) => runs.get(group) ?? []);
}

function intervalOf({ intervalMs }: RuleGroup, evaluateMs: number): number {
  return intervalMs === undefined ? evaluateMs : Math.max(intervalMsMin, intervalMs);
}

interface Recorded {
  readonly store: SeriesStore;
  readonly atMs: number;
  readonly before: ReadonlyMap<string, Labels> | undefined;
}

/** Writes the result of a recording rule; series that it no longer has go stale. Models github.com/prometheus/prometheus/rules/group.go Group.Eval (Prometheus v0.316.0). */
function record(
  { name, labels }: RecordingRule,
  vector: Vector,
  { store, atMs, before = new Map() }: Recorded,
): ReadonlyMap<string, Labels> {
  const present = new Map<string, Labels>();
  for (const sample of vector) {
    let own: Labels = { ...sample.labels, [metricName]: name };
    for (const [label, value] of Object.entries(labels)) own = withLabel(own, label, value);
    present.set(labelsKey(own), own);
    store.append(own, atMs, sample.value);
  }
  for (const [key, own] of before) if (!present.has(key)) store.append(own, atMs, undefined);
  return present;
}
