import { dirname, join, relative, resolve } from "node:path";
import { counted } from "../../../shared/basics/counted.ts";
import { type HelmRelease, type PlacedRelease, readHelmReleases } from "../../render/helm-release.ts";
import type { RenderTarget } from "../../render/model.ts";
import type { CallSettings } from "../arguments/flags.ts";
import { kindOf, readText } from "./disk.ts";
import type { Input } from "./inputs.ts";
import { type ReadRendered, renderIn } from "./rendered.ts";

/** What the HelmReleases of files come to. */
interface RenderedReleases {
  readonly rendered: readonly ReadRendered[];
  /** What was not rendered, and why. */
  readonly notes: readonly string[];
}

/** More are not rendered unasked: each takes some tenths of a second. */
const releasesMax = 50;

/** HelmReleases of Flux whose charts are in the same repository, rendered with their values by the user's own Helm. */
export async function renderReleases(inputs: readonly Input[], call: CallSettings): Promise<RenderedReleases> {
  const rendered: ReadRendered[] = [];
  const elsewhere: PlacedRelease[] = [];
  const notes: string[] = [];
  for (const { path, release } of inputs.flatMap(releasesIn)) {
    const chart = chartOf(path, release);
    if (chart === undefined) elsewhere.push({ path, release });
    else if (rendered.length >= releasesMax)
      notes.push(`more than ${releasesMax} HelmReleases: the others are not rendered`);
    else {
      const title = `HelmRelease/${release.name} in ${path}`;
      const result = await renderIn(targetOf({ path, release }, chart), { path: title, call, cwd: process.cwd() });
      if ("value" in result) rendered.push(result.value);
      else
        notes.push(`${title} is not rendered: ${result.missing === true ? "helm is not on the PATH" : result.problem}`);
    }
  }
  return { rendered, notes: [...new Set([...notes, ...elsewhereNote(elsewhere)])] };
}

function releasesIn({ path }: Input): readonly PlacedRelease[] {
  const text = path === "-" ? undefined : readText(path);
  return text === undefined ? [] : readHelmReleases(text).map((release) => ({ path, release }));
}

interface FoundChart {
  readonly folder: string;
  readonly root: string;
}

const levelsMax = 20;

/** The path of a chart counts from the root of the repository, which is the last folder above the file that may be meant. */
function chartOf(path: string, { folder }: HelmRelease): FoundChart | undefined {
  if (folder === undefined) return undefined;
  let found: FoundChart | undefined;
  let at = dirname(resolve(path));
  for (let level = 0; level < levelsMax; level += 1) {
    if (kindOf(join(at, folder, "Chart.yaml")) === "file")
      found = { folder: relative(process.cwd(), join(at, folder)), root: at };
    const above = dirname(at);
    if (above === at || kindOf(join(at, ".git")) !== "missing") break;
    at = above;
  }
  return found;
}

function targetOf({ path, release }: PlacedRelease, { folder, root }: FoundChart): RenderTarget {
  const { releaseName: name, targetNamespace: namespace, valuesText, valuesFiles } = release;
  const values = valuesFiles.map((file) => join(root, file)).filter((file) => kindOf(file) === "file");
  const own = { path, text: valuesText };
  return { tool: "helm", chart: folder === "" ? "." : folder, values, own, release: { name, namespace } };
}

function elsewhereNote(releases: readonly PlacedRelease[]): readonly string[] {
  const [first, ...others] = releases;
  if (first === undefined) return [];
  const { path, release } = first;
  const one = `HelmRelease/${release.name} in ${path}`;
  if (others.length === 0)
    return [
      `${one} is not rendered: ${release.chart} is not in this repository; helm template CHART -f VALUES renders it`,
    ];
  return [
    `${one} and ${counted(others.length, "other HelmRelease")} are not rendered: their charts are not in this repository; helm template CHART -f VALUES renders one`,
  ];
}
