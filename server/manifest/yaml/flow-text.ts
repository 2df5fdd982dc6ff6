import { type Cursor, push, pushComment, type TokenKind, type YamlToken } from "./token.ts";

// Text between brackets and between quotes as goyaml scans and parses it: indentation means nothing there. The YAML library ends both
// at a line that is indented too little.
// Models go.yaml.in/yaml/v2 yaml_parser_fetch_next_token, yaml_parser_parse_flow_sequence_entry, yaml_parser_parse_flow_mapping_key (v2.4.4)

/** Deeper brackets than this are read in another way. */
const depthMax = 200;

interface FlowText extends Cursor {
  depth: number;
  /** How far the list or the map is indented that has the outermost bracket. */
  readonly indent: number;
}

/** The tokens of a collection from its opening bracket to the one that closes it, and the cursor behind it; undefined if goyaml cannot read it. */
export function readBrackets(source: string, bracket: YamlToken, indent: number): Cursor | undefined {
  const { start: offset, line, column } = bracket;
  const text: FlowText = {
    source,
    tokens: [],
    comments: [],
    offset,
    line,
    lineStart: offset - column,
    depth: 0,
    indent,
  };
  return collection(text) ? text : undefined;
}

/** Behind the quote that ends a text of several lines, if goyaml finds it, and nothing else stands on its line; undefined otherwise. */
export function endOfQuoted(source: string, start: number): number | undefined {
  const end = closingQuote(source, start);
  return end !== undefined && endsLine(source, end) ? end : undefined;
}

