import { isForPerson, troubleOf } from "../../../../http/unreachable.ts";
import type { ApiFailure } from "../api/answer.ts";
import type { TimeLimits } from "../core/timing.ts";

export type RandomShare = () => number;

/**
 * How long to wait after so many failures in a row (from 0): exponential, with jitter, and not shorter than the API server asks for, up to ten minutes.
 * What a person has to mend is tried less often: a plugin may open a browser each time.
 */
export function waitMs(
  failure: ApiFailure,
  failures: number,
  { firstWaitMs, lastWaitMs }: Pick<TimeLimits, "firstWaitMs" | "lastWaitMs">,
  random: RandomShare,
): number {
  const slower = failure.is === "no access" ? 20 : needsPerson(failure) ? 4 : 1;
  const limitMs = lastWaitMs * (slower === 1 ? 1 : slower / 2);
  const baseMs = Math.min(limitMs, firstWaitMs * slower * 2 ** Math.min(failures, 30));
  const ownMs = baseMs * (0.75 + random() * 0.5);
  const asked = failure.is === "refused" ? failure.retryAfterMs : undefined;
  if (asked === undefined) return Math.round(ownMs);
  return Math.round(Math.max(ownMs, Math.min(asked, retryAfterMaxMs) * (1 + random() * 0.25)));
}

/** However long the API server, or what stands before it, asks us to stay away. */
export const retryAfterMaxMs = 10 * 60_000;

/** Who asked for something should hear of a pause that is longer. */
export const longPauseMs = 30_000;

/** It does not mend itself. */
export function needsPerson(failure: ApiFailure): boolean {
  switch (failure.is) {
    case "no access":
    case "endless":
      return true;
    case "refused":
      return [401, 403, 404].includes(failure.status);
    case "unreachable":
      return isForPerson(troubleOf(failure));
    default:
      return false;
  }
}
