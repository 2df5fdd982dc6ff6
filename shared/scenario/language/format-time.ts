import { formatDuration } from "../../basics/durations.ts";
import type { OpenTime } from "../model.ts";

/** A part with a duration, left out where it is what its absence means. */
export function optional(word: string, ms: number | undefined, absentMs: number | undefined, range?: OpenTime): string {
  if (ms === undefined) return "";
  // The middle of a range can be what is meant where nothing is written.
  const { minMs, maxMs } = range ?? { minMs: ms, maxMs: ms };
  return minMs === absentMs && maxMs === absentMs ? "" : ` ${word} ${formatOpenTime({ minMs, maxMs })}`;
}

export function timeText(ms: number, range: OpenTime | undefined): string {
  return formatOpenTime(range ?? { minMs: ms, maxMs: ms });
}

/** `14s–26s`, or `40s` where both ends are one. */
export function formatOpenTime({ minMs, maxMs }: OpenTime): string {
  return minMs === maxMs ? formatDuration(minMs) : `${formatDuration(minMs)}–${formatDuration(maxMs)}`;
}
