import ignore, { type Ignore } from "ignore";
import { projectFileName } from "./find-project.ts";

/** One `.gitignore`. */
export interface IgnoreFile {
  readonly patterns: Ignore;
  /** A path relative to the file's folder, with slashes; undefined: it is not below it. */
  readonly inside: (path: string) => string | undefined;
}

/** Deeper is a loop of links. */
export const depthMax = 64;

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
  return { patterns: ignore().add(text), inside };
}

/** The deepest file that speaks of the path decides. `ignores` are in the order of their depth. */
export function isIgnored(ignores: readonly IgnoreFile[], path: string, kind: "file" | "folder"): boolean {
  for (const { patterns, inside } of ignores.toReversed()) {
    const relative = inside(path);
    if (relative === undefined || relative === "") continue;
    const { ignored, unignored } = patterns.test(kind === "folder" ? `${relative}/` : relative);
    if (ignored || unignored) return ignored;
  }
  return false;
}
