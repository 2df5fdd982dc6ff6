import { URI, Utils } from "vscode-uri";
import type { FileAccess } from "./file-access.ts";
import { isRepositoryRoot, projectFileName } from "./find-project.ts";
import { type IgnoreFile, isIgnored, isManifestName, isWalked, readIgnoreFile } from "./ignore-files.ts";
import { depthMax } from "./ignore-patterns.ts";

/**
 * The manifests and project files below a folder, each as soon as it is found, in the order of the names.
 * `.gitignore` is respected as the command line does. A folder that cannot be read holds nothing.
 */
export async function* manifestsBelow(rootUri: string, files: FileAccess): AsyncGenerator<string> {
  const root = URI.parse(rootUri);
  yield* walk(root, await ignoresAbove(root, files), files, 0);
}

async function* walk(
  folder: URI,
  above: readonly IgnoreFile[],
  files: FileAccess,
  depth: number,
): AsyncGenerator<string> {
  const entries = (await files.list?.(folder.toString())) ?? [];
  const hasIgnoreFile = entries.some(({ name }) => name === ".gitignore");
  const ignores = hasIgnoreFile ? [...above, ...(await ignoreFileIn(folder, files))] : above;
  for (const { name, kind } of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
    const isWanted =
      kind === "folder" ? depth < depthMax && isWalked(name) : isManifestName(name) || name === projectFileName;
    if (!isWanted) continue;
    const at = Utils.joinPath(folder, name);
    if (isIgnored(ignores, at.path, kind)) continue;
    if (kind === "file") yield at.toString();
    else yield* walk(at, ignores, files, depth + 1);
  }
}

/** As git: the files of the folders above count, up to the root of the repository. */
async function ignoresAbove(root: URI, files: FileAccess): Promise<readonly IgnoreFile[]> {
  const found: IgnoreFile[] = [];
  let folder = root;
  for (let depth = 0; depth < depthMax; depth += 1) {
    if (await isRepositoryRoot(folder.toString(), files)) return found;
    const parent = Utils.dirname(folder);
    if (parent.path === folder.path) break;
    found.unshift(...(await ignoreFileIn(parent, files)));
    folder = parent;
  }
  return [];
}

async function ignoreFileIn(folder: URI, files: FileAccess): Promise<readonly IgnoreFile[]> {
  const text = await files.read(Utils.joinPath(folder, ".gitignore").toString());
  const start = `${folder.path.replace(/(?<!\/)\/+$/, "")}/`;
  return text === undefined
    ? []
    : [readIgnoreFile(text, (path) => (path.startsWith(start) ? path.slice(start.length) : undefined))];
}
