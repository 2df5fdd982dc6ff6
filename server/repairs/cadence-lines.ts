import { type CadenceComment, containersOnLine } from "../manifest/comments.ts";
import type { LocatedPod, ManifestDocument, MapNode } from "../manifest/model.ts";
import { lineOf, lineStartOf } from "../manifest/text.ts";
import { ownMapAt } from "../rules/edits.ts";
import type { AnalysedPod } from "../rules/subject.ts";

/** A line of the document, by its start and what stands before its first word. */
export interface Line {
  readonly start: number;
  readonly indent: string;
}

/** In words why no comment can be written into a document. `cannot` begins the sentence: `The forecast cannot be pinned`. */
export function refusalOf({ problems, templated, text }: ManifestDocument, cannot: string): string | undefined {
  if (/^\s*\{\s*"/.test(text)) return `${cannot}: JSON has no comments. Write the manifest as YAML.`;
  if (problems.length > 0) return `${cannot} while the YAML is broken: repair it first.`;
  if (templated)
    return `${cannot}: this is a template, and what it becomes depends on values that are not in this file.`;
  return undefined;
}

/**
 * The line of the spec's containers, or else of another of its fields, before which a comment speaks of the pod.
 * Undefined: none of its fields begins a line.
 */
export function lineAbove(document: ManifestDocument, { prefix }: LocatedPod): Line | undefined {
  const spec = ownMapAt(document.root, prefix);
  if (spec === undefined || spec.flow) return undefined;
  const lines = fieldLines(document, spec);
  const ofContainers = lines.find(({ key }) => key === "containers" || key === "initContainers") ?? lines[0];
  const isFree = ({ start }: Line) => containersOnLine(document, lineOf(document.text, start)).length === 0;
  // A comment above a line that holds a container speaks of that container.
  return ofContainers && !isFree(ofContainers) ? lines.find(isFree) : ofContainers;
}

/** A comment may speak of several pods: one above all of them does. */
export function sharedBy(pods: readonly AnalysedPod[], place: CadenceComment): boolean {
  const saying = pods.filter(({ scenarioTexts }) => scenarioTexts.some((text) => text.place?.start === place.start));
  return saying.length > 1;
}

/** The fields that begin their line: what follows a dash does not. */
function fieldLines({ text }: ManifestDocument, { entries }: MapNode): readonly (Line & { readonly key: string })[] {
  return entries.flatMap(({ key, keyRange }) => {
    const start = lineStartOf(text, keyRange.start);
    const indent = text.slice(start, keyRange.start);
    return /^ *$/.test(indent) ? [{ key, start, indent }] : [];
  });
}
