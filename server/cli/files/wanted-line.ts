import type { TextPosition } from "../../manifest/text/positions.ts";
import { writtenValue } from "../../render/candidates.ts";
import type { WantedLine } from "../../render/model.ts";

interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** A value can be traced to the line that sets it, everything else to the line that has the key. */
export function wantedLine({ start, end }: TextRange, lines: readonly string[]): WantedLine {
  const read = writtenValue(lines[start.line] ?? "");
  const isValue = read !== undefined && start.line === end.line && start.character >= read.start - 1;
  return { line: start.line, value: isValue ? { start: read.start, end: read.end } : undefined };
}
