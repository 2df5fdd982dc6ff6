import { formatDuration } from "../../basics/durations.ts";
import type { Span } from "../../basics/span.ts";
import { rangeInWords } from "../../basics/span-words.ts";
import type { CronJobSpec, Overlap } from "../../controllers/cronjob/overlap.ts";
import type { StartInterval } from "../../controllers/cronjob/schedule.ts";

/** A CronJob whose runs meet the next start. */
export interface MetStart {
  readonly spec: CronJobSpec;
  readonly overlap: Overlap;
  /** Undefined if the Job never ends. */
  readonly lasts: Span | undefined;
  readonly interval: StartInterval;
}

/** What is said beside an answer about one run; empty where that answer says it itself. */
export function scheduleNote(met: MetStart | undefined): string {
  return met === undefined || met.overlap.kind === "never-completes" ? "" : metStartInWords(met);
}

/** `The Job never completes: it takes 7m, and Replace deletes it at the next start, every 5m.` */
export function metStartInWords({ spec, overlap, lasts, interval }: MetStart): string {
  const { shortestMs, longestMs } = interval;
  const every =
    shortestMs === longestMs
      ? `every ${formatDuration(shortestMs)}`
      : `${formatDuration(shortestMs)}–${formatDuration(longestMs)} apart`;
  const takes =
    lasts === undefined
      ? "never ends"
      : `takes ${rangeInWords({ min: lasts.earliestMs, p50: lasts.nominalMs, max: lasts.latestMs })}`;
  switch (overlap.kind) {
    case "never-completes":
      return `The Job never completes: it ${takes}, and Replace deletes it at the next start, ${every}.`;
    case "may-be-replaced":
      return `Some runs never complete: the Job ${takes}, starts are ${every}, and Replace deletes a run at the next start.`;
    case "blocked":
      return `The Job ${takes}, and Forbid lets no other one start: the schedule stops until somebody deletes it. A fix of the template does not reach a Job that runs.`;
    case "late":
      return `Runs start late: the Job ${takes}, starts are due ${every}, and Forbid makes up for the last one that it missed as soon as a run is over.`;
    case "skipped":
      return `Runs are skipped: the Job ${takes}, starts are due ${every}, and a start that Forbid missed is more than startingDeadlineSeconds (${(spec.startingDeadlineMs ?? 0) / 1000}) ago when a run is over.`;
    default:
      return overlap.runs === undefined
        ? `Jobs pile up: each ${takes}, and Allow starts another one, ${every}.`
        : `Up to ${overlap.runs} Jobs run at the same time: each ${takes}, and starts are ${every}.`;
  }
}
