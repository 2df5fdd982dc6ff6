import { formatDuration } from "../basics/durations.ts";
import { parseDuration } from "../basics/read-duration.ts";
import type { PullRange } from "./node.ts";

/** More is no image that anybody waits for. */
export const longestPullMs = 24 * 3_600_000;

/** Reads `2s–30s`, `2s-30s`, or `12s` for pulls that all take the same time. */
export function readPullRange(text: string): PullRange | { readonly problem: string } {
  const [min = "", max = min, ...others] = text.trim().split(/[–-]/);
  const minMs = parsePull(min);
  const maxMs = parsePull(max);
  if (minMs === undefined || maxMs === undefined || others.length > 0) return { problem: pullRangeWords };
  if (minMs > maxMs)
    return { problem: `The shortest pull (${min.trim()}) is longer than the longest (${max.trim()}).` };
  return { minMs, maxMs };
}

export const pullRangeWords = "Write how long an image pull takes, such as 2s-30s or 12s (at most 24h).";

export function formatPullRange({ minMs, maxMs }: PullRange): string {
  return minMs === maxMs ? formatDuration(minMs) : `${formatDuration(minMs)}–${formatDuration(maxMs)}`;
}

/** The same with a hyphen, as it is typed. */
export function typedPullRange(range: PullRange): string {
  return formatPullRange(range).replace("–", "-");
}

export function isSamePull(one: PullRange | undefined, other: PullRange | undefined): boolean {
  return one?.minMs === other?.minMs && one?.maxMs === other?.maxMs;
}

function parsePull(text: string): number | undefined {
  const ms = parseDuration(text.trim());
  return ms === undefined || ms < 0 || ms > longestPullMs ? undefined : Math.round(ms);
}
