import { counted } from "../../shared/basics/counted.ts";
import { allContainers, type Container, type DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { EditedLine, TriedField } from "../../shared/protocol/pod/setup.ts";
import { textsOfLines } from "../../shared/scenario/language/parse.ts";
import { readLine, type TopicLine, topicLines } from "../../shared/scenario/language/scenario-lines.ts";
import { quoted } from "../../shared/scenario/reading/quoted.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../analysis/subject.ts";
import type { CadenceComment } from "../manifest/pods/comments.ts";
import type { TextEdit } from "../rules/edits/edits.ts";
import { commentAbove, commentBeside, removeComment, replaceComment } from "./cadence-edits.ts";
import { lineAbove, refusalOf, sharedBy } from "./cadence-lines.ts";
import { fieldEdits } from "./field-edits.ts";
import { byHand, writtenInWords } from "./write-fields.ts";
import { differenceAfter, isSameLine } from "./written-scenario.ts";

/** Edits in the document and a message; without edits, the message is the reason. */
interface ScenarioEdits {
  readonly edits: readonly TextEdit[];
  readonly message: string;
}

/**
 * Writes a whole scenario into the `# cadence:` comments of a pod: different comments are changed or removed, new ones are added next to
 * their container or, for the pod, above its containers. Fields get the values that were tried out. Everything else in the document stays.
 * `notes`: by container, what follows the text of its runs behind a dash, such as the evidence for it.
 */
export function writeScenario(
  analyzedDocument: AnalyzedDocument,
  analyzed: AnalyzedPod,
  lines: readonly EditedLine[],
  fields: readonly TriedField[] = [],
  notes: ReadonlyMap<string, string> = new Map(),
): ScenarioEdits {
  const { pod } = analyzed;
  const { document } = analyzedDocument;
  const refusal = refusalOf(document, cannot);
  const isBroken = document.problems.length > 0;
  if (refusal !== undefined) return { edits: [], message: isBroken ? refusal : `${refusal} ${instead}` };
  if (pod === undefined) return { edits: [], message: `${cannot}: the manifest has no containers that can run.` };
  const writing = { ...startWriting(analyzedDocument, analyzed, pod, lines), notes };
  const stranger = writing.wanted.find(({ container }) => container !== undefined && !hasContainer(pod, container));
  if (stranger !== undefined) return { edits: [], message: strangerText(stranger) };
  const steps = stepsOf(writing);
  const [refused] = steps.flatMap((step) => (step.kind === "refused" ? [step.why] : []));
  if (refused !== undefined) return { edits: [], message: `${cannot}: ${refused} ${instead}` };
  const edits = steps.flatMap((step) => (step.kind === "refused" ? [] : step.edits));
  const ofFields = fieldEdits(document, analyzed.located.prefix, fields);
  if (ofFields === undefined) return { edits: [], message: byHand(fields) };
  const inOrder = [...edits, ...ofFields].toSorted((left, right) => left.start - right.start);
  const difference = differenceAfter(analyzedDocument, analyzed, inOrder, writing.wanted, ofFields);
  if (difference !== undefined) return { edits: [], message: `${cannot}: ${difference} ${instead}` };
  return { edits: inOrder, message: messageOf(writing, steps, fields) };
}

const cannot = "The scenario cannot be written";
const instead = "You can also add scenarios to .pod-cadence.yaml, under scenarios.";

/** A current text of the pod; without a place, it is in the project file. */
interface PresentLine extends TopicLine {
  readonly place: CadenceComment | undefined;
}

interface Writing {
  readonly ofDocument: AnalyzedDocument;
  readonly ofPod: AnalyzedPod;
  readonly pod: DefaultedPod;
  readonly wanted: readonly TopicLine[];
  readonly present: readonly PresentLine[];
  readonly notes: ReadonlyMap<string, string>;
}

type Step =
  | { readonly kind: "added" | "changed" | "removed"; readonly edits: readonly TextEdit[] }
  | { readonly kind: "refused"; readonly why: string };

function startWriting(
  ofDocument: AnalyzedDocument,
  ofPod: AnalyzedPod,
  pod: DefaultedPod,
  lines: readonly EditedLine[],
): Omit<Writing, "notes"> {
  const containers = allContainers(pod);
  // A comment ends with its line.
  const onOneLine = lines.map((line) => ({ ...line, text: line.text.replace(/[\r\n\u0085\u2028\u2029]+/g, " ") }));
  return {
    ofDocument,
    ofPod,
    pod,
    wanted: topicLines(textsOfLines(onOneLine), containers),
    present: ofPod.scenarioTexts.map((text) => ({ ...readLine(text, containers), place: text.place })),
  };
}

function hasContainer(pod: DefaultedPod, container: string): boolean {
  return allContainers(pod).some(({ name }) => name === container);
}

function stepsOf(writing: Writing): readonly Step[] {
  const ofContainers = allContainers(writing.pod).flatMap((container) => runsSteps(writing, container));
  return [...ofContainers, ...otherSteps(writing)];
}

/** The behavior of a container: one comment replaces all others about it, next to the container if there is one. */
function runsSteps(writing: Writing, { name, path }: Container): readonly Step[] {
  const { wanted, present, notes, ofDocument, ofPod, pod } = writing;
  const runs = runsOf(wanted, name);
  const noted = notes.get(name);
  const said = runs === undefined || noted === undefined ? runs : `${runs} — ${noted}`;
  const isNoted = noted === undefined || present.some(({ place }) => place?.text.endsWith(`— ${noted}`) === true);
  if (isNoted && runs === runsOf(topicLines(ofPod.scenarioTexts, allContainers(pod)), name)) return [];
  const [first, ...others] = present
    .filter(({ topic, container }) => topic === "runs" && container === name)
    .flatMap(({ place }) => place ?? [])
    .toSorted((left, right) => Number(right.containerOf?.name === name) - Number(left.containerOf?.name === name));
  if (said === undefined) return first === undefined ? [] : [first, ...others].map((place) => removal(writing, place));
  if (first !== undefined)
    return [change(writing, first, { container: name, said }), ...others.map((place) => removal(writing, place))];
  const edit = commentBeside(ofDocument.document, [...ofPod.located.prefix, ...path], { container: name, said });
  return [edit === undefined ? { kind: "refused", why: aliasText(name) } : { kind: "added", edits: [edit] }];
}

/** Events, expectations, and texts about unknown containers: existing ones stay, and new ones replace removed ones. */
function otherSteps(writing: Writing): readonly Step[] {
  const left = writing.wanted.filter(({ topic }) => topic !== "runs");
  const gone: (PresentLine & { readonly place: CadenceComment })[] = [];
  for (const line of writing.present) {
    const { topic, place } = line;
    if (topic === "runs" || topic === "ignore" || takeFirst(left, (wanted) => isSameLine(wanted, line))) continue;
    if (place !== undefined) gone.push({ ...line, place });
  }
  const updates = gone.map(({ topic, container, place }) => {
    const next = takeFirst(left, (wanted) => wanted.topic === topic && wanted.container === container);
    return next === undefined ? removal(writing, place) : change(writing, place, { container, said: next.text });
  });
  return [...updates, ...left.map((line) => addition(writing, line))];
}

function change(
  { ofDocument: { document, pods } }: Writing,
  place: CadenceComment,
  said: { readonly container: string | undefined; readonly said: string },
): Step {
  if (sharedBy(pods, place)) return { kind: "refused", why: sharedText(place) };
  return { kind: "changed", edits: replaceComment(document, place, said) };
}

function removal({ ofDocument: { document, pods } }: Writing, place: CadenceComment): Step {
  if (sharedBy(pods, place)) return { kind: "refused", why: sharedText(place) };
  return { kind: "removed", edits: [removeComment(document, place)] };
}

function addition({ ofDocument: { document }, ofPod }: Writing, { container, text }: TopicLine): Step {
  const above = lineAbove(document, ofPod.located);
  if (above === undefined) return { kind: "refused", why: noLine };
  const said = container === undefined ? text : `${container}: ${text}`;
  return { kind: "added", edits: [commentAbove(document, above, said)] };
}

function runsOf(lines: readonly TopicLine[], name: string): string | undefined {
  return lines.find(({ topic, container }) => topic === "runs" && container === name)?.text;
}

/** Takes the first that fits out of a list. */
function takeFirst<Item>(items: Item[], fits: (item: Item) => boolean): Item | undefined {
  const index = items.findIndex(fits);
  return index === -1 ? undefined : items.splice(index, 1)[0];
}

export const nothingToDo = "The manifest already has this scenario.";
const noLine =
  "the pod spec is in braces or comes from an alias, so a comment cannot be added. Put each field on its own line.";

function aliasText(name: string): string {
  return `${quoted(name, 63)} comes from an alias, so a comment would also apply to another container. Replace the alias with its content.`;
}

function sharedText({ text }: CadenceComment): string {
  return `the comment ${quoted(text, 100)} applies to several pods. Move it to the containers of each pod.`;
}

function strangerText({ container = "" }: TopicLine): string {
  return `${cannot}: the pod no longer has a container ${quoted(container, 63)}. Remove that line first.`;
}

function messageOf(writing: Writing, steps: readonly Step[], fields: readonly TriedField[]): string {
  const counts = (["added", "changed", "removed"] as const).flatMap((kind) => {
    const count = steps.filter((step) => step.kind === kind).length;
    return count === 0 ? [] : [{ kind, count }];
  });
  const [first, ...others] = counts.map(({ kind, count }, index) => {
    if (index > 0) return `${count} ${kind}`;
    return `${counted(count, "comment")} ${kind}`;
  });
  const said = first === undefined ? [] : [`Scenario written: ${[first, ...others].join(", ")}.`];
  const set = fields.length === 0 ? [] : [writtenInWords(fields)];
  const done = [...said, ...set];
  return [...(done.length === 0 ? [nothingToDo] : done), ...projectNotes(writing)].join(" ");
}

/** The project file is not changed. If it says something else, the message says which text counts. */
function projectNotes({ ofPod: { scenarioTexts }, pod, wanted }: Writing): readonly string[] {
  const ofProject = scenarioTexts.filter(({ source }) => source === "project");
  return topicLines(ofProject, allContainers(pod)).flatMap((line) => {
    if (wanted.some((each) => isSameLine(each, line))) return [];
    const text = quoted(line.container === undefined ? line.text : `${line.container}: ${line.text}`, 100);
    const isOverruled = line.topic === "runs" && runsOf(wanted, line.container ?? "") !== undefined;
    return [
      isOverruled
        ? `The comment overrides ${text} in .pod-cadence.yaml.`
        : `${text} in .pod-cadence.yaml still applies. Remove it there.`,
    ];
  });
}
