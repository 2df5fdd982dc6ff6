/**
 * What a terminal or an editor obeys, what turns the order of letters around or ends a line, and what nobody sees: two names that
 * look alike are not the same. Joiners of scripts and emoji (U+200C, U+200D) stay.
 */
const orders = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu;

/** Longer texts of clusters are cut where one line is shown. */
const plainLengthMax = 300;

/**
 * Text of a file or a cluster as one line that shows what it is. White space becomes blanks, what would be obeyed is written as JSON
 * does, and what is too long is cut.
 */
export function plainLine(text: string, lengthMax = plainLengthMax): string {
  // What is cut off need not be read.
  const begin = text.slice(0, 2 * lengthMax).replace(/\s+/g, " ");
  const line = visible(begin).trim();
  return line.length > lengthMax || text.length > 2 * lengthMax ? `${line.slice(0, lengthMax)}…` : line;
}

/** The same text, of which a terminal obeys nothing. `isKept`: says of what is found at an index that it stays. */
export function visible(text: string, isKept: (found: string, index: number) => boolean = () => false): string {
  return text.replace(orders, (found, index: number) => (isKept(found, index) ? found : escapeOf(found)));
}

function escapeOf(letter: string): string {
  return letter
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
