import type { Dirent } from "node:fs";
import * as files from "node:fs/promises";
import { join, relative, sep } from "node:path";
import {
  type IgnoreFile,
  isIgnored,
  isManifestName,
  isWalked,
  readIgnoreFile,
} from "../../schema/files/ignore-files.ts";
import { depthMax } from "../../schema/files/ignore-patterns.ts";
import { kindOf, readFolder, readText } from "./disk.ts";

/** One file to read: `-` is standard input. Paths are as typed, or below a directory as typed. */
export interface Input {
  readonly path: string;
}

interface Inputs {
  readonly value: readonly Input[];
  /** Operands that are no file and no directory, and directories that cannot be read. */
  readonly problems: readonly string[];
}

/** The files that the operands name, each once, in the order of the operands and below a directory in that of the names. */
export async function findInputs(operands: readonly string[]): Promise<Inputs> {
  const found = new Map<string, Input>();
  const problems: string[] = [];
  for (const operand of operands) {
    const kind = operand === "-" ? "file" : kindOf(operand);
    const matches = kind === "missing" && isGlob.test(operand) ? await matchesOf(operand) : undefined;
    if (matches !== undefined && matches.length > 0) for (const path of matches) found.set(path, { path });
    else if (kind === "missing")
      problems.push(`${operand}: no such file or directory${matches === undefined ? "" : ", and no file matches it"}`);
    else if (kind === "file") found.set(operand, { path: operand });
    else {
      const walk: Walk = { found, problems };
      walkFolder(walk, operand, ignoresAbove(operand), 0);
    }
  }
  return { value: [...found.values()], problems };
}

/** A pattern that no shell has expanded: it was quoted, or the shell is one of Windows. */
const isGlob = /[*?[{]/;

async function matchesOf(pattern: string): Promise<readonly string[]> {
  const found: string[] = [];
  // Node 20 has none.
  if (!("glob" in files)) return [];
  const exclude = (entry: Dirent): boolean => entry.isDirectory() && !isWalked(entry.name);
  for await (const entry of files.glob(pattern, { withFileTypes: true, exclude })) {
    if (entry.isFile()) found.push(join(relative(process.cwd(), entry.parentPath), entry.name));
  }
  return found.toSorted();
}

interface Walk {
  readonly found: Map<string, Input>;
  readonly problems: string[];
}

function walkFolder(walk: Walk, folder: string, above: readonly IgnoreFile[], depth: number): void {
  const entries = readFolder(folder);
  if (entries === undefined) {
    walk.problems.push(`${folder}: can't read the directory`);
    return;
  }
  const ignores = [...above, ...ignoreFileIn(folder)];
  for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (depth < depthMax && isWalked(entry.name) && !isIgnored(ignores, path, "folder"))
        walkFolder(walk, path, ignores, depth + 1);
      continue;
    }
    if (!isManifestName(entry.name) || isIgnored(ignores, path, "file")) continue;
    const isFile = entry.isFile() || (entry.isSymbolicLink() && kindOf(path) === "file");
    if (isFile) walk.found.set(path, { path });
  }
}

/** As in git, the .gitignore files of parent folders count, up to the root of the repository. */
function ignoresAbove(folder: string): readonly IgnoreFile[] {
  const found: IgnoreFile[] = [];
  for (let depth = 0, at = folder; depth < depthMax; depth += 1, at = join(at, "..")) {
    if (kindOf(join(at, ".git")) !== "missing") return found;
    const above = join(at, "..");
    if (kindOf(above) !== "folder" || relative(at, above) === "") break;
    found.unshift(...ignoreFileIn(above));
  }
  // Not in a repository: what lies above has nothing to say.
  return [];
}

function ignoreFileIn(folder: string): readonly IgnoreFile[] {
  const text = readText(join(folder, ".gitignore"));
  return text === undefined ? [] : [readIgnoreFile(text, (path) => insideOf(folder, path))];
}

function insideOf(folder: string, path: string): string | undefined {
  const inside = relative(folder, path).split(sep).join("/");
  return inside.startsWith("..") ? undefined : inside;
}
