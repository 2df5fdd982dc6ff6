import { blockScalar, plain, quoted } from "./clean-scalars.ts";
import {
  ampersand,
  asterisk,
  at,
  bar,
  byteOrderMark,
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  comment,
  dash,
  dot,
  doubleQuote,
  exclamation,
  greater,
  hash,
  isDocumentMark,
  isEmpty,
  isFlowIndicator,
  lineFeed,
  newLine,
  nothing,
  openBrace,
  openBracket,
  percent,
  question,
  singleQuote,
  skipSpaces,
  type Walk,
} from "./clean-walk.ts";
import { type Cursor, isNamedKey, pushWithinLine, type TokenKind } from "./token.ts";

// The tokens of text as nearly all manifests are, in a tenth of the time that the library's lexer needs for the same. It goes
// through the same states with the same counters, under their names there, and gives up at whatever is odd or broken.
// Models yaml src/parse/lexer.ts Lexer (2.9.1)

/** Walks to the end of the text, and pushes all of its tokens but the last; undefined if it is for the library's lexer. */
export function walkCleanText(text: string, lookForTemplates: boolean): Cursor | undefined {
  const source = text.includes("\r") ? withBlanksBeforeLineFeeds(text) : text;
  if (source.includes("\r")) return undefined;
  const walk: Walk = {
    source,
    text,
    tokens: [],
    comments: [],
    offset: 0,
    line: 0,
    lineStart: 0,
    lookForTemplates,
    indentNext: 0,
    indentValue: 0,
    flowLevel: 0,
    flowKey: false,
    isOdd: false,
  };
  leadingLines(walk);
  if (!walk.isOdd) lineStart(walk);
  while (!walk.isOdd && walk.offset < source.length) {
    if (walk.flowLevel > 0) flow(walk);
    else block(walk);
  }
  return walk.isOdd || walk.flowLevel > 0 ? undefined : walk;
}

/** Of the same length. A blank at the end of a line is as little a part of any token as the carriage return is. */
function withBlanksBeforeLineFeeds(text: string): string {
  return text.replaceAll("\r\n", " \n");
}

/** Blank lines and comments before the first token. */
function leadingLines(walk: Walk): void {
  while (walk.offset < walk.source.length) {
    const start = walk.offset;
    const first = at(walk, start);
    if (first === byteOrderMark || first === percent) walk.isOdd = true;
    skipSpaces(walk);
    if (walk.isOdd) return;
    const unit = at(walk, walk.offset);
    if (unit === hash) comment(walk);
    else if (unit !== lineFeed && unit !== nothing) {
      walk.offset = start;
      return;
    }
    newLine(walk);
  }
}

function lineStart(walk: Walk): void {
  const first = at(walk, walk.offset);
  if ((first === dash || first === dot) && isDocumentMark(walk, walk.offset)) {
    if (first === dot) walk.isOdd = true;
    walk.offset += 3;
    walk.indentValue = 0;
    walk.indentNext = 0;
    return;
  }
  const start = walk.offset;
  skipSpaces(walk);
  // The library's lexer looks at one letter behind the blanks: in an empty line, that is the line feed of Windows, else the next line.
  const isEmptyInWindows = walk.offset > start && walk.text.charCodeAt(walk.offset - 1) === carriageReturn;
  walk.indentValue = walk.offset - start - (isEmptyInWindows ? 1 : 0);
  const isText = !isEmptyInWindows && !isEmpty(at(walk, walk.offset + 1));
  if (walk.indentNext > walk.indentValue && isText) walk.indentNext = walk.indentValue;
  for (let unit = at(walk, walk.offset); unit === dash || unit === question || unit === colon; ) {
    if (!isEmpty(at(walk, walk.offset + 1))) return;
    if (unit !== dash) {
      walk.isOdd = true;
      return;
    }
    const before = walk.offset;
    pushWithinLine(walk, "-", before + 1);
    skipSpaces(walk);
    walk.indentNext = walk.indentValue + 1;
    walk.indentValue += walk.offset - before;
    unit = at(walk, walk.offset);
  }
}

/** One thing in block style: up to the end of its text, or of its line. */
function block(walk: Walk): void {
  skipSpaces(walk);
  indicators(walk, false);
  if (walk.isOdd) return;
  const unit = at(walk, walk.offset);
  switch (unit) {
    case nothing:
      return;
    case hash:
    case lineFeed:
      if (unit === hash) comment(walk);
      newLine(walk);
      lineStart(walk);
      return;
    case openBrace:
    case openBracket:
      openFlow(walk, unit);
      return;
    case closeBrace:
    case closeBracket:
      walk.isOdd = true;
      return;
    case asterisk:
      word(walk, "alias");
      return;
    case doubleQuote:
    case singleQuote:
      quoted(walk, unit);
      return;
    case bar:
    case greater:
      blockScalar(walk);
      lineStart(walk);
      return;
    default:
      plain(walk, false);
  }
}