/** Nothing but blanks and a comment follows on the line. */
export function endsLine(source: string, offset: number): boolean {
  const nothing = /[ \t]*(?:#.*)?\r?$/my;
  nothing.lastIndex = offset;
  return nothing.test(source);
}

function collection(text: FlowText): boolean {
  const isMap = text.source[text.offset] === "{";
  take(text, isMap ? "{" : "[");
  text.depth += 1;
  const closing = isMap ? "}" : "]";
  for (let isFirst = true; ; isFirst = false) {
    if (!toNextToken(text)) return false;
    if (!isFirst && text.source[text.offset] === ",") {
      take(text, ",");
      if (!toNextToken(text)) return false;
    } else if (!isFirst && text.source[text.offset] !== closing) return false;
    if (text.source[text.offset] === closing) break;
    if (!entry(text, closing)) return false;
  }
  take(text, closing);
  text.depth -= 1;
  return true;
}

/** An item, a key with its value, or one of both. */
function entry(text: FlowText, closing: string): boolean {
  const isMarked = text.source[text.offset] === "?";
  if (isMarked) {
    take(text, "?");
    if (!toNextToken(text)) return false;
  }
  const { line } = text;
  const isEmpty = isMarked && [":", ",", closing].includes(text.source[text.offset] ?? "");
  if (!isEmpty && !node(text, closing)) return false;
  if (!toNextToken(text)) return false;
  if (text.source[text.offset] !== ":") return true;
  // The colon belongs to a key of its line.
  if (!isMarked && text.line !== line) return false;
  take(text, ":");
  if (!toNextToken(text)) return false;
  return [",", closing].includes(text.source[text.offset] ?? "") || node(text, closing);
}

function node(text: FlowText, closing: string): boolean {
  let before = "";
  let first = text.source[text.offset] ?? "";
  while ((first === "!" || first === "&") && first !== before) {
    const end = first === "!" ? endOfTag(text.source, text.offset) : endOfAnchor(text.source, text.offset);
    if (end === undefined) return false;
    push(text, first === "!" ? "tag" : "anchor", end);
    if (!toNextToken(text)) return false;
    before = first;
    first = text.source[text.offset] ?? "";
  }
  if (before !== "" && [",", ":", closing].includes(first)) return true;
  if (before !== "" && first === "*") return false;
  return first === "[" || first === "{" ? text.depth < depthMax && collection(text) : scalar(text, first);
}

function scalar(text: FlowText, first: string): boolean {
  const { source, offset } = text;
  const isAlias = first === "*";
  const isQuoted = first === '"' || first === "'";
  const end = isAlias ? endOfAnchor(source, offset) : isQuoted ? closingQuote(source, offset) : endOfPlain(text, first);
  if (end === undefined) return false;
  push(text, isAlias ? "alias" : isQuoted ? "quoted" : "plain", end);
  return true;
}

function take(text: FlowText, kind: TokenKind): void {
  push(text, kind, text.offset + 1);
}

/** Steps over blanks, line breaks and comments; false at the end of the text or of the document. */
function toNextToken(text: FlowText): boolean {
  const { source } = text;
  for (;;) {
    const unit = source[text.offset];
    if (unit === undefined) return false;
    if (unit === "#") {
      const end = source.indexOf("\n", text.offset);
      pushComment(text, end === -1 ? source.length : end);
    } else if (unit === "\n") {
      text.offset += 1;
      text.line += 1;
      text.lineStart = text.offset;
    } else if (unit === " " || unit === "\t" || unit === "\r") text.offset += 1;
    else return !(text.offset === text.lineStart && (unit === "%" || isDocumentMark(source, text.offset)));
  }
}

function isDocumentMark(source: string, offset: number): boolean {
  return /^(?:---|\.\.\.)(?:\s|$)/.test(source.slice(offset, offset + 4));
}

const uri = /(?:[\w;/?:@&=+$,.!~*'()[\]-]|%[\da-fA-F]{2})*/y;

/** Behind a tag; undefined where goyaml knows no such tag. */
// Models go.yaml.in/yaml/v2 yaml_parser_scan_tag (v2.4.4)
export function endOfTag(source: string, start: number): number | undefined {
  const [head = "!"] = /^!(?:<|!|[\w-]+!)?/.exec(source.slice(start, start + 100)) ?? [];
  if (head.length > 2) return undefined;
  uri.lastIndex = start + head.length;
  uri.test(source);
  const behind = uri.lastIndex;
  const end = head === "!<" ? behind + 1 : behind;
  const isClosed = head !== "!<" || source[behind] === ">";
  const isNamed = head === "!" || behind > start + head.length;
  return isClosed && isNamed && /^(?:\s|$)/.test(source.slice(end, end + 1)) ? end : undefined;
}

/** Behind an anchor or an alias. */
// Models go.yaml.in/yaml/v2 yaml_parser_scan_anchor (v2.4.4)
function endOfAnchor(source: string, start: number): number | undefined {
  let end = start + 1;
  while (/[\w-]/.test(source[end] ?? "")) end += 1;
  return end > start + 1 && /^(?:$|[\s?:,\]}%@`])/.test(source.slice(end, end + 1)) ? end : undefined;
}

/** Behind the quote that closes the text that begins at a quote. */
// Models go.yaml.in/yaml/v2 yaml_parser_scan_flow_scalar (v2.4.4)
function closingQuote(source: string, start: number): number | undefined {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at += 1) {
    const unit = source[at];
    if (unit === "\n" && isDocumentMark(source, at + 1)) return undefined;
    if (unit === "\\" && quote === '"') at += 1;
    else if (unit === quote) {
      if (quote === '"' || source[at + 1] !== quote) return at + 1;
      at += 1;
    }
  }
  return undefined;
}

/** Behind a text without quotes; undefined where none can begin, or a tab stands where its lines are indented. */
// Models go.yaml.in/yaml/v2 yaml_parser_scan_plain_scalar (v2.4.4)
function endOfPlain({ source, offset: start, indent }: FlowText, first: string): number | undefined {
  if (/[\s,[\]{}#&*!|>'"%@`?:]/.test(first) || (first === "-" && isBlank(source[start + 1]))) return undefined;
  let end = start;
  let indented = Number.POSITIVE_INFINITY;
  for (let at = start; at < source.length && !endsPlain(source, at, end); at += 1) {
    const unit = source[at];
    if (!isBlank(unit)) {
      end = at + 1;
      indented = Number.POSITIVE_INFINITY;
    } else if (unit === "\t" && indented <= indent) return undefined;
    else indented = unit === "\n" ? 0 : indented + 1;
  }
  return end;
}

/** `end` is behind the last letter before. */
function endsPlain(source: string, at: number, end: number): boolean {
  const unit = source[at] ?? "";
  if (unit === "\n") return isDocumentMark(source, at + 1);
  return /[,?[\]{}]/.test(unit) || (unit === ":" && isBlank(source[at + 1])) || (unit === "#" && end < at);
}

function isBlank(unit: string | undefined): boolean {
  return unit === undefined || /\s/.test(unit);
}
