const escapeCode = String.fromCharCode(27);
const bellCode = String.fromCharCode(7);

/** What a terminal makes of text: colors, movements of the cursor; titles and links. */
const controls = new RegExp(
  `${escapeCode}(?:\\[[0-?]{0,32}[ -/]{0,8}[@-~]|\\][^${bellCode}${escapeCode}]{0,256}(?:${bellCode}|${escapeCode}\\\\)|[@-Z\\\\-_])`,
  "g",
);

/** How a mail or a comment quotes a line. */
const quote = /^(?:> ?){1,8}/;
const fence = /^\s*(?:```|~~~)/;

/** A longer line is no line of a describe or a table. */
const lineMax = 1 << 20;

/**
 * Text as kubectl wrote it, of what is left of it after a terminal, a mail or a comment: without escapeCode sequences, carriage returns,
 * marks of quotes, fences and the indent that all lines have in common. The number of lines stays.
 */
export function cleanLines(text: string): readonly string[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll("\u00a0", " ")
    .split(/\r\n|\n|\r/)
    .map(cleanLine);
  const written = lines.filter((line) => line.trim() !== "");
  const quoted = written.filter((line) => quote.test(line)).length;
  // A name and a time may stand above a quote, and an answer below it.
  const isQuoted = quoted > 0 && 2 * quoted > written.length;
  const plain = lines.map((line) => (fence.test(line) ? "" : isQuoted ? line.replace(quote, "") : line));
  const common = commonIndent(plain);
  return common === 0 ? plain : plain.map((line) => line.slice(common));
}

function cleanLine(line: string): string {
  const cut = line.length > lineMax ? line.slice(0, lineMax) : line;
  return (cut.includes(escapeCode) ? cut.replace(controls, "") : cut).trimEnd();
}

function commonIndent(lines: readonly string[]): number {
  let common = Number.POSITIVE_INFINITY;
  for (const line of lines) if (line !== "") common = Math.min(common, indentOf(line));
  return Number.isFinite(common) ? common : 0;
}

/** Blanks that a line begins with; a tab is one. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
