import { memo } from "../../../shared/basics/once.ts";
import { analyzeDocument } from "../../analysis/analysis.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import type { ResolvedSettings } from "../../schema/model.ts";

type FittingPods = (document: ManifestDocument) => readonly AnalyzedPod[];

/**
 * The pods of a document that a rule about files has to look at. A template has none. Whether one fits must follow from its document
 * and the settings: each document is asked once, because a large file has thousands of them and an edit changes one.
 */
export function podsThatFit(
  fits: (pod: AnalyzedPod, document: ManifestDocument) => boolean,
): (settings: ResolvedSettings) => FittingPods {
  return memo((settings: ResolvedSettings) =>
    memo((document: ManifestDocument) => fittingPods(document, settings, fits)),
  );
}

const none: readonly AnalyzedPod[] = [];

function fittingPods(
  document: ManifestDocument,
  settings: ResolvedSettings,
  fits: (pod: AnalyzedPod, document: ManifestDocument) => boolean,
): readonly AnalyzedPod[] {
  if (document.templated || document.pods.length === 0) return none;
  const found = analyzeDocument(document, settings).pods.filter((pod) => fits(pod, document));
  return found.length === 0 ? none : found;
}
