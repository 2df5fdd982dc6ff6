import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { prepareAlertJudge } from "../../analysis/alert-judge.ts";
import type { DiffFile } from "../../diff/model.ts";
import type { PlacedRelease } from "../../render/helm-release.ts";
import type { Rendered, RenderTarget } from "../../render/model.ts";
import type { CallSettings } from "../arguments/flags.ts";
import { renderIn } from "../files/rendered.ts";
import { isBelow, type Side } from "./sides.ts";
import { type DiffTarget, nameOf, partsOf, remoteParts } from "./targets.ts";

/** What charts and overlays make on each side, as files that can be compared. */
interface RenderedSides {
  readonly base: readonly DiffFile[];
  readonly head: readonly DiffFile[];
  /** The way from these files back to what people edit. */
  readonly origins: ReadonlyMap<DiffFile, Rendered>;
  /** Whether a source is compared by what is made of it. */
  readonly covers: (key: string) => boolean;
  readonly notes: readonly string[];
  /** Why something is not compared, each a sentence. */
  readonly notCompared: readonly NotCompared[];
}

export interface NotCompared {
  /** The chart or the overlay, as people write it. */
  readonly name: string;
  readonly sentence: string;
}

interface RenderCall {
  readonly sides: readonly [Side, Side];
  /** What the sides are called: as they were typed. */
  readonly names: readonly [string, string];
  readonly settings: readonly [CallSettings, CallSettings];
}

interface Gathered {
  readonly base: DiffFile[];
  readonly head: DiffFile[];
  readonly origins: Map<DiffFile, Rendered>;
  readonly covered: Set<string>;
  readonly notes: string[];
  readonly notCompared: NotCompared[];
}

/** Renders each target on both sides. One that a side can't render is compared on neither: half of it would look like a change. */
export async function renderSides(targets: readonly DiffTarget[], call: RenderCall): Promise<RenderedSides> {
  const gathered: Gathered = { base: [], head: [], origins: new Map(), covered: new Set(), notes: [], notCompared: [] };
  const missing = new Map<DiffTarget["tool"], string[]>();
  for (const target of targets) {
    const result = await renderBoth(target, call, gathered);
    if (result !== "missing") continue;
    missing.set(target.tool, [...(missing.get(target.tool) ?? []), titleOf(target, call)]);
  }
  for (const [tool, names] of missing)
    for (const name of new Set(names))
      gathered.notCompared.push({ name, sentence: `${name} is not rendered: ${missingWords[tool]}` });
  const { covered, ...rest } = gathered;
  const folders = [...covered];
  const covers = (key: string): boolean => folders.length > 0 && isBelow(key, folders);
  return { ...rest, covers };
}

const missingWords = {
  helm: "helm is not on the PATH",
  kustomize: "neither kustomize nor kubectl is on the PATH",
} as const;

/** `charts/web`, `charts/web with prod.yaml` */
function titleOf({ key, values, release }: DiffTarget, { sides }: RenderCall): string {
  if (release !== undefined) return release.title;
  const files = values.map((each) => nameOf(sides, each)).join(", ");
  return `${nameOf(sides, key)}${files === "" ? "" : ` with ${files}`}`;
}

async function renderBoth(target: DiffTarget, call: RenderCall, gathered: Gathered): Promise<"missing" | undefined> {
  const { sides, names } = call;
  const title = titleOf(target, call);
  const found = await Promise.all(([0, 1] as const).map((at) => placeOf(target, sides[at], at)));
  if (found.every((each) => each === undefined)) {
    const what = target.tool === "helm" ? "chart" : "overlay";
    gathered.notCompared.push({ name: title, sentence: `${names.join(" and ")} have no ${what} ${title}` });
    return undefined;
  }
  const files: { readonly at: 0 | 1; readonly file: DiffFile; readonly rendered: Rendered }[] = [];
  for (const at of [0, 1] as const) {
    const place = found[at];
    if (place === undefined) continue;
    const result = await renderOne(target, place, { ...call, at, title });
    if ("missing" in result) return "missing";
    gathered.notes.push(...result.notes);
    if ("sentence" in result) {
      gathered.notCompared.push({ name: title, sentence: result.sentence });
      return undefined;
    }
    files.push({ at, ...result });
  }
  const gone = found.indexOf(undefined);
  if (gone !== -1) gathered.notes.push(`${title} is not in ${names[gone] ?? ""}`);
  for (const { at, file, rendered } of files) {
    (at === 0 ? gathered.base : gathered.head).push(file);
    gathered.origins.set(file, rendered);
  }
  for (const side of sides) for (const part of await coveredBy(target, side)) gathered.covered.add(part);
  return undefined;
}

