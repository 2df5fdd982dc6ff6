import { posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { enumerated } from "../../../shared/basics/enumerated.ts";
import { type HelmRelease, type PlacedRelease, readHelmReleases } from "../../render/helm-release.ts";
import type { NotCompared } from "./rendered-sides.ts";
import type { Side } from "./sides.ts";
import type { DiffTarget, ReleasePair } from "./targets.ts";

/** What HelmReleases of Flux come to: the charts that are at hand are rendered, the others named. */
interface ChangedReleases {
  readonly targets: readonly DiffTarget[];
  readonly notCompared: readonly NotCompared[];
  readonly notes: readonly string[];
}

export const noReleases: ChangedReleases = { targets: [], notCompared: [], notes: [] };

/** More are not rendered unasked: each takes some tenths of a second on each side. */
const releasesMax = 50;

/** The HelmReleases that are not the same on both sides, or whose charts are not. */
export async function changedReleases(sides: readonly [Side, Side]): Promise<ChangedReleases> {
  const targets: DiffTarget[] = [];
  const notCompared: NotCompared[] = [];
  const notes: string[] = [];
  for (const pair of await pairsOf(sides)) {
    const one = pair.sides[1] ?? pair.sides[0];
    if (one === undefined) continue;
    const key = await chartKeyOf(sides, one.release);
    const isSame = isDeepStrictEqual(pair.sides[0]?.release.decides, pair.sides[1]?.release.decides);
    if (isSame && (key === undefined || !(await differs(sides, key)))) continue;
    if (key === undefined) notCompared.push({ name: pair.title, sentence: notAtHand(pair.title, one) });
    else if (targets.length >= releasesMax)
      notCompared.push({ name: pair.title, sentence: `${pair.title} is one of more than ${releasesMax} that differ` });
    else {
      targets.push({ tool: "helm", key, values: one.release.valuesFiles, release: pair });
      const { unread } = one.release;
      if (unread.length > 0) notes.push(`${pair.title} is rendered without its ${enumerated(unread)}`);
    }
  }
  return { targets, notCompared, notes };
}

function notAtHand(title: string, { path, release: { chart } }: PlacedRelease): string {
  return `${title} in ${path} differs, and ${chart} is not in this repository: diff --helm CHART -f FILE compares what its values make`;
}

/** By file and name, then by name alone: a HelmRelease may move. */
async function pairsOf(sides: readonly [Side, Side]): Promise<readonly ReleasePair[]> {
  const [base, head] = await Promise.all([releasesOf(sides[0], sides[1]), releasesOf(sides[1], sides[0])]);
  const keys = [...new Set([...head.keys(), ...base.keys()])];
  const names = new Map<string, number>();
  for (const key of keys) {
    const name = (head.get(key) ?? base.get(key))?.release.name ?? "";
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return keys.map((key) => {
    const before = base.get(key);
    const after = head.get(key);
    const one = after ?? before;
    const name = one?.release.name ?? "";
    const isShared = (names.get(name) ?? 0) > 1;
    const title = `HelmRelease/${name}${isShared ? ` (${one?.release.namespace}, ${one?.path})` : ""}`;
    return { title, sides: [before, after] };
  });
}

/** Of all files where there are charts: a chart may differ where its release does not. Clusters often have the same release, each in a file of its own. */
async function releasesOf(side: Side, other: Side): Promise<ReadonlyMap<string, PlacedRelease>> {
  const found: { readonly fileKey: string; readonly id: string; readonly placed: PlacedRelease }[] = [];
  const hasCharts = [...side.files.keys()].some((key) => posix.basename(key) === "Chart.yaml");
  for (const [fileKey, file] of side.files) {
    const same = other.files.get(fileKey);
    if (!hasCharts && file.id !== undefined && file.id === same?.id) continue;
    const read = await file.read();
    if (!("text" in read)) continue;
    for (const release of readHelmReleases(read.text))
      found.push({ fileKey, id: `${release.namespace}/${release.name}`, placed: { path: file.path, release } });
  }
  const count = new Map<string, number>();
  for (const { id } of found) count.set(id, (count.get(id) ?? 0) + 1);
  const isMoved = ({ fileKey, id }: (typeof found)[number]): boolean =>
    count.get(id) === 1 && !other.files.has(fileKey);
  return new Map(found.map((each) => [isMoved(each) ? each.id : `${each.fileKey} ${each.id}`, each.placed] as const));
}

/** Undefined: the chart is kept elsewhere. */
async function chartKeyOf(sides: readonly [Side, Side], { folder }: HelmRelease): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  for (const { tree } of sides) {
    // A link leads to a folder that has another name, and commits have no links.
    const linked = await tree.keyOf(tree.pathOf(folder));
    for (const key of new Set([linked ?? folder, folder]))
      if ((await tree.kindOf(key === "" ? "Chart.yaml" : `${key}/Chart.yaml`)) === "file") return key;
  }
  return undefined;
}

async function differs(sides: readonly [Side, Side], key: string): Promise<boolean> {
  const [before, after] = await Promise.all(sides.map(({ tree }) => tree.contentsOf(key)));
  return !isDeepStrictEqual(before, after);
}
