import { URI, Utils } from "vscode-uri";
import * as z from "zod/mini";
import { once } from "../../../shared/basics/once.ts";
import type { FileAccess } from "./file-access.ts";
import { inFolder, wellFormed } from "./find-project.ts";
import { readPlainYaml } from "./plain-yaml.ts";

/** The names that Kustomize looks for, in its order. Models sigs.k8s.io/kustomize/api/konfig RecognizedKustomizationFileNames (v0.21.1). */
export const kustomizationNames = ["kustomization.yaml", "kustomization.yml", "Kustomization"] as const;

/** What of a kustomization matters here. Entries are paths or addresses, as written. */
interface Kustomization {
  /** Files and folders whose objects it takes. */
  readonly resources: readonly string[];
  /** Folders of kustomizations that are applied to the resources. */
  readonly components: readonly string[];
  /** Files with patches. */
  readonly patches: readonly string[];
  /** All patches, those in files, too, and the fields that replacements fill in. */
  readonly allPatches: readonly PatchEntry[];
  /** Names of the objects whose `replicas` it sets. */
  readonly scaled: readonly string[];
  /** Labels that it adds to the selectors and the pods of its resources. */
  readonly selectorLabels: Readonly<Record<string, string>>;
}

interface PatchEntry {
  /** A regular expression for the names that it is for; undefined if its text names one. */
  readonly target: string | undefined;
  /** What it says, or the file that does. */
  readonly text?: string | undefined;
  readonly file?: string | undefined;
}

const schema = once(() => {
  const names = z.catch(z.array(z.string()), []);
  const labels = z.catch(z.record(z.string(), z.string()), {});
  const word = z.catch(z.optional(z.string()), undefined);
  const target = z.catch(z.optional(z.object({ name: word })), undefined);
  const patch = z.object({ path: word, patch: word, target });
  const patches = z.catch(z.array(z.catch(patch, {})), []);
  const pairs = z.object({ pairs: z.optional(labels), includeSelectors: z.optional(z.unknown()) });
  const fieldPaths = z._default(names, []);
  const select = z.catch(z.optional(z.object({ name: word })), undefined);
  const targets = z.catch(
    z.array(z.catch(z.object({ select, fieldPaths }), { select: undefined, fieldPaths: [] })),
    [],
  );
  const replacement = z.catch(z.object({ targets: z._default(targets, []) }), { targets: [] });
  return z.object({
    resources: z._default(names, []),
    bases: z._default(names, []),
    components: z._default(names, []),
    patches: z._default(patches, []),
    patchesJson6902: z._default(patches, []),
    patchesStrategicMerge: z._default(names, []),
    replacements: z._default(z.catch(z.array(replacement), []), []),
    replicas: z._default(z.catch(z.array(z.catch(z.object({ name: word }), {})), []), []),
    commonLabels: z._default(labels, {}),
    labels: z._default(z.catch(z.array(pairs), []), []),
  });
});

/** Reads the text of a kustomization. What is broken in it is left out: Kustomize says it. */
function readKustomization(text: string): Kustomization {
  const read = schema().safeParse(readPlainYaml(text).value);
  const file = read.success ? read.data : schema().parse({});
  const patches = [...file.patches, ...file.patchesJson6902];
  // In `patchesStrategicMerge` a patch may also be written out.
  const [inline, named] = partition(file.patchesStrategicMerge, (entry) => entry.includes("\n"));
  const selecting = file.labels.filter(({ includeSelectors }) => includeSelectors === true);
  return {
    resources: [...file.resources, ...file.bases],
    components: file.components,
    patches: [...patches.flatMap(({ path }) => path ?? []), ...named],
    allPatches: [
      ...patches.map(({ target, patch, path }) => ({
        target: target && (target.name ?? ".*"),
        text: patch,
        file: path,
      })),
      ...inline.map((text) => ({ target: undefined, text })),
      ...named.map((file) => ({ target: undefined, file })),
      ...file.replacements
        .flatMap(({ targets }) => targets)
        .map(({ select, fieldPaths }) => ({ target: select?.name ?? ".*", text: fieldPaths.join("\n") })),
    ],
    scaled: file.replicas.flatMap(({ name }) => name ?? []),
    selectorLabels: merged([file.commonLabels, ...selecting.map(({ pairs = {} }) => pairs)]),
  };
}

/** Later ones win. */
export function merged(labels: readonly Readonly<Record<string, string>>[]): Readonly<Record<string, string>> {
  return Object.fromEntries(labels.flatMap((each) => Object.entries(each)));
}

/** A kustomization with its address. */
export interface FoundKustomization extends Kustomization {
  readonly uri: string;
  /** URI of its folder. */
  readonly folder: string;
  /** Addresses of its files with patches. */
  readonly patchUris: () => ReadonlySet<string>;
  /** Addresses of its resources and components. */
  readonly partUris: () => ReadonlySet<string>;
  /** Addresses of its components alone. */
  readonly componentUris: () => ReadonlySet<string>;
}

/** The kustomization of a folder; undefined if it has none. */
export async function kustomizationIn(folder: string, files: FileAccess): Promise<FoundKustomization | undefined> {
  for (const name of kustomizationNames) {
    const uri = inFolder(folder, name);
    const text = await files.read(uri);
    if (text !== undefined) return foundIn(folder, uri, text);
  }
  return undefined;
}

/** All files of a folder ask for the same one. */
const foundByUri = new Map<string, { readonly text: string; readonly found: FoundKustomization }>();
const foundMax = 2000;

function foundIn(folder: string, uri: string, text: string): FoundKustomization {
  const before = foundByUri.get(uri);
  if (before?.text === text) return before.found;
  if (foundByUri.size >= foundMax) foundByUri.clear();
  const read = readKustomization(text);
  const urisOf = (entries: readonly string[]) =>
    once(() => new Set(entries.flatMap((entry) => entryUri({ folder }, entry) ?? [])));
  const partUris = urisOf([...read.resources, ...read.components]);
  const componentUris = urisOf(read.components);
  const found = { ...read, uri, folder, patchUris: urisOf(read.patches), partUris, componentUris };
  foundByUri.set(uri, { text, found });
  return found;
}

/** What an entry names, as an address; undefined if it is not on this file system. */
export function entryUri({ folder }: Pick<FoundKustomization, "folder">, entry: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:|^git@|\?ref=/i.test(entry) || entry.startsWith("/")) return undefined;
  return Utils.joinPath(URI.parse(folder), wellFormed(entry))
    .toString()
    .replace(/(?<!\/)\/+$/, "");
}

function partition<T>(all: readonly T[], isLeft: (each: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isLeft), all.filter((each) => !isLeft(each))];
}
