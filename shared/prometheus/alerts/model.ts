import type { Expression, Labels } from "../promql/model.ts";

/** A rule of Prometheus, read. */
export type RuleOfPrometheus = AlertingRule | RecordingRule;

export interface AlertingRule {
  readonly is: "alert";
  readonly name: string;
  /** Where the rule comes from: a pack or a file. */
  readonly from: string;
  /** The text as it is written. */
  readonly text: string;
  readonly expression: Expression;
  readonly forMs: number;
  readonly keepFiringForMs: number;
  /** What the rule adds to its alerts. The expression of a rule with a template in a label is unsupported. */
  readonly labels: Labels;
}

export interface RecordingRule {
  readonly is: "record";
  readonly name: string;
  readonly expression: Expression;
  readonly labels: Labels;
}

export interface RuleGroup {
  readonly name: string;
  /** Undefined means the interval of the server. */
  readonly intervalMs: number | undefined;
  /** How long before the evaluation the rules look. */
  readonly queryOffsetMs?: number | undefined;
  /** More alerts or series of one rule are an error; 0: any number. */
  readonly limit?: number | undefined;
  readonly rules: readonly RuleOfPrometheus[];
}

/** How a Prometheus server scrapes and evaluates. */
export interface Schedule {
  readonly scrapeMs: number;
  readonly evaluateMs: number;
  /** When the first scrape is, before the interval has passed. */
  readonly scrapePhaseMs: number;
  /** How far into its interval the first evaluation is. */
  readonly evaluatePhaseMs: number;
  readonly untilMs: number;
}

/** A time in which an alert of a rule was pending, or at least one of them fired. In ms since the pod was seen. */
export interface AlertPeriod {
  readonly is: "pending" | "firing";
  readonly fromMs: number;
  readonly toMs: number;
}

/** What one rule did in one run. Times in ms since the pod was seen. */
export interface AlertRun {
  readonly pendingMs: number | undefined;
  readonly firesMs: number | undefined;
  /** The longest time that it was pending without firing. */
  readonly longestPendingMs: number;
  /** In order, each from one evaluation to another, the last at most to the end of the run. */
  readonly periods: readonly AlertPeriod[];
  readonly error: string | undefined;
}
