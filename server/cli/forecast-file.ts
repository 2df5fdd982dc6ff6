import { analyseDocument } from "../analysis.ts";
import type { PlacedDocument } from "../manifest/model.ts";
import { type FileResult, type FileTask, failedFile, type Job, noCounts } from "./file-task.ts";
import { kubeletJson, podJson } from "./forecast-json.ts";
import { kubeletText, podText } from "./forecast-text.ts";
import { projectNotes, type ReadManifest, readManifest } from "./read-manifest.ts";
import { createStyle, type Style } from "./style.ts";

/** The parts of one file's forecast: what `json` of its result holds. */
export interface ForecastParts {
  readonly pods: readonly unknown[];
  readonly kubelets: readonly unknown[];
}

/** What the engine says of every pod and kubelet configuration of one file. */
export async function forecastFile(job: Job, task: FileTask): Promise<FileResult> {
  const read = await readManifest(task.path, task.text, job.settings);
  if ("problem" in read) return failedFile(read.problem);
  const { manifest, settings } = read;
  const style = createStyle(job.color);
  const found = manifest.documents.map((placed) => forecastDocument(task.path, placed, read, style));
  const json: ForecastParts = {
    pods: found.flatMap(({ pods }) => pods),
    kubelets: found.flatMap(({ kubelets }) => kubelets),
  };
  const lines = found.flatMap(({ text }) => text);
  return {
    json,
    text: lines.length === 0 ? "" : `${[style.underline(task.path), ...lines, ...footerOf(read, style)].join("\n")}\n`,
    counts: noCounts,
    documents: manifest.documents.filter(({ document }) => !document.empty).length,
    pods: json.pods.length,
    kubeletConfigurations: json.kubelets.length,
    templated: manifest.documents.some(({ document }) => document.templated),
    problems: [...read.problems],
    notes: [...projectNotes(settings)],
  };
}

function forecastDocument(path: string, { document, index }: PlacedDocument, { settings }: ReadManifest, style: Style) {
  const analysed = analyseDocument(document, settings);
  const place = { path, document: index ?? 0 };
  const pods = analysed.pods.flatMap((pod) => {
    const forecast = pod.forecast();
    return forecast === undefined ? [] : [{ located: pod.located, forecast }];
  });
  const kubelets = analysed.kubelets.map((kubelet) => ({ located: kubelet.located, forecast: kubelet.forecast() }));
  return {
    pods: pods.map(({ located, forecast }) => podJson(place, located, forecast, settings)),
    kubelets: kubelets.map(({ located, forecast }) => kubeletJson(place, located, forecast)),
    text: [
      ...pods.flatMap(({ located, forecast }) => podText(located, forecast, style)),
      ...kubelets.flatMap(({ forecast }) => kubeletText(forecast, style)),
    ],
  };
}

function footerOf({ manifest, settings }: ReadManifest, style: Style): readonly string[] {
  const isTemplated = manifest.documents.some(({ document }) => document.templated);
  const caution = "Templates are not rendered: what they decide counts as not written.";
  return [...(isTemplated ? [style.dim(caution)] : []), style.dim(settings.assumptionsText)];
}
