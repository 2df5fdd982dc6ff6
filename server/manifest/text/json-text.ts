// JSON texts can be megabytes on one line: they are looked at letter by letter, without a match for each string.

const quote = 34;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;
const openBracket = 91;
const closeBracket = 93;

/** Offset after the string whose quote stands at `start`; the length of the text if it is never closed. */
export function jsonStringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = at - 1;
    while (escapes > start && text.charCodeAt(escapes) === backslash) escapes -= 1;
    if ((at - escapes) % 2 === 1) return at + 1;
  }
  return text.length;
}

/** Offset after the brace that closes the first one from `start` on, whatever else stands there. Undefined if none does. */
export function objectEnd(text: string, start: number): number | undefined {
  let open = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = jsonStringEnd(text, at) - 1;
    else if (code === openBrace) open += 1;
    else if (code === closeBrace) {
      open -= 1;
      if (open === 0) return at + 1;
    }
  }
  return undefined;
}

/** Letters that JSON has outside of strings: blanks, brackets, colons, commas, numbers and the words true, false and null. */
const plain = new Set([..." \t\r\n:,+-.0123456789", ..."truefalsenullE"].map((letter) => letter.charCodeAt(0)));
const depthMax = 200;

/** Offset after the value that begins at `start`, if its brackets match and JSON has all of its letters; else undefined. */
export function jsonValueEnd(text: string, start: number): number | undefined {
  const open: number[] = [];
  let at = start;
  do {
    const code = text.charCodeAt(at);
    if (code === quote) at = jsonStringEnd(text, at);
    else {
      at += 1;
      if (!isRight(text, at, open)) return undefined;
    }
  } while (open.length > 0 && at < text.length);
  return open.length === 0 ? at : undefined;
}

/** Whether the letter before `at` may stand inside of these open brackets, of which it becomes or closes one. */
function isRight(text: string, at: number, open: number[]): boolean {
  const code = text.charCodeAt(at - 1);
  if (code === openBrace || code === openBracket) {
    open.push(code);
    return open.length <= depthMax && (code === openBracket || beginsObject(text, at));
  }
  // The closing one stands two letters behind the opening one in Unicode.
  if (code === closeBrace || code === closeBracket) return open.pop() === code - 2;
  return plain.has(code) && open.length > 0;
}

/** A template begins with two braces. */
function beginsObject(text: string, at: number): boolean {
  const code = text.charCodeAt(skipJsonBlanks(text, at));
  return code === quote || code === closeBrace;
}

/** Offset of the first letter that is no blank. */
export function skipJsonBlanks(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code === 32 || (code >= 9 && code <= 13); code = text.charCodeAt(at)) at += 1;
  return at;
}
