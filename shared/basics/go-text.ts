/** White space of Go, which has U+0085 and does not have the byte order mark; of JavaScript it is the other way round. */
// Models unicode.IsSpace of Go (1.26)
const spaces = new Set([..."\t\n\v\f\r \u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000"]);
for (let code = 0x2000; code <= 0x200a; code += 1) spaces.add(String.fromCharCode(code));

/** Models strings.TrimSpace of Go (1.26) */
export function trimSpace(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && spaces.has(text.charAt(from))) from += 1;
  while (to > from && spaces.has(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Models strings.Fields of Go (1.26) */
export function spaceSeparated(text: string): readonly string[] {
  const parts: string[] = [];
  let part = "";
  for (const letter of text) {
    if (!spaces.has(letter)) part += letter;
    else if (part !== "") {
      parts.push(part);
      part = "";
    }
  }
  return part === "" ? parts : [...parts, part];
}

/** What Go prints as it is: letters, marks, numbers, punctuation, symbols, and the blank. Models unicode.IsPrint of Go (1.26) */
export function isPrintable(letter: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(letter);
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\u000b": "\\v",
};

/** As the verb `%q` writes a text. Models strconv.Quote of Go (1.26) */
export function goQuoted(text: string): string {
  return `"${Array.from(text, (letter) => escapes[letter] ?? (isPrintable(letter) ? letter : escapeOf(letter))).join("")}"`;
}

function escapeOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
