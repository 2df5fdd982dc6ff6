import { labelsKey, withLabel, withoutName } from "../promql/labels.ts";
import type { Labels, Vector } from "../promql/model.ts";
import type { AlertingRule, AlertRun } from "./model.ts";

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
  }

  /** How many alerts are pending and how many fire. */
  counts(): { readonly pending: number; readonly firing: number } {
    const all = [...this.#active.values()];
    const firing = all.filter(({ isFiring }) => isFiring).length;
    return { pending: all.length - firing, firing };
  }

  run(): AlertRun {
    return {
      pendingMs: this.#pendingMs,
      firesMs: this.#firesMs,
      longestPendingMs: this.#longestPendingMs,
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
