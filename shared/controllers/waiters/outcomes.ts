import { joinSpans, type Span } from "../../basics/span.ts";
import type { WaitEnds } from "./follow.ts";
import { type Waiter, waiterFacts, waiters } from "./waiters.ts";

/** When something happens, and in how many runs. */
interface EndsInRuns {
  readonly runs: number;
  readonly span: Span;
}

/** How a waiter ends over the runs; it waits on in those that are in neither. */
export interface WaitForecast {
  readonly waiter: Waiter;
  /** The release whose rules these are. */
  readonly version: string;
  /** Undefined if in no run. */
  readonly returns: EndsInRuns | undefined;
  /** It ends with an error, other than that it has waited for too long. Undefined if in no run. */
  readonly fails: EndsInRuns | undefined;
}

export function waitsOf(runs: readonly WaitEnds[]): readonly WaitForecast[] {
  return waiters.map((waiter) => {
    const of = (is: "returns" | "fails"): EndsInRuns | undefined => {
      const spans = runs.flatMap((run) => (run[waiter]?.is === is ? [run[waiter].span] : []));
      const [first, ...rest] = spans;
      return first && { runs: spans.length, span: rest.reduce(joinSpans, first) };
    };
    return { waiter, version: waiterFacts[waiter].version, returns: of("returns"), fails: of("fails") };
  });
}
