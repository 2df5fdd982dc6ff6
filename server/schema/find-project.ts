import { URI, Utils } from "vscode-uri";
import type { FileAccess } from "./file-access.ts";

export const projectFileName = ".pod-cadence.yaml";

/** More folders than any path has; ends the walk on a file system whose root is its own child. */
const foldersMax = 256;

interface FoundFile {
  readonly uri: string;
  readonly text: string;
}

/** Looks for the project file in the folder of the file and upwards. */
export async function findProjectFile(
  fileUri: string,
  rootUri: string | undefined,
  files: FileAccess,
): Promise<FoundFile | undefined> {
  for await (const folder of foldersAbove(fileUri, rootUri, files)) {
    const uri = Utils.joinPath(folder, projectFileName).toString();
    const text = await files.read(uri);
    if (text !== undefined) return { uri, text };
  }
  return undefined;
}

/** The folder of a file and those above it, up to the root of the repository, `rootUri`, or the root of the file system. */
export async function* foldersAbove(
  fileUri: string,
  rootUri: string | undefined,
  files: FileAccess,
): AsyncGenerator<URI> {
  let folder = Utils.dirname(URI.parse(fileUri));
  for (let count = 0; count < foldersMax; count += 1) {
    yield folder;
    const parent = Utils.dirname(folder);
    if (parent.path === folder.path || isSameFolder(folder, rootUri) || (await isRepositoryRoot(folder, files))) return;
    folder = parent;
  }
}

/** `.git` is a folder in a clone, and a file in a work tree or a submodule. */
export async function isRepositoryRoot(folder: URI, files: FileAccess): Promise<boolean> {
  const git = Utils.joinPath(folder, ".git");
  const head = await files.read(Utils.joinPath(git, "HEAD").toString());
  return head !== undefined || (await files.read(git.toString())) !== undefined;
}

function isSameFolder(folder: URI, other: string | undefined): boolean {
  return other !== undefined && withoutSlash(URI.parse(other).path) === withoutSlash(folder.path);
}

function withoutSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, "");
}

/** A path as people write it, absolute or relative to a folder, as an address. */
export function fileUri(written: string, folderUri: string | undefined): string {
  const path = wellFormed(written);
  const isUri = /^[a-z][a-z\d+.-]+:\/\//i.test(path);
  // An address without a host has a path that begins with one slash.
  if (isUri) return URI.parse(path.replace(/^([a-z][a-z\d+.-]+:\/\/)\/{2,}/i, "$1/")).toString();
  const isAbsolute = path.startsWith("/") || /^[a-z]:[\\/]/i.test(path);
  if (isAbsolute || folderUri === undefined) return URI.file(path.replace(/^\/{3,}/, "/")).toString();
  return Utils.resolvePath(URI.parse(folderUri), path.replaceAll("\\", "/")).toString();
}

/** Half of a pair of surrogates is in no address, and no file has it in its name. */
export function wellFormed(path: string): string {
  return path.replace(/\p{Cs}/gu, "\ufffd");
}

export function folderOf(uri: string): string {
  return Utils.dirname(URI.parse(uri)).toString();
}

export function nameOf(uri: string): string {
  return Utils.basename(URI.parse(uri));
}
