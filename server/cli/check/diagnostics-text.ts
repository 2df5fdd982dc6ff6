import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";
import type { Diagnostic } from "../../exports/schemas/check.ts";
import type { Job } from "../files/file-task.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import { printable } from "../terminal/terminal.ts";

/** Where text is shown. */
interface Page {
  readonly style: Style;
  /** Of a terminal: long messages are wrapped, and each problem shows its line. Undefined means one line for each problem, for programs. */
  readonly columns: number | undefined;
}

export function pageOf({ color, columns }: Job): Page {
  return { style: createStyle(color), columns };
}

/** The diagnostics of a file below its name, as ESLint's `stylish` lists them; "" where there are none. `text`: of the file, asked for if it is shown. */
export function diagnosticsText(
  path: string,
  diagnostics: readonly Diagnostic[],
  page: Page,
  text: () => string | undefined,
): string {
  const sources = [...new Set(diagnostics.map(({ source }) => source))];
  const lines = page.columns === undefined || diagnostics.length === 0 ? [] : (text()?.split("\n") ?? []);
  return sources
    .map((source) => {
      const own = diagnostics.filter((each) => each.source === source);
      return listText(source === undefined ? path : `${path} (${source})`, own, lines, page);
    })
    .join("\n");
}

const severityWidth = "warning".length;

function listText(path: string, diagnostics: readonly Diagnostic[], lines: readonly string[], page: Page): string {
  const { style } = page;
  const places = diagnostics.map(({ range: { start } }) => `${start.line + 1}:${start.character + 1}`);
  const width = Math.max(...places.map((place) => place.length));
  const listed = diagnostics.flatMap((diagnostic, index) => {
    const { severity, message, rule } = diagnostic;
    const place = style.dim((places[index] ?? "").padStart(width));
    const indent = width + severityWidth + 6;
    const said = wrapped(`${printable(message)}  ${style.dim(rule)}`, indent, page.columns);
    const first = `  ${place}  ${style.severity(severity.padEnd(severityWidth), severity)}  ${said}`;
    return [first, ...frameOf(diagnostic, lines, indent, page)];
  });
  return `${style.underline(printable(path))}\n${listed.join("\n")}\n`;
}

/** A narrow terminal wraps by itself, better than a column of single words. */
const messageWidthMin = 30;

function wrapped(text: string, indent: number, columns = 0): string {
  const width = columns - indent;
  return width < messageWidthMin ? text : wrapAnsi(text, width).replaceAll("\n", `\n${" ".repeat(indent)}`);
}

/** The line of a problem, and what of it is meant. Nothing for a place that is not in the text, or too far to the right. */
function frameOf({ range, severity }: Diagnostic, lines: readonly string[], indent: number, page: Page): string[] {
  const { style, columns = 0 } = page;
  const line = lines[range.start.line]?.trimEnd();
  const width = columns - indent - 2;
  if (line === undefined || width < messageWidthMin) return [];
  const from = line.length - line.trimStart().length;
  const to = range.end.line === range.start.line ? range.end.character : line.length;
  // More letters than columns are not shown.
  const before = stringWidth(plain(line.slice(from, Math.min(range.start.character, from + width))));
  if (before >= width || range.start.character > line.length) return [];
  const marked = stringWidth(plain(line.slice(range.start.character, Math.min(to, range.start.character + width))));
  const bar = `${" ".repeat(indent)}${style.dim("│")} `;
  const mark = "~".repeat(Math.max(1, Math.min(marked, width - before)));
  return [
    `${bar}${style.dim(cut(plain(line.slice(from, from + width + 1)), width))}`,
    `${bar}${" ".repeat(before)}${style.severity(mark, severity)}`,
  ];
}

/** Each letter in the place of one that a terminal obeys, so that columns stay. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, " ");
}

function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = "";
  for (const letter of text) {
    if (stringWidth(shown + letter) >= width) break;
    shown += letter;
  }
  return `${shown}…`;
}
