import { youngIntervalMs } from "../../../shared/forecast/training/goodput.ts";
import type { TrainingWay } from "../../../shared/forecast/training/training.ts";
import { checkpointAdvice, trainingAssumed, trainingRows } from "../../../shared/forecast/training/training-words.ts";
import type { TrainingAssumptions } from "../../../shared/scenario/training-assumptions.ts";
import type { TrainingJson } from "../../exports/schemas/training.ts";
import { alignColumns, indent } from "../../exports/table.ts";

/** The goodput of a training run, below its pod. */
export function trainingText(ways: readonly TrainingWay[], training: TrainingAssumptions): readonly string[] {
  const advice = checkpointAdvice(training);
  return [
    `  Training, over 7 days: ${trainingAssumed(training)}`,
    ...indent(alignColumns(trainingRows(ways)), "    "),
    ...(advice === undefined ? [] : [`    ${advice}`]),
  ];
}

/** `training` of an entry of `pods`. Times are ms, shares go from 0 to 1. */
export function trainingJson(ways: readonly TrainingWay[], training: TrainingAssumptions): TrainingJson {
  return {
    assumed: training,
    bestCheckpointEveryMs: Math.round(youngIntervalMs(training)),
    ways: ways.map(({ is, isWritten, goodput, expected }) => {
      const { share, mean, meanWhileRunning, failures, downMs, ended, runs, horizonMs } = goodput;
      return {
        is,
        isWritten,
        horizonMs,
        runs,
        goodput: { ...share, mean, meanWhileRunning },
        expectedGoodput: expected ?? null,
        failures,
        downMs: downMs ?? null,
        ended: ended === undefined ? null : { share: ended.share, afterMs: ended.afterMs, why: ended.why },
      };
    }),
  };
}
