import type { TriedField } from "../../shared/protocol/pod/setup.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../analysis/subject.ts";
import type { TextEdit } from "../rules/edits/edits.ts";
import { fieldEdits } from "./field-edits.ts";
import { tryEdits } from "./try-edits.ts";

/** Writes values that were tried out into the fields of a pod. Without edits, the message is the reason. */
export function writeFields(
  ofDocument: AnalyzedDocument,
  { located }: AnalyzedPod,
  fields: readonly TriedField[] = [],
): { readonly edits: readonly TextEdit[]; readonly message: string } {
  const { document } = ofDocument;
  if (document.problems.length > 0)
    return { edits: [], message: "Nothing is written: the file has errors. Fix them first." };
  const edits = fieldEdits(document, located.prefix, fields);
  if (edits === undefined || tryEdits(ofDocument, edits) === undefined) return { edits: [], message: byHand(fields) };
  return { edits, message: writtenInWords(fields) };
}

export function byHand(fields: readonly TriedField[]): string {
  return `Write ${inWords(fields)} by hand: an edit here would also change other places.`;
}

export function writtenInWords(fields: readonly TriedField[]): string {
  return `Fields written: ${inWords(fields)}.`;
}

/** `failureThreshold: 6, terminationGracePeriodSeconds: 60`. */
function inWords(fields: readonly TriedField[]): string {
  return fields.map(({ field, value }) => `${field}: ${value}`).join(", ");
}
