import { addSpans, exactly, type Span } from "../simulation/span.ts";
import type { Timeline, TimelineEntry } from "../simulation/timeline.ts";

/** The chain of causes of an entry, from the entry back to what began it. */
export function causesOf(timeline: Timeline, entry: TimelineEntry): readonly TimelineEntry[] {
  const byId = entriesById(timeline);
  const chain: TimelineEntry[] = [entry];
  for (let cause = entry.cause; cause !== undefined; ) {
    const found = byId.get(cause);
    if (found === undefined) break;
    chain.push(found);
    cause = found.cause;
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

const indexes = new WeakMap<Timeline, ReadonlyMap<string, TimelineEntry>>();

function entriesById(timeline: Timeline): ReadonlyMap<string, TimelineEntry> {
  const known = indexes.get(timeline);
  if (known !== undefined) return known;
  const index = new Map(timeline.entries.map((entry) => [entry.id, entry]));
  indexes.set(timeline, index);
  return index;
}
