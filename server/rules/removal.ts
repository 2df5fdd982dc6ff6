import type { ManifestDocument, MapNode, Range } from "../manifest/model.ts";
import { lineEndOf, lineStartOf } from "../manifest/text.ts";

/**
 * What of the text goes with a field of a map: the lines that it has and what is said at their ends.
 * Undefined: the field is the only one of the map, stands there twice, or is used elsewhere.
 */
export function rangeOfField(document: ManifestDocument, map: MapNode, field: string): Range | undefined {
  const index = map.entries.findIndex(({ key, merge, unknown }) => key === field && !merge && !unknown);
  if (index === -1 || map.entries.length === 1) return undefined;
  if (map.entries.filter(({ key }) => key === field).length > 1) return undefined;
  const range = map.flow ? inBraces(document, map, index) : inLines(document, map, index);
  // What an anchor names may be used below.
  const isPlain = range !== undefined && !/[\s:,[{-]&\w/.test(document.text.slice(range.start, range.end));
  return isPlain ? range : undefined;
}

/** With the comma behind it, or before it where it is the last. */
function inBraces({ text }: ManifestDocument, { entries }: MapNode, index: number): Range | undefined {
  const [entry, next, before] = [entries[index], entries[index + 1], entries[index - 1]];
  if (entry === undefined) return undefined;
  const start = next === undefined && before !== undefined ? endOf(before) : entry.keyRange.start;
  const end = next?.keyRange.start ?? endOf(entry);
  return text.slice(start, end).includes("#") ? undefined : { start, end };
}

function inLines({ text }: ManifestDocument, { entries }: MapNode, index: number): Range | undefined {
  const [entry, next] = [entries[index], entries[index + 1]];
  if (entry === undefined) return undefined;
  const lineStart = lineStartOf(text, entry.keyRange.start);
  const lineEnd = lineEndOf(text, endOf(entry));
  if (text.slice(lineStart, entry.keyRange.start).trim() === "") {
    const newline = text.indexOf("\n", lineEnd);
    // The last line of a text that ends without a line break takes the one before it along.
    if (newline === -1)
      return {
        start: text[lineStart - 2] === "\r" ? lineStart - 2 : Math.max(0, lineStart - 1),
        end: text.length,
      };
    return { start: lineStart, end: newline + 1 };
  }
  // Behind the dash of a list item: the next field takes its place, if no comment stands between.
  const between = next && text.slice(lineEnd, next.keyRange.start);
  return between?.trim() === "" && next ? { start: entry.keyRange.start, end: next.keyRange.start } : undefined;
}

function endOf({ value, alias, keyRange }: MapNode["entries"][number]): number {
  return Math.max(keyRange.end, (alias ?? value).end);
}
