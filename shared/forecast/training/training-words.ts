import { formatDuration } from "../../basics/durations.ts";
import { formatTypical, rangeInWords } from "../../basics/span-words.ts";
import type { TrainingAssumptions } from "../../scenario/training-assumptions.ts";
import { youngIntervalMs } from "./goodput.ts";
import type { TrainingWay } from "./training.ts";

const wayNames: Readonly<Record<TrainingWay["is"], string>> = {
  "in-place": "restart in place",
  job: "new pod of the Job",
  "job-set": "JobSet creates it anew",
};

/** `failures every 6h, checkpoint every 30m (takes 1m), …`. */
export function trainingAssumed(training: TrainingAssumptions): string {
  const { failuresEveryMs, checkpointEveryMs, checkpointTakesMs, resumeTakesMs } = training;
  const { schedulingTakesMs, pullTakesMs } = training;
  return [
    `failures every ${formatDuration(failuresEveryMs)}`,
    `checkpoint every ${formatDuration(checkpointEveryMs)} (takes ${formatDuration(checkpointTakesMs)})`,
    `resume ${formatDuration(resumeTakesMs)}`,
    `new pod: scheduling ${formatDuration(schedulingTakesMs)}, image pull ${formatDuration(pullTakesMs)}`,
  ].join(", ");
}

/** The name of a way, and what comes of it. */
export function trainingRows(ways: readonly TrainingWay[]): readonly (readonly [string, string])[] {
  return ways.map(({ is, isWritten, goodput }) => {
    const { share, mean, meanWhileRunning, downMs, ended, runs } = goodput;
    const parts = [
      `goodput ${percent(mean)} (${percent(share.min)}–${percent(share.max)} in ${runs} runs)`,
      ...(downMs === undefined ? [] : [`down ${rangeInWords(downMs)} per failure`]),
      ...(ended === undefined
        ? []
        : [
            `${percent(meanWhileRunning)} until it ends: in ${Math.round(ended.share * runs)} of ${runs} runs ${ended.why}, after ${rangeInWords(ended.afterMs)}`,
          ]),
    ];
    return [`${wayNames[is]}${isWritten ? " (as written)" : ""}`, parts.join("; ")];
  });
}

/** `A checkpoint about every 27m is best …`; nothing where what is assumed is near it, or checkpoints cost nothing. */
export function checkpointAdvice(training: TrainingAssumptions): string | undefined {
  const bestMs = youngIntervalMs(training);
  const factor = training.checkpointEveryMs / bestMs;
  if (bestMs < 1000 || (factor > 0.5 && factor < 2)) return undefined;
  return `A checkpoint about every ${formatTypical(bestMs)} gives the best goodput (Young: √(2 · checkpoint · time between failures)).`;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}
