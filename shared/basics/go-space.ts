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
