import type { InRuns } from "../../basics/run-times.ts";
import type { Span } from "../../basics/span.ts";
import { whenInWords } from "../../basics/span-words.ts";
import type { Spread } from "../answer/model.ts";
import type { Completion } from "./model.ts";

/** A time of a forecast in words: `after 14–16m`, `immediately`. */
export function when(span: Span): string {
  return span.latestMs === 0 ? "immediately" : whenInWords(spreadOf(span));
}

/** When something happens, with the runs in which it does: `after 15–17m`, `in 3 of 20 runs, after 15–17m`. */
export function whenInRuns({ runs: some, span }: InRuns, { runs }: Pick<Completion, "runs">): string {
  return some === runs ? when(span) : `in ${some} of ${runs} runs, ${when(span)}`;
}

export function spreadOf({ nominalMs, earliestMs, latestMs }: Span): Spread {
  return { min: earliestMs, p50: Math.min(latestMs, Math.max(earliestMs, nominalMs)), max: latestMs };
}
