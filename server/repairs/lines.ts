import type { OffsetRange } from "../../shared/basics/offset-range.ts";
import type { ManifestDocument, MapEntry } from "../manifest/text/model.ts";
import { lineEndOf, lineStartOf } from "../manifest/text/text.ts";

/** From the start of its first line to the end of its last, without the line break: comments behind its lines are in it. */
export function linesOfEntry({ text }: ManifestDocument, { keyRange, value, alias }: MapEntry): OffsetRange {
  const end = Math.max(keyRange.end, (alias ?? value).end);
  return { start: lineStartOf(text, keyRange.start), end: lineEndOf(text, end) };
}

/** The lines with the comments below them that are indented deeper than `indent`: they are about what stands above them. */
export function withCommentsBelow(
  { text, comments }: ManifestDocument,
  lines: OffsetRange,
  indent: string,
): OffsetRange {
  let { end } = lines;
  for (const comment of comments) {
    if (!comment.ownLine || comment.start < end) continue;
    const start = lineStartOf(text, comment.start);
    if (text.slice(end, start).trim() !== "" || comment.start - start <= indent.length) break;
    end = lineEndOf(text, comment.start);
  }
  return { start: lines.start, end };
}

/** Stands for a hole in lines; a character that no text has. */
export const hole = "\uE000";

/** The lines of a range without comments; a line that holds nothing but a comment is left out. The text at `cut`, which lies on one line, becomes a `hole`. */
export function withoutComments(
  document: ManifestDocument,
  { start, end }: OffsetRange,
  cut?: OffsetRange,
): readonly string[] {
  const inside = document.comments.filter((comment) => start <= comment.start && comment.end <= end);
  const gone = [...inside.map((comment) => ({ start: comment.start, end: comment.end, text: "" }))];
  if (cut !== undefined) gone.push({ start: cut.start, end: cut.end, text: hole });
  const kept = gone
    .toSorted((left, right) => right.start - left.start)
    .reduce(
      (text, part) => text.slice(0, part.start - start) + part.text + text.slice(part.end - start),
      document.text.slice(start, end),
    );
  const before = document.text.slice(start, end).split(/\r?\n/);
  const isEmptied = (line: string, index: number): boolean => line.trim() === "" && before[index]?.trim() !== "";
  return kept
    .split(/\r?\n/)
    .filter((line, index) => !isEmptied(line, index))
    .map((line) => line.trimEnd());
}

/** An anchor, an alias or a tag: what is written here counts elsewhere, or the other way round. */
export function hasReferences(text: string): boolean {
  return /(?:^|[\s:,[{-])[&*!][\w!<]/m.test(text);
}
