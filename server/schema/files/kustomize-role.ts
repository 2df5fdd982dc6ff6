import type { FileAccess } from "./file-access.ts";
import { foldersAbove } from "./find-project.ts";
import { type FoundKustomization, kustomizationIn, merged } from "./kustomization.ts";

/** What the kustomizations beside and above a file make of it. */
export interface KustomizeRole {
  /** `patch`: it is merged into other objects. `whole`: nothing is merged into what it has. `patched`: some of it may come from patches. */
  readonly as: "patch" | "whole" | "patched";
  /** Labels that its objects get in their selectors and pods. */
  readonly labels: Readonly<Record<string, string>>;
  /** Addresses of the kustomizations that name it, or name one that does. */
  readonly reads: readonly string[];
}

/** Undefined if no kustomization names the file. Only those beside and above it are asked: an overlay elsewhere is not looked for. */
export async function kustomizeRole(
  uri: string,
  rootUri: string | undefined,
  files: FileAccess,
): Promise<KustomizeRole | undefined> {
  const naming: FoundKustomization[] = [];
  let wanted = uri;
  for await (const folder of foldersAbove(uri, rootUri, files)) {
    const found = await kustomizationIn(folder, files);
    if (found === undefined) continue;
    if (found.patchUris().has(uri)) return { as: "patch", labels: {}, reads: [found.uri] };
    if (!found.partUris().has(wanted)) continue;
    naming.push(found);
    wanted = found.folder;
  }
  if (naming.length === 0) return undefined;
  const isPatched = naming.some(({ patches, hasInlinePatches }) => patches.length > 0 || hasInlinePatches);
  return {
    as: isPatched ? "patched" : "whole",
    labels: merged(naming.map((each) => each.selectorLabels)),
    reads: naming.map((each) => each.uri),
  };
}
