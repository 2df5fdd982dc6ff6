import { isAbsolute, posix, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { PlacedRelease } from "../../render/helm-release.ts";
import { kustomizationsOf } from "../../render/kustomize.ts";
import type { RenderTarget } from "../../render/model.ts";
import { entryUri, type FoundKustomization, kustomizationNames } from "../../schema/files/kustomization.ts";
import { readPlainYaml } from "../../schema/files/plain-yaml.ts";
import type { Side } from "./sides.ts";
import { slashed } from "./tree.ts";

/** A chart or an overlay that both sides render, by keys of their trees. */
export interface DiffTarget {
  readonly tool: RenderTarget["tool"];
  /** The folder; of a packed chart, its file. */
  readonly key: string;
  /** Values files. What is on neither side has its whole path: it is read from this machine for both. */
  readonly values: readonly string[];
  /** Of a HelmRelease: what each side has of it. */
  readonly release?: ReleasePair;
}

/** A HelmRelease of both sides, or of one. */
export interface ReleasePair {
  /** `HelmRelease/podinfo` */
  readonly title: string;
  readonly sides: readonly [PlacedRelease | undefined, PlacedRelease | undefined];
}

/** Charts and overlays whose files differ, and why some can't be rendered. */
interface ChangedTargets {
  readonly targets: readonly DiffTarget[];
  readonly left: readonly LeftTarget[];
}

/** What is not rendered unasked, by its key, and why. */
interface LeftTarget {
  readonly key: string;
  readonly sentence: string;
}

/** What `--helm`, `-f`, and `-k` name, by the keys of the sides. */
export function namedTargets(
  asked: readonly RenderTarget[],
  sides: readonly [Side, Side],
): Promise<readonly DiffTarget[]> {
  return Promise.all(
    asked.map(async (each): Promise<DiffTarget> => {
      if (each.tool === "kustomize") return { tool: each.tool, key: await keyIn(sides, each.overlay), values: [] };
      const values = await Promise.all(each.values.map((path) => keyIn(sides, path)));
      return { tool: each.tool, key: await keyIn(sides, each.chart), values };
    }),
  );
}

/** The key on the side that has it; else the whole path. */
async function keyIn([base, head]: readonly [Side, Side], path: string): Promise<string> {
  for (const { tree } of [head, base]) {
    const key = await tree.keyOf(path);
    if (key !== undefined && (await tree.kindOf(key)) !== undefined) return key;
  }
  // A chart in a registry has an address, and is not there as nothing is fetched.
  return /^[a-z]+:\/\//.test(path) ? path : resolve(path);
}

/** More are not rendered unasked: each takes some tenths of a second on each side. */
const targetsMax = 50;

/** The charts and overlays in which a file is not the same on both sides. A chart inside of another one is a part of that. */
export async function changedTargets(sides: readonly [Side, Side]): Promise<ChangedTargets> {
  const targets: DiffTarget[] = [];
  const left: LeftTarget[] = [];
  for (const key of chartKeys(sides)) {
    if (!(await differs(sides, [key]))) continue;
    const name = nameOf(sides, key);
    if (await isLibrary(sides, key))
      left.push({ key, sentence: `${name} is a library chart: what it changes shows in the charts that use it` });
    else targets.push(...(await chartTargets(sides, key)));
  }
  for (const key of await overlayKeys(sides)) {
    const parts = await Promise.all(sides.map((side) => partsOf(side, key)));
    if (await differs(sides, [...new Set(parts.flat())])) targets.push({ tool: "kustomize", key, values: [] });
  }
  const tooMany = targets.slice(targetsMax).map(({ key }): LeftTarget => {
    return { key, sentence: `${nameOf(sides, key)} is one of more than ${targetsMax} that differ` };
  });
  return { targets: targets.slice(0, targetsMax), left: [...left, ...tooMany] };
}

/** With its default values, and with each values file beside them that differs. */
async function chartTargets(sides: readonly [Side, Side], key: string): Promise<readonly DiffTarget[]> {
  const [before, after] = await Promise.all(sides.map(({ tree }) => tree.contentsOf(key)));
  const isOwn = (file: string): boolean =>
    posix.dirname(file) === (key === "" ? "." : key) && /^values.+\.ya?ml$/.test(posix.basename(file));
  const files = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].filter(isOwn).toSorted();
  const changed = files.filter((file) => before?.get(file) !== after?.get(file));
  const isOther = (file: string): boolean => before?.get(file) !== after?.get(file) && !changed.includes(file);
  const others = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].some(isOther);
  return [
    ...(others ? [{ tool: "helm" as const, key, values: [] }] : []),
    ...changed.map((file) => ({ tool: "helm" as const, key, values: [file] })),
  ];
}

