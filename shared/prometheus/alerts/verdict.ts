import type { Span } from "../../basics/span.ts";
import type { AlertingRule, AlertRun } from "./model.ts";

/** What an alert does over runs. */
export interface AlertVerdict {
  readonly rule: AlertingRule;
  /** `unknown`: the rule reads something that is not simulated, or cannot be evaluated. */
  readonly outcome: "fires" | "sometimes" | "pending" | "never" | "unknown";
  /** Over the runs in which it becomes pending: median, first, last. */
  readonly pending: Span | undefined;
  readonly fires: Span | undefined;
  /** Of the runs in which it fires; 0 to 1. */
  readonly share: number;
  /** The longest that it was pending without firing, over all runs. */
  readonly longestPendingMs: number;
  /** Metrics that it reads and that are not simulated. */
  readonly missing: readonly string[];
  readonly error: string | undefined;
  /** A name that it selects, and that nothing of what was played has: `namespace="prod"`. */
  readonly selectsNone: string | undefined;
}

export function verdictOf(
  rule: AlertingRule,
  runs: readonly (AlertRun & { readonly selectsNone?: string | undefined })[],
  missing: readonly string[],
): AlertVerdict {
  const pending = spreadOf(runs.map(({ pendingMs }) => pendingMs));
  const firing = runs.map(({ firesMs }) => firesMs);
  const fires = spreadOf(firing);
  const share = runs.length === 0 ? 0 : firing.filter((each) => each !== undefined).length / runs.length;
  const error = runs.find((run) => run.error !== undefined)?.error;
  const isUnknown = missing.length > 0 || (error !== undefined && fires === undefined);
  return {
    rule,
    outcome: isUnknown ? "unknown" : outcomeOf(share, pending),
    pending: isUnknown ? undefined : pending,
    fires: isUnknown ? undefined : fires,
    share: isUnknown ? 0 : share,
    longestPendingMs: Math.max(0, ...runs.map(({ longestPendingMs }) => longestPendingMs)),
    missing,
    error,
    selectsNone: runs[0]?.selectsNone,
  };
}

function outcomeOf(share: number, pending: Span | undefined): AlertVerdict["outcome"] {
  if (share === 1) return "fires";
  if (share > 0) return "sometimes";
  return pending === undefined ? "never" : "pending";
}

function spreadOf(times: readonly (number | undefined)[]): Span | undefined {
  const known = times.filter((each) => each !== undefined).toSorted((a, b) => a - b);
  const [earliestMs] = known;
  const latestMs = known.at(-1);
  const nominalMs = known[(known.length - 1) >> 1];
  return earliestMs === undefined || latestMs === undefined || nominalMs === undefined
    ? undefined
    : { nominalMs, earliestMs, latestMs };
}
