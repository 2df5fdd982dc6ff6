/** `quoted` holds what stands between the quotes; `unclosed` began with a quote and has no second one. */
export interface Token {
  readonly kind: "word" | "quoted" | "unclosed" | "mark" | "operator";
  readonly text: string;
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

function tokenAt(text: string, start: number): Token {
  const first = text.charAt(start);
  if (marks.includes(first)) return tokenOf("mark", first, start, start + 1);
  if (operators.includes(first)) return stretch(text, start, "operator", (char) => operators.includes(char));
  // A quote inside a word is an apostrophe: `don't`.
  if (first === '"' || first === "'") return quotedAt(text, start, first);
  return stretch(text, start, "word", (char) => !isSpace(char) && !marks.includes(char) && !operators.includes(char));
}

function stretch(text: string, start: number, kind: Token["kind"], belongs: (char: string) => boolean): Token {
  let end = start + 1;
  while (end < text.length && belongs(text.charAt(end))) end += 1;
  return tokenOf(kind, text.slice(start, end), start, end);
}

function quotedAt(text: string, start: number, quoteMark: string): Token {
  const content: string[] = [];
  let index = start + 1;
  while (index < text.length && text.charAt(index) !== quoteMark) {
    const escaped = quoteMark === '"' && text.charAt(index) === "\\" && index + 1 < text.length;
    const char = text.charAt(escaped ? index + 1 : index);
    content.push(escaped ? (escapes[char] ?? char) : char);
    index += escaped ? 2 : 1;
  }
  if (index >= text.length) return tokenOf("unclosed", text.slice(start), start, text.length);
  return tokenOf("quoted", content.join(""), start, index + 1);
}

function tokenOf(kind: Token["kind"], text: string, start: number, end: number): Token {
  return { kind, text, lower: text.toLowerCase(), start, end };
}

function isSpace(char: string): boolean {
  return char.trim() === "";
}
