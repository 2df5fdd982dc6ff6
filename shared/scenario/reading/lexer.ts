/** `quoted` holds what stands between the quotes; `unclosed` began with a quote and has no second one. */
export interface Token {
  readonly kind: "word" | "quoted" | "unclosed" | "mark" | "operator";
  readonly text: string;
  /** The text as it is written, with its quotes. */
  readonly raw: string;
  /** `text` in lower case: words of the grammar are the same in either case. */
  readonly lower: string;
  /** Offsets in the scenario's text. */
  readonly start: number;
  readonly end: number;
}

/** `,` between clauses, `:` after a name, `—` before a reason. */
const marks = ",:—";
const operators = "<>=≤≥";
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** Cuts a scenario's text into words and marks. Takes every text: what has no place in the language becomes a word. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < text.length) {
    if (isSpace(text.charAt(start))) {
      start += 1;
      continue;
    }
    const token = tokenAt(text, start);
    tokens.push(token);
    start = token.end;
  }
  return tokens;
}

/** An exec command's word as `tokenize` reads it back, in quotes. */
export function quote(word: string): string {
  const escaped = word
    .replace(/["\\]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return `"${escaped}"`;
}

function tokenAt(source: string, start: number): Token {
  const first = source.charAt(start);
  if (marks.includes(first)) return tokenOf(source, "mark", start, start + 1);
  if (operators.includes(first)) return stretch(source, "operator", start, (char) => operators.includes(char));
  // A quote inside a word is an apostrophe: `don't`.
  if (first === '"' || first === "'") return quotedAt(source, start, first);
  return stretch(source, "word", start, (char) => !isSpace(char) && !marks.includes(char) && !operators.includes(char));
}

function stretch(source: string, kind: Token["kind"], start: number, belongs: (char: string) => boolean): Token {
  let end = start + 1;
  while (end < source.length && belongs(source.charAt(end))) end += 1;
  return tokenOf(source, kind, start, end);
}

function quotedAt(source: string, start: number, quoteMark: string): Token {
  const content: string[] = [];
  let index = start + 1;
  while (index < source.length && source.charAt(index) !== quoteMark) {
    const escaped = quoteMark === '"' && source.charAt(index) === "\\" && index + 1 < source.length;
    const char = source.charAt(escaped ? index + 1 : index);
    content.push(escaped ? (escapes[char] ?? char) : char);
    index += escaped ? 2 : 1;
  }
  if (index >= source.length) return tokenOf(source, "unclosed", start, source.length);
  return { ...tokenOf(source, "quoted", start, index + 1), text: content.join("") };
}

function tokenOf(source: string, kind: Token["kind"], start: number, end: number): Token {
  const raw = source.slice(start, end);
  return { kind, text: raw, raw, lower: raw.toLowerCase(), start, end };
}

function isSpace(char: string): boolean {
  return char.trim() === "";
}
