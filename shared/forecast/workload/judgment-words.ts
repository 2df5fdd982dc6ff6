import { formatDuration } from "../../basics/durations.ts";
import { formatSpan } from "../../basics/span-words.ts";
import { comparisonSigns } from "../expectations/judgment-words.ts";
import type { RolloutJudgment } from "./model.ts";

/** Continues the text of the expectation: `holds in all 20 runs`, `fails in 3 of 20 runs: 8 available (expected ≥ 9)`. */
export function rolloutJudgmentInWords(judgment: RolloutJudgment): string {
  const { holds, runs, failedRuns } = judgment;
  if (holds) return runs === 1 ? "holds" : `holds in all ${runs} runs`;
  return `${runs === 1 ? "fails" : `fails in ${failedRuns} of ${runs} runs`}: ${reachedText(judgment)}`;
}

function reachedText(judgment: RolloutJudgment): string {
  const { condition } = judgment.expectation;
  if (condition.kind === "rollout")
    return `${completionText(judgment)} (expected within ${formatDuration(condition.withinMs)})`;
  const { least = 0, most = 0 } = judgment;
  const number = least === most ? `${least}` : `${least}–${most}`;
  return `${number} available (expected ${comparisonSigns[condition.comparison]} ${condition.count})`;
}

function completionText({ least, most, stuckRuns, failedRuns, stuckAt }: RolloutJudgment): string {
  if (stuckRuns === failedRuns || least === undefined || most === undefined) return stuckText(stuckAt);
  const done = `the rollout completes after ${formatSpan({ earliestMs: least, latestMs: most })}`;
  return stuckRuns === 0 ? done : `${done}, and not at all in ${stuckRuns} of them`;
}

function stuckText(stuckAt: RolloutJudgment["stuckAt"]): string {
  if (stuckAt === undefined) return "the rollout does not complete";
  return `the rollout does not complete: ${stuckAt.updated} of ${stuckAt.of} updated`;
}
