import { fixAll } from "../../repairs/fix-all.ts";
import { textAfter } from "../../repairs/rewriting.ts";
import { manifestOf, type ReadManifest } from "../files/read-manifest.ts";
import { replaceFile } from "../files/replace-file.ts";

/**
 * `check --fix`: makes every repair in the file that `Fix All` makes in the editor. Undefined if there is none to make.
 * A file that changed since it was read, or that is not UTF-8, stays as it is.
 */
export async function fixFile(
  path: string,
  { text, manifest, settings }: ReadManifest,
): Promise<ReadManifest | { readonly problem: string } | undefined> {
  const edits = fixAll(manifest, settings);
  if (edits.length === 0) return undefined;
  const repaired = textAfter(text, edits);
  const problem = await replaceFile(path, text, repaired);
  if (problem !== undefined) return { problem: `${path}: not repaired: ${problem}` };
  return manifestOf(repaired, settings);
}
