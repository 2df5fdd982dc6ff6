import { type InRuns, timesInRuns } from "../../basics/run-times.ts";
import type { WaitEnds } from "./follow.ts";
import { type Waiter, waiterFacts, waiters } from "./waiters.ts";

/** How a waiter ends over the runs; it waits on in those that are in neither. */
export interface WaitForecast {
  readonly waiter: Waiter;
  /** The release whose rules these are. */
  readonly version: string;
  /** Undefined if in no run. */
  readonly returns: InRuns | undefined;
  /** It ends with an error, other than that it has waited for too long. Undefined if in no run. */
  readonly fails: InRuns | undefined;
}

/** `timesOf`: another one where the first run has exact time. */
export function waitsOf(runs: readonly WaitEnds[], timesOf = timesInRuns): readonly WaitForecast[] {
  return waiters.map((waiter) => {
    const of = (is: "returns" | "fails"): InRuns | undefined =>
      timesOf(runs.map((run) => (run[waiter]?.is === is ? run[waiter].span : undefined)));
    return { waiter, version: waiterFacts[waiter].version, returns: of("returns"), fails: of("fails") };
  });
}
