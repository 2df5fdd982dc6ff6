import { counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import { formatAtMost, formatSpan } from "../../basics/span-words.ts";
import type { Comparison, SurvivalCondition, TimedCondition } from "../../scenario/model.ts";
import type { Judgment } from "./judgment.ts";

/**
 * Continues the text of the expectation: `holds in all 20 runs`,
 * `fails in 3 of 20 runs: 6 restarts in 30m (expected ≤ 4)`.
 */
export function judgmentInWords(judgment: Judgment): string {
  const { holds, runs, undecidedRuns, watchedMs, failed } = judgment;
  if (undecidedRuns > 0)
    return `is undecided: the simulation stops after ${formatDuration(watchedMs)}, because too much happens`;
  if (holds) return runs === 1 ? "holds" : `holds in all ${runs} runs`;
  const share = runs === 1 ? "fails" : `fails in ${failed.runs} of ${runs} runs`;
  return `${share}: ${reachedText(judgment)}`;
}

/** What was reached in the runs that failed, and what was expected instead. */
function reachedText(judgment: Judgment): string {
  const { condition } = judgment.expectation;
  if (condition.kind === "survives") return survivalText(judgment, condition);
  const limit = formatDuration(condition.withinMs);
  switch (condition.kind) {
    case "ready":
      return `${arrivalText(judgment, "ready")} (expected within ${limit})`;
    case "phase":
      return `${arrivalText(judgment, `phase ${condition.phase}`)} (expected within ${limit})`;
    case "restarts":
      return `${countText(judgment)} in ${limit} (expected ${comparisonSigns[condition.comparison]} ${condition.count})`;
    case "no-probe-kill":
      return `probe kill after ${durationText(judgment)} (expected none within ${limit})`;
    case "down-at-most":
      return `down ${durationText(judgment)} in ${limit} (expected ≤ ${formatDuration(condition.downMs)})`;
    case "crash-loop":
      return crashLoopText(judgment, condition);
  }
}

/** `survives up to 20s (expected 30s)`. */
function survivalText({ failed }: Judgment, { harm, lengthMs }: SurvivalCondition): string {
  const expected = `(expected ${formatDuration(lengthMs)})`;
  const what = harm === "kill" ? "survives" : "stays ready";
  if (failed.unseen > 0 || failed.least === undefined)
    return `${harm === "kill" ? "is killed" : "is not ready"} without any fault ${expected}`;
  if (failed.least === 0) return `${what} none at the worst moment ${expected}`;
  return `${what} up to ${formatDuration(failed.least)} ${expected}`;
}

export const comparisonSigns: Readonly<Record<Comparison, string>> = {
  "<=": "≤",
  "<": "<",
  ">=": "≥",
  ">": ">",
  "=": "=",
};

/** When it came, or until when it did not. */
function arrivalText(judgment: Judgment, what: string): string {
  const { failed, watchedMs } = judgment;
  if (failed.unseen === 0) return `${what} after ${slowestText(judgment)}`;
  const never = `not ${what} within ${formatDuration(watchedMs)}`;
  return failed.unseen === failed.runs ? never : `${never} in ${failed.unseen} of them`;
}

/** If only some runs fail, the slowest one shows how much time is missing. */
function slowestText(judgment: Judgment): string {
  const { failed, runs } = judgment;
  if (failed.runs === runs) return durationText(judgment);
  return `${formatAtMost(failed.most ?? 0)} in the slowest run`;
}

function durationText({ failed }: Judgment): string {
  return formatSpan({ earliestMs: failed.least ?? 0, latestMs: failed.most ?? 0 });
}

function countText({ failed: { least = 0, most = 0 } }: Judgment): string {
  const count = least === most ? `${most}` : `${least}–${most}`;
  return counted(count, "restart");
}

function crashLoopText(judgment: Judgment, condition: Extract<TimedCondition, { kind: "crash-loop" }>): string {
  const limit = formatDuration(condition.withinMs);
  return condition.expected
    ? `no crash loop in ${limit}`
    : `crash loop after ${durationText(judgment)} (expected none within ${limit})`;
}
