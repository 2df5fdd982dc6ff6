import { URI, Utils } from "vscode-uri";
import { memo } from "../../../shared/basics/once.ts";
import type { FileAccess } from "./file-access.ts";
import { isWalked } from "./ignore-files.ts";
import { depthMax } from "./ignore-patterns.ts";
import { type FoundKustomization, kustomizationIn, kustomizationNames } from "./kustomization.ts";

/** What is below a folder, itself included. */
interface Below {
  readonly folders: number;
  readonly kustomizations: readonly FoundKustomization[];
}

type KustomizationsBelow = (folder: string) => Promise<readonly FoundKustomization[] | undefined>;

/** All kustomizations below a folder; undefined if it holds too much. Each folder is read once, until what was read of the files is forgotten. */
export function kustomizationsBelow(files: FileAccess): KustomizationsBelow {
  return files.readings === undefined ? searchIn(files) : keptSearch(files.readings, files);
}

const keptSearch = memo((_: object, files: FileAccess) => searchIn(files));

function searchIn(files: FileAccess): KustomizationsBelow {
  const known = new Map<string, Promise<Below | undefined>>();
  const below = (folder: string, depth: number): Promise<Below | undefined> => {
    const found = known.get(folder) ?? search(folder, depth);
    known.set(folder, found);
    return found;
  };
  const search = async (folder: string, depth: number): Promise<Below | undefined> => {
    const entries = depth > depthMax ? undefined : await files.list?.(folder);
    if (entries === undefined) return undefined;
    const isNamed = entries.some(({ name }) => kustomizationNames.some((each) => each === name));
    const own = isNamed ? await kustomizationIn(folder, files) : undefined;
    const kustomizations = own === undefined ? [] : [own];
    let folders = 1;
    for (const { name, kind } of entries) {
      if (kind !== "folder" || !isWalked(name)) continue;
      const inside = await below(Utils.joinPath(URI.parse(folder), name).toString(), depth + 1);
      if (inside === undefined) return undefined;
      folders += inside.folders;
      if (folders > foldersMax(folder)) return undefined;
      kustomizations.push(...inside.kustomizations);
    }
    return { folders, kustomizations };
  };
  return async (folder) => (await below(folder, 0))?.kustomizations;
}

/** Who asks for one file waits for all folders. Elsewhere than on this machine, each of them is a request over the network. */
function foldersMax(folder: string): number {
  return folder.startsWith("file:") ? 1000 : 50;
}
