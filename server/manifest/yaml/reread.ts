import { endOfQuoted, readBrackets } from "./flow-text.ts";
import { type Cursor, push, type YamlToken } from "./token.ts";

// Where the lexer of the YAML library and goyaml differ, the text is read again as goyaml reads it.

export interface Rereading extends Cursor {
  flowDepth: number;
  /** Where brackets open that goyaml cannot read. */
  readonly unreadable: Set<number>;
  state: "running" | "restart" | "ended" | "templated";
}

/** Puts the tokens that goyaml sees in the place of those since the outermost bracket that is open; false: it cannot read it either. */
export function rereadBrackets(scanner: Rereading): boolean {
  const { tokens, comments, source, unreadable } = scanner;
  const first = outermostBracket(scanner);
  const bracket = tokens[first];
  if (bracket === undefined || unreadable.has(bracket.start)) return false;
  const read = readBrackets(source, bracket, indentAt(tokens, bracket, first));
  if (read === undefined) {
    unreadable.add(bracket.start);
    return false;
  }
  tokens.length = first;
  for (const token of read.tokens) tokens.push(token);
  while ((comments.at(-1)?.start ?? 0) > bracket.start) comments.pop();
  for (const comment of read.comments) comments.push(comment);
  const { offset, line, lineStart } = read;
  Object.assign(scanner, { offset, line, lineStart, flowDepth: 0, state: "restart" });
  return true;
}

export function outermostBracket({ tokens, flowDepth }: Rereading): number {
  let first = tokens.length;
  for (let open = flowDepth; open > 0 && first > 0; ) {
    first -= 1;
    const kind = tokens[first]?.kind;
    if (kind === "[" || kind === "{") open -= 1;
    else if (kind === "]" || kind === "}") open += 1;
  }
  return first;
}

/** How far the list or the map is indented that has the bracket. */
export function indentAt(tokens: readonly YamlToken[], bracket: YamlToken, position: number): number {
  let first = position;
  while (tokens[first - 1]?.line === bracket.line && tokens[first - 1]?.kind !== "-") first -= 1;
  if (first < position) return tokens[first]?.column ?? 0;
  const before = tokens[first - 1];
  return before?.line === bracket.line ? before.column : bracket.column - 1;
}

/** The lexer ends a text in quotes, too, at a line that is indented too little. */
export function rereadQuoted(scanner: Rereading): boolean {
  const end = endOfQuoted(scanner.source, scanner.offset);
  if (end === undefined) return false;
  push(scanner, "quoted", end);
  scanner.state = "restart";
  return true;
}
