import { stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { once } from "../../../shared/basics/once.ts";
import { type Commit, entriesOf, findWorkTree, type ObjectReader, readCommit, readObjects } from "../../git/git.ts";
import { cachedFiles } from "../../schema/files/cached-files.ts";
import type { FileAccess } from "../../schema/files/file-access.ts";
import { isManifestName, isWalked } from "../../schema/files/ignore-files.ts";
import { nodeFiles } from "../../schema/files/node-files.ts";
import type { Parsed } from "../arguments/command-line.ts";
import { findInputs } from "../files/inputs.ts";
import { readManifestText } from "../files/read-manifest.ts";
import { readStandardInput } from "../terminal/terminal.ts";
import type { Operand } from "./operand.ts";
import { commitTree, fileTree, folderTree, inRepository, type SideTree, slashed, workTree } from "./tree.ts";

/** One side of the comparison: its manifests, and the files that say what applies to them. */
export interface Side {
  /** By key: the path below what is compared. */
  readonly files: ReadonlyMap<string, SideFile>;
  readonly access: FileAccess;
  /** Everything below what is compared, for the programs that render charts. */
  readonly tree: SideTree;
  end(): Promise<void>;
}

export interface SideFile {
  /** For people and for settings: relative to the working directory. `-` is standard input. */
  readonly path: string;
  /** Says that two texts are the same without reading them; undefined if nobody knows. */
  readonly id: string | undefined;
  read(): Promise<{ readonly text: string } | { readonly problem: string }>;
}

/** Operands in pairs, and the paths that the comparison is limited to; none: everything. */
interface SidesAsked {
  readonly base: Operand;
  readonly head: Operand;
  readonly paths: readonly string[];
  /** The working directory without links in it. */
  readonly cwd: string;
  /** Addresses of what the options name, which is read from the disk for both sides. */
  readonly fromDisk: ReadonlySet<string>;
}

export async function openSides(
  asked: SidesAsked,
): Promise<Parsed<readonly [Side, Side]> | { problems: readonly string[] }> {
  const { base, head } = asked;
  const problem = mismatch(base, head);
  if (problem !== undefined) return { problem };
  if (base.is === "commit" || head.is === "commit") return await openInRepository(asked);
  const sides = await Promise.all([base, head].map((operand) => openPath(operand, asked)));
  const problems = sides.flatMap((side) => ("problems" in side ? side.problems : []));
  const [left, right] = sides;
  if (left === undefined || right === undefined || "problems" in left || "problems" in right) return { problems };
  return { value: [left, right] };
}

/** The same files as both sides: what is compared is what applies to them. */
export async function openTwice(
  paths: readonly string[],
  cwd: string,
): Promise<{ readonly value: readonly [Side, Side] } | { readonly problems: readonly string[] }> {
  const inputs = await findInputs(paths);
  if (inputs.problems.length > 0) return { problems: inputs.problems };
  const piped = once(async () => ({ text: await readStandardInput() }));
  const fileOf = (path: string): SideFile => (path === "-" ? { path, id: undefined, read: piped } : diskFile(path));
  const files = new Map(inputs.value.map(({ path }) => [slashed(path), fileOf(path)] as const));
  const open = (): Side => diskSide(files, folderTree(".", cwd));
  return { value: [open(), open()] };
}

function mismatch(base: Operand, head: Operand): string | undefined {
  const kinds = new Set([base, head].map(({ is }) => (is === "stdin" ? "file" : is)));
  if (kinds.has("file") && kinds.has("folder")) return "a file can be compared with a file, not with a directory";
  if ([base, head].every(({ is }) => is === "stdin")) return "only one side can be read from stdin";
  const isPiped = [base, head].some(({ is }) => is === "stdin");
  return isPiped && kinds.has("commit") ? "stdin can be compared with a file, not with a commit" : undefined;
}

/** A file, a folder or standard input beside another one: files below folders are the same by their path there. */
async function openPath(
  operand: Operand,
  { paths, cwd }: SidesAsked,
): Promise<Side | { readonly problems: readonly string[] }> {
  if (operand.is === "commit") return { problems: [] };
  if (operand.is === "stdin") {
    const text = await readStandardInput();
    return diskSide(new Map([["", { path: "-", id: undefined, read: async () => ({ text }) }]]), fileTree(cwd));
  }
  if (operand.is === "file") return diskSide(new Map([["", diskFile(operand.path)]]), fileTree(cwd));
  const inputs = await findInputs([operand.path]);
  if (inputs.problems.length > 0) return { problems: inputs.problems };
  const found = inputs.value.map(({ path }) => [slashed(relative(operand.path, path)), diskFile(path)] as const);
  const files = new Map(found.filter(([key]) => isBelow(key, paths.map(slashed))));
  return diskSide(files, folderTree(operand.path, cwd));
}

/** At least one side is a commit: files are the same by their path in the repository. */
async function openInRepository(
  asked: SidesAsked,
): Promise<Parsed<readonly [Side, Side]> | { problems: readonly string[] }> {
  const { base, head, paths, cwd, fromDisk } = asked;
  const root = await findWorkTree(cwd);
  if (root === undefined)
    return { problem: "this directory is not in a git work tree: compare directories or files instead" };
  const place = [base, head].find(({ is }) => is !== "commit");
  const folder = place !== undefined && "path" in place ? place.path : undefined;
  const within = folder === undefined ? undefined : await inRepository(root, resolve(cwd, folder));
  if (folder !== undefined && within === undefined)
    return { problem: `${folder} is not in the git repository of this directory` };
  const own = paths.map((path) =>
    slashed(relative(root, resolve(within === undefined ? cwd : join(root, within), path))),
  );
  const limits = own.length > 0 ? own : within === undefined ? [] : [within];
  const open = (operand: Operand) => openOne(operand, { root, cwd, limits, fromDisk });
  const [left, right] = await Promise.all([open(base), open(head)]);
  if ("problem" in left) return left;
  if ("problem" in right) return right;
  const withTracked = (side: Side, operand: Operand, other: Side) =>
    operand.is === "commit" ? side : addTracked(side, other, { root, cwd });
  return { value: await Promise.all([withTracked(left, base, right), withTracked(right, head, left)]) };
}

interface Repository {
  readonly root: string;
  readonly cwd: string;
  /** Paths from the root. */
  readonly limits: readonly string[];
  readonly fromDisk: ReadonlySet<string>;
}

async function openOne(
  operand: Operand,
  { root, cwd, limits, fromDisk }: Repository,
): Promise<Side | { readonly problem: string }> {
  const keep = ([key]: readonly [string, SideFile]): boolean => isBelow(key, limits);
  if (operand.is === "commit") {
    const commit = await readCommit(operand.id, root);
    return "problem" in commit ? commit : commitSide(commit, { cwd, keep, fromDisk });
  }
  if (operand.is === "stdin") return { problem: "stdin can be compared with a file, not with a commit" };
  const inputs = await findInputs([operand.path]);
  if (inputs.problems[0] !== undefined) return { problem: inputs.problems[0] };
  const found = await Promise.all(
    inputs.value.map(
      async ({ path }) => [(await inRepository(root, resolve(cwd, path))) ?? path, diskFile(path)] as const,
    ),
  );
  return diskSide(new Map(found.filter(keep)), workTree(root, cwd));
}

/** Git tracks files that `.gitignore` names, if somebody added them: they are there on both sides. */
async function addTracked(side: Side, other: Side, { root, cwd }: Pick<Repository, "root" | "cwd">): Promise<Side> {
  const missing = [...other.files.keys()].filter((key) => !side.files.has(key));
  const found = await Promise.all(
    missing.map(async (key) => {
      const path = join(root, key);
      const isFile = await stat(path).then(
        (about) => about.isFile(),
        () => false,
      );
      return isFile ? [[key, diskFile(relative(cwd, path))] as const] : [];
    }),
  );
  return { ...side, files: new Map([...side.files, ...found.flat()]) };
}

/** Whether a path is one of the others, or in one of them; none: it is. */
export function isBelow(path: string, limits: readonly string[]): boolean {
  return limits.length === 0 || limits.some((limit) => limit === "" || path === limit || path.startsWith(`${limit}/`));
}

function diskSide(files: ReadonlyMap<string, SideFile>, tree: SideTree): Side {
  return { files, access: cachedFiles(nodeFiles), tree, end: async () => undefined };
}

function diskFile(path: string): SideFile {
  return { path, id: undefined, read: async () => readManifestText(path) };
}

/** As many characters as a manifest may have; more is no manifest. */
const bytesMax = 20_000_000;

interface CommitView {
  readonly cwd: string;
  readonly keep: (entry: readonly [string, SideFile]) => boolean;
  readonly fromDisk: ReadonlySet<string>;
}

function commitSide(commit: Commit, { cwd, keep, fromDisk }: CommitView): Side {
  const { root, files } = commit;
  const reader = readObjects(root);
  const manifests = [...files].flatMap(([key, { id, bytes }]) => {
    const folders = key.split("/");
    const name = folders.pop() ?? "";
    if (!isManifestName(name) || !folders.every(isWalked)) return [];
    const path = relative(cwd, join(root, key));
    const read = async () => {
      const text = bytes > bytesMax ? undefined : await reader.read(id);
      return text === undefined ? { problem: `${path}: git can't read it, or it is larger than 20 MB` } : { text };
    };
    const entry: readonly [string, SideFile] = [key, { path, id, read }];
    return keep(entry) ? [entry] : [];
  });
  const tree = commitTree(commit, cwd);
  const end = async (): Promise<void> => {
    reader.end();
    await tree.remove();
  };
  return { files: new Map(manifests), access: cachedFiles(commitFiles(commit, reader, fromDisk)), tree, end };
}

/** Project files and kubelet configurations as they were in the commit; what lies outside of the repository is read from the disk. */
function commitFiles(commit: Commit, reader: ObjectReader, fromDisk: ReadonlySet<string>): FileAccess {
  const { root, files } = commit;
  const rootUri = `${pathToFileURL(root).href.replace(/(?<!\/)\/+$/, "")}/`;
  const keyOf = (uri: string): string | undefined =>
    uri === rootUri.slice(0, -1)
      ? ""
      : uri.startsWith(rootUri)
        ? slashed(relative(root, fileURLToPath(uri)))
        : undefined;
  return {
    async read(uri) {
      const key = fromDisk.has(uri) ? undefined : keyOf(uri);
      // The end of the search for a project file.
      if (key === undefined || key === ".git/HEAD") return await nodeFiles.read(uri);
      const object = files.get(key);
      return object === undefined || object.bytes > bytesMax ? undefined : await reader.read(object.id);
    },
    async list(uri) {
      const key = keyOf(uri);
      return key === undefined ? await nodeFiles.list?.(uri) : entriesOf(commit, key);
    },
  };
}
