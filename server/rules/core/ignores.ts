import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { parseScenario } from "../../../shared/scenario/language/parse.ts";
import { type CadenceComment, cadenceComments } from "../../manifest/pods/comments.ts";
import { lineIn } from "../../manifest/text/lines.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import { lineStartOf } from "../../manifest/text/text.ts";

/** `# cadence: ignore <rule>, <rule> — reason`, one for each rule. The range is that of the rule's id, in the document. */
export interface Ignore extends OffsetRange {
  readonly rule: string;
  /** Lines of the document on which the rule is silent: the comment's own and the one that it stands above. `all`: the whole document. */
  readonly lines: readonly number[] | "all";
  /** The comment as a whole, with the line or the blanks that nobody needs without it. */
  readonly comment: OffsetRange;
  /** The rule with its comma; the comment as a whole where it names no other. */
  readonly removal: OffsetRange;
}

export function ignoresOf(document: ManifestDocument): readonly Ignore[] {
  return cadenceComments(document).flatMap((placed) => {
    const { text, start: textStart } = placed;
    const { ignores } = parseScenario([{ text, container: undefined, source: "comment" }], []);
    const lines = linesOf(document, placed);
    const comment = commentRange(document, placed);
    return ignores.map(({ rule, start, end }, index) => {
      const next = ignores[index + 1];
      const last = ignores[index - 1];
      // With the comma before it; the first one with the comma behind it.
      const inText = last === undefined ? { start, end: next?.start ?? end } : { start: last.end, end };
      const removal = ignores.length === 1 ? comment : { start: textStart + inText.start, end: textStart + inText.end };
      return { rule, lines, start: textStart + start, end: textStart + end, comment, removal };
    });
  });
}

/** What no comment suppresses of what rules found: the rule of each, and where it begins in the document. */
export function notIgnored<T extends { readonly rule: string; readonly start: number }>(
  document: ManifestDocument,
  found: readonly T[],
  ignores: readonly Ignore[],
): readonly T[] {
  if (found.length === 0 || ignores.length === 0) return found;
  const everywhere = new Set(ignores.flatMap(({ rule, lines }) => (lines === "all" ? [rule] : [])));
  const places = new Set(
    ignores.flatMap(({ rule, lines }) => (lines === "all" ? [] : lines.map((line) => `${rule} ${line}`))),
  );
  return found.filter(({ rule, start }) => !everywhere.has(rule) && !places.has(`${rule} ${lineIn(document, start)}`));
}

/** A comment at the head of the document, above all content, speaks of the whole of it. */
function linesOf({ root }: ManifestDocument, { comment }: CadenceComment): Ignore["lines"] {
  const { line, subjectLine, ownLine, start } = comment;
  if (ownLine && root !== undefined && start < root.start) return "all";
  return [line, ...(ownLine ? [line + 1] : []), ...(subjectLine === undefined ? [] : [subjectLine])];
}

/** With its line where nothing else stands on it, else with the blanks before it. */
function commentRange({ text }: ManifestDocument, { comment }: CadenceComment): OffsetRange {
  const start = lineStartOf(text, comment.start);
  const before = text.slice(start, comment.start);
  // A lone carriage return ends a line for YAML, but not for editors.
  if (before.trim() !== "" || !comment.ownLine)
    return { start: comment.start - (/(?<![ \t])[ \t]*$/.exec(before)?.[0].length ?? 0), end: comment.end };
  const lineEnd = text.indexOf("\n", comment.end);
  return { start, end: lineEnd === -1 ? comment.end : lineEnd + 1 };
}
