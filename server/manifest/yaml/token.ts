import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { Comment } from "../text/model.ts";

export type TokenKind =
  | "-"
  | "?"
  | ":"
  | ","
  | "{"
  | "}"
  | "["
  | "]"
  | "anchor"
  | "tag"
  | "alias"
  | "plain"
  | "quoted"
  | "block-header"
  | "block"
  | "directive"
  | "flow-cut"
  | "end";

export interface YamlToken extends OffsetRange {
  readonly kind: TokenKind;
  readonly line: number;
  readonly column: number;
  /** Line of its last character. */
  readonly endLine: number;
}

/** Where a scanner is, and what it has found so far. */
export interface Cursor {
  readonly source: string;
  readonly tokens: YamlToken[];
  readonly comments: Comment[];
  offset: number;
  line: number;
  lineStart: number;
}

/** The text from the cursor to `end` is a token: the cursor goes there. */
export function push(cursor: Cursor, kind: TokenKind, end: number): void {
  if (kind === "plain" || kind === "quoted" || kind === "block") pushLines(cursor, kind, end);
  else pushWithinLine(cursor, kind, end);
}

/** Adds a token as `push` does, without looking for line breaks in it: the caller knows that it has none. */
export function pushWithinLine(cursor: Cursor, kind: TokenKind, end: number): void {
  const { offset: start, line, lineStart } = cursor;
  cursor.tokens.push({ kind, start, end, line, column: start - lineStart, endLine: line });
  cursor.offset = end;
}

/** Whether the word is an alias or an anchor that a colon ends, as in `*app: web`: to the `yaml` package, the colon is a letter of the name. */
// Models go.yaml.in/yaml/v2 yaml_parser_scan_anchor (v2.4.4)
export function isNamedKey(word: string): boolean {
  return /^[*&][\w-]+:$/.test(word);
}

/** Offset of the first line break of the range; -1: none. No further is looked, because a file may be one line of megabytes. */
export function lineBreakIn(source: string, start: number, end: number): number {
  const found = source.slice(start, end).indexOf("\n");
  return found === -1 ? -1 : start + found;
}

function pushLines(cursor: Cursor, kind: TokenKind, end: number): void {
  const { source, offset: start, line, lineStart } = cursor;
  let endLine = line;
  let nextLine = line;
  for (let at = lineBreakIn(source, start, end); at !== -1; at = lineBreakIn(source, at + 1, end)) {
    nextLine += 1;
    cursor.lineStart = at + 1;
    if (at + 1 < end) endLine = nextLine;
  }
  cursor.tokens.push({ kind, start, end, line, column: start - lineStart, endLine });
  cursor.offset = end;
  cursor.line = nextLine;
}

/** The text from the cursor to `end` is a comment, with the blanks behind it. */
export function pushComment(cursor: Cursor, end: number): void {
  const { offset: start, line } = cursor;
  const text = cursor.source.slice(start, end).trimEnd();
  const last = cursor.tokens.at(-1);
  const ownLine = last?.endLine !== line || last.kind === "block";
  cursor.comments.push({
    start,
    end: start + text.length,
    text: text.slice(1).trim(),
    ownLine,
    line,
    subjectLine: ownLine ? undefined : line,
  });
  cursor.offset = end;
}

/** A comment on a line of its own speaks of the line below; one of several such lines, of the line below them all. */
export function withSubjects({ comments, tokens }: Pick<Cursor, "comments" | "tokens">): readonly Comment[] {
  let next = tokens.length - 1;
  for (let at = comments.length - 1; at >= 0; at -= 1) {
    const comment = comments[at];
    if (comment === undefined || !comment.ownLine) continue;
    while (next > 0 && (tokens[next - 1]?.start ?? 0) > comment.start) next -= 1;
    const below = comments[at + 1];
    const stacked = below?.ownLine === true && below.line === comment.line + 1 ? below.subjectLine : undefined;
    const token = tokens[next];
    const subjectLine =
      token !== undefined && token.kind !== "end" && token.line === comment.line + 1 ? token.line : stacked;
    comments[at] = { ...comment, subjectLine };
  }
  return comments;
}
