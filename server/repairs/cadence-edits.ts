import type { Path } from "../../shared/basics/path.ts";
import { tokenize } from "../../shared/scenario/reading/lexer.ts";
import { type CadenceComment, containersOnLine } from "../manifest/pods/comments.ts";
import { descend } from "../manifest/text/descend.ts";
import type { ManifestDocument } from "../manifest/text/model.ts";
import { lineEndOf, lineOf, lineStartOf } from "../manifest/text/text.ts";
import { eolOf, ownMapAt, type TextEdit } from "../rules/edits/edits.ts";
import type { IndentedLine } from "./cadence-lines.ts";

/** Puts another text behind `cadence:`. The column of the comment stays, and so does a note behind its text, on a line of its own. */
export function replaceComment(
  { text }: ManifestDocument,
  place: CadenceComment,
  { container, said }: { readonly container: string | undefined; readonly said: string },
): readonly TextEdit[] {
  const blank = text[place.start - 1] === ":" ? " " : "";
  const newText = `${blank}${nameBefore(place, container)}${said}`;
  const edit = { start: place.start, end: place.end, newText };
  const note = noteIn(place);
  if (note === undefined) return [edit];
  const start = lineStartOf(text, place.comment.start);
  return [{ start, end: start, newText: `${indentAt(text, start)}${note}${eolOf(text)}` }, edit];
}

/** Takes a comment away, with its line when nothing else stands on it. A note behind its text stays in its place. */
export function removeComment({ text }: ManifestDocument, place: CadenceComment): TextEdit {
  const { start, end, ownLine } = place.comment;
  const note = noteIn(place);
  if (note !== undefined) return { start, end: place.end, newText: note };
  if (!ownLine) return { start: text.slice(0, start).trimEnd().length, end, newText: "" };
  const lineEnd = text.indexOf("\n", end);
  return { start: lineStartOf(text, start), end: lineEnd === -1 ? text.length : lineEnd + 1, newText: "" };
}

/** `# cadence: …` on a line of its own above another one. */
export function commentAbove({ text }: ManifestDocument, { start, indent }: IndentedLine, said: string): TextEdit {
  return { start, end: start, newText: `${indent}# cadence: ${said}${eolOf(text)}` };
}

/**
 * A new comment about a container: at the end of the line of its name, or above its entry where that line has a comment already
 * or holds several containers. Undefined if the container is not written at this path, but comes through an alias.
 */
export function commentBeside(
  document: ManifestDocument,
  path: Path,
  { container, said }: { readonly container: string; readonly said: string },
): TextEdit | undefined {
  const { text } = document;
  const map = ownMapAt(document.root, path);
  const list = descend(document.root, path.slice(0, -1));
  const item = list?.type === "sequence" ? list.items[Number(path.at(-1))] : undefined;
  if (map === undefined || item === undefined) return undefined;
  const name = map.entries.find(({ key, merge }) => key === "name" && !merge)?.keyRange.start ?? item.start;
  const line = lineOf(text, name);
  const hasComment = document.comments.some((comment) => comment.line === line);
  if (!hasComment && containersOnLine(document, line).length === 1) {
    const end = lineEndOf(text, name);
    const blank = /\s/.test(text[end - 1] ?? "") ? "" : " ";
    return { start: end, end, newText: `${blank}# cadence: ${said}` };
  }
  const start = lineStartOf(text, item.start);
  const isAlone = containersOnLine(document, lineOf(text, item.start)).length === 1;
  return commentAbove(document, { start, indent: indentAt(text, start) }, isAlone ? said : `${container}: ${said}`);
}

/** The name that is written stays as it is; one is needed where the line does not say whom the comment means. */
function nameBefore({ text, containerOf }: CadenceComment, container: string | undefined): string {
  const [written = "", name] = /^([^\s:]+)\s*:\s*/.exec(text) ?? [];
  if (container === undefined) return "";
  if (name === container) return written;
  return containerOf?.name === container ? "" : `${container}: `;
}

/**
 * `# because of the queue` in `# cadence: crashes # because of the queue`: YAML knows one comment there, people mean two.
 * Behind the word of an answer it is a command.
 */
function noteIn({ text }: CadenceComment): string | undefined {
  const tokens = tokenize(text);
  const note = tokens.find(
    ({ kind, raw }, index) =>
      kind === "word" &&
      raw.startsWith("#") &&
      !/^(?:fails|hangs|breaks|redirects|answers)$/.test(tokens[index - 1]?.lower ?? ""),
  );
  return note && text.slice(note.start);
}

function indentAt(text: string, lineStart: number): string {
  return /^ */.exec(text.slice(lineStart, lineEndOf(text, lineStart)))?.[0] ?? "";
}
