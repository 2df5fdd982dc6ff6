import type { Answer } from "../../../../shared/forecast/answer/model.ts";
import { t } from "./l10n.ts";

/** What the area of Ready shows of a moment, for those who do not see it; empty: there are no other runs. */
export function readyInWords(answer: Answer | undefined, tMs: number): string {
  if (answer === undefined || answer.runs === 1 || answer.readyOverTime.length === 0) return "";
  const share = answer.readyOverTime.findLast((step) => step.tMs <= tMs)?.share ?? 0;
  return t("Ready in {0} of {1} runs", Math.round(share * answer.runs), answer.runs);
}
