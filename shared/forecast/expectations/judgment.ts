import type { Expectation } from "../../scenario/model.ts";

/** `earliestMs` and `latestMs`: when the expected or forbidden event happened in the runs; undefined if it never did. */
export interface Judgment {
  readonly expectation: Expectation;
  readonly text: string;
  readonly holds: boolean;
  /** Share of the runs in which it held. */
  readonly share: number;
  readonly runs: number;
  readonly earliestMs: number | undefined;
  readonly latestMs: number | undefined;
  /** How long the shortest run was watched, and in how many runs the event never happened. */
  readonly watchedMs: number;
  readonly unseenRuns: number;
  /** Runs that ended before the expectation was decided: it does not count as held. */
  readonly undecidedRuns: number;
  readonly failed: FailedRuns;
}

/** What was reached in the runs that failed, in the unit of the condition (`Verdict.reached`). */
export interface FailedRuns {
  readonly runs: number;
  /** In how many of them the event never happened. */
  readonly unseen: number;
  readonly least: number | undefined;
  readonly most: number | undefined;
}
