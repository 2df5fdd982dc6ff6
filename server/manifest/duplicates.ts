import type { Builder } from "./builder.ts";
import type { MapEntry, Range } from "./model.ts";

/** Keeps the equal keys of one map, the later one of each pair. kubectl takes that and says nothing. */
export function noteDuplicates(builder: Builder, entries: readonly MapEntry[]): void {
  if (entries.length < 2) return;
  const seen = new Map<string, Range>();
  for (const entry of entries) {
    if (entry.unknown || entry.merge) continue;
    const earlier = seen.get(entry.key);
    if (earlier !== undefined) builder.duplicateKeys.push({ ...entry.keyRange, key: entry.key, earlier });
    seen.set(entry.key, entry.keyRange);
  }
}
