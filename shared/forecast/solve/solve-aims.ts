import { memo } from "../../basics/once.ts";
import { usualFrom, usualUpTo } from "../../basics/usual-numbers.ts";
import { type RestartRate, restartRate } from "../container/restarts-per-hour.ts";
import type { Goal } from "./solve-model.ts";
import { largestWithin, type Scale, smallestReaching } from "./solve-search.ts";
import type { Trial } from "./solve-trial.ts";

/** How the result of a trial is compared with a goal. The safe end of a span counts: the one with unlucky probe timing. */
export interface Aim {
  /** Grows with the numbers that are searched for. Undefined if there is no result. */
  readonly measure: (trial: Trial) => number | undefined;
  readonly meets: (trial: Trial) => boolean;
  /** A number that meets the goal next to one that does not: the smallest if the goal is a minimum, the largest if it is a maximum. */
  readonly search: (measure: (value: number) => number | undefined, scale: Scale) => number | undefined;
  /** The next number that people write and that meets the goal, too. */
  readonly usual: (value: number) => number;
  readonly periods: PeriodsTried;
}

/** Which periods other than the written one to try. */
export interface PeriodsTried {
  /** Which periods are tried alone, with the threshold as it is. */
  readonly alone: "any" | "shorter" | "none";
  /** How many of the usual periods on either side, with a threshold for each. */
  readonly shorter: number;
  readonly longer: number;
}

const hourMs = 3600_000;

export function aimOf({ kind, amount }: Goal): Aim {
  switch (kind) {
    case "start":
      return floor(({ forecast }) => forecast.startupBudget?.earliestMs, amount, {
        alone: "any",
        shorter: 2,
        longer: 1,
      });
    case "restarts":
      return floor((trial) => shortestMs(trial, amount), hourMs, {
        // Each step simulates hours.
        alone: "none",
        shorter: 1,
        longer: 0,
      });
    case "hang":
      return ceiling(({ forecast }) => forecast.hangToSigterm?.latestMs, amount);
    case "unready":
      return ceiling(({ forecast }) => forecast.unreadyAfter?.latestMs, amount);
  }
}

function floor(measure: Aim["measure"], reach: number, periods: Aim["periods"]): Aim {
  return {
    measure,
    meets: (trial) => (measure(trial) ?? Number.NEGATIVE_INFINITY) >= reach,
    search: (ofValue, scale) => smallestReaching(ofValue, reach, scale),
    usual: usualFrom,
    periods,
  };
}

function ceiling(measure: Aim["measure"], limit: number): Aim {
  return {
    measure,
    meets: (trial) => (measure(trial) ?? Number.POSITIVE_INFINITY) <= limit,
    search: (ofValue, scale) => largestWithin(ofValue, limit, scale),
    usual: usualUpTo,
    periods: { alone: "shorter", shorter: 2, longer: 0 },
  };
}

/** The shortest time for this many restarts and one more; undefined if the simulation was too short. */
function shortestMs(trial: Trial, restarts: number): number | undefined {
  const rate = rateOf(trial);
  return rate.cut ? undefined : rate.shortestMs(restarts);
}

/** Computed once for each trial. */
export const rateOf = memo(
  ({ question: { assumptions, scenario }, pod, container }: Trial): RestartRate =>
    restartRate({ pod, assumptions, scenario, container }),
);
