import type { TextPosition } from "../../manifest/text/positions.ts";
import type { RuleId } from "../../rule-ids/ids.ts";
import type { Finding, RuleOrigin, Severity } from "../../rules/core/model.ts";
import { docsOf } from "../../rules/index.ts";
import { fieldPathOf } from "../../rules/support/field-path.ts";
import { addCounts, noCounts, type SeverityCounts } from "../files/file-task.ts";

/** A diagnostic as `check --format json` writes it. */
export interface Diagnostic {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly origin: RuleOrigin;
  readonly errorType?: string;
  readonly message: string;
  /** As kubectl counts. */
  readonly document: number;
  /** Position in a list. */
  readonly item?: number;
  readonly fieldPath: string;
  readonly range: { readonly start: TextPosition; readonly end: TextPosition };
  /** Of rendered output: where it stands there; `range` is in the source then. */
  readonly rendered?: { readonly start: TextPosition; readonly end: TextPosition };
  /** What a `# Source:` comment above the document names. */
  readonly source?: string;
  readonly docs: string;
}

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
