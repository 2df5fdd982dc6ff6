/** Between two columns. */
export const gap = "  ";

/** Rows of cells as aligned text. The last column is as wide as it is. */
export function alignColumns(rows: readonly (readonly string[])[], between = gap): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join(between)
      .trimEnd(),
  );
}

export function indent(lines: readonly string[], by: string): readonly string[] {
  return lines.map((line) => (line === "" ? "" : `${by}${line}`));
}

/** At most so many characters; what is cut off is an ellipsis. */
export function cut(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`;
}

/** A text in lines of at most so many characters. A word that is longer is cut. */
export function wrapped(text: string, columns: number): readonly string[] {
  return filledLines(text.split(" "), columns, " ");
}

/** Parts that stay whole, in lines of at most so many characters. A part that is longer is cut. */
export function filledLines(parts: readonly string[], columns: number, gap: string): readonly string[] {
  const lines: string[] = [];
  for (const part of parts.map((each) => cut(each, columns))) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + gap.length + part.length <= columns)
      lines[lines.length - 1] = `${last}${gap}${part}`;
    else lines.push(part);
  }
  return lines;
}

/** The most of a line that is the second column. */
const secondShare = 0.3;

/**
 * Rows of three cells as aligned text that is at most so wide: the second is cut where it takes too much room, the last one goes
 * on in further lines. Further cells of a row begin lines of their own below it.
 */
export function fittedRows(rows: readonly (readonly string[])[], columns: number): readonly string[] {
  const widthOf = (column: number): number => Math.max(0, ...rows.map((row) => (row[column] ?? "").length));
  const first = widthOf(0);
  const second = Math.max(1, Math.min(widthOf(1), Math.floor(columns * secondShare)));
  const room = columns - first - second - 2 * gap.length;
  return rows.flatMap(([head = "", name = "", ...texts]) => {
    const lines = texts.flatMap((text) => wrapped(text, room));
    return lines.map((line, index) => {
      const [left, middle] = index === 0 ? [head, cut(name, second)] : ["", ""];
      return [left.padEnd(first), middle.padEnd(second), line].join(gap).trimEnd();
    });
  });
}
