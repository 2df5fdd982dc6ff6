import { formatPath } from "../../shared/basics/path.ts";
import { analyzeDocument } from "../analysis/analysis.ts";
import { namedPath } from "../exports/field-path.ts";
import { isRejection } from "../rule-ids/ids.ts";
import type { Finding } from "../rules/core/model.ts";
import { findingsOf, findingsOfFile } from "../rules/findings.ts";
import { inFile } from "../rules/in-file.ts";
import type { DiffFile, PlacedFinding } from "./model.ts";

/** Everything that the rules say of a file, as `check` does. */
export function placedFindings(file: DiffFile): readonly PlacedFinding[] {
  const { manifest, settings } = file;
  const ofFile = findingsOfFile(manifest, settings).map((finding) => ({ finding, file, document: 0, startOffset: 0 }));
  const ofDocuments = manifest.documents.flatMap(({ document, startOffset, index }) =>
    inFile(manifest, { document, settings }, findingsOf(analyzeDocument(document, settings))).map((finding) => ({
      finding,
      file,
      document: index ?? 0,
      startOffset,
    })),
  );
  return [...ofFile, ...ofDocuments];
}

/** Findings of one object on both sides, less those that both have. */
export function changedFindings(
  base: readonly PlacedFinding[],
  head: readonly PlacedFinding[],
  [valueOfBase, valueOfHead]: readonly [unknown, unknown],
): { readonly added: readonly PlacedFinding[]; readonly gone: readonly PlacedFinding[] } {
  const before = base.map((placed) => keyOf(placed, valueOfBase));
  const after = head.map((placed) => keyOf(placed, valueOfHead));
  return { added: without(head, after, before), gone: without(base, before, after) };
}

/** Those whose keys the others do not have; of equal keys as many as the others have fewer. */
function without(
  findings: readonly PlacedFinding[],
  keys: readonly string[],
  others: readonly string[],
): readonly PlacedFinding[] {
  const left = new Map<string, number>();
  for (const key of others) left.set(key, (left.get(key) ?? 0) + 1);
  return findings.filter((_, index) => {
    const key = keys[index] ?? "";
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

/** The rule, how bad it is, and where. What fails there counts, too: another expectation, or another rejection of the same field. */
function keyOf({ finding }: PlacedFinding, value: unknown): string {
  const { rule, severity, path, item } = finding;
  const inObject = item === undefined ? path : path.slice(2);
  return JSON.stringify([rule, severity, formatPath(namedPath(inObject, value)), whatFails(finding)]);
}

/** Numbers and values in a message may change, and most messages tell of nothing else. */
function whatFails({ rule, message, judgment, errorType }: Finding): string {
  if (judgment !== undefined) return judgment.text;
  return isRejection(rule) ? `${errorType ?? ""} ${message.replaceAll(/"[^"]*"|[\d.]+/g, "")}` : "";
}
