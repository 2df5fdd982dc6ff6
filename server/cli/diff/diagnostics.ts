import type { DiffFile, PlacedFinding } from "../../diff/model.ts";
import { createPositions, type Position } from "../../manifest/positions.ts";
import { type Diagnostic, toDiagnostic } from "../check/diagnostics.ts";

const positions = new WeakMap<DiffFile, (offset: number) => Position>();

/** As `check` writes it, with positions of the side that it is of. */
export function diagnosticOf({ finding, file, document, startOffset }: PlacedFinding): Diagnostic {
  return toDiagnostic(finding, { document, startOffset, positionAt: positionsIn(file) });
}

export function positionsIn(file: DiffFile): (offset: number) => Position {
  const positionAt = positions.get(file) ?? createPositions(file.text);
  positions.set(file, positionAt);
  return positionAt;
}
