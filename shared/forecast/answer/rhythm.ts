import type { RunDigest } from "./digest-model.ts";
import type { Rhythm } from "./model.ts";
import { spreadOf } from "./spread.ts";

/** Distances whose ratio is less are alike: jitter adds up to half of a short back-off, and a back-off that grows doubles. */
const alikeRatio = 1.45;
/** So many equal distances make a rhythm. */
const least = 3;

/**
 * The rhythm of the container's restarts over the runs: from its n-th restart on, all distances are alike in nearly all runs.
 * Undefined if the horizon ends before that.
 */
export function rhythmOf(runs: readonly RunDigest[], container: string): Rhythm | undefined {
  const startsMs = runs.map(({ restarts }) =>
    restarts.flatMap((restart) => (restart.container === container ? [restart.tMs] : [])),
  );
  const found = startsMs.flatMap((starts) => steadyIn(starts) ?? []);
  if (found.length === 0 || found.length < runs.length / 2) return undefined;
  return {
    fromMs: spreadOf(found.map(({ fromMs }) => fromMs)),
    everyMs: spreadOf(found.flatMap(({ gapsMs }) => gapsMs)),
  };
}

function steadyIn(
  startsMs: readonly number[],
): { readonly fromMs: number; readonly gapsMs: readonly number[] } | undefined {
  const gapsMs = startsMs.slice(1).map((startMs, index) => startMs - (startsMs[index] ?? startMs));
  const typicalMs = spreadOf(gapsMs.slice(-Math.max(least, Math.floor(gapsMs.length / 2)))).p50;
  const isAlike = (gapMs: number): boolean => gapMs < alikeRatio * typicalMs && typicalMs < alikeRatio * gapMs;
  const before = gapsMs.findLastIndex((gapMs) => !isAlike(gapMs));
  const alike = gapsMs.slice(before + 1);
  const fromMs = startsMs[before + 1];
  return alike.length < least || fromMs === undefined ? undefined : { fromMs, gapsMs: alike };
}
