import { parseDuration } from "../../basics/read-duration.ts";
import type { TimelineEntry } from "../../simulation/timeline/timeline.ts";

/** A moment on the axis, with the entry that happens then. */
export interface AxisMoment {
  readonly tMs: number;
  readonly entry: TimelineEntry | undefined;
}

const secondMs = 1000;
const clock = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2}(?:\.\d{1,3})?)$/;
const plainSeconds = /^\d{1,9}(?:\.\d{1,3})?$/;

/** A time that somebody typed: `12m40s`, `12:40`, `1:02:03` or plain seconds. Undefined if it is none of these. */
export function readTime(typed: string): number | undefined {
  const text = typed.trim();
  const [, hours = "0", minutes, seconds] = clock.exec(text) ?? [];
  if (minutes !== undefined && seconds !== undefined)
    return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * secondMs);
  if (plainSeconds.test(text)) return Math.round(Number(text) * secondMs);
  const durationMs = parseDuration(text);
  return durationMs === undefined || durationMs < 0 ? undefined : durationMs;
}

export function wholeSecond(tMs: number): number {
  return Math.round(tMs / secondMs) * secondMs;
}

/** Where a dragged cursor stops: at the nearest entry within reach, the first of those at one instant, else at a whole second. */
export function snapped(story: readonly TimelineEntry[], tMs: number, reachMs: number): AxisMoment {
  let nearest: TimelineEntry | undefined;
  let leastMs = reachMs;
  for (const entry of story) {
    if (entry.tMs > tMs + reachMs) break;
    const farMs = Math.abs(entry.tMs - tMs);
    if (farMs > leastMs || nearest?.tMs === entry.tMs) continue;
    nearest = entry;
    leastMs = farMs;
  }
  return { tMs: nearest?.tMs ?? wholeSecond(tMs), entry: nearest };
}
