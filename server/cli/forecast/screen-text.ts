import { wrapAnsi } from "fast-wrap-ansi";
import { plainLine } from "../../../shared/basics/plain-line.ts";
import type { FirstScreen, ScreenRow, VerdictMark } from "../../../shared/forecast/first-screen/model.ts";
import { podName } from "../../exports/pod-name.ts";
import type { LocatedPod, PlacedDocument } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import { lineOf } from "../../manifest/text/text.ts";
import type { Style } from "../terminal/style.ts";

/** Where the first screen is printed. */
export interface ScreenPage {
  readonly style: Style;
  /** Of a terminal; undefined: one line for each row, for programs. */
  readonly columns: number | undefined;
}

const marks: Readonly<Record<VerdictMark, { readonly sign: string; readonly severity: "error" | "warning" | "hint" }>> =
  {
    good: { sign: "✓", severity: "hint" },
    "under-way": { sign: "…", severity: "hint" },
    attention: { sign: "!", severity: "warning" },
    bad: { sign: "✗", severity: "error" },
  };

/** A message of a cluster may be long. */
const textMax = 1000;

const labelWidthMin = 8;
/** A longer label, such as the name of a container, does not move the texts of the others. */
const labelWidthMax = 16;

/** The verdict beside the name of the pod, then the rows. */
export function screenText(
  { mark, headline, rows }: FirstScreen,
  { placed, located }: { readonly placed: PlacedDocument; readonly located: LocatedPod },
  { style, columns }: ScreenPage,
): readonly string[] {
  const { sign, severity } = marks[mark];
  const name = podName(located);
  const widths = rows.map(({ label }) => label.length).filter((length) => length <= labelWidthMax);
  const width = Math.max(labelWidthMin, ...widths);
  return [
    ...wrapped(`${style.bold(name)}  ${style.severity(sign, severity)} ${plainLine(headline, textMax)}`, 2, columns),
    ...rows.flatMap((row) => {
      const text = `  ${plainLine(row.label).padEnd(width)} ${plainLine(row.text, textMax)}${placeOf(row, placed, located)}`;
      return wrapped(text, width + 3, columns);
    }),
  ];
}

/** ` (line 12)`, where the field stands. */
function placeOf({ path }: ScreenRow, { document, startLine }: PlacedDocument, { prefix }: LocatedPod): string {
  if (path === undefined) return "";
  const { start } = rangeOf(document, [...prefix, ...path], "key");
  return ` (line ${startLine + lineOf(document.text, start) + 1})`;
}

/** Other lines that fit into the terminal, each as far to the right as it began. */
export function fittedLines(lines: readonly string[], columns: number | undefined): readonly string[] {
  return lines.flatMap((line) => wrapped(line, line.length - line.trimStart().length, columns));
}

/** Lines that fit into the terminal; those after the first one are indented. */
function wrapped(text: string, indent: number, columns: number | undefined): readonly string[] {
  if (columns === undefined || columns <= 2 * indent) return [text];
  const [first = "", ...rest] = wrapAnsi(text, columns, { trim: false }).split("\n");
  if (rest.length === 0) return [first];
  const others = wrapAnsi(rest.map((line) => line.trim()).join(" "), columns - indent).split("\n");
  return [first.trimEnd(), ...others.map((line) => `${" ".repeat(indent)}${line}`)];
}
