const quote = 34;
const slash = 47;
const asterisk = 42;
const backslash = 92;
const lineFeed = 10;

/** A JSON text whose comments are blanks: all offsets stay. Editors allow comments there, and YAML does not know them. */
export function blankJsonComments(text: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = stringEnd(text, at) - 1;
    const end = code === slash ? commentEnd(text, at) : undefined;
    if (end === undefined) continue;
    parts.push(text.slice(kept, at), text.slice(at, end).replace(/[^\r\n]/g, " "));
    kept = end;
    at = end - 1;
  }
  return kept === 0 ? text : [...parts, text.slice(kept)].join("");
}

/** A string that is not closed ends with its line. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === lineFeed) return at;
    if (code !== backslash) continue;
    if (isLineEnd(text.charCodeAt(at + 1))) return at;
    at += 1;
  }
  return text.length;
}

function isLineEnd(code: number): boolean {
  return code === lineFeed || code === 13 || code === 0x2028 || code === 0x2029;
}

/** Undefined if the slash begins no comment. */
function commentEnd(text: string, start: number): number | undefined {
  const next = text.charCodeAt(start + 1);
  if (next !== slash && next !== asterisk) return undefined;
  const end = next === slash ? text.indexOf("\n", start) : text.indexOf("*/", start + 2);
  return end === -1 ? text.length : next === slash ? end : end + 2;
}
