import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { Path } from "../../../shared/basics/path.ts";
import type { Comment, ManifestDocument, MapNode, SequenceNode, TreeNode } from "../text/model.ts";
import { pathAt } from "../text/position.ts";
import { nodeAt } from "../text/ranges.ts";
import { lineEndOf, lineStartOf } from "../text/text.ts";
import { createDocument } from "./document.ts";

/** What somebody is about to type at a place of half-written YAML. Offsets are those of the document. */
export interface TypingPlace {
  /**
   * `key`: of the map at `path`. `item`: of the list at `path`, with its dash. `node`: all of what stands at `path`, on lines of its own.
   * `value`: the scalar at `path`, behind its key.
   */
  readonly what: "key" | "item" | "node" | "value";
  readonly path: Path;
  /** What an accepted word replaces: the word at the cursor, and the blanks before it where they are too few or too many. */
  readonly replaced: OffsetRange;
  /** Blanks that belong before the word in the replaced range. */
  readonly lead: string;
  /** Where the word stands then, counted from the line's start. */
  readonly column: number;
  readonly word: string;
  readonly flow: boolean;
  /** In which keys are written: `"` in JSON. */
  readonly quote: string;
  /** The word is the key of an entry: its colon is there. */
  readonly hasColon: boolean;
  /** The keys of the map, but for the one at the cursor. */
  readonly written: readonly string[];
  /** The document, with the brackets closed that somebody has just opened. */
  readonly document: ManifestDocument;
}

const wordBefore = /(?<![\w./%+-])[\w./%+-]*$/;
const wordAfter = /^[\w./%+-]*/;

