import { posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { parseManifest } from "../manifest/documents/parse.ts";
import type { PlacedDocument } from "../manifest/text/model.ts";
import { nodeAt } from "../manifest/text/ranges.ts";
import { readPlainYaml } from "../schema/files/plain-yaml.ts";

/** A HelmRelease of Flux: a chart, and the values that it gets. */
export interface HelmRelease {
  readonly namespace: string;
  readonly name: string;
  /** What Helm calls the release. */
  readonly releaseName: string;
  /** Where its objects go. */
  readonly targetNamespace: string;
  /** The chart, for people: `podinfo of HelmRepository podinfo`. */
  readonly chart: string;
  /** The folder of the chart, from the root of the repository; undefined if it is kept elsewhere. */
  readonly folder: string | undefined;
  /** Values files beside the chart, from the root of the repository. */
  readonly valuesFiles: readonly string[];
  readonly values: unknown;
  /** The values as a file of its own, on the lines on which they stand. */
  readonly valuesText: string;
  /** What decides about its pods, too, and is not read: `valuesFrom`. */
  readonly unread: readonly string[];
  /** All that decides about its pods: where this and the chart are equal, the pods are. */
  readonly decides: unknown;
}

/** A HelmRelease, and the file in which it stands, as people write it. */
export interface PlacedRelease {
  readonly path: string;
  readonly release: HelmRelease;
}

const text = z.catch(z.optional(z.string()), undefined);
const source = z.catch(z.optional(z.looseObject({ kind: text, name: text })), undefined);
const chartSpec = z.looseObject({
  chart: text,
  sourceRef: source,
  valuesFiles: z.catch(z.optional(z.array(z.string())), undefined),
});
const release = z.looseObject({
  apiVersion: z.string().check(z.startsWith("helm.toolkit.fluxcd.io/")),
  kind: z.literal("HelmRelease"),
  metadata: z.looseObject({ name: z.string(), namespace: text }),
  spec: z.looseObject({
    releaseName: text,
    targetNamespace: text,
    chart: z.catch(z.optional(z.looseObject({ spec: z.catch(z.optional(chartSpec), undefined) })), undefined),
    chartRef: source,
  }),
});

const deciding = ["chart", "chartRef", "releaseName", "targetNamespace", "values"];
const unreadFields = ["valuesFrom", "postRenderers"];

/** The HelmReleases of a file, in their order. */
export function readHelmReleases(file: string): readonly HelmRelease[] {
  if (!file.includes("HelmRelease")) return [];
  return parseManifest(file, undefined, { all: true }).documents.flatMap((placed) => {
    const read = release.safeParse(placed.document.value());
    if (!read.success) return [];
    const { metadata, spec } = read.data;
    const { releaseName, targetNamespace, chart, chartRef } = spec;
    const values = spec["values"];
    return {
      ...{ name: metadata.name, namespace: metadata.namespace ?? "default", values },
      releaseName: releaseName ?? metadata.name,
      targetNamespace: targetNamespace ?? metadata.namespace ?? "default",
      chart: chartInWords(chart?.spec, chartRef),
      folder: folderOf(chart?.spec),
      valuesFiles: (chart?.spec?.valuesFiles ?? []).map((path) => posix.normalize(path)),
      valuesText: valuesTextOf(file, placed, values),
      unread: unreadFields.filter((field) => isFilled(spec[field])),
      decides: [...deciding, ...unreadFields].map((field) => spec[field]),
    };
  });
}

function chartInWords(chart: z.infer<typeof chartSpec> | undefined, reference: z.infer<typeof source>): string {
  const from = chart?.sourceRef ?? reference;
  const named = [from?.kind, from?.name].filter((each) => each !== undefined).join("/");
  if (chart?.chart === undefined) return named === "" ? "a chart that is not named" : `the chart of ${named}`;
  return `the chart ${chart.chart}${named === "" ? "" : ` of ${named}`}`;
}

/** A chart in a HelmRepository has a name; one in a GitRepository or a Bucket has a path. */
function folderOf(chart: z.infer<typeof chartSpec> | undefined): string | undefined {
  const kind = chart?.sourceRef?.kind;
  if (chart?.chart === undefined || (kind !== "GitRepository" && kind !== "Bucket")) return undefined;
  const folder = posix
    .normalize(chart.chart)
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
  return folder.split("/").includes("..") ? undefined : folder;
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** With blanks in place of all else, so that lines and columns are those of the file; JSON, where that would be read differently. */
function valuesTextOf(file: string, { document, startOffset }: PlacedDocument, values: unknown): string {
  const json = `${JSON.stringify(values ?? {})}\n`;
  const node = nodeAt(document, ["spec", "values"]);
  if (node?.type !== "map" || node.flow || values === undefined) return json;
  const start = startOffset + node.start;
  const lines = file.slice(0, start).split("\n");
  const indent = " ".repeat(lines.at(-1)?.length ?? 0);
  const own = `${"\n".repeat(lines.length - 1)}${indent}${file.slice(start, startOffset + node.end)}\n`;
  const read = readPlainYaml(own);
  return read.problems.length === 0 && isDeepStrictEqual(read.value, readPlainYaml(json).value) ? own : json;
}
