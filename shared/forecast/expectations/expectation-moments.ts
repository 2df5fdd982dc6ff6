import type { Scenario } from "../../scenario/model.ts";
import type { Timeline } from "../../simulation/timeline/timeline.ts";
import { isTimed, verdictOf } from "./verdict.ts";

/** When one run decides an expectation: what breaks or keeps it for good happens, or its limit is over. */
export interface ExpectationMoment {
  readonly text: string;
  /** Whether it holds in this run. `judgeExpectations` asks several runs. */
  readonly holds: boolean;
  readonly tMs: number;
}

/** In the order in which they are decided. Left out are those that the run is too short for. Needs entries. */
export function expectationMoments(
  { entries, ended, untilMs }: Timeline,
  { expectations }: Scenario,
): readonly ExpectationMoment[] {
  const run = { entries, watchedMs: ended === "event-limit" ? (entries.at(-1)?.tMs ?? 0) : untilMs };
  const moments = expectations.filter(isTimed).flatMap((expectation): readonly ExpectationMoment[] => {
    const { holds, isDecided, decidedMs } = verdictOf(expectation, run);
    return isDecided && decidedMs <= run.watchedMs ? [{ text: expectation.text, holds, tMs: decidedMs }] : [];
  });
  return moments.toSorted((left, right) => left.tMs - right.tMs);
}
