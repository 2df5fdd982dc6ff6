import type { Path } from "../../shared/basics/path.ts";
import { type AskedScenario, askedOfPod } from "../../shared/scenario/language/asked.ts";
import type { ContainerNames, ScenarioText } from "../../shared/scenario/language/parse.ts";
import { readLine } from "../../shared/scenario/language/scenario-lines.ts";
import { type CadenceComment, cadenceComments } from "../manifest/pods/comments.ts";
import { lineIn } from "../manifest/text/lines.ts";
import type { LocatedPod, ManifestDocument } from "../manifest/text/model.ts";
import { nodeAt, rangeOf } from "../manifest/text/ranges.ts";
import type { ResolvedSettings } from "../schema/model.ts";

/** A text of a scenario, and where it stands if that is in the document. */
export interface PlacedScenarioText extends ScenarioText {
  readonly place: CadenceComment | undefined;
  /** Which of the asked texts it is, where it is one. */
  readonly asked?: number;
}

/** A pod of the document with the containers that a scenario may name. */
interface ScenarioSubject {
  readonly located: LocatedPod;
  readonly containers: readonly ContainerNames[];
}

/**
 * What is said of each pod: comments of the document, then the project file, then what somebody asks as far as it fits the pod. `subjects` are `document.pods`, in that order.
 * A comment beside a container or in a pod spec speaks of that pod; any other of the pods of its object, or of all that have the container it names.
 */
export function scenarioTexts(
  document: ManifestDocument,
  subjects: readonly ScenarioSubject[],
  settings: ResolvedSettings,
): readonly (readonly PlacedScenarioText[])[] {
  const placed = cadenceComments(document).map((place) => ({ place, pods: podsOf(document, subjects, place) }));
  return subjects.map((subject) => {
    const ofComments = placed.flatMap(({ place, pods }) => (pods.includes(subject) ? [commentText(place)] : []));
    const written = [...ofComments, ...projectTexts(subject.located, settings)];
    const { asked } = settings;
    return [
      ...(asked.isAlone ? written.filter((text) => isIgnore(text, subject)) : written),
      ...askedOf(asked, subject),
    ];
  });
}

/** Rules stay disabled, whatever is said of the containers. */
function isIgnore(text: PlacedScenarioText, { containers }: ScenarioSubject): boolean {
  return readLine(text, containers).topic === "ignore";
}

function askedOf(asked: AskedScenario, { containers }: ScenarioSubject): readonly PlacedScenarioText[] {
  return askedOfPod(asked, containers).flatMap(({ index, text, unfit }) =>
    unfit === undefined ? [{ ...text, place: undefined, asked: index }] : [],
  );
}

function commentText(place: CadenceComment): PlacedScenarioText {
  return { text: place.text, container: place.containerOf?.name, source: "comment", place };
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

function podsOf(
  document: ManifestDocument,
  subjects: readonly ScenarioSubject[],
  place: CadenceComment,
): readonly ScenarioSubject[] {
  if (subjects.length < 2) return subjects;
  const { containerOf, comment, text } = place;
  if (containerOf !== undefined) return subjects.filter((_, index) => index === containerOf.pod);
  const inSpec = subjects.filter(({ located }) => hasLine(document, located.prefix, comment.line));
  if (inSpec.length > 0) return inSpec;
  const inObject = subjects.filter(({ located }) => hasLine(document, located.objectPath, comment.line));
  const candidates = inObject.length > 0 ? inObject : subjects;
  const name = /^([^\s:]+)\s*:/.exec(text)?.[1];
  const named = candidates.filter(({ containers }) => containers.some((container) => container.name === name));
  // A name that no pod has is reported once.
  return name === undefined ? candidates : named.length > 0 ? named : candidates.slice(0, 1);
}

/** From the line of the key on, so that comments above the first entry are inside, too. */
function hasLine(document: ManifestDocument, path: Path, line: number): boolean {
  const node = nodeAt(document, path);
  if (node === undefined) return false;
  const first = lineIn(document, rangeOf(document, path, "key").start);
  return first <= line && line <= lineIn(document, node.end);
}