/** Undefined if nothing that could be completed is typed there, because it is in a comment, in a text, or behind a value. */
export function typingAt(document: ManifestDocument, offset: number): TypingPlace | undefined {
  const { text } = document;
  if (commentAt(document, offset) !== undefined) return undefined;
  const lineStart = lineStartOf(text, offset);
  const before = text.slice(lineStart, offset);
  const wordStart = offset - (wordBefore.exec(before)?.[0].length ?? 0);
  const wordEnd = offset + (wordAfter.exec(text.slice(offset, lineEndOf(text, offset)))?.[0].length ?? 0);
  const word = bareWord(text, { lineStart, start: wordStart, end: wordEnd });
  const front = text.slice(lineStart, word.start);
  if (/\{\{(?!.*\}\})/.test(front) || !isFree(text.slice(word.end, lineEndOf(text, word.end)))) return undefined;
  const closers = openBrackets(front);
  const place = pathAt(document, offset);
  const isInFlow = isFlow(nodeAt(document, place.path)) || isFlow(parentOf(document, place.path));
  const isLost = closers !== "" && !isInFlow;
  const whole = isLost
    ? createDocument(`${text.slice(0, offset)}${closers}${text.slice(offset)}`, {
        all: true,
        listItem: document.listItem,
      })
    : document;
  const cursor: Cursor = {
    document: whole,
    ...(isLost ? pathAt(whole, offset) : place),
    offset,
    lineStart,
    word,
    front,
    inFlow: isInFlow || isLost,
    hasColon: /^["']?[ \t]*:(?:\s|$)/.test(text.slice(word.end, lineEndOf(text, word.end) + 1)),
  };
  return typed(cursor);
}

interface Cursor {
  readonly document: ManifestDocument;
  readonly path: Path;
  readonly on: "key" | "value";
  readonly offset: number;
  readonly lineStart: number;
  readonly word: OffsetRange;
  /** What stands before the word on its line. */
  readonly front: string;
  readonly inFlow: boolean;
  readonly hasColon: boolean;
}

/** Nothing follows the word that would become part of it. */
function isFree(rest: string): boolean {
  return /^["']?[ \t]*(?:$|:|[,}\]]|#)/.test(rest);
}

/** A dash is part of names, but one alone begins an item. */
function bareWord(text: string, { lineStart, start, end }: OffsetRange & { readonly lineStart: number }): OffsetRange {
  const isDash = text[start] === "-" && /^[ \t-]*$/.test(text.slice(lineStart, start));
  return isDash ? { start: start + 1, end: Math.max(start + 1, end) } : { start, end };
}

function typed(cursor: Cursor): TypingPlace | undefined {
  const { document, path, on, word } = cursor;
  const node = nodeAt(document, path);
  if (on === "key") return keyIn(cursor, path.slice(0, -1));
  if (isBehindKey(cursor)) return typing(cursor, "value", path);
  if (node?.type === "map") return keyIn(cursor, path, node);
  if (node?.type === "sequence") return itemIn(cursor, path, node);
  const parent = parentOf(document, path);
  const isAfterOther = node !== undefined && node.end > node.start && node.start < word.start;
  // A word below a value continues it, by the letter; but it was meant to be a key.
  if (isAfterOther && parent?.type === "map" && isPlain(node)) return keyIn(cursor, path.slice(0, -1), parent);
  if (isAfterOther || !hasRoom(cursor)) return undefined;
  if (parent?.type === "sequence" && parent.flow) return typing(cursor, "value", path);
  return typing(cursor, "node", path);
}

function isPlain(node: TreeNode): boolean {
  return node.type === "scalar" && node.style === "plain";
}

/** `key: ` stands before the word, on its line or, between brackets, on the same. */
function isBehindKey({ document, path, front, word }: Cursor): boolean {
  const step = path.at(-1);
  const parent = parentOf(document, path);
  if (typeof step !== "string" || parent?.type !== "map" || !/:[ \t]*["']?$/.test(front)) return false;
  const entry = parent.entries.findLast(({ key, keyRange }) => key === step && keyRange.end <= word.start);
  return entry !== undefined && /^["']?\s*:\s*["']?$/.test(document.text.slice(entry.keyRange.end, word.start));
}

function keyIn(cursor: Cursor, path: Path, found?: MapNode): TypingPlace | undefined {
  const { document, word } = cursor;
  const map = found ?? nodeAt(document, path);
  if (map?.type !== "map" || !hasRoom(cursor)) return undefined;
  const others = map.entries.filter(({ keyRange, merge }) => !merge && !touches(keyRange, word));
  const written = others.map(({ key }) => key);
  if (map.flow) {
    const first = document.text[others[0]?.keyRange.start ?? document.text.search(/\S/)];
    return { ...typing(cursor, "key", path), flow: true, quote: first === '"' || first === "{" ? '"' : "", written };
  }
  const column = columnOf(document, others[0]?.keyRange.start);
  if (isInBlockScalar(cursor, map, column)) return undefined;
  return { ...atColumn(typing(cursor, "key", path), cursor, column), written };
}

function itemIn(cursor: Cursor, path: Path, list: SequenceNode): TypingPlace | undefined {
  if (!hasRoom(cursor)) return undefined;
  if (list.flow) return { ...typing(cursor, "item", path), flow: true };
  const last = list.items.findLast(({ start }) => start < cursor.word.start);
  const column = columnOf(cursor.document, list.items[0]?.start);
  if (last !== undefined && isBlockScalar(last.value) && cursor.front.length > (column ?? 0)) return undefined;
  return atColumn(typing(cursor, "item", path), cursor, column);
}

function typing(cursor: Cursor, what: TypingPlace["what"], path: Path): TypingPlace {
  const { document, word, front, hasColon, inFlow } = cursor;
  // A colon and a dash need a blank behind them.
  const lead = /[:-]$/.test(front) ? " " : "";
  return {
    what,
    path,
    replaced: word,
    lead,
    column: front.length + lead.length,
    word: document.text.slice(word.start, word.end),
    flow: inFlow,
    quote: "",
    hasColon,
    written: [],
    document,
  };
}

/** Moves a word that is first on its line below the entries that it belongs to. */
function atColumn(made: TypingPlace, { front, lineStart, hasColon }: Cursor, column: number | undefined): TypingPlace {
  if (column === undefined || column === front.length || hasColon || front.trim() !== "") return made;
  return { ...made, replaced: { start: lineStart, end: made.replaced.end }, lead: " ".repeat(column), column };
}

/** Nothing stands before the word that would make it part of something else. */
function hasRoom({ front, document, word, inFlow }: Cursor): boolean {
  if (/^[ ]*(?:-[ \t]+)*(?:\?[ \t]+)?["']?$/.test(front)) return true;
  if (/^[ ]*-$/.test(front)) return true;
  return inFlow && /[[{,]\s*["']?$/.test(document.text.slice(0, word.start));
}

/** Whether the last entry before the cursor is a text of lines, which goes on where lines are indented farther than its key. */
function isInBlockScalar({ word, front }: Cursor, map: MapNode, column: number | undefined): boolean {
  const last = map.entries.findLast(({ keyRange }) => keyRange.start < word.start);
  return last !== undefined && isBlockScalar(last.value) && front.length > (column ?? 0) && /^ *$/.test(front);
}

function isBlockScalar(node: TreeNode): boolean {
  return node.type === "scalar" && node.style === "block";
}

/** The comment that the offset is in; blanks at the end of its line are a part of it. */
export function commentAt({ comments, text }: ManifestDocument, offset: number): Comment | undefined {
  return comments.find(({ start }) => start < offset && offset <= lineEndOf(text, start));
}

function touches(range: OffsetRange, word: OffsetRange): boolean {
  return range.start <= word.end && word.start <= range.end;
}

function parentOf(document: ManifestDocument, path: Path): TreeNode | undefined {
  return path.length === 0 ? undefined : nodeAt(document, path.slice(0, -1));
}

function isFlow(node: TreeNode | undefined): boolean {
  return node !== undefined && node.type !== "scalar" && node.flow;
}

function columnOf({ text }: ManifestDocument, offset: number | undefined): number | undefined {
  return offset === undefined ? undefined : offset - lineStartOf(text, offset);
}

/** What closes the brackets that a part of a line leaves open. */
function openBrackets(line: string): string {
  let closers = "";
  for (const [token] of line.matchAll(
    /(?<=^|[\s[{,:-])"(?:[^"\\]|\\.)*(?:"|$)|'[^']*'|(?<=^|\s)#.*|(?<=^|[\s[{,:-])[[{]|[\]}]/g,
  )) {
    if (token === "{") closers = `}${closers}`;
    else if (token === "[") closers = `]${closers}`;
    else if (token === "}" || token === "]") closers = closers.slice(1);
  }
  return closers;
}
