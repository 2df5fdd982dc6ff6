import { URI, Utils } from "vscode-uri";
import type { FileAccess } from "../schema/files/file-access.ts";
import { kustomizationIn } from "../schema/files/kustomization.ts";
import type { RenderTarget } from "./model.ts";

/** What a file is a part of. */
interface FoundTarget {
  readonly target: RenderTarget;
  /** URI of the chart or the overlay. */
  readonly folder: string;
}

/** Nobody nests the files of a chart deeper. */
const levelsMax = 20;

/**
 * The chart or the overlay that a file belongs to: the nearest folder above it that is one, not above `root`. A chart in the `charts`
 * of another one is rendered with that. A values file beside `values.yaml` is used, as with `-f`. Undefined if it belongs to none.
 */
export async function findTarget(
  uri: string,
  root: string | undefined,
  files: FileAccess,
): Promise<FoundTarget | undefined> {
  let chart: URI | undefined;
  let folder = Utils.dirname(URI.parse(uri));
  for (let level = 0; level < levelsMax; level += 1) {
    if ((await files.read(Utils.joinPath(folder, "Chart.yaml").toString())) !== undefined) chart = folder;
    else if (chart === undefined && (await kustomizationIn(folder.toString(), files)) !== undefined)
      return { target: { tool: "kustomize", overlay: Utils.basename(folder) }, folder: folder.toString() };
    const above = Utils.dirname(folder);
    if (isIn(folder, root) || above.path === folder.path) break;
    // The chart around a chart is two levels up: of `web/charts/cache`, that is `web`.
    if (chart === folder && Utils.basename(above) !== "charts") break;
    if (chart !== undefined && chart !== folder && Utils.basename(folder) !== "charts") break;
    folder = above;
  }
  return (
    chart && {
      target: { tool: "helm", chart: Utils.basename(chart), values: valuesFor(uri, chart) },
      folder: chart.toString(),
    }
  );
}

function isIn(folder: URI, root: string | undefined): boolean {
  return root !== undefined && folder.path === URI.parse(root).path.replace(/(?<=.)\/$/, "");
}

function valuesFor(uri: string, chart: URI): readonly string[] {
  const file = URI.parse(uri);
  const name = Utils.basename(file);
  const isOwn = Utils.dirname(file).path === chart.path && /^values[\w.-]*\.ya?ml$/.test(name);
  return isOwn && name !== "values.yaml" ? [`${Utils.basename(chart)}/${name}`] : [];
}
