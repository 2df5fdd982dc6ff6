import { projectFileName } from "./find-project.ts";
import { type IgnorePatterns, readIgnorePatterns } from "./ignore-patterns.ts";

/** One `.gitignore`. */
export interface IgnoreFile {
  readonly patterns: IgnorePatterns;
  /** A path relative to the file's folder, with slashes; undefined if it is not below it. */
  readonly inside: (path: string) => string | undefined;
}

const manifestName = /\.(ya?ml|json)$/i;
/** Folders without manifests that can hold very many files. */
const skippedFolders: ReadonlySet<string> = new Set([".git", "node_modules"]);

export function isManifestName(name: string): boolean {
  return manifestName.test(name) && name !== projectFileName;
}

/** Whether a walk goes into a folder of that name, if no `.gitignore` forbids it. */
export function isWalked(folderName: string): boolean {
  return !skippedFolders.has(folderName);
}

export function readIgnoreFile(text: string, inside: IgnoreFile["inside"]): IgnoreFile {
  return { patterns: readIgnorePatterns(text.split(/\r?\n/)), inside };
}

/** The deepest file that speaks of the path decides. `ignores` are in the order of their depth. */
export function isIgnored(ignores: readonly IgnoreFile[], path: string, kind: "file" | "folder"): boolean {
  for (const { patterns, inside } of ignores.toReversed()) {
    const relative = inside(path);
    if (relative === undefined || relative === "") continue;
    const verdict = patterns.verdict(kind === "folder" ? `${relative}/` : relative);
    if (verdict !== undefined) return verdict === "ignored";
  }
  return false;
}
