import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { ManifestDocument, MapNode } from "../../manifest/text/model.ts";
import { lineEndOf, lineStartOf } from "../../manifest/text/text.ts";

/**
 * The text to remove with a field of a map: its lines and the comments at their ends.
 * Undefined if the field is the only one of the map, appears twice, or is used elsewhere.
 */
export function rangeOfField(document: ManifestDocument, map: MapNode, field: string): OffsetRange | undefined {
  const index = map.entries.findIndex(({ key, merge, unknown }) => key === field && !merge && !unknown);
  if (index === -1 || map.entries.length === 1) return undefined;
  if (map.entries.filter(({ key }) => key === field).length > 1) return undefined;
  const range = map.flow ? inBraces(document, map, index) : inLines(document, map, index);
  // An anchored value may be used below.
  const isPlain = range !== undefined && !/[\s:,[{-]&\w/.test(document.text.slice(range.start, range.end));
  return isPlain ? range : undefined;
}

/** With the comma after it, or before it for the last entry. */
function inBraces({ text }: ManifestDocument, { entries }: MapNode, index: number): OffsetRange | undefined {
  const [entry, next, before] = [entries[index], entries[index + 1], entries[index - 1]];
  if (entry === undefined) return undefined;
  const start = next === undefined && before !== undefined ? endOf(before) : entry.keyRange.start;
  const end = next?.keyRange.start ?? endOf(entry);
  return text.slice(start, end).includes("#") ? undefined : { start, end };
}

function inLines({ text }: ManifestDocument, { entries }: MapNode, index: number): OffsetRange | undefined {
  const [entry, next] = [entries[index], entries[index + 1]];
  if (entry === undefined) return undefined;
  const lineStart = lineStartOf(text, entry.keyRange.start);
  const lineEnd = lineEndOf(text, endOf(entry));
  if (text.slice(lineStart, entry.keyRange.start).trim() === "") {
    const newline = text.indexOf("\n", lineEnd);
    // For the last line of a text without a final line break, the line break before it goes, too.
    if (newline === -1)
      return {
        start: text[lineStart - 2] === "\r" ? lineStart - 2 : Math.max(0, lineStart - 1),
        end: text.length,
      };
    return { start: lineStart, end: newline + 1 };
  }
  // After the dash of a list item: the next field takes its place, unless a comment is between them.
  const between = next && text.slice(lineEnd, next.keyRange.start);
  return between?.trim() === "" && next ? { start: entry.keyRange.start, end: next.keyRange.start } : undefined;
}

function endOf({ value, alias, keyRange }: MapNode["entries"][number]): number {
  return Math.max(keyRange.end, (alias ?? value).end);
}
