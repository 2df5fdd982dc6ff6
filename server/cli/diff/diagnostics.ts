import type { PlacedFinding } from "../../diff/model.ts";
import { positionsIn } from "../../diff/positions.ts";
import type { Diagnostic } from "../../exports/schemas/check.ts";
import { toDiagnostic } from "../check/diagnostics.ts";

/** As `check` writes it, with positions of the side that it is of. */
export function diagnosticOf({ finding, file, document, startOffset }: PlacedFinding): Diagnostic {
  return toDiagnostic(finding, { document, startOffset, positionAt: positionsIn(file) });
}
