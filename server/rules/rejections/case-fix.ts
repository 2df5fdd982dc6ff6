import type { Path } from "../../../shared/basics/path.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import { nodeAt, rangeOf } from "../../manifest/text/ranges.ts";
import type { WordFix } from "../core/model.ts";

/** Renames the key at the path to the known name that differs only by case. Undefined if there is none, or it is written already. */
export function caseFix(document: ManifestDocument, path: Path, known: readonly string[]): WordFix | undefined {
  const written = String(path.at(-1));
  const right = known.find((name) => name.toLowerCase() === written.toLowerCase());
  const fix = right === undefined ? undefined : renameFix(document, path, right);
  return fix && { ...fix, lossFree: true };
}

/** Renames the key at the path: a guess, which somebody chooses. Undefined if the name is written already. */
export function renameFix(document: ManifestDocument, path: Path, right: string): WordFix | undefined {
  if (nodeAt(document, [...path.slice(0, -1), right]) !== undefined) return undefined;
  const written = String(path.at(-1));
  const { start, end, related } = rangeOf(document, path, "key");
  const text = document.text.slice(start, end);
  if (related !== undefined || !text.includes(written)) return undefined;
  return {
    kind: "replace-word",
    title: `Rename to ${right}`,
    start,
    end,
    wrong: text,
    right: text.replace(written, right),
  };
}
