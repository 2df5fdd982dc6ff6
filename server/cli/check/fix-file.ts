import { readFile, writeFile } from "node:fs/promises";
import { fixAll } from "../../repairs/fix-all.ts";
import { textAfter } from "../../repairs/rewriting.ts";
import { manifestOf, type ReadManifest } from "../files/read-manifest.ts";

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
  try {
    const bytes = await readFile(path);
    if (!bytes.equals(Buffer.from(text))) return { problem: `${path}: not repaired: it changed, or it is not UTF-8` };
    await writeFile(path, repaired);
  } catch {
    return { problem: `${path}: not repaired: can't write the file` };
  }
  return manifestOf(repaired, settings);
}
