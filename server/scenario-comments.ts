import type { Path } from "../shared/kubernetes/path.ts";
import type { ContainerNames, ScenarioText } from "../shared/scenario/parse.ts";
import type { Comment, LocatedPod, ManifestDocument } from "./manifest/model.ts";
import { nodeAt } from "./manifest/ranges.ts";
import { lineOf } from "./manifest/text.ts";
import type { ResolvedSettings } from "./schema/model.ts";

/** A text of a scenario, and where it stands if that is in the document. */
export interface PlacedScenarioText extends ScenarioText {
  readonly place: CadenceComment | undefined;
}

/** What stands behind `# cadence:`. */
export interface CadenceComment {
  readonly text: string;
  /** Offset of the text in the document. */
  readonly start: number;
  readonly comment: Comment;
}

/** A pod of the document with the containers that a scenario may name. */
export interface ScenarioSubject {
  readonly located: LocatedPod;
  readonly containers: readonly (ContainerNames & { readonly path: Path })[];
}

const marker = /^cadence:\s*/;

const known = new WeakMap<ManifestDocument, readonly CadenceComment[]>();

/** Every `# cadence:` comment of the document, in order. */
export function cadenceComments(document: ManifestDocument): readonly CadenceComment[] {
  const before = known.get(document);
  if (before !== undefined) return before;
  const found = document.comments.flatMap((comment) => {
    const length = marker.exec(comment.text)?.[0].length;
    if (length === undefined) return [];
    const start = document.text.indexOf(comment.text, comment.start) + length;
    return [{ text: comment.text.slice(length), start, comment }];
  });
  known.set(document, found);
  return found;
}

/**
 * What is said of each pod: comments of the document, then the project file, in the order of `subjects`.
 * A comment beside a container or in a pod spec speaks of that pod; any other of the pods of its object, or of all that have the container it names.
 */
export function scenarioTexts(
  document: ManifestDocument,
  subjects: readonly ScenarioSubject[],
  settings: ResolvedSettings,
): readonly (readonly PlacedScenarioText[])[] {
  const comments = cadenceComments(document);
  const placed =
    comments.length === 0 ? [] : comments.map((place) => ({ place, ...addresseesOf(document, subjects, place) }));
  return subjects.map((subject) => [
    ...placed.flatMap(({ place, pods, container }) =>
      pods.includes(subject) ? [{ text: place.text, container, source: "comment" as const, place }] : [],
    ),
    ...projectTexts(subject.located, settings),
  ]);
}

function projectTexts(
  { kind, name }: LocatedPod,
  { projectScenarios }: ResolvedSettings,
): readonly PlacedScenarioText[] {
  const key = `${kind}/${name}`;
  const scripts = Object.hasOwn(projectScenarios, key) ? projectScenarios[key] : undefined;
  return Object.entries(scripts ?? {}).map(([container, text]) => ({
    text,
    container,
    source: "project",
    place: undefined,
  }));
}

interface Addressees {
  readonly pods: readonly ScenarioSubject[];
  readonly container: string | undefined;
}

function addresseesOf(
  document: ManifestDocument,
  subjects: readonly ScenarioSubject[],
  place: CadenceComment,
): Addressees {
  const line = place.comment.subjectLine;
  const beside = line === undefined ? [] : subjects.flatMap((subject) => containersOn(document, subject, line));
  // Several containers on one line: the comment must say which it means.
  const container = beside.length === 1 ? beside[0]?.name : undefined;
  if (beside.length > 0)
    return { pods: subjects.filter((subject) => beside.some((each) => each.subject === subject)), container };
  return { pods: podsAround(document, subjects, place), container: undefined };
}

function containersOn(document: ManifestDocument, subject: ScenarioSubject, line: number) {
  const { located, containers } = subject;
  return containers
    .filter(({ path }) => hasLine(document, [...located.prefix, ...path], line))
    .map(({ name }) => ({ subject, name }));
}

function podsAround(
  document: ManifestDocument,
  subjects: readonly ScenarioSubject[],
  { text, comment }: CadenceComment,
): readonly ScenarioSubject[] {
  if (subjects.length < 2) return subjects;
  const inSpec = subjects.filter(({ located }) => hasLine(document, located.prefix, comment.line));
  if (inSpec.length > 0) return inSpec;
  const inObject = subjects.filter(
    ({ located }) => located.objectPath.length > 0 && hasLine(document, located.objectPath, comment.line),
  );
  const candidates = inObject.length > 0 ? inObject : subjects;
  const name = /^([^\s:]+)\s*:/.exec(text)?.[1];
  const named = candidates.filter(({ containers }) => containers.some((container) => container.name === name));
  // A name that no pod has is told once.
  return name === undefined ? candidates : named.length > 0 ? named : candidates.slice(0, 1);
}

function hasLine(document: ManifestDocument, path: Path, line: number): boolean {
  const lines = linesOf(document, path);
  return lines !== undefined && lines.first <= line && line <= lines.last;
}

/** The lines that the node at a path stands on; that of a list item begins at its dash. */
function linesOf(document: ManifestDocument, path: Path): { first: number; last: number } | undefined {
  const node = nodeAt(document, path);
  if (node === undefined) return undefined;
  return { first: lineOf(document.text, node.start), last: lineOf(document.text, node.end) };
}
