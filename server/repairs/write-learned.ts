import { allContainers } from "../../shared/kubernetes/pod.ts";
import { type LearnedContainer, type LearnedWorkload, learnedTitle } from "../../shared/learn/index.ts";
import { topicLines } from "../../shared/scenario/language/scenario-lines.ts";
import { quoted } from "../../shared/scenario/reading/quoted.ts";
import type { AnalyzedDocument, RunnablePod } from "../analysis/subject.ts";
import type { TextEdit } from "../rules/edits/edits.ts";
import { nothingToDo, writeScenario } from "./write-scenario.ts";

/** A workload of a manifest. */
export interface LearningPlace {
  readonly ofDocument: AnalyzedDocument;
  readonly ofPod: RunnablePod;
  /** Of the document in its file. */
  readonly startOffset: number;
}

/** Edits of the file, in their order, and what they do; or why nothing is written. */
type LearnedEdits =
  | { readonly edits: readonly TextEdit[]; readonly notes: readonly string[] }
  | { readonly problems: readonly string[] };

/**
 * The scenarios that were learned, with their evidence, as comments of the workloads of a manifest. All are written, or none is.
 * Only the newest revision of a workload counts: the manifest says what comes next, and earlier templates say nothing about that.
 */
export function learnedEdits(workloads: readonly LearnedWorkload[], places: readonly LearningPlace[]): LearnedEdits {
  const done = newestOf(workloads).map((workload) => ofWorkload(workload, places));
  const problems = done.flatMap(({ problem }) => problem ?? []);
  const fitting = done.filter(({ fits }) => fits);
  if (fitting.length === 0) problems.push("it has no workload that these pods are of");
  if (problems.length > 0) return { problems };
  const edits = done.flatMap((each) => each.edits).toSorted((one, other) => one.start - other.start);
  return { edits, notes: fitting.flatMap(({ notes }) => notes) };
}

function newestOf(workloads: readonly LearnedWorkload[]): readonly LearnedWorkload[] {
  return workloads.filter((each, index) => workloads.findIndex((other) => isSameObject(each, other)) === index);
}

interface Named {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

function isSameObject(one: Named, other: Named): boolean {
  return one.kind === other.kind && one.name === other.name && one.namespace === other.namespace;
}

interface OfWorkload {
  readonly fits: boolean;
  readonly edits: readonly TextEdit[];
  readonly notes: readonly string[];
  readonly problem?: string;
}

type Measured = LearnedContainer & { readonly scenario: string };

function ofWorkload(workload: LearnedWorkload, places: readonly LearningPlace[]): OfWorkload {
  const title = learnedTitle(workload);
  const own = places.filter(({ ofPod: { located } }) => isOf(workload, located));
  const [place, another] = own;
  if (place === undefined) return { fits: false, edits: [], notes: [] };
  const refused = (problem: string) => ({ fits: true, edits: [], notes: [], problem });
  if (another !== undefined) return refused(`${title} is in it ${own.length} times`);
  const measured = workload.containers.filter((each): each is Measured => each.scenario !== undefined);
  if (measured.length === 0) return refused(`${title}: the newest pods say too little for a scenario`);
  const { ofDocument, ofPod, startOffset } = place;
  const names = new Set(measured.map(({ name }) => name));
  const present = topicLines(ofPod.scenarioTexts, allContainers(ofPod.pod));
  const isReplaced = ({ topic, container }: (typeof present)[number]) =>
    topic === "runs" && container !== undefined && names.has(container);
  const lines = [
    ...measured.map(({ name, scenario }) => ({ container: name, text: scenario })),
    ...present.filter((line) => !isReplaced(line)),
  ];
  const evidence = new Map(measured.map(({ name, note }) => [name, note]));
  const { edits, message } = writeScenario(ofDocument, ofPod, lines, [], evidence);
  const isDone = edits.length > 0 || message.startsWith(nothingToDo);
  if (!isDone) return refused(`${title}: ${message}`);
  const gone =
    edits.length === 0
      ? []
      : present.filter((line) => isReplaced(line) && !measured.some(({ scenario }) => scenario === line.text));
  return {
    fits: true,
    edits: edits.map(({ start, end, newText }) => ({ start: start + startOffset, end: end + startOffset, newText })),
    notes: [
      `${title}: ${message}`,
      ...gone.map(({ container = "", text }) => `it replaces ${quoted(`${container}: ${text}`, 100)}`),
    ],
  };
}

/** A manifest that names no namespace can be of any. */
function isOf(workload: LearnedWorkload, located: Named): boolean {
  const isPlace = located.namespace === workload.namespace || located.namespace === "default";
  return located.kind === workload.kind && located.name === workload.name && isPlace;
}
