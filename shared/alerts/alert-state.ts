import { labelsKey, withLabel, withoutName } from "../promql/labels.ts";
import type { Labels, Vector } from "../promql/model.ts";
import type { AlertingRule, AlertPeriod, AlertRun } from "./model.ts";

interface ActiveAlert {
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
  update(tMs: number, result: { readonly vector: Vector } | { readonly error: string }): void {
    if ("error" in result) {
      this.#error ??= result.error;
      return;
    }
    const present = new Set(result.vector.map(({ labels }) => labelsKey(alertLabels(labels, this.#rule))));
    if (present.size < result.vector.length) {
      this.#error ??= "several results have the same labels once the labels of the rule are added";
      return;
    }
    for (const key of present)
      if (!this.#active.has(key))
        this.#active.set(key, { activeAtMs: tMs, isFiring: false, keepFiringSinceMs: undefined });
    for (const [key, alert] of this.#active) this.#step(key, alert, tMs, present.has(key));
    this.#follow(tMs);
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

function alertLabels(labels: Labels, rule: AlertingRule): Labels {
  let result = withoutName(labels);
  for (const [name, value] of Object.entries(rule.labels)) result = withLabel(result, name, value);
  return result;
}
