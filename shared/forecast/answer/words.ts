import { formatPercent } from "../../basics/sum-words.ts";
import type { Answer, Spread } from "./model.ts";

/** `liveness kills app … Add a startupProbe …`: the reason with what to do about it, as plain text; undefined if nothing has to be explained. */
function reasonInWords({ why }: Pick<Answer, "why">): string | undefined {
  return why && [why.text, why.advice].filter((text) => text !== undefined).join(" ");
}

/** The headline, then the reason. */
export function answerLines(answer: Answer): readonly string[] {
  const reason = reasonInWords(answer);
  return reason === undefined ? [answer.headline] : [answer.headline, `Why: ${reason}`];
}

/** `10`, or `10 (9–10)` where runs differ. */
export function formatCount(spread: Spread): string {
  return spread.min === spread.max ? `${spread.p50}` : `${spread.p50} (${spread.min}–${spread.max})`;
}

/** `3%`, or `57% (55–99%)` where runs differ. */
export function formatShare(spread: Spread): string {
  const [least, typical, most] = [spread.min, spread.p50, spread.max].map(formatPercent);
  return least === most ? `${typical}` : `${typical} (${least?.replace("%", "")}–${most})`;
}
