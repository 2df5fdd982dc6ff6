import { execFile, spawn } from "node:child_process";
import { posix } from "node:path";
import { fileText } from "./file-text.ts";

/** A commit of a repository, whose files can be read without a checkout. */
export interface Commit {
  readonly id: string;
  /** Folder of the work tree; with native separators. */
  readonly root: string;
  /** The regular files by path from the root, with slashes. */
  readonly files: ReadonlyMap<string, GitObject>;
}

interface GitObject {
  readonly id: string;
  readonly bytes: number;
}

/** Why git cannot answer, as a sentence. */
export interface GitProblem {
  readonly problem: string;
}

/** `HEAD`, a branch, a tag, an abbreviated id … → its commit. Undefined if there is no such one. */
export async function findCommit(ref: string, cwd: string): Promise<string | GitProblem | undefined> {
  const found = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`], cwd);
  if (!("problem" in found)) return found.text.trim();
  if (found.problem === missingGit) return found;
  const any = await git(["rev-list", "--max-count=1", "--all"], cwd);
  return "text" in any && any.text === "" ? { problem: `${ref}: this git repository has no commits yet` } : undefined;
}

/** The folder of the work tree around `cwd`. Undefined if there is none. */
export async function findWorkTree(cwd: string): Promise<string | undefined> {
  const found = await git(["rev-parse", "--show-toplevel"], cwd);
  return "problem" in found ? undefined : found.text.replace(/\r?\n$/, "");
}

export async function readCommit(id: string, root: string): Promise<Commit | GitProblem> {
  const listed = await git(["ls-tree", "-r", "-z", "--long", "--full-tree", id], root);
  if ("problem" in listed) return listed;
  const files = new Map<string, GitObject>();
  for (const entry of listed.text.split("\0")) {
    const [head = "", path] = cutAtTab(entry);
    const [mode, , object, bytes] = head.split(/ +/);
    // Links (120000) and submodules (160000) are no files of this repository.
    if (path !== undefined && object !== undefined && mode?.startsWith("100") === true)
      files.set(path, { id: object, bytes: Number(bytes) });
  }
  return { id, root, files };
}

function cutAtTab(entry: string): readonly [string, string?] {
  const at = entry.indexOf("\t");
  return at === -1 ? [entry] : [entry.slice(0, at), entry.slice(at + 1)];
}

/** The folders and files directly in a folder of a commit; `folder` from the root, "" for the root. */
export function entriesOf({ files }: Commit, folder: string): readonly { name: string; kind: "file" | "folder" }[] {
  const prefix = folder === "" ? "" : `${posix.normalize(folder).replace(/\/$/, "")}/`;
  const entries = new Map<string, "file" | "folder">();
  for (const path of files.keys()) {
    if (!path.startsWith(prefix)) continue;
    const rest = path.slice(prefix.length);
    const end = rest.indexOf("/");
    entries.set(end === -1 ? rest : rest.slice(0, end), end === -1 ? "file" : "folder");
  }
  return [...entries].map(([name, kind]) => ({ name, kind }));
}

/** Reads objects one after the other from one `git cat-file --batch`. */
export interface ObjectReader {
  /** Undefined if it cannot be read. */
  read(object: string): Promise<string | undefined>;
  end(): void;
}

export function readObjects(root: string): ObjectReader {
  const child = spawn("git", ["cat-file", "--batch"], { cwd: root, stdio: ["pipe", "pipe", "ignore"] });
  const waiting: ((text: string | undefined) => void)[] = [];
  const giveUp = (): void => {
    for (const answer of waiting.splice(0)) answer(undefined);
  };
  let chunks: Buffer[] = [];
  let bytes = 0;
  // Not before the first object has come as a whole is anything joined.
  let wanted = 1;
  const take = (chunk: Buffer): void => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < wanted) return;
    let all = Buffer.concat(chunks);
    for (let cut = firstObject(all); ; cut = firstObject(all)) {
      wanted = cut.end;
      if (all.length < cut.end) break;
      waiting.shift()?.(cut.text);
      all = all.subarray(cut.end);
    }
    chunks = [all];
    bytes = all.length;
  };
  child.once("error", giveUp).once("close", giveUp);
  child.stdin.on("error", giveUp);
  child.stdout.on("data", take);
  return {
    read: (object) =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.killed) return resolve(undefined);
        waiting.push(resolve);
        child.stdin.write(`${object}\n`);
      }),
    end: () => void child.stdin.end(),
  };
}

interface FoundObject {
  readonly text: string | undefined;
  /** Where the next one begins; beyond the end while this one has not come as a whole. */
  readonly end: number;
}

/** `ID blob SIZE\n…\n`, or `ID missing\n`. */
function firstObject(all: Buffer): FoundObject {
  const lineEnd = all.indexOf("\n");
  if (lineEnd === -1) return { text: undefined, end: all.length + 1 };
  const [, type, size] = all.toString("utf8", 0, lineEnd).split(" ");
  if (type !== "blob") return { text: undefined, end: lineEnd + 1 };
  const start = lineEnd + 1;
  const end = start + Number(size);
  return { text: all.length <= end ? undefined : fileText(all.subarray(start, end)), end: end + 1 };
}

/**
 * Writes all files of a commit into an empty folder. It has an index of its own, so nothing of the repository changes, and it fetches
 * nothing: neither objects of a partial clone nor files of Git LFS. Returns why it could not.
 */
export async function checkOut({ id, root }: Commit, folder: string, index: string): Promise<GitProblem | undefined> {
  const env = { GIT_INDEX_FILE: index, GIT_LFS_SKIP_SMUDGE: "1", GIT_NO_LAZY_FETCH: "1" };
  const read = await git(["read-tree", id], root, env);
  if ("problem" in read) return read;
  const written = await git(["checkout-index", "--all", "--force", `--prefix=${folder}/`], root, env);
  return "problem" in written ? written : undefined;
}

const missingGit = "git is not on PATH: compare directories or files instead";

/** Objects of a listing: a hundred bytes for each file. */
const outputMax = 256 * 1024 * 1024;

function git(
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly text: string } | GitProblem> {
  const env = { ...process.env, LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0", ...more };
  return new Promise((resolve) => {
    execFile("git", args, { cwd, env, maxBuffer: outputMax, encoding: "utf8" }, (error, stdout, stderr) => {
      if (error === null) return resolve({ text: stdout });
      const [first = ""] = stderr.trim().split("\n");
      resolve({ problem: error.code === "ENOENT" ? missingGit : `git: ${first.replace(/^fatal: /, "")}` });
    });
  });
}
