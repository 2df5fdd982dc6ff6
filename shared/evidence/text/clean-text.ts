const escapeCode = String.fromCharCode(27);
const bellCode = String.fromCharCode(7);

/** What a terminal makes of text: colors, movements of the cursor; titles and links. */
const controls = new RegExp(
  `${escapeCode}(?:\\[[0-?]{0,32}[ -/]{0,8}[@-~]|\\][^${bellCode}${escapeCode}]{0,256}(?:${bellCode}|${escapeCode}\\\\)|[@-Z\\\\-_])`,
  "g",
);

/** How a mail or a comment quotes a line. */
const quote = /^(?:> ?){1,8}/;

/** What `ts` and logs with timestamps write before a line. */
const clock =
  /^\[?(?:[A-Z][a-z]{2} [ \d]\d |\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[-+]\d\d:?\d\d)?\]? {1,4}/;

/** A longer line is no line of a describe or a table. */
const lineMax = 1 << 20;

/** What a file of YAML begins with: a fence inside of its texts is indented. */
const yamlStart = /^(?:---|#|[a-z]\w{0,62}:(?: |$))/;

/** Stands where a fence was: what follows is another text. It is so in YAML, and no line of kubectl. */
export const separator = "---";

/**
 * Text as kubectl wrote it, of what is left of it after a terminal, a mail or a comment: without escapeCode sequences, carriage returns,
 * frames, numbers and times of lines, marks of quotes, fences and the indent that all lines of a part have in common. The number of
 * lines stays.
 */
export function cleanLines(text: string): readonly string[] {
  const lines = straight(text)
    .split(/\r\n|\n|\r/)
    .map(cleanLine);
  const plain = withoutNumbers(withoutMost(withoutMost(lines, quote), clock));
  const isYaml = yamlStart.test(plain.find((line) => line !== "") ?? "");
  return isYaml ? withoutFences(plain, /^(?:```|~~~)/) : withoutFences(plain.map(withoutFrame), /^\s*(?:```|~~~)/);
}

/** Blanks and quotes as they are typed: a chat or an office program has others. Quotes of its own are left to a text that has both. */
function straight(text: string): string {
  const plain = text
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ")
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, "");
  return plain.includes('"') ? plain : plain.replace(/[\u201c-\u201f]/g, '"');
}

/** A name and a time may stand above what has the mark in each line, and an answer below it. */
function withoutMost(lines: readonly string[], mark: RegExp): readonly string[] {
  const marked = lines.filter((line) => mark.test(line)).length;
  const written = lines.filter((line) => line.trim() !== "").length;
  return marked > 0 && 2 * marked > written ? lines.map((line) => line.replace(mark, "")) : lines;
}

const numbered = /^ {0,12}(\d{1,7})(?: {0,4}[:|│.)])?(?= |\t|$)/;
/** Fewer lines may begin with such numbers by themselves. */
const numberedMin = 3;

/** As an editor or a page shows them: each is one more than that of the line above. */
function withoutNumbers(lines: readonly string[]): readonly string[] {
  const numbers = lines.map((line) => numbered.exec(line)?.[1]);
  const first = numbers.findIndex((number) => number !== undefined);
  const offset = Number(numbers[first] ?? 0) - first;
  const found = numbers.filter((number, index) => number !== undefined && Number(number) === index + offset).length;
  const written = lines.filter((line) => line.trim() !== "").length;
  if (found < numberedMin || 10 * found < 9 * written) return lines;
  return lines.map((line) => line.replace(numbered, ""));
}

/** What a terminal, Markdown, or a ticket draws beside the cells of a table. */
const sides: ReadonlySet<string> = new Set("│┃║|");

/** A line of a table has a side at both ends, and so has the line above or below it. */
function withoutFrame(line: string, index: number, lines: readonly string[]): string {
  if (!isFramed(line) || !(isFramed(lines[index - 1]) || isFramed(lines[index + 1]))) return line;
  return line.replace(/[│┃║|]/g, " ").trimEnd();
}

function isFramed(line = ""): boolean {
  const text = line.trimStart();
  return text.length > 1 && sides.has(text.charAt(0)) && sides.has(text.charAt(text.length - 1));
}

/** A fence in an item of a list is indented, and so is what it holds. */
function withoutFences(lines: readonly string[], fence: RegExp): readonly string[] {
  const fences = lines.flatMap((line, index) => (fence.test(line) ? [index] : []));
  return [-1, ...fences].flatMap((start, position) => {
    const part = lines.slice(start + 1, fences[position] ?? lines.length);
    const common = commonIndent(part);
    const plain = common === 0 ? part : part.map((line) => line.slice(common));
    return start === -1 ? plain : [separator, ...plain];
  });
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
