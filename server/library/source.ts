import type { AnalyzedDocument, AnalyzedPod as InnerPod } from "../analysis/analysis.ts";
import type { Manifest } from "../manifest/text/model.ts";
import type { AnalyzedPod } from "./model.ts";

/** What a pod that the library gave out was made from. */
interface PodSource {
  readonly document: AnalyzedDocument;
  readonly pod: InnerPod;
  readonly manifest: Manifest;
}

const sources = new WeakMap<AnalyzedPod, PodSource>();

export function keepSource(pod: AnalyzedPod, source: PodSource): void {
  sources.set(pod, source);
}

export function sourceOf(pod: AnalyzedPod): PodSource {
  const source = sources.get(pod);
  if (source === undefined) throw new TypeError("The pod is not one that analyze() returned.");
  return source;
}
