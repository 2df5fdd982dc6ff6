import {
  at,
  backslash,
  blank,
  carriageReturn,
  colon,
  comment,
  continuation,
  dash,
  digitNine,
  digitZero,
  hash,
  isEmpty,
  isFlowIndicator,
  lineFeed,
  newLine,
  nothing,
  plus,
  singleQuote,
  skipSpaces,
  tab,
  type Walk,
} from "./clean-walk.ts";
import { lineBreakIn, push, pushWithinLine } from "./token.ts";

// Where scalars of clean text end.

export function quoted(walk: Walk, quote: number): void {
  const end = quote === singleQuote ? endOfSingleQuoted(walk) : endOfDoubleQuoted(walk);
  if (end === -1) {
    walk.isOdd = true;
    return;
  }
  for (let feed = lineBreakIn(walk.source, walk.offset, end); feed !== -1; ) {
    const next = continuation(walk, feed + 1);
    if (next === -1) {
      walk.isOdd = true;
      return;
    }
    feed = lineBreakIn(walk.source, next, end);
  }
  push(walk, "quoted", end + 1);
}

function endOfSingleQuoted({ source, offset }: Walk): number {
  let end = source.indexOf("'", offset + 1);
  while (end !== -1 && source.charCodeAt(end + 1) === singleQuote) end = source.indexOf("'", end + 2);
  return end;
}

function endOfDoubleQuoted({ source, offset }: Walk): number {
  for (let end = source.indexOf('"', offset + 1); end !== -1; end = source.indexOf('"', end + 1)) {
    let escapes = 0;
    while (source.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}

export function plain(walk: Walk, inFlow: boolean): void {
  const { source, offset: start } = walk;
  const stop = stopOfPlain(walk, start, inFlow);
  const first = withoutBlanks(walk, start, stop);
  const end = endOfPlain(walk, { stop, end: first }, inFlow);
  if (end === start || (walk.lookForTemplates && /\{[{%]/.test(source.slice(start, end)))) walk.isOdd = true;
  else if (end === first) pushWithinLine(walk, "plain", end);
  else push(walk, "plain", end);
}

/** Behind the last letter of a plain scalar, which goes over lines. `firstLine` says where it ends on its first. */
function endOfPlain(walk: Walk, firstLine: { readonly stop: number; readonly end: number }, inFlow: boolean): number {
  let { stop, end } = firstLine;
  for (;;) {
    if (at(walk, stop) !== lineFeed || endsPlain(at(walk, stop + 1), inFlow)) return end;
    const next = continuation(walk, stop + 1);
    if (next === -1) return end;
    const from = Math.max(stop + 1, next - 1);
    stop = stopOfPlain(walk, from, inFlow);
    const behind = withoutBlanks(walk, from, stop);
    if (behind > from) end = behind;
  }
}

function withoutBlanks(walk: Walk, from: number, to: number): number {
  let end = to;
  while (end > from && isEmpty(at(walk, end - 1))) end -= 1;
  return end;
}

/** End of a plain scalar on its line, including trailing blanks. */
function stopOfPlain(walk: Walk, from: number, inFlow: boolean): number {
  const { source } = walk;
  for (let here = from; here < source.length; here += 1) {
    const unit = source.charCodeAt(here);
    if (unit === lineFeed) return here;
    if (unit === colon) {
      const next = at(walk, here + 1);
      if (isEmpty(next) || (inFlow && isFlowIndicator(next))) return here;
    } else if (unit === blank || unit === tab) {
      if (endsPlain(at(walk, here + 1), inFlow)) return here;
    } else if (inFlow && isFlowIndicator(unit)) return here;
  }
  return source.length;
}

/** What ends a plain scalar behind a blank. */
function endsPlain(unit: number, inFlow: boolean): boolean {
  return unit === hash || (inFlow && isFlowIndicator(unit));
}

export function blockScalar(walk: Walk): void {
  let keep = false;
  let indent = -1;
  let end = walk.offset + 1;
  for (let unit = at(walk, end); ; end += 1, unit = at(walk, end)) {
    if (unit === plus) keep = true;
    else if (unit > digitZero && unit <= digitNine) indent = unit - digitZero - 1;
    else if (unit !== dash) break;
  }
  pushWithinLine(walk, "block-header", end);
  skipSpaces(walk);
  const unit = at(walk, walk.offset);
  if (unit === hash) comment(walk);
  else if (unit !== lineFeed && unit !== nothing) walk.isOdd = true;
  if (walk.isOdd) return;
  newLine(walk);
  const lastFeed = endOfBlock(walk, indent, keep);
  if (walk.isOdd) return;
  push(walk, "block", Math.min(lastFeed + 1, walk.source.length));
}

/** Offset of the last line break of a block scalar, and sets how far the lines of its text are indented at least. */
function endOfBlock(walk: Walk, writtenIndent: number, keep: boolean): number {
  const { source, offset: start } = walk;
  let feed = start - 1;
  let first = start;
  for (let unit = at(walk, first); unit === blank || unit === lineFeed; first += 1, unit = at(walk, first))
    if (unit === lineFeed) feed = first;
  const indent = first - feed - 1;
  if (indent >= walk.indentNext) {
    walk.indentNext = writtenIndent === -1 ? indent : writtenIndent + (walk.indentNext === 0 ? 1 : walk.indentNext);
    do {
      const next = continuation(walk, feed + 1);
      if (next === -1) break;
      feed = source.indexOf("\n", next);
    } while (feed !== -1);
    if (feed === -1) feed = source.length;
  }
  let behind = feed + 1;
  while (at(walk, behind) === blank) behind += 1;
  if (at(walk, behind) === tab) walk.isOdd = true;
  return keep ? feed : withoutEmptyLines(walk, feed, indent);
}

/** The line break of a block scalar before the empty lines at its end. */
function withoutEmptyLines({ source, text, offset: start }: Walk, lastFeed: number, indent: number): number {
  for (let feed = lastFeed; ; ) {
    const lastUnit = text.charCodeAt(feed - 1) === carriageReturn ? feed - 2 : feed - 1;
    let here = lastUnit;
    while (source.charCodeAt(here) === blank) here -= 1;
    if (source.charCodeAt(here) !== lineFeed || here < start || here + 1 + indent <= lastUnit) return feed;
    feed = here;
  }
}
