import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { objectEnd } from "./json-text.ts";
import type { ManifestProblem } from "./model.ts";
import { lineEndOf, skipBlanks } from "./text.ts";

const separator = "---";

export const directiveMessage =
  'kubectl reads a line with "%" as a document of its own and refuses it: remove the line.';

interface Chunks {
  readonly chunks: readonly OffsetRange[];
  readonly problems: readonly ManifestProblem[];
  /** Where cutting ended: a start that was known already, else the end of the text. */
  readonly end: number;
}

/** Where a text is cut. */
interface Window {
  /** The start of a chunk. */
  readonly from: number;
  /** Whether it is known how the text is cut from the start of a chunk on. */
  readonly isKnown: (start: number) => boolean;
}

const wholeText: Window = { from: 0, isKnown: () => false };

/**
 * Cuts a file into documents as kubectl does: before it reads any YAML, at every line that starts with `---`, even inside of text.
 * A separator with nothing above it belongs to the document below. A file that starts with `{` is a row of JSON objects for as long as it is one.
 * Models k8s.io/apimachinery/pkg/util/yaml YAMLReader and YAMLOrJSONDecoder (v1.37.1)
 */
export function splitDocuments(text: string, { from, isKnown }: Window = wholeText): Chunks {
  const chunks: OffsetRange[] = [];
  const problems: ManifestProblem[] = [];
  let start = from === 0 ? jsonObjects(text, chunks) : from;
  while (start < text.length && !isKnown(start)) {
    const opening = text.startsWith(separator, start) && isSeparator(text, start) ? lineEndOf(text, start) : start;
    const end = nextSeparator(text, start, opening);
    if (end > start) chunks.push({ start, end });
    const lineEnd = lineEndOf(text, end);
    if (end < text.length && !isSeparator(text, end)) problems.push(brokenSeparator(text, end, lineEnd));
    const newline = text.indexOf("\n", lineEnd);
    start = newline === -1 ? text.length : newline + 1;
  }
  return { chunks, problems, end: start };
}

/** The directive that a document begins with. It ends at the next separator, so that nothing stands in it but the directive. */
export function directivesIn(text: string): readonly OffsetRange[] {
  const start = skipBlanks(text, 0);
  return /^%(?:YAML|TAG)\b/.test(text.slice(start, start + 6)) ? [{ start, end: lineEndOf(text, start) }] : [];
}

/** Whether a text begins as a JSON object: it is then cut at its braces first. */
export function beginsAsJson(text: string): boolean {
  return /^[\s\uFEFF]*\{\s*["}]/.test(text);
}

function nextSeparator(text: string, start: number, from: number): number {
  if (from === start && text.startsWith(separator, start)) return start;
  const found = text.indexOf(`\n${separator}`, from);
  return found === -1 ? text.length : found + 1;
}

/** Nothing but blanks and a comment follows the dashes. */
function isSeparator(text: string, start: number): boolean {
  return /^\s*(?:#|$)/.test(text.slice(start + separator.length, lineEndOf(text, start)));
}

function brokenSeparator(text: string, start: number, end: number): ManifestProblem {
  const follows = text[start + separator.length] === "-" ? "more dashes" : "text";
  const message = `A line that starts with "---" separates documents, and ${follows} after it is an error: kubectl refuses the document above. Write "---" alone.`;
  return { start, end, message };
}

/** Adds one chunk for each JSON object at the start of the text; returns where they end. A template or YAML in flow style has none. */
function jsonObjects(text: string, chunks: OffsetRange[]): number {
  if (!beginsAsJson(text)) return 0;
  let start = 0;
  for (;;) {
    const end = objectEnd(text, start);
    const rest = /\s*/y;
    rest.lastIndex = end ?? 0;
    rest.test(text);
    const next = rest.lastIndex;
    const isAlone = next === text.length || text[next] === "{" || text.startsWith("---", next);
    if (end === undefined || !isAlone) return start;
    chunks.push({ start, end: next });
    start = next;
    if (text[next] !== "{") return start;
  }
}
