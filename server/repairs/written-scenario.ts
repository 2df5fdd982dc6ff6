import { samePath } from "../../shared/basics/path.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import { readLine, type TopicLine, topicLines } from "../../shared/scenario/language/scenario-lines.ts";
import { quoted } from "../../shared/scenario/reading/quoted.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../analysis/subject.ts";
import type { TextEdit } from "../rules/edits/edits.ts";
import { isEqual } from "./judge.ts";
import { tryEdits } from "./try-edits.ts";

/**
 * Reads the document as it would be after the edits. Returns in words how it would differ from what is wanted: for this pod the wanted
 * lines and those of the project file, for the others no change, and the same object but for fields. Undefined if it does not differ.
 */
export function differenceAfter(
  before: AnalyzedDocument,
  pod: AnalyzedPod,
  edits: readonly TextEdit[],
  wanted: readonly TopicLine[],
  ofFields: readonly TextEdit[] = [],
): string | undefined {
  const tried = tryEdits(before, edits);
  const object = ofFields.length === 0 ? before : tryEdits(before, ofFields)?.after;
  if (tried === undefined || !isEqual(tried.after.document.value(), object?.document.value())) return notHere;
  const after = tried.after.pods;
  const own = after.find(({ located }) => samePath(located.prefix, pod.located.prefix));
  const others = before.pods.filter((each) => each !== pod);
  const areAsBefore = others.every(({ located, scenarioTexts }) =>
    after.some((each) => samePath(each.located.prefix, located.prefix) && isSame(each.scenarioTexts, scenarioTexts)),
  );
  if (own === undefined || !areAsBefore || !isSame(ignoresOf(own), ignoresOf(pod))) return notHere;
  return differenceOf(linesOf(own), wanted, linesOfProject(pod));
}

export function isSameLine(left: TopicLine, right: TopicLine): boolean {
  return left.topic === right.topic && left.container === right.container && left.text === right.text;
}

const notHere = "a comment there would change other content.";

type Texts = AnalyzedPod["scenarioTexts"];

function isSame(left: Texts, right: Texts): boolean {
  return (
    left.length === right.length &&
    left.every(({ text, container }, index) => text === right[index]?.text && container === right[index]?.container)
  );
}

function ignoresOf({ pod, scenarioTexts }: AnalyzedPod): Texts {
  const containers = pod === undefined ? [] : allContainers(pod);
  return scenarioTexts.filter((text) => readLine(text, containers).topic === "ignore");
}

function linesOf({ pod, scenarioTexts }: AnalyzedPod): readonly TopicLine[] {
  return pod === undefined ? [] : topicLines(scenarioTexts, allContainers(pod));
}

function linesOfProject({ pod, scenarioTexts }: AnalyzedPod): readonly TopicLine[] {
  const texts = scenarioTexts.filter(({ place }) => place === undefined);
  return pod === undefined ? [] : topicLines(texts, allContainers(pod));
}

/** The order of events and expectations does not matter. */
function differenceOf(
  after: readonly TopicLine[],
  wanted: readonly TopicLine[],
  ofProject: readonly TopicLine[],
): string | undefined {
  const left = [...wanted];
  for (const line of after) {
    const index = left.findIndex((each) => isSameLine(each, line));
    if (index >= 0) left.splice(index, 1);
    else if (!ofProject.some((each) => isSameLine(each, line))) return `it would also contain ${shown(line)}.`;
  }
  const [lost] = left;
  return lost && `it would not contain ${shown(lost)}.`;
}

function shown({ container, text }: TopicLine): string {
  return quoted(container === undefined ? text : `${container}: ${text}`, 100);
}
