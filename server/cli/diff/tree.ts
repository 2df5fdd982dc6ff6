import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { once } from "../../../shared/basics/once.ts";
import { type Commit, entriesOf } from "../../git/git.ts";
import { writeCommit } from "../../git/written-commit.ts";
import { isWalked } from "../../schema/files/ignore-files.ts";
import type { Parsed } from "../arguments/command-line.ts";

/** All files of one side, also those that are no manifests. Keys are paths below what is compared. */
export interface SideTree {
  /** The key of a path as people write it; undefined if it lies elsewhere. */
  keyOf(path: string): Promise<string | undefined>;
  /** The path of a key as people write it. */
  pathOf(key: string): string;
  kindOf(key: string): Promise<"file" | "folder" | undefined>;
  /** The files below a folder, each with what says that two are the same; undefined if there are too many. */
  contentsOf(folder: string): Promise<ReadonlyMap<string, string> | undefined>;
  /** The directory from which the paths of people lead to the files of this side. Of a commit, they are written there first. */
  directory(): Promise<Parsed<string>>;
}

/** Single files belong to no chart. */
export function fileTree(cwd: string): SideTree {
  return {
    keyOf: async () => undefined,
    pathOf: (key) => key,
    kindOf: async () => undefined,
    contentsOf: async () => new Map(),
    directory: async () => ({ value: cwd }),
  };
}

/** A folder that is compared with another one. People name what is below it by its path there, or by the whole path. */
export function folderTree(folder: string, cwd: string): SideTree {
  const pathOf = (key: string): string => join(folder, key);
  return {
    ...onDisk(pathOf, cwd),
    async keyOf(path) {
      if ((await kindOnDisk(resolve(cwd, folder, path))) !== undefined && resolve(path) !== path) return slashed(path);
      const inside = slashed(relative(resolve(cwd, folder), resolve(cwd, path)));
      const isElsewhere = inside === ".." || inside.startsWith("../") || resolve(inside) === inside;
      if (!isElsewhere) return inside;
      return resolve(path) === path ? undefined : slashed(path);
    },
  };
}

/** The work tree of a repository, compared with a commit. */
export function workTree(root: string, cwd: string): SideTree {
  return {
    ...onDisk((key) => relative(cwd, join(root, key)) || ".", cwd),
    keyOf: (path) => inRepository(root, resolve(cwd, path)),
  };
}

function onDisk(pathOf: (key: string) => string, cwd: string): Omit<SideTree, "keyOf"> {
  return {
    pathOf,
    kindOf: (key) => kindOnDisk(resolve(cwd, pathOf(key))),
    contentsOf: (folder) => contentsOnDisk(resolve(cwd, pathOf(folder)), folder),
    directory: async () => ({ value: cwd }),
  };
}

/** A commit. Its files are written to a temporary folder when the first chart of it is rendered. */
export function commitTree(commit: Commit, cwd: string): SideTree & { remove(): Promise<void> } {
  const { root, files } = commit;
  const written = once(() => writeCommit(commit));
  let isAsked = false;
  const directory = once(async (): Promise<Parsed<string>> => {
    isAsked = true;
    const tree = await written();
    if ("problem" in tree) return tree;
    const inside = join(tree.folder, relative(root, cwd));
    await mkdir(inside, { recursive: true });
    return { value: inside };
  });
  return {
    keyOf: (path) => inRepository(root, resolve(cwd, path)),
    pathOf: (key) => relative(cwd, join(root, key)) || ".",
    async kindOf(key) {
      if (files.has(key)) return "file";
      return key === "" || entriesOf(commit, key).length > 0 ? "folder" : undefined;
    },
    async contentsOf(folder) {
      const prefix = folder === "" ? "" : `${folder}/`;
      return new Map([...files].flatMap(([key, { id }]) => (key.startsWith(prefix) ? [[key, id] as const] : [])));
    },
    directory,
    remove: async () => {
      const tree = isAsked ? await written() : undefined;
      if (tree !== undefined && !("problem" in tree)) await tree.remove();
    },
  };
}

function kindOnDisk(path: string): Promise<"file" | "folder" | undefined> {
  return stat(path).then(
    (about) => (about.isDirectory() ? "folder" : "file"),
    () => undefined,
  );
}

/** More files than this are no chart; they are taken for changed. */
const hashedFilesMax = 5000;

/** Ids as git gives them, so that a work tree can be compared with a commit. */
async function contentsOnDisk(folder: string, key: string): Promise<ReadonlyMap<string, string> | undefined> {
  const found = new Map<string, string>();
  const queue: { readonly path: string; readonly name: string }[] = [{ path: folder, name: key }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { path, name } = next;
    for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
      const here = { path: join(path, entry.name), name: name === "" ? entry.name : `${name}/${entry.name}` };
      if (entry.isDirectory() && isWalked(entry.name)) queue.push(here);
      if (!entry.isFile()) continue;
      const id = await idOnDisk(here.path);
      if (id !== undefined) found.set(here.name, id);
      if (found.size > hashedFilesMax) return undefined;
    }
  }
  return found;
}

async function idOnDisk(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes && createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** The path from the root of the repository, with slashes; undefined if it lies elsewhere. */
export async function inRepository(root: string, path: string): Promise<string | undefined> {
  const [from, to] = await Promise.all([realpath(root), realpath(path).catch(() => path)]);
  const inside = slashed(relative(from, to));
  return inside === ".." || inside.startsWith("../") ? undefined : inside;
}

export function slashed(path: string): string {
  const written = path
    .split(sep)
    .join("/")
    .replace(/(?<!\/)\/+$/, "");
  return written === "." ? "" : written.replace(/^\.\//, "");
}
