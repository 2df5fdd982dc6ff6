/** Rows of cells as aligned text. The last column is as wide as it is. */
export function alignColumns(rows: readonly (readonly string[])[], gap = "  "): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join(gap)
      .trimEnd(),
  );
}

export function indent(lines: readonly string[], by: string): readonly string[] {
  return lines.map((line) => (line === "" ? "" : `${by}${line}`));
}
