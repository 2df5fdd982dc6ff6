import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { MapEntry } from "../text/model.ts";
import type { Builder } from "./builder.ts";

/** Among so few, looking through all is faster than a table. */
const fewEntries = 8;

/** Keeps the equal keys of one map, the later one of each pair. kubectl takes that and says nothing. */
export function noteDuplicates(builder: Builder, entries: readonly MapEntry[]): void {
  if (entries.length <= fewEntries && !hasEqualKeys(entries)) return;
  const seen = new Map<string, OffsetRange>();
  for (const entry of entries) {
    if (entry.unknown || entry.merge) continue;
    const earlier = seen.get(entry.key);
    if (earlier !== undefined) builder.duplicateKeys.push({ ...entry.keyRange, key: entry.key, earlier });
    seen.set(entry.key, entry.keyRange);
  }
}

function hasEqualKeys(entries: readonly MapEntry[]): boolean {
  for (let last = 1; last < entries.length; last += 1)
    for (let index = 0; index < last; index += 1) if (entries[index]?.key === entries[last]?.key) return true;
  return false;
}
