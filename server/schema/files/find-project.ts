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
    const uri = inFolder(folder, projectFileName);
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
): AsyncGenerator<string> {
  const root = rootUri === undefined ? undefined : withoutSlash(URI.parse(rootUri).toString());
  let folder = folderOf(fileUri);
  for (let count = 0; count < foldersMax; count += 1) {
    yield folder;
    const parent = parentOf(folder);
    if (parent === folder || withoutSlash(folder) === root || (await isRepositoryRoot(folder, files))) return;
    folder = parent;
  }
}

/** `.git` is a folder in a clone, and a file in a work tree or a submodule. */
export async function isRepositoryRoot(folder: string, files: FileAccess): Promise<boolean> {
  const head = await files.read(inFolder(folder, ".git/HEAD"));
  return head !== undefined || (await files.read(inFolder(folder, ".git"))) !== undefined;
}

/**
 * The address of what has a plain name in a folder: nothing of it is encoded. All files of a call ask for such addresses in each
 * folder above them, and `Utils.joinPath` reads and writes a whole address each time.
 */
export function inFolder(folder: string, name: string): string {
  return folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`;
}

/** The folder above one; that of a root is itself. */
function parentOf(folder: string): string {
  const scheme = folder.indexOf("://");
  const root = folder.indexOf("/", scheme === -1 ? 0 : scheme + "://".length);
  return root === -1 ? folder : folder.slice(0, Math.max(folder.lastIndexOf("/"), root + 1));
}

function withoutSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, "");
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
