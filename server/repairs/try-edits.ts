import { analyzeDocument } from "../analysis/analysis.ts";
import type { AnalyzedDocument } from "../analysis/subject.ts";
import { parseManifest } from "../manifest/documents/parse.ts";
import type { ManifestDocument } from "../manifest/text/model.ts";
import type { Finding } from "../rules/core/model.ts";
import type { TextEdit } from "../rules/edits/edits.ts";
import { findingsOf } from "../rules/findings.ts";
import { manifestOptions } from "../schema/manifest-options.ts";
import type { ResolvedSettings } from "../schema/model.ts";
import { textAfter } from "./rewriting.ts";

/** A document as it would be after edits. */
export interface Tried {
  readonly after: AnalyzedDocument;
  /** What the rules would find that they do not find now. Worked out when somebody asks. */
  newFindings(): readonly Finding[];
}

/**
 * Reads, analyzes and judges a document as it would be after edits that do not overlap; offsets in the document.
 * Undefined if it would no longer be one document, or could be read less well than now.
 *
 * What a new finding means is the same for all who ask: an error is never offered. Anything less is shown with the solution of a
 * goal, which somebody asked for, and keeps what nobody asked for (refactorings, fix-all) from being offered.
 */
export function tryEdits(before: AnalyzedDocument, edits: readonly TextEdit[]): Tried | undefined {
  const { document, settings } = before;
  const read = readAs(document, textAfter(document.text, edits), settings);
  if (read === undefined || read.problems.length > document.problems.length) return undefined;
  const after = analyzeDocument(read, settings);
  return { after, newFindings: () => newFindings(findingsOf(before), findingsOf(after)) };
}

/** The findings that are not among the known ones. A finding about one probe is known if the same is found in another, which it was copied from. */
export function newFindings(known: readonly Finding[], found: readonly Finding[]): readonly Finding[] {
  const keys = new Set(known.map(keyOf));
  return found.filter((finding) => !keys.has(keyOf(finding)));
}

/** The text, read like the document: as an item of a list, with the project's custom resources. Undefined if it is not one document. */
export function readAs(
  { listItem }: ManifestDocument,
  text: string,
  settings: ResolvedSettings,
): ManifestDocument | undefined {
  const [placed, another] = parseManifest(text, undefined, { ...manifestOptions(settings), listItem }).documents;
  return another === undefined && placed?.startOffset === 0 ? placed.document : undefined;
}

function keyOf({ rule, path }: Finding): string {
  const steps = path.map((step) => (/^(?:startup|readiness)Probe$/.test(String(step)) ? "livenessProbe" : step));
  return `${rule} ${JSON.stringify(steps)}`;
}