async function coveredBy({ tool, key }: DiffTarget, side: Side): Promise<readonly string[]> {
  return tool === "helm" ? [key] : await partsOf(side, key);
}

/** Where a side has the target; what neither has may be anywhere on this machine. Undefined: it is not there. */
async function placeOf({ tool, key, release }: DiffTarget, { tree }: Side, at: 0 | 1): Promise<string | undefined> {
  if (release !== undefined && release.sides[at] === undefined) return undefined;
  if (isAbsolute(key)) return existsSync(key) ? key : undefined;
  const kind = await tree.kindOf(key);
  if (
    kind === "folder" &&
    tool === "helm" &&
    (await tree.kindOf(key === "" ? "Chart.yaml" : `${key}/Chart.yaml`)) === undefined
  )
    return undefined;
  return kind === undefined ? undefined : tree.pathOf(key);
}

interface OneSide extends RenderCall {
  readonly at: 0 | 1;
  readonly title: string;
}

type OneResult =
  | { readonly file: DiffFile; readonly rendered: Rendered; readonly notes: readonly string[] }
  | { readonly sentence: string; readonly notes: readonly string[] }
  | { readonly missing: true };

async function renderOne(target: DiffTarget, path: string, call: OneSide): Promise<OneResult> {
  const { sides, names, at, title, settings } = call;
  const side = sides[at];
  const said = `${title} does not render in ${names[at]}`;
  const remote = target.tool === "kustomize" ? await remoteParts(side, target.key) : [];
  if (remote.length > 0)
    return { sentence: `${said}: ${remote[0]} is on another machine, and nothing is fetched`, notes: [] };
  const directory = await side.tree.directory();
  if ("problem" in directory) return { sentence: `${said}: ${directory.problem}`, notes: [] };
  const { files, notes } = await valuesOf(target, call);
  const asked: RenderTarget =
    target.tool === "helm"
      ? { tool: "helm", chart: path, values: files, ...ofRelease(target.release?.sides[at]) }
      : { tool: "kustomize", overlay: path };
  const result = await renderIn(asked, { path, call: settings[at], cwd: directory.value, access: side.access });
  if ("problem" in result) {
    if (result.missing === true) return { missing: true };
    const reason = result.problem.replaceAll(`${directory.value}/`, "").replaceAll(directory.value, ".");
    return { sentence: `${title} does not render in ${names[at]}: ${reason}`, notes };
  }
  const { rendered, read } = result.value;
  await prepareAlertJudge(read.manifest);
  const key = JSON.stringify([target.tool, target.key, target.values, target.release?.title]);
  return { file: { path: title, key, ...read, beside: [] }, rendered, notes };
}

/** The values and the name that a HelmRelease gives to its chart. */
function ofRelease(
  placed: PlacedRelease | undefined,
): Pick<Extract<RenderTarget, { tool: "helm" }>, "own" | "release"> {
  if (placed === undefined) return {};
  const { path, release } = placed;
  const { releaseName: name, targetNamespace: namespace, valuesText } = release;
  return { own: { path, text: valuesText }, release: { name, namespace } };
}

/** Values files of this side. One that only the other side has is left out, and said. */
async function valuesOf(
  { values }: DiffTarget,
  { sides, names, at }: OneSide,
): Promise<{ readonly files: readonly string[]; readonly notes: readonly string[] }> {
  const { tree } = sides[at];
  const files: string[] = [];
  const notes: string[] = [];
  for (const key of values) {
    if (isAbsolute(key)) files.push(key);
    else if ((await tree.kindOf(key)) === "file") files.push(tree.pathOf(key));
    else notes.push(`${nameOf(sides, key)} is not in ${names[at]}: rendered there without it`);
  }
  return { files, notes };
}
