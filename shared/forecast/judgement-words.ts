import { formatDuration } from "../kubernetes/durations.ts";
import type { Judgement } from "./expectations.ts";

/** `holds in all 20 runs`, `fails in 3 of 20 runs (latest 1m34s)`: what stands behind the text of the expectation. */
export function judgementInWords(judgement: Judgement): string {
  const { holds, share, runs, undecidedRuns, watchedMs } = judgement;
  if (undecidedRuns > 0)
    return `cannot be judged: so much happens that runs were watched for ${formatDuration(watchedMs)} only`;
  if (holds) return runs === 1 ? "holds" : `holds in all ${runs} runs`;
  const failed = Math.round((1 - share) * runs);
  return `fails in ${failed} of ${runs} ${runs === 1 ? "run" : "runs"}${lateness(judgement)}`;
}

/** By how much something that should have come about by then is late, as far as the runs were watched. */
function lateness({ expectation, latestMs, unseenRuns, watchedMs }: Judgement): string {
  const { kind } = expectation.condition;
  if (kind !== "ready" && kind !== "phase") return "";
  if (unseenRuns > 0 || latestMs === undefined) return `, not even within ${formatDuration(watchedMs)}`;
  return ` (latest ${formatDuration(roundedMs(latestMs))})`;
}

/** Milliseconds of one run mean nothing. */
function roundedMs(ms: number): number {
  return Math.ceil(ms / 100) * 100;
}
