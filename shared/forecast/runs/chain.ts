import { addSpans, exactly, type Span } from "../../basics/span.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";

/** The chain of causes of an entry, from the entry back to what began it. */
export function causesOf({ entries }: Timeline, entry: TimelineEntry): readonly TimelineEntry[] {
  const chain: TimelineEntry[] = [entry];
  let wanted = entry.cause;
  // A cause stands before what it causes.
  for (let index = entries.length - 1; index >= 0 && wanted !== undefined; index -= 1) {
    const earlier = entries[index];
    if (earlier?.id !== wanted) continue;
    chain.push(earlier);
    wanted = earlier.cause;
  }
  return chain;
}

/** The time from one entry to another that follows from it, as the bounds of the steps between them; undefined when it does not follow. */
export function spanBetween(timeline: Timeline, from: TimelineEntry, to: TimelineEntry): Span | undefined {
  let span = exactly(0);
  for (const entry of causesOf(timeline, to)) {
    if (entry.id === from.id) return span;
    span = addSpans(entry.sinceCause, span);
  }
  return undefined;
}
