import type { Path } from "../../shared/basics/path.ts";
import type { FieldChange } from "../../shared/forecast/solve/solve-model.ts";
import { parseManifest } from "../manifest/documents/parse.ts";
import type { ManifestDocument } from "../manifest/text/model.ts";
import { nodeAt } from "../manifest/text/ranges.ts";
import type { FieldFix } from "../rules/core/model.ts";
import { editsOf, type TextEdit } from "../rules/edits/edits.ts";
import { editsOfRewriting, rewrite, startRewriting } from "./rewriting.ts";

/** One field after the other, because each is written next to the previous ones. Undefined if an edit would change other places, too. */
export function fieldEdits(
  document: ManifestDocument,
  prefix: Path,
  changes: readonly FieldChange[],
): readonly TextEdit[] | undefined {
  let rewriting = startRewriting(document.text);
  for (const change of changes) {
    const [now] = parseManifest(rewriting.text, undefined, { all: true, listItem: document.listItem }).documents;
    const edits = now && editsOf(now.document, fixOf(now.document, prefix, change));
    if (now === undefined || edits === undefined) return undefined;
    const from = now.startOffset;
    rewriting = rewrite(
      rewriting,
      edits.map(({ start, end, newText }) => ({ start: from + start, end: from + end, newText })),
    );
  }
  return editsOfRewriting(rewriting, document.text.length);
}

/** A map that is missing is written with the field in it. */
function fixOf(document: ManifestDocument, prefix: Path, { path, field, value }: FieldChange): FieldFix {
  const own = [...prefix, ...path];
  const last = path.at(-1);
  if (last === undefined || nodeAt(document, own) !== undefined)
    return { kind: "set-field", title: "", path: own, field, value };
  return fixOf(document, prefix, { path: path.slice(0, -1), field: String(last), value: { [field]: value } });
}
