import { labelsKey, metricName, withLabel, withoutName } from "../promql/labels.ts";
import type { Labels, Vector, VectorSample } from "../promql/model.ts";
import type { AlertingRule, AlertPeriod, AlertRun } from "./model.ts";

/** The series in which a server keeps its own alerts. */
export const alertSeriesNames = { state: "ALERTS", since: "ALERTS_FOR_STATE" } as const;

interface ActiveAlert {
  readonly labels: Labels;
  readonly activeAtMs: number;
  isFiring: boolean;
  keepFiringSinceMs: number | undefined;
}

/** The alerts of one rule over time. Models github.com/prometheus/prometheus/rules/alerting.go AlertingRule.Eval (Prometheus v0.316.0). */
export class AlertStates {
  readonly #rule: AlertingRule;
  readonly #active = new Map<string, ActiveAlert>();
  #pendingMs: number | undefined;
  #firesMs: number | undefined;
  #longestPendingMs = 0;
  readonly #ended: AlertPeriod[] = [];
  #period: Omit<AlertPeriod, "toMs"> | undefined;
  #error: string | undefined;

  constructor(rule: AlertingRule) {
    this.#rule = rule;
  }

  /** What an evaluation found; an error leaves all states as they are. */
  update(tMs: number, result: { readonly vector: Vector } | { readonly error: string }, limit = 0): void {
    if ("error" in result) {
      this.#error ??= result.error;
      return;
    }
    const labels = result.vector.map((sample) => alertLabels(sample, this.#rule));
    const present = new Map(labels.map((each) => [labelsKey(each), each]));
    if (present.size < result.vector.length) {
      this.#error ??= "several results have the same labels once the labels of the rule are added";
      return;
    }
    for (const [key, each] of present)
      if (!this.#active.has(key))
        this.#active.set(key, { labels: each, activeAtMs: tMs, isFiring: false, keepFiringSinceMs: undefined });
    for (const [key, alert] of this.#active) this.#step(key, alert, tMs, present.has(key));
    if (limit > 0 && this.#active.size > limit) {
      this.#error ??= `more than ${limit} alerts, the limit of the group`;
      this.#active.clear();
    }
    this.#follow(tMs);
  }

  /** What a server records of the alerts. Models github.com/prometheus/prometheus/rules/alerting.go sample and forStateSample (Prometheus v0.316.0). */
  series(epochMs: number): Vector {
    return [...this.#active.values()].flatMap(({ labels, activeAtMs, isFiring }): VectorSample[] => [
      {
        labels: { ...labels, [metricName]: alertSeriesNames.state, alertstate: isFiring ? "firing" : "pending" },
        value: 1,
      },
      { labels: { ...labels, [metricName]: alertSeriesNames.since }, value: Math.floor((epochMs + activeAtMs) / 1000) },
    ]);
  }

  /** How many alerts are pending and how many fire. */
  counts(): { readonly pending: number; readonly firing: number } {
    const all = [...this.#active.values()];
    const firing = all.filter(({ isFiring }) => isFiring).length;
    return { pending: all.length - firing, firing };
  }

  run(untilMs: number): AlertRun {
    const last = this.#period;
    return {
      pendingMs: this.#pendingMs,
      firesMs: this.#firesMs,
      longestPendingMs: this.#longestPendingMs,
      periods: last === undefined ? this.#ended : [...this.#ended, { ...last, toMs: untilMs }],
      error: this.#error,
    };
  }

  #step(key: string, alert: ActiveAlert, tMs: number, isPresent: boolean): void {
    if (!isPresent && !this.#keepsFiring(alert, tMs)) {
      this.#active.delete(key);
      return;
    }
    if (isPresent) alert.keepFiringSinceMs = undefined;
    this.#pendingMs ??= alert.activeAtMs;
    if (!alert.isFiring && tMs - alert.activeAtMs >= this.#rule.forMs) alert.isFiring = true;
    if (alert.isFiring) this.#firesMs ??= tMs;
    else this.#longestPendingMs = Math.max(this.#longestPendingMs, tMs - alert.activeAtMs);
  }

  /** One period lasts as long as there are alerts in the same state. */
  #follow(tMs: number): void {
    const { pending, firing } = this.counts();
    const is = firing > 0 ? "firing" : pending > 0 ? "pending" : undefined;
    if (is === this.#period?.is) return;
    if (this.#period !== undefined) this.#ended.push({ ...this.#period, toMs: tMs });
    this.#period = is === undefined ? undefined : { is, fromMs: tMs };
  }

  #keepsFiring(alert: ActiveAlert, tMs: number): boolean {
    if (!alert.isFiring || this.#rule.keepFiringForMs <= 0) return false;
    alert.keepFiringSinceMs ??= tMs;
    return tMs - alert.keepFiringSinceMs < this.#rule.keepFiringForMs;
  }
}

function alertLabels(sample: VectorSample, rule: AlertingRule): Labels {
  let result = withoutName(sample.labels);
  for (const [name, text] of Object.entries(rule.labels)) result = withLabel(result, name, text);
  return withLabel(result, "alertname", rule.name);
}
