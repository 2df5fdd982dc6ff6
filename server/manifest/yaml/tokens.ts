import { CST, Lexer } from "yaml";
import type { Comment, ManifestProblem } from "../text/model.ts";
import { walkCleanText } from "./clean-tokens.ts";
import { endOfTag, endsLine } from "./flow-text.ts";
import { indentAt, outermostBracket, type Rereading, rereadBrackets, rereadQuoted } from "./reread.ts";
import { isNamedKey, push, pushComment, type TokenKind, withSubjects, type YamlToken } from "./token.ts";

// The only file that knows the YAML library. It takes the library's lexer, which is the hard part of YAML (where a scalar ends),
// and its decoding of quotes and block scalars; the tree is built from our tokens in half the time of its own composer.

export interface Scan {
  /** The last one is `end`. */
  readonly tokens: readonly YamlToken[];
  readonly comments: readonly Comment[];
  readonly problems: readonly ManifestProblem[];
  /** A template stands where YAML has structure or a plain scalar; what was read so far is of no use. */
  readonly templated: boolean;
}

const scalarFollows = "\x1f";
const documentFollows = "\x02";
const flowCut = "\x18";
/** A quote that never closes and a half-typed line make the lexer start again on the next line; more of them than this are no YAML. */
const restartsMax = 1000;
const tooBroken = `More than ${restartsMax} lines above are broken: from here on nothing is read.`;

interface Scanner extends Rereading {
  readonly problems: ManifestProblem[];
  readonly lookForTemplates: boolean;
  /** Brackets that are open where the lexer starts again. */
  resumeDepth: number;
}

/** Tokens of one document; the text may hold anything. */
export function scan(source: string): Scan {
  const lookForTemplates = templateMarks.test(source);
  const clean = walkCleanText(source, lookForTemplates);
  if (clean === undefined) return scanWithLibrary(source);
  push(clean, "end", clean.offset);
  return { tokens: clean.tokens, comments: withSubjects(clean), problems: [], templated: false };
}

