import type { AnalyzedPod } from "../analysis/subject.ts";
import { type CadenceComment, containersOnLine } from "../manifest/pods/comments.ts";
import type { LocatedPod, ManifestDocument, MapNode } from "../manifest/text/model.ts";
import { lineOf, lineStartOf } from "../manifest/text/text.ts";
import { ownMapAt } from "../rules/edits/edits.ts";

/** A line of the document: its start and its indentation. */
export interface IndentedLine {
  readonly start: number;
  readonly indent: string;
}

/** Why no comment can be added to a document, in words. `cannot` starts the sentence: `The forecast cannot be pinned`. */
export function refusalOf({ problems, templated, text }: ManifestDocument, cannot: string): string | undefined {
  if (/^\s*\{\s*"/.test(text)) return `${cannot}: JSON has no comments. Convert the manifest to YAML.`;
  if (problems.length > 0) return `${cannot}: the YAML has errors. Fix them first.`;
  if (templated) return `${cannot}: this is a template, and its values are not in this file.`;
  return undefined;
}

/**
 * The line of the spec's containers, or of another of its fields, above which a comment applies to the pod.
 * Undefined if none of its fields begins a line.
 */
export function lineAbove(document: ManifestDocument, { prefix }: LocatedPod): IndentedLine | undefined {
  const spec = ownMapAt(document.root, prefix);
  if (spec === undefined || spec.flow) return undefined;
  const lines = fieldLines(document, spec);
  const ofContainers = lines.find(({ key }) => key === "containers" || key === "initContainers") ?? lines[0];
  const isFree = ({ start }: IndentedLine) => containersOnLine(document, lineOf(document.text, start)).length === 0;
  // A comment above a line with a container applies to that container.
  return ofContainers && !isFree(ofContainers) ? lines.find(isFree) : ofContainers;
}

/** A comment can apply to several pods, for example one above all of them. */
export function sharedBy(pods: readonly AnalyzedPod[], place: CadenceComment): boolean {
  const saying = pods.filter(({ scenarioTexts }) => scenarioTexts.some((text) => text.place?.start === place.start));
  return saying.length > 1;
}

/** The fields that begin their line; a field after a dash does not. */
function fieldLines(
  { text }: ManifestDocument,
  { entries }: MapNode,
): readonly (IndentedLine & { readonly key: string })[] {
  return entries.flatMap(({ key, keyRange }) => {
    const start = lineStartOf(text, keyRange.start);
    const indent = text.slice(start, keyRange.start);
    return /^ *$/.test(indent) ? [{ key, start, indent }] : [];
  });
}
