import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { Path } from "../../../shared/basics/path.ts";
import type { PlacedScenarioText } from "../../analysis/scenario-comments.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import { isUnknownAt, nodeAt } from "../../manifest/text/ranges.ts";
import type { DocumentHit } from "../core/model.ts";

/** True if the path has a known value in the document. */
export function isWritten(document: ManifestDocument, path: Path): boolean {
  return nodeAt(document, path) !== undefined && !isUnknownAt(document, path);
}

/**
 * The place of a scenario's text, or of a part of it (offsets in the text).
 * A text in the project file is shown at its container.
 */
export function commentHit(
  { pod, located }: AnalyzedPod,
  text: PlacedScenarioText | undefined,
  part?: OffsetRange,
): Omit<DocumentHit, "message"> {
  const containers = pod === undefined ? [] : [...pod.initContainers, ...pod.containers];
  const container = containers.find(({ name }) => name === text?.container);
  const path = [...located.prefix, ...(container === undefined ? [] : [...container.path, "name"])];
  const place = text?.place;
  if (place === undefined) return { path, on: "key", item: located.item };
  const { start, end } = part ?? { start: 0, end: place.text.trimEnd().length };
  const range = { start: place.start + start, end: place.start + end };
  return {
    path: container === undefined ? path : [...located.prefix, ...container.path],
    on: "key",
    range,
    item: located.item,
  };
}