/** One thing in flow style. */
function flow(walk: Walk): void {
  const indent = flowBlanks(walk);
  if (indent !== undefined && isFlowCut(walk, indent)) walk.isOdd = true;
  while (at(walk, walk.offset) === comma) {
    pushWithinLine(walk, ",", walk.offset + 1);
    skipSpaces(walk);
    walk.flowKey = false;
  }
  indicators(walk, true);
  if (walk.isOdd) return;
  const unit = at(walk, walk.offset);
  switch (unit) {
    case nothing:
    case lineFeed:
      return;
    case hash:
      comment(walk);
      return;
    case openBrace:
    case openBracket:
      openFlow(walk, unit);
      return;
    case closeBrace:
    case closeBracket:
      pushWithinLine(walk, unit === closeBrace ? "}" : "]", walk.offset + 1);
      walk.flowKey = true;
      walk.flowLevel -= 1;
      return;
    case asterisk:
      word(walk, "alias");
      return;
    case doubleQuote:
    case singleQuote:
      walk.flowKey = true;
      quoted(walk, unit);
      return;
    default:
      if (unit === colon && (walk.flowKey || at(walk, walk.offset + 1) === comma)) {
        walk.flowKey = false;
        pushWithinLine(walk, ":", walk.offset + 1);
        skipSpaces(walk);
        return;
      }
      walk.flowKey = false;
      if (unit === colon || unit === question) walk.isOdd = true;
      else plain(walk, true);
  }
}

/** Steps over blanks and line breaks; the indentation of the line where it stops, undefined on the same line. */
function flowBlanks(walk: Walk): number | undefined {
  let indent: number | undefined;
  for (;;) {
    skipSpaces(walk);
    if (at(walk, walk.offset) !== lineFeed) return indent;
    newLine(walk);
    const start = walk.offset;
    skipSpaces(walk);
    indent = walk.offset - start;
    walk.indentValue = indent;
  }
}

/** The line is indented too little for the collection, and is not the bracket that closes it. */
function isFlowCut(walk: Walk, indent: number): boolean {
  const unit = at(walk, walk.offset);
  const isCut = (indent < walk.indentNext && unit !== hash) || (indent === 0 && isDocumentMark(walk, walk.offset));
  const isEnd =
    indent === walk.indentNext - 1 && walk.flowLevel === 1 && (unit === closeBracket || unit === closeBrace);
  return isCut && !isEnd;
}

function openFlow(walk: Walk, unit: number): void {
  if (unit === openBrace && walk.lookForTemplates) {
    const next = at(walk, walk.offset + 1);
    // A template, or a variable.
    if (next === openBrace || next === percent || next === hash || walk.source[walk.offset - 1] === "$") {
      walk.isOdd = true;
      return;
    }
  }
  pushWithinLine(walk, unit === openBrace ? "{" : "[", walk.offset + 1);
  walk.flowKey = false;
  walk.flowLevel += 1;
}

/** Anchors, and the colon behind a key. */
function indicators(walk: Walk, inFlow: boolean): void {
  for (;;) {
    const unit = at(walk, walk.offset);
    if (unit === ampersand) word(walk, "anchor");
    else if (isIndicator(walk, unit, inFlow)) {
      if (unit !== colon || (inFlow ? isOfText(walk) : isOverLines(walk))) walk.isOdd = true;
      if (inFlow) walk.flowKey = false;
      else walk.indentNext = walk.indentValue + 1;
      pushWithinLine(walk, ":", walk.offset + 1);
    } else {
      if (unit === exclamation) walk.isOdd = true;
      return;
    }
    skipSpaces(walk);
  }
}

function isIndicator(walk: Walk, unit: number, inFlow: boolean): boolean {
  if (unit !== colon && unit !== dash && unit !== question) return false;
  const next = at(walk, walk.offset + 1);
  return isEmpty(next) || (inFlow && isFlowIndicator(next));
}

/** The last token is text of several lines: before a colon somebody is typing it. */
function isOverLines({ tokens }: Walk): boolean {
  const last = tokens.at(-1);
  return last !== undefined && last.kind === "plain" && last.endLine !== last.line;
}

/** `{a:[b]}`: whether the colon is one is for others to say. */
function isOfText(walk: Walk): boolean {
  return walk.tokens.at(-1)?.kind === "plain" && !isEmpty(at(walk, walk.offset + 1));
}

/** An anchor or an alias. */
function word(walk: Walk, kind: TokenKind): void {
  let end = walk.offset + 1;
  for (let unit = at(walk, end); !isEmpty(unit) && !isFlowIndicator(unit); unit = at(walk, end)) end += 1;
  // Where the name ends depends on whether goyaml can read the brackets around it.
  if (at(walk, end - 1) === colon && isNamedKey(walk.source.slice(walk.offset, end))) walk.isOdd = true;
  pushWithinLine(walk, kind, end);
}
