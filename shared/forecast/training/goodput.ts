import type { TrainingAssumptions } from "../../scenario/training-assumptions.ts";
import { createRandom, type Random } from "../../simulation/world/random.ts";
import type { Spread } from "../answer/model.ts";
import { spreadOf } from "../answer/spread.ts";

/** What follows from a failure: how long no container works, or the end of the run. */
type AfterFailure = { readonly downMs: number } | { readonly ends: string };

/** Answers each failure of one run, in order. */
export type FailureAnswers = (random: Random) => AfterFailure;

/** A part of the time is useful work that a checkpoint has kept, or that goes on at the end. */
export interface Goodput {
  readonly share: Spread;
  readonly mean: number;
  /** The mean share up to the end of each run: what the way costs while it lasts. */
  readonly meanWhileRunning: number;
  readonly failures: Spread;
  /** Over all failures of all runs; undefined if there was none that the run survived. */
  readonly downMs: Spread | undefined;
  /** Runs that ended early, and why. */
  readonly ended: { readonly share: number; readonly afterMs: Spread; readonly why: string } | undefined;
  readonly runs: number;
  readonly horizonMs: number;
}

const goodputRuns = 100;
const goodputHorizonMs = 7 * 24 * 3_600_000;
/** A run of failures alone ends here. */
const failuresMax = 20_000;

/** Plays runs with the seeds 1, 2, …; `answersOf` begins a new run. Pods of a run that ended do no work for the rest of the time. */
export function playGoodput(
  training: TrainingAssumptions,
  answersOf: () => FailureAnswers,
  { runs = goodputRuns, horizonMs = goodputHorizonMs }: { readonly runs?: number; readonly horizonMs?: number } = {},
): Goodput {
  const played = Array.from({ length: runs }, (_, index) => playRun(training, answersOf(), horizonMs, index + 1));
  const shares = played.map(({ usefulMs }) => usefulMs / horizonMs);
  const downs = played.flatMap(({ downsMs }) => downsMs);
  const ended = played.flatMap(({ end }) => end ?? []);
  return {
    share: spreadOf(shares),
    mean: shares.reduce((sum, share) => sum + share, 0) / runs,
    meanWhileRunning: played.reduce((sum, { usefulMs, end }) => sum + usefulMs / (end?.tMs ?? horizonMs), 0) / runs,
    failures: spreadOf(played.map(({ failures }) => failures)),
    downMs: downs.length === 0 ? undefined : spreadOf(downs),
    ended:
      ended[0] === undefined
        ? undefined
        : { share: ended.length / runs, afterMs: spreadOf(ended.map(({ tMs }) => tMs)), why: ended[0].why },
    runs,
    horizonMs,
  };
}

interface PlayedRun {
  readonly usefulMs: number;
  readonly failures: number;
  readonly downsMs: readonly number[];
  readonly end: { readonly tMs: number; readonly why: string } | undefined;
}

function playRun(training: TrainingAssumptions, answer: FailureAnswers, horizonMs: number, seed: number): PlayedRun {
  const random = createRandom(seed);
  const downsMs: number[] = [];
  let [tMs, usefulMs, failures, resumeMs] = [0, 0, 0, 0];
  while (failures < failuresMax) {
    const upMs = -Math.log(1 - random.next()) * training.failuresEveryMs;
    if (tMs + upMs >= horizonMs)
      return {
        usefulMs: usefulMs + workIn(horizonMs - tMs - resumeMs, training, false),
        failures,
        downsMs,
        end: undefined,
      };
    usefulMs += workIn(upMs - resumeMs, training, true);
    tMs += upMs;
    failures += 1;
    const after = answer(random);
    if ("ends" in after) return { usefulMs, failures, downsMs, end: { tMs, why: after.ends } };
    downsMs.push(after.downMs);
    tMs += after.downMs;
    if (tMs >= horizonMs) break;
    resumeMs = training.resumeTakesMs;
  }
  return { usefulMs, failures, downsMs, end: undefined };
}

/** Work in a time without failures; `isLost`: what came after its last checkpoint does not count. */
function workIn(ms: number, { checkpointEveryMs, checkpointTakesMs }: TrainingAssumptions, isLost: boolean): number {
  if (ms <= 0) return 0;
  const cycleMs = checkpointEveryMs + checkpointTakesMs;
  const cycles = Math.floor(ms / cycleMs);
  const begun = isLost ? 0 : Math.min(checkpointEveryMs, ms - cycles * cycleMs);
  return cycles * checkpointEveryMs + begun;
}

/**
 * The share in the long run for failures that all take the same time, in closed form: the expected time of one interval between
 * checkpoints, which begins anew with each failure (J. T. Daly, "A higher order estimate of the optimum checkpoint interval for restart
 * dumps", 2006), here with a part of each restart in which nothing can fail.
 */
export function expectedGoodput(training: TrainingAssumptions, downMs: number): number {
  const { failuresEveryMs: meanMs, checkpointEveryMs, checkpointTakesMs, resumeTakesMs } = training;
  const cycle = (checkpointEveryMs + checkpointTakesMs) / meanMs;
  const resume = resumeTakesMs / meanMs;
  const afterFailureMs = (meanMs + downMs) * Math.expm1(cycle + resume);
  const cycleMs = -Math.expm1(-cycle) * (meanMs + downMs + afterFailureMs);
  return checkpointEveryMs / cycleMs;
}

/** Young's first order optimum of the work between two checkpoints, in ms: √(2 · time of a checkpoint · mean time between failures). */
export function youngIntervalMs({ checkpointTakesMs, failuresEveryMs }: TrainingAssumptions): number {
  return Math.sqrt(2 * checkpointTakesMs * failuresEveryMs);
}
