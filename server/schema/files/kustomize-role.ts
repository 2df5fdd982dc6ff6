import type { FileAccess } from "./file-access.ts";
import { foldersAbove, isRepositoryRoot } from "./find-project.ts";
import { entryUri, type FoundKustomization, kustomizationIn, merged } from "./kustomization.ts";
import { kustomizationsBelow } from "./kustomizations-below.ts";

/** What kustomizations make of a file. */
export interface KustomizeRole {
  /** `patch`: it is merged into other objects. `whole`: nothing is merged into what it has. `patched`: some of it may come from patches. */
  readonly as: "patch" | "whole" | "patched";
  /** Labels that its objects get in their selectors and pods. */
  readonly labels: Readonly<Record<string, string>>;
  /** What its patches say, with the names that they are for; bounded. */
  readonly patches: readonly AppliedPatch[];
  /** Names of the objects whose `replicas` a kustomization sets. */
  readonly scaled: readonly string[];
  /** Addresses of the kustomizations that name it, or name one that does, and of the components that these apply. */
  readonly reads: readonly string[];
}

interface AppliedPatch {
  readonly target: string | undefined;
  readonly text: string;
}

/** Whether a patch may be for an object of that name: it is a word of the patch, or the patch is for more than one object. */
export function mayBePatched(role: KustomizeRole | undefined, name: string, field = ""): boolean {
  return patchesFor(role, name).some(({ text }) => text.includes(field));
}

export function patchesFor(role: KustomizeRole | undefined, name: string): readonly AppliedPatch[] {
  return (role?.patches ?? []).filter(({ target, text }) =>
    target === undefined ? text.includes(name) : fitsTarget(target, name),
  );
}

/** Whether a kustomization may set how many pods an object of that name has. */
export function mayBeScaled(role: KustomizeRole | undefined, name: string): boolean {
  return role?.scaled.includes(name) === true || mayBePatched(role, name, "replicas");
}

/** A target is a regular expression for the whole name. */
function fitsTarget(target: string, name: string): boolean {
  return target === name || /[^\w.-]/.test(target);
}

/**
 * Undefined if no kustomization beside or above names the file: Kustomize takes a file only from there.
 * What names such a kustomization, as an overlay does, can be anywhere in the repository.
 */
export async function kustomizeRole(
  uri: string,
  rootUri: string | undefined,
  files: FileAccess,
): Promise<KustomizeRole | undefined> {
  const above: string[] = [];
  const naming: FoundKustomization[] = [];
  let wanted = uri;
  for await (const folder of foldersAbove(uri, rootUri, files)) {
    above.push(folder);
    const found = await kustomizationIn(folder, files);
    if (found === undefined) continue;
    if (found.patchUris().has(uri)) return { as: "patch", labels: {}, patches: [], scaled: [], reads: [found.uri] };
    if (!found.partUris().has(wanted)) continue;
    naming.push(found);
    wanted = found.folder;
  }
  if (naming.length === 0) return undefined;
  const others = (await isEnclosed(above, rootUri, files)) ? await around(above, files) : [];
  const all = await withComponents(withOverlays(naming, others), files);
  return {
    as: all.some(({ allPatches }) => allPatches.length > 0) ? "patched" : "whole",
    labels: merged(all.map((each) => each.selectorLabels)),
    patches: (await Promise.all(all.map((each) => patchesOf(each, files)))).flat(),
    scaled: all.flatMap((each) => each.scaled),
    reads: all.map((each) => each.uri),
  };
}

async function patchesOf(kustomization: FoundKustomization, files: FileAccess): Promise<readonly AppliedPatch[]> {
  const read = async ({ target, text, file }: FoundKustomization["allPatches"][number]) => {
    const uri = file === undefined ? undefined : entryUri(kustomization, file);
    return { target, text: text ?? (uri && (await files.read(uri))) ?? "" };
  };
  return await Promise.all(kustomization.allPatches.slice(0, patchesMax).map(read));
}

const patchesMax = 200;

/** Without a repository or a workspace around a file, all folders of the machine are around it. */
async function isEnclosed(
  folders: readonly string[],
  rootUri: string | undefined,
  files: FileAccess,
): Promise<boolean> {
  const top = folders.at(-1);
  return rootUri !== undefined || (top !== undefined && (await isRepositoryRoot(top, files)));
}

/** The kustomizations below the highest of the folders that can be looked through. `folders`: each is above the one before. */
async function around(folders: readonly string[], files: FileAccess): Promise<readonly FoundKustomization[]> {
  const below = kustomizationsBelow(files);
  let widest: readonly FoundKustomization[] = [];
  for (const folder of folders) {
    const found = await below(folder);
    if (found === undefined) break;
    widest = found;
  }
  return widest;
}

/** Those, and of `others` each that takes one of them as a part, or one that does. */
function withOverlays(
  naming: readonly FoundKustomization[],
  others: readonly FoundKustomization[],
): readonly FoundKustomization[] {
  const found = new Map(naming.map((each) => [each.folder, each]));
  // A map goes on with what is added meanwhile.
  for (const folder of found.keys()) {
    for (const other of others)
      if (other.partUris().has(folder) && !found.has(other.folder)) found.set(other.folder, other);
  }
  return [...found.values()];
}

/** Those, and the components that they apply to their parts, and so on. */
async function withComponents(
  all: readonly FoundKustomization[],
  files: FileAccess,
): Promise<readonly FoundKustomization[]> {
  const found = new Map(all.map((each) => [each.folder, each]));
  for (const each of found.values()) {
    for (const folder of each.componentUris()) {
      const component = found.has(folder) ? undefined : await kustomizationIn(folder, files);
      if (component !== undefined) found.set(folder, component);
    }
  }
  return [...found.values()];
}
