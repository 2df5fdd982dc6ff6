import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { type LearnedContainer, type LearnedWorkload, learnedTitle } from "../../../shared/learn/index.ts";
import { topicLines } from "../../../shared/scenario/language/scenario-lines.ts";
import { quoted } from "../../../shared/scenario/reading/quoted.ts";
import { analyzeDocument } from "../../analysis/analysis.ts";
import { type AnalyzedDocument, isRunnable, type RunnablePod } from "../../analysis/subject.ts";
import { textAfter } from "../../repairs/rewriting.ts";
import { nothingToDo, writeScenario } from "../../repairs/write-scenario.ts";
import type { TextEdit } from "../../rules/edits/edits.ts";
import type { CallSettings } from "../arguments/flags.ts";
import { readManifest } from "../files/read-manifest.ts";
import { replaceFile } from "../files/replace-file.ts";

/** What was done, or why nothing was written. */
type Written = { readonly notes: readonly string[] } | { readonly problems: readonly string[] };

/** A workload of the manifest. */
interface Place {
  readonly ofDocument: AnalyzedDocument;
  readonly ofPod: RunnablePod;
  readonly startOffset: number;
}

/**
 * `learn --write FILE`: the scenarios, with their evidence, as comments of the workloads of a manifest. All are written, or none is.
 * Only the newest revision of a workload counts: the manifest says what comes next, and earlier templates say nothing about that.
 */
export async function writeLearned(
  path: string,
  workloads: readonly LearnedWorkload[],
  call: CallSettings,
): Promise<Written> {
  const read = await readManifest(path, undefined, call);
  if ("problem" in read) return { problems: [read.problem] };
  if (/^[\s\uFEFF]*\{/.test(read.text.slice(0, 4096)))
    return { problems: [`${path}: not written: JSON has no comments`] };
  const places = read.manifest.documents.flatMap(({ document, startOffset }) => {
    const ofDocument = analyzeDocument(document, read.settings);
    return ofDocument.pods.filter(isRunnable).map((ofPod): Place => ({ ofDocument, ofPod, startOffset }));
  });
  const done = newestOf(workloads).map((workload) => ofWorkload(path, workload, places));
  const problems = done.flatMap(({ problem }) => problem ?? []);
  const fitting = done.filter(({ fits }) => fits);
  if (fitting.length === 0) problems.push(`${path}: not written: it has no workload that these pods are of`);
  if (problems.length > 0) return { problems };
  const edits = done.flatMap((each) => each.edits).toSorted((one, other) => one.start - other.start);
  const problem = edits.length === 0 ? undefined : await replaceFile(path, read.text, textAfter(read.text, edits));
  if (problem !== undefined) return { problems: [`${path}: not written: ${problem}`] };
  return { notes: fitting.flatMap(({ notes }) => notes) };
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

function ofWorkload(path: string, workload: LearnedWorkload, places: readonly Place[]): OfWorkload {
  const title = learnedTitle(workload);
  const own = places.filter(({ ofPod: { located } }) => isOf(workload, located));
  const [place, another] = own;
  if (place === undefined) return { fits: false, edits: [], notes: [] };
  const refused = (problem: string) => ({
    fits: true,
    edits: [],
    notes: [],
    problem: `${path}: not written: ${problem}`,
  });
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
  const notes = new Map(measured.map(({ name, note }) => [name, note]));
  const { edits, message } = writeScenario(ofDocument, ofPod, lines, [], notes);
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
      `${path}: ${title}: ${message}`,
      ...gone.map(({ container = "", text }) => `${path}: it replaces ${quoted(`${container}: ${text}`, 100)}`),
    ],
  };
}

/** A manifest that names no namespace can be of any. */
function isOf(workload: LearnedWorkload, located: Named): boolean {
  const isPlace = located.namespace === workload.namespace || located.namespace === "default";
  return located.kind === workload.kind && located.name === workload.name && isPlace;
}
