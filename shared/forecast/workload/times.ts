import type { Span } from "../../basics/span.ts";
import type { Spread } from "../answer/model.ts";
import { whenInWords } from "../answer/time-words.ts";

/** A time of a forecast in words: `after 14–16m`, `immediately`. */
export function when(span: Span): string {
  return span.latestMs === 0 ? "immediately" : whenInWords(spreadOf(span));
}

export function spreadOf({ nominalMs, earliestMs, latestMs }: Span): Spread {
  return { min: earliestMs, p50: Math.min(latestMs, Math.max(earliestMs, nominalMs)), max: latestMs };
}