const templateMarks = /\{[{%#]|\$\{/;

/** The same for text that is not clean; of clean text it gives the same. */
export function scanWithLibrary(source: string): Scan {
  const scanner: Scanner = {
    source,
    tokens: [],
    comments: [],
    problems: [],
    lookForTemplates: templateMarks.test(source),
    offset: 0,
    line: 0,
    lineStart: 0,
    flowDepth: 0,
    resumeDepth: 0,
    unreadable: new Set(),
    state: "restart",
  };
  for (let restarts = 0; scanner.state === "restart" && restarts <= restartsMax; restarts += 1) run(scanner);
  if (scanner.state === "restart")
    scanner.problems.push({ start: scanner.offset, end: scanner.offset, message: tooBroken });
  push(scanner, "end", scanner.offset);
  const templated = scanner.state === "templated";
  return { tokens: scanner.tokens, comments: withSubjects(scanner), problems: scanner.problems, templated };
}

/** The text of a scalar that needs more than cutting out: escapes, folded lines, block scalars. `indent` is that of the block's parent. */
export function decodeScalar(source: string, offset: number, onError: (message: string) => void): string {
  const type = source[0] === '"' ? "double-quoted-scalar" : source[0] === "'" ? "single-quoted-scalar" : "scalar";
  const scalar = CST.resolveAsScalar({ type, offset, indent: 0, source, end: [] }, true, (_offset, _code, message) =>
    onError(message),
  );
  return scalar?.value ?? "";
}

export function decodeBlockScalar(
  header: string,
  source: string,
  indent: number,
  onError: (message: string) => void,
): string {
  const props: CST.Token[] = [{ type: "block-scalar-header", offset: 0, indent, source: header }];
  const token: CST.BlockScalar = { type: "block-scalar", offset: 0, indent, props, source };
  const scalar = CST.resolveAsScalar(token, true, (_offset, _code, message) => onError(message));
  return scalar.value;
}

function run(scanner: Scanner): void {
  // Brackets put in front make a new lexer start inside of them.
  let skip = scanner.resumeDepth;
  const rest = scanner.offset === 0 ? scanner.source : "[".repeat(skip) + scanner.source.slice(scanner.offset);
  scanner.state = "running";
  scanner.resumeDepth = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(rest)) {
    if (isScalar) {
      isScalar = false;
      takeScalar(scanner, lexeme);
    } else if (lexeme === scalarFollows) isScalar = true;
    else if (lexeme === documentFollows) continue;
    else if (skip > 0) skip -= 1;
    else take(scanner, lexeme);
    if (scanner.state !== "running") return;
  }
  scanner.state = "ended";
}

function take(scanner: Scanner, lexeme: string): void {
  switch (lexeme[0]) {
    case "\n":
    case "\r":
      scanner.offset += lexeme.length;
      scanner.line += 1;
      scanner.lineStart = scanner.offset;
      return;
    case " ":
    case "\t":
      if (lexeme.includes("\t")) checkTab(scanner, lexeme);
      scanner.offset += lexeme.length;
      return;
    case "#":
      pushComment(scanner, scanner.offset + lexeme.length);
      return;
    case "\uFEFF":
      scanner.offset += 1;
      scanner.lineStart = scanner.offset;
      return;
    case "-":
      if (lexeme === "---") scanner.offset += 3;
      else if (scanner.flowDepth > 0 && /[,[\]{}]/.test(scanner.source[scanner.offset + 1] ?? "")) takeDash(scanner);
      else takeIndicator(scanner, "-");
      return;
    case ".":
      // kubectl reads no further than this line.
      scanner.state = "ended";
      return;
    case "?":
    case ":":
    case ",":
    case "{":
    case "}":
    case "[":
    case "]":
      takeIndicator(scanner, lexeme[0]);
      return;
    case flowCut:
      cutFlow(scanner);
      return;
    case '"':
    case "'":
      takeQuoted(scanner, lexeme);
      return;
    case "!":
      takeTag(scanner, lexeme);
      return;
    default:
      takeWord(scanner, lexeme);
  }
}

function takeWord(scanner: Scanner, lexeme: string): void {
  const isKey = isNamedKey(lexeme);
  if (isKey && scanner.flowDepth > 0 && rereadBrackets(scanner)) return;
  const isRead = isKey && scanner.flowDepth === 0;
  if (isRead) scanner.state = "restart";
  push(scanner, wordKind(lexeme), scanner.offset + lexeme.length - (isRead ? 1 : 0));
}

/** To goyaml, a comma and square brackets are letters of a tag. */
function takeTag(scanner: Scanner, lexeme: string): void {
  const { source, offset, flowDepth } = scanner;
  const end = endOfTag(source, offset) ?? offset + lexeme.length;
  const isLonger = end > offset + lexeme.length;
  if (flowDepth > 0 && /\S/.test(source[offset + lexeme.length] ?? "") && rereadBrackets(scanner)) return;
  const isRead = isLonger && flowDepth === 0 && endsLine(source, end);
  if (isRead) scanner.state = "restart";
  push(scanner, "tag", isRead ? end : offset + lexeme.length);
}

/** `[cat, -]`: to goyaml, a text. */
// Models go.yaml.in/yaml/v2 yaml_parser_fetch_next_token (v2.4.4)
function takeDash(scanner: Scanner): void {
  if (rereadBrackets(scanner)) return;
  push(scanner, "plain", scanner.offset + 1);
}

function wordKind(lexeme: string): TokenKind {
  switch (lexeme[0]) {
    case "&":
      return "anchor";
    case "*":
      return "alias";
    case "|":
    case ">":
      return "block-header";
    case "%":
      return "directive";
    default:
      return "plain";
  }
}

function takeIndicator(scanner: Scanner, kind: TokenKind): void {
  if (kind === "{" && scanner.lookForTemplates && opensTemplate(scanner)) {
    scanner.state = "templated";
    return;
  }
  if (kind === ":" && isOfText(scanner) && rereadBrackets(scanner)) return;
  if (kind === "{" || kind === "[") scanner.flowDepth += 1;
  else if ((kind === "}" || kind === "]") && scanner.flowDepth > 0) scanner.flowDepth -= 1;
  else if (kind === ":" && scanner.flowDepth === 0 && splitHalfTypedLine(scanner)) return;
  push(scanner, kind, scanner.offset + 1);
}

/** Between brackets, the colon of `{a:[b]}` is a letter to goyaml. */
function isOfText({ flowDepth, tokens, source, offset }: Scanner): boolean {
  return flowDepth > 0 && tokens.at(-1)?.kind === "plain" && /\S/.test(source[offset + 1] ?? "");
}

/**
 * The lexer ends a collection at a line that is indented too little, goyaml does not. Where goyaml cannot read it either, somebody has
 * not closed the bracket yet: it goes on in a line that starts like an entry, and ends at another one.
 */
function cutFlow(scanner: Scanner): void {
  if (rereadBrackets(scanner)) return;
  if (/["'{}[\],]/.test(scanner.source[scanner.offset] ?? "")) {
    scanner.resumeDepth = scanner.flowDepth;
    scanner.state = "restart";
    return;
  }
  pushFlowCut(scanner);
}

/** It stands at the end of what came before, not on the line that made the lexer stop. */
function pushFlowCut(scanner: Scanner): void {
  const last = scanner.tokens.at(-1);
  if (last !== undefined) scanner.tokens.push({ ...last, kind: "flow-cut", start: last.end, line: last.endLine });
  scanner.flowDepth = 0;
}

function opensTemplate(scanner: Scanner): boolean {
  const next = scanner.source[scanner.offset + 1];
  return next === "{" || next === "%" || next === "#" || scanner.source[scanner.offset - 1] === "$";
}

function takeScalar(scanner: Scanner, lexeme: string): void {
  const previous = scanner.tokens.at(-1);
  if (previous?.kind === "block-header") {
    push(scanner, "block", scanner.offset + lexeme.length);
    return;
  }
  if (scanner.lookForTemplates && /\{[{%]/.test(lexeme)) scanner.state = "templated";
  else if (scanner.flowDepth > 0 && /^[:?]/.test(lexeme) && rereadBrackets(scanner)) return;
  else push(scanner, "plain", scanner.offset + lexeme.length);
}

function takeQuoted(scanner: Scanner, lexeme: string): void {
  if (lexeme.length > 1 && lexeme.at(-1) === lexeme[0]) {
    push(scanner, "quoted", scanner.offset + lexeme.length);
    return;
  }
  if (scanner.flowDepth > 0 ? rereadBrackets(scanner) : rereadQuoted(scanner)) return;
  // Somebody is typing, most likely: the quote holds no more than its line, and the lines below keep their meaning.
  const lineEnd = scanner.source.indexOf("\n", scanner.offset);
  const end = lineEnd === -1 ? scanner.source.length : lineEnd;
  const text = scanner.source.slice(scanner.offset, end).trimEnd();
  const range = { start: scanner.offset, end: scanner.offset + text.length };
  scanner.problems.push({
    ...range,
    message: `The quote ${lexeme[0]} is never closed: add ${lexeme[0]} at the end of the text.`,
  });
  push(scanner, "quoted", range.end);
  if (scanner.flowDepth > 0) pushFlowCut(scanner);
  scanner.offset = end;
  scanner.state = "restart";
}

/**
 * `ima⏎image: a:1`: to YAML the first line continues into a key of two lines, which is an error.
 * The word that somebody is typing must not take the line below with it: that one is read anew. True if it was so.
 */
function splitHalfTypedLine(scanner: Scanner): boolean {
  const token = scanner.tokens.at(-1);
  if (token?.kind !== "plain" || token.endLine === token.line || token.endLine !== scanner.line) return false;
  const text = scanner.source.slice(token.start, token.end);
  const lineStart = token.start + text.lastIndexOf("\n") + 1;
  const head = text.slice(0, lineStart - token.start).trimEnd();
  const headLines = head.split("\n").length - 1;
  scanner.tokens[scanner.tokens.length - 1] = {
    ...token,
    end: token.start + head.length,
    endLine: token.line + headLines,
  };
  Object.assign(scanner, { offset: lineStart, lineStart, line: token.endLine, state: "restart" });
  return true;
}

/** Models sigs.k8s.io/yaml/goyaml.v2 yaml_parser_scan_to_next_token (v1.6): no tab where a key could start. */
function checkTab(scanner: Scanner, lexeme: string): void {
  const previous = scanner.tokens.at(-1);
  const first = previous === undefined || previous.endLine !== scanner.line;
  const start = scanner.offset + lexeme.indexOf("\t");
  const isInPlain = previous?.kind === "plain" && (scanner.comments.at(-1)?.start ?? 0) < previous.start;
  if (scanner.flowDepth > 0) {
    const position = outermostBracket(scanner);
    const bracket = scanner.tokens[position];
    if (!first || !isInPlain || bracket === undefined) return;
    if (start - scanner.lineStart > indentAt(scanner.tokens, bracket, position)) return;
  } else if (first) {
    if (isInPlain && start > scanner.lineStart) return;
  } else if (previous.kind !== "-" && previous.kind !== "?") return;
  const end = scanner.offset + lexeme.length;
  scanner.problems.push({
    start,
    end,
    message: "A tab stands where YAML indents, and kubectl refuses it: write spaces instead.",
  });
}
