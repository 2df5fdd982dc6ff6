import type { Diagnostic } from "../../exports/schemas/check.ts";
import type { TextPosition } from "../../manifest/text/positions.ts";
import type { Finding } from "../../rules/core/model.ts";
import { docsOf } from "../../rules/index.ts";
import { fieldPathOf } from "../../rules/support/field-path.ts";
import { addCounts, noCounts, type SeverityCounts } from "../files/file-task.ts";

interface FindingPlace {
  readonly document: number;
  /** Where the finding's offsets begin in the file. */
  readonly startOffset: number;
  readonly positionAt: (offset: number) => TextPosition;
}

export function toDiagnostic(finding: Finding, { document, startOffset, positionAt }: FindingPlace): Diagnostic {
  const { rule, severity, origin, errorType, message, item, start, end } = finding;
  return {
    rule,
    severity,
    origin,
    ...(errorType !== undefined && { errorType }),
    message,
    document,
    ...(item !== undefined && { item }),
    fieldPath: fieldPathOf(finding),
    range: { start: positionAt(startOffset + start), end: positionAt(startOffset + end) },
    docs: docsOf(rule),
  };
}

export function countBySeverity(diagnostics: readonly Diagnostic[]): SeverityCounts {
  return diagnostics.reduce((sum, { severity }) => addCounts(sum, { ...noCounts, [severity]: 1 }), noCounts);
}
