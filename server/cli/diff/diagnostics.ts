import type { DiffSource, PlacedFinding } from "../../diff/model.ts";
import { positionsIn } from "../../diff/positions.ts";
import type { Diagnostic } from "../../exports/schemas/check.ts";
import { toDiagnostic } from "../check/diagnostics.ts";

/** As `check` writes it, with positions of the side that it is of; of rendered output, of what people edit. */
export function diagnosticOf({ finding, file, document, startOffset, source }: PlacedFinding): Diagnostic {
  const found = toDiagnostic(finding, { document, startOffset, positionAt: positionsIn(file) });
  return source === undefined ? found : { ...found, range: rangeOfSource(source), rendered: found.range };
}

export function rangeOfSource({ line, start, end }: DiffSource): Diagnostic["range"] {
  return { start: { line, character: start }, end: { line, character: end } };
}