function chartKeys(sides: readonly [Side, Side]): readonly string[] {
  const folders = new Set(
    sides.flatMap(({ files }) =>
      [...files.keys()].flatMap((key) => (posix.basename(key) === "Chart.yaml" ? [folderOf(key)] : [])),
    ),
  );
  const isInside = (folder: string): boolean => {
    const charts = folderOf(folder);
    return posix.basename(charts) === "charts" && folders.has(folderOf(charts));
  };
  return [...folders].filter((folder) => !isInside(folder)).toSorted();
}

function folderOf(key: string): string {
  const folder = posix.dirname(key);
  return folder === "." ? "" : folder;
}

async function isLibrary(sides: readonly [Side, Side], key: string): Promise<boolean> {
  for (const { files } of sides) {
    const read = await files.get(posix.join(key, "Chart.yaml"))?.read();
    if (read === undefined || !("text" in read)) continue;
    const { value } = readPlainYaml(read.text);
    if (typeof value === "object" && value !== null && Reflect.get(value, "type") === "library") return true;
  }
  return false;
}

/** Overlays that no other kustomization takes: what they make is what is applied. */
async function overlayKeys(sides: readonly [Side, Side]): Promise<readonly string[]> {
  const keys = new Set<string>();
  const used = new Set<string>();
  for (const side of sides) {
    const folders = [...side.files.keys()].filter(isKustomization).map(folderOf);
    for (const folder of folders) {
      keys.add(folder);
      const [own] = await kustomizationsOf(uriOf(side, folder), side.access);
      for (const uri of own?.partUris() ?? []) {
        const key = await side.tree.keyOf(fileURLToPath(uri));
        if (key !== undefined) used.add(key);
      }
    }
  }
  return [...keys].filter((key) => !used.has(key)).toSorted();
}

function isKustomization(key: string): boolean {
  return kustomizationNames.some((name) => name === posix.basename(key));
}

function uriOf({ tree }: Side, key: string): string {
  return pathToFileURL(tree.pathOf(key)).href.replace(/(?<!\/)\/+$/, "");
}

/** The folders of an overlay's kustomizations, and the files that these name elsewhere. */
export async function partsOf(side: Side, key: string): Promise<readonly string[]> {
  const all = await kustomizationsOf(uriOf(side, key), side.access);
  const paths = all.flatMap((each) => [
    fileURLToPath(each.folder),
    ...[...each.partUris(), ...each.patchUris()].map((uri) => fileURLToPath(uri)),
  ]);
  const keys = await Promise.all(paths.map((path) => side.tree.keyOf(path)));
  return [...new Set(keys.flatMap((each) => (each === undefined ? [] : [each])))];
}

/** What an overlay takes from other machines, which is not fetched. */
export async function remoteParts(side: Side, key: string): Promise<readonly string[]> {
  const all = await kustomizationsOf(uriOf(side, key), side.access);
  const isRemote = (each: FoundKustomization, entry: string): boolean =>
    !entry.includes("\n") && !entry.startsWith("/") && entryUri(each, entry) === undefined;
  return all.flatMap((each) =>
    [...each.resources, ...each.components, ...each.patches].filter((entry) => isRemote(each, entry)),
  );
}

async function differs(sides: readonly [Side, Side], keys: readonly string[]): Promise<boolean> {
  for (const key of keys) {
    const [before, after] = await Promise.all(sides.map(({ tree }) => idsBelow(tree, key)));
    if (before === undefined || after === undefined) return true;
    if (before.size !== after.size) return true;
    for (const [file, id] of before) if (after.get(file) !== id) return true;
  }
  return false;
}

async function idsBelow(
  { contentsOf, kindOf }: Side["tree"],
  key: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  if ((await kindOf(key)) !== "file") return await contentsOf(key);
  const folder = folderOf(key);
  const all = await contentsOf(folder);
  const id = all?.get(key);
  return all && new Map(id === undefined ? [] : [[key, id]]);
}

/** As people write it. */
export function nameOf([, head]: readonly [Side, Side], key: string): string {
  if (/^[a-z]+:\/\//.test(key)) return key;
  return slashed(isAbsolute(key) ? relative(process.cwd(), key) : head.tree.pathOf(key)) || ".";
}
