import type { Diff, DiffChange, DiffEffect, PlacedFinding } from "../../diff/model.ts";
import { changeName, changeWords, diffSummary, placeWords, rowName, rowWords } from "../../diff/words.ts";
import { alignColumns, indent } from "../../exports/table.ts";
import type { Style } from "../terminal/style.ts";
import { diagnosticOf } from "./diagnostics.ts";

interface TextOptions {
  readonly style: Style;
  /** Leaves out the summary. */
  readonly quiet: boolean;
  /** Files that were compared. */
  readonly files: number;
  /** Charts and overlays that were not. */
  readonly notCompared: readonly string[];
  readonly isUpgrade: boolean;
}

/** `diff --format text`: what changes below the name of its file, in the order of the files. */
export function diffText(diff: Diff, { style, quiet, ...compared }: TextOptions): string {
  const byPath = new Map<string, string[]>();
  for (const change of diff.changes) {
    const lines = byPath.get(change.path) ?? [style.underline(change.path)];
    byPath.set(change.path, lines);
    lines.push(...indent(changeLines(change, style), "  "));
  }
  const blocks = [...byPath.values()].map((lines) => `${lines.join("\n")}\n`);
  const isTold = !quiet && (compared.files > 0 || compared.notCompared.length > 0);
  return [...blocks, ...(isTold ? [`${diffSummary(diff, compared)}\n`] : [])].join("\n");
}

function changeLines(change: DiffChange, style: Style): readonly string[] {
  const { base, head, sources, refused, replaces, rows, toUpdate, added, gone } = change;
  const sentences = [
    ...(base !== undefined && base !== head ? [`before: ${base}`] : []),
    ...(head !== undefined && base !== head ? [`after:  ${head}`] : []),
  ];
  const table = alignColumns(rows.map((row) => [row.is, rowName(row), rowWords(row)]));
  const lines = [
    ...placeWords(sources).map((text) => style.dim(text)),
    ...refused.reasons.map(({ message }) => style.severity(`refused  ${message}`, "error")),
    ...(refused.instead === undefined ? [] : [`instead  ${refused.instead}`]),
    ...sentences,
    ...(replaces === undefined ? [] : [`applied  ${replaces}`]),
    ...table.map((line, index) => colored(line, rows[index]?.is, style)),
    ...toUpdate.map((each) => findingLine("update", each, style)),
    ...added.map((each) => findingLine("new", each, style)),
    ...gone.map((each) => findingLine("gone", each, style)),
  ];
  return [`${style.bold(changeName(change))}: ${changeWords(change)}`, ...indent(lines, "  ")];
}

function colored(line: string, effect: DiffEffect | undefined, style: Style): string {
  if (effect === "worse") return style.severity(line, "error");
  return effect === "better" ? style.severity(line, "hint") : line;
}

function findingLine(word: "update" | "new" | "gone", placed: PlacedFinding, style: Style): string {
  const { severity, message, rule, range } = diagnosticOf(placed);
  const { source } = placed;
  const at = `${range.start.line + 1}:${range.start.character + 1}`;
  const place = style.dim(source === undefined ? at : source.certain ? `${source.path}:${at}` : source.path);
  return `${word.padEnd("sooner".length)}  ${place}  ${style.severity(severity, severity)}  ${message}  ${style.dim(rule)}`;
}
