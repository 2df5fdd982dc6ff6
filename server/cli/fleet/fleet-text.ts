import { counted } from "../../../shared/basics/counted.ts";
import { plainLine } from "../../../shared/basics/plain-line.ts";
import type { FleetReport } from "../../../shared/prometheus/fleet/model.ts";
import { grouped } from "../../../shared/prometheus/fleet/quantities.ts";
import { headline, reportSections, type Section, totalLines } from "../../../shared/prometheus/fleet/sections.ts";
import { alignColumns, indent, wrapped } from "../../exports/table.ts";
import { heading, list, literal, paragraphs, table } from "../../markdown/markdown.ts";
import type { Style } from "../terminal/style.ts";

const rowsMax = 10;
/** A page has room for more. */
const markdownRowsMax = 50;
const columnsMax = 80;
/** The first column of a table is cut first: names are long. */
const nameMin = 16;

/** The report for a terminal of 80 columns. */
export function fleetText(report: FleetReport, style: Style): string {
  const { range, prometheus, match, assumed, watch, missing } = report;
  const place = [prometheus, match].filter((part) => part !== "").join(" ");
  const parts = [
    [
      style.bold(headline(report)),
      ...indent(
        totalLines(report).flatMap((line) => wrapped(line, columnsMax - 2)),
        "  ",
      ),
    ],
    ...reportSections(report, rowsMax).map((section) => sectionLines(section, style)),
    bulletLines("Watch after the change", watch, style),
    bulletLines("Assumed", assumed, style),
    bulletLines("Missing", missing, style),
    [...wrapped(`${minuteText(range.from)} to ${minuteText(range.until)} UTC · ${plainLine(place)}`, columnsMax)].map(
      style.dim,
    ),
  ];
  return `${parts
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** The same for a page or a pull request. */
export function fleetMarkdown(report: FleetReport): string {
  const { range, prometheus, match, assumed, watch, missing } = report;
  const parts = [
    heading(1, headline(report)),
    ...totalLines(report).map(literal),
    ...reportSections(report, markdownRowsMax).flatMap((section) => [
      heading(2, section.title),
      table(
        { head: section.head, rows: section.rows },
        { columns: section.head.map((_, column) => (column === 0 ? "---" : "---:")) },
      ),
      literal(moreText(section)),
    ]),
    ...(watch.length === 0 ? [] : [heading(2, "Watch after the change"), list(watch)]),
    ...(assumed.length === 0 ? [] : [heading(2, "Assumed"), list(assumed)]),
    ...(missing.length === 0 ? [] : [heading(2, "Missing"), list(missing)]),
    literal(`${minuteText(range.from)} to ${minuteText(range.until)} UTC · ${prometheus} ${match}`.trimEnd()),
  ];
  return `${paragraphs(parts).markdown}\n`;
}

function sectionLines(section: Section, style: Style): readonly string[] {
  const { title, head } = section;
  const isWordy = title === "Silent alerts";
  if (isWordy)
    return [style.bold(title), ...section.rows.flatMap((row) => indent(wrapped(wordyRow(row), columnsMax - 2), "  "))];
  const rows = section.rows.map((row) => row.map((cell) => plainLine(cell)));
  const lines = alignedRight([[title, ...head.slice(1)], ...rows]);
  const [first = "", ...others] = lines;
  const more = moreText(section);
  return [
    `${style.bold(title)}  ${style.dim(first.slice(title.length + 2))}`,
    ...others,
    ...(more === "" ? [] : [`  ${style.dim(more)}`]),
  ];
}

function wordyRow([alert = "", when = "", loops = "", because = ""]: readonly string[]): string {
  return `${plainLine(alert)}, ${when}: misses ${counted(loops, "loop")} — ${because}`;
}

/** Numbers end below each other; names are cut so that a line fits. */
function alignedRight(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 0);
  const nameMax = Math.max(nameMin, columnsMax - 2 - others);
  const padded = rows.map(([name = "", ...cells]) => [
    `  ${shortened(name, nameMax)}`,
    ...cells.map((cell, column) => cell.padStart(widths[column + 1] ?? 0)),
  ]);
  return alignColumns(padded);
}

/** The end of a pod's name tells it from its neighbors. */
function shortened(name: string, max: number): string {
  if (name.length <= max) return name;
  const end = Math.floor((max - 1) / 2);
  return `${name.slice(0, max - 1 - end)}…${name.slice(name.length - end)}`;
}

function bulletLines(title: string, sentences: readonly string[], style: Style): readonly string[] {
  if (sentences.length === 0) return [];
  const lines = sentences.flatMap((sentence) => {
    const [first = "", ...others] = wrapped(plainLine(sentence, 1000), columnsMax - 4);
    return [`  - ${first}`, ...indent(others, "    ")];
  });
  return [style.bold(title), ...lines];
}

function moreText({ more }: Section): string {
  return more === 0 ? "" : `and ${grouped(more)} more`;
}

/** `2026-11-23 20:14` */
function minuteText(instant: string): string {
  return instant.slice(0, 16).replace("T", " ");
}
