import { counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import { durationMsMax, exitCodeMax, numberMax, timesMax } from "../../scenario/limits.ts";
import type { ContainerScript, ImageBehavior, Run } from "../../scenario/model.ts";

/** The nearest script that the language of scenarios can say, and what had to be changed for it: sentences for people. */
export function nearestScript(script: ContainerScript, container: string): NearestScript {
  const notes = new Set<string>();
  const note = (sentence: string) => notes.add(`${container}: ${sentence}`);
  const runs = script.runs.map((run) => nearestRun(run, note));
  return { script: { runs, image: script.image && nearestImage(script.image, note) }, notes: [...notes] };
}

interface NearestScript {
  readonly script: ContainerScript;
  readonly notes: readonly string[];
}

type Note = (sentence: string) => void;

function nearestRun({ end, stop, times, ...run }: Run, note: Note): Run {
  return {
    ...run,
    times: nearestCount(times, timesMax, note),
    end: end && { ...end, exitCode: nearestExitCode(end.exitCode, note), afterMs: nearestTime(end.afterMs, note) },
    answers: run.answers.map((window) => ({ ...window, afterMs: nearestTime(window.afterMs, note) })),
    stop:
      stop.kind === "ignores"
        ? stop
        : { ...stop, exitCode: nearestExitCode(stop.exitCode, note), inMs: nearestTime(stop.inMs, note) },
  };
}

function nearestImage(image: ImageBehavior, note: Note): ImageBehavior {
  const absences = image.absences.map(({ missingTimes, ...absence }) => ({
    ...absence,
    missingTimes: missingTimes === undefined ? undefined : nearestCount(missingTimes, numberMax, note),
  }));
  return { ...image, absences };
}

/** Those of Windows are 32 bits long: what matters of one is that the run failed. */
function nearestExitCode(exitCode: number, note: Note): number {
  if (exitCode >= 0 && exitCode <= exitCodeMax) return exitCode;
  note(`exit code ${exitCode} is outside 0–${exitCodeMax}; using 1.`);
  return 1;
}

function nearestCount(count: number, countMax: number, note: Note): number {
  if (count <= countMax) return Math.max(1, count);
  note(`${counted(count, "time", "exceed")} the maximum of a scenario; using ${countMax}.`);
  return countMax;
}

function nearestTime(ms: number, note: Note): number {
  if (ms <= durationMsMax) return ms;
  note(`${formatDuration(ms)} exceeds the maximum of a scenario; using 100 years.`);
  return durationMsMax;
}
