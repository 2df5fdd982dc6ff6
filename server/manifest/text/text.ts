/** Offset of the first character at or after `at` that is neither blank nor part of a comment; the length of the text if there is none. */
export function skipBlanks(text: string, at: number): number {
  const blank = /[\s\uFEFF]*/y;
  for (let offset = at; ; ) {
    blank.lastIndex = offset;
    blank.test(text);
    offset = blank.lastIndex;
    if (text[offset] !== "#") return offset;
    const lineEnd = text.indexOf("\n", offset);
    if (lineEnd === -1) return text.length;
    offset = lineEnd;
  }
}

/** Only blanks, comments or `null`: kubectl does not count such a document. */
export function holdsNothing(text: string): boolean {
  const start = skipBlanks(text, text.startsWith("---") ? 3 : 0);
  const nothing = /(?:null|Null|NULL|~)(?=\s|$)/y;
  nothing.lastIndex = start;
  return skipBlanks(text, nothing.test(text) ? nothing.lastIndex : start) === text.length;
}

export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Zero-based line of an offset; for many offsets of one document see `lineIn`. */
export function lineOf(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** The zero-based line of an offset. */
export function createLineTable(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
}

export function lineStartOf(text: string, offset: number): number {
  // A search from before the text looks at its first character.
  if (offset === 0) return 0;
  return text.lastIndexOf("\n", offset - 1) + 1;
}

export function lineEndOf(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : text[end - 1] === "\r" && end > offset ? end - 1 : end;
}

/** A copy that keeps no other text alive: a slice of a string holds on to the whole of it. */
export function detach(text: string): string {
  return ` ${text}`.slice(1);
}
