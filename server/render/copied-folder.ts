import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isWalked } from "../schema/files/ignore-files.ts";

/** A chart or a tree of overlays with more files is not looked through. */
const filesMax = 5000;
const depthMax = 20;

/** A copy of a folder that may be changed, and its files, with paths from its root. */
export interface CopiedFolder {
  readonly root: string;
  readonly files: readonly string[];
}

/** Copies folders to a place of their own, does something with them, and removes them. Undefined if one is too large, or can't be copied. */
export async function withCopies<T>(
  folders: readonly string[],
  use: (copies: readonly CopiedFolder[], scratch: string) => Promise<T>,
): Promise<T | undefined> {
  const lists = await Promise.all(folders.map((folder) => filesIn(folder)));
  if (lists.some((files) => files === undefined)) return undefined;
  const scratch = await mkdtemp(join(tmpdir(), "pod-cadence-render-")).catch(() => undefined);
  if (scratch === undefined) return undefined;
  try {
    const copies: CopiedFolder[] = [];
    for (const [index, folder] of folders.entries()) {
      const root = join(scratch, String(index));
      await cp(folder, root, { recursive: true, dereference: true, filter: (path) => isCopied(folder, path) });
      copies.push({ root, files: lists[index] ?? [] });
    }
    return await use(copies, scratch);
  } catch {
    return undefined;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function isCopied(folder: string, path: string): boolean {
  const inside = path.slice(folder.length).split(/[\\/]/);
  return inside.every((name) => name === "" || isWalked(name));
}

async function filesIn(root: string): Promise<readonly string[] | undefined> {
  const found: string[] = [];
  const walk = async (folder: string, depth: number): Promise<boolean> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => undefined);
    if (entries === undefined || depth > depthMax) return false;
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (isWalked(entry.name) && !(await walk(path, depth + 1))) return false;
      } else if (found.push(path) > filesMax) return false;
    }
    return true;
  };
  return (await walk("", 0)) ? found : undefined;
}
