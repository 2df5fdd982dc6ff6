import { type Cursor, pushComment } from "./token.ts";

// What reads block style, flow style and scalars of clean text share: where they are, blanks, comments, line breaks.

export interface Walk extends Cursor {
  /** `source` as it was written: with carriage returns where `source` has blanks at the ends of lines. */
  readonly text: string;
  readonly lookForTemplates: boolean;
  /** A line must be indented so much to continue a scalar or a collection. */
  indentNext: number;
  /** Indentation of the current line, with the dashes at its start. */
  indentValue: number;
  flowLevel: number;
  /** In flow style a colon may follow right here. */
  flowKey: boolean;
  isOdd: boolean;
}

export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const blank = 0x20;
export const exclamation = 0x21;
export const doubleQuote = 0x22;
export const hash = 0x23;
export const percent = 0x25;
export const ampersand = 0x26;
export const singleQuote = 0x27;
export const asterisk = 0x2a;
export const plus = 0x2b;
export const comma = 0x2c;
export const dash = 0x2d;
export const dot = 0x2e;
export const digitZero = 0x30;
export const digitNine = 0x39;
export const colon = 0x3a;
export const greater = 0x3e;
export const question = 0x3f;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const bar = 0x7c;
export const closeBrace = 0x7d;
export const byteOrderMark = 0xfeff;
export const nothing = -1;

/** The UTF-16 unit at an offset; `nothing` behind the text. */
export function at({ source }: Walk, offset: number): number {
  return offset < source.length ? source.charCodeAt(offset) : nothing;
}

export function isEmpty(unit: number): boolean {
  return unit === blank || unit === lineFeed || unit === tab || unit === nothing;
}

export function isFlowIndicator(unit: number): boolean {
  return unit === comma || unit === openBracket || unit === closeBracket || unit === openBrace || unit === closeBrace;
}

/** `---` or `...`, and then nothing or a blank. */
export function isDocumentMark(walk: Walk, offset: number): boolean {
  const mark = at(walk, offset);
  return (
    (mark === dash || mark === dot) &&
    at(walk, offset + 1) === mark &&
    at(walk, offset + 2) === mark &&
    isEmpty(at(walk, offset + 3))
  );
}

/** Where a scalar goes on in the line that starts at the offset; -1: it does not. */
export function continuation(walk: Walk, offset: number): number {
  if (walk.indentNext <= 0) return isDocumentMark(walk, offset) ? -1 : offset;
  let end = offset;
  while (at(walk, end) === blank) end += 1;
  return at(walk, end) === lineFeed || end - offset >= walk.indentNext ? end : -1;
}

export function comment(walk: Walk): void {
  const end = walk.source.indexOf("\n", walk.offset);
  pushComment(walk, end === -1 ? walk.source.length : end);
}

/** Steps over blanks. A tab among them is odd: whether it may stand there depends on what follows. */
export function skipSpaces(walk: Walk): void {
  let unit = at(walk, walk.offset);
  while (unit === blank) {
    walk.offset += 1;
    unit = at(walk, walk.offset);
  }
  if (unit === tab) walk.isOdd = true;
}

/** Steps over the line break, if the text does not end here. */
export function newLine(walk: Walk): void {
  if (walk.offset >= walk.source.length) return;
  walk.offset += 1;
  walk.line += 1;
  walk.lineStart = walk.offset;
}
