import { formatHorizon, formatMoment, formatSpan } from "../../shared/basics/span-words.ts";
import type { Answer } from "../../shared/forecast/answer/model.ts";
import { answerLines } from "../../shared/forecast/answer/words.ts";
import type { Judgment } from "../../shared/forecast/expectations/judgment.ts";
import { judgmentInWords } from "../../shared/forecast/expectations/judgment-words.ts";
import type { FirstWords } from "../../shared/forecast/first-screen/first-words.ts";
import type { DefaultedPod } from "../../shared/kubernetes/pod.ts";
import { quoted } from "../../shared/scenario/reading/quoted.ts";
import { describeEntry } from "../../shared/simulation/index.ts";
import type { Ended, Timeline, TimelineEntry } from "../../shared/simulation/timeline/timeline.ts";
import { alignColumns, cut, fittedRows, wrapped } from "./table.ts";

/** A pod with what happened to it in one run. */
export interface PodRun {
  /** `Deployment/web`. */
  readonly name: string;
  readonly pod: DefaultedPod;
  readonly assumptionsText: string;
  readonly timeline: Timeline;
  readonly judgments: readonly Judgment[];
}

/** What a terminal can do for a text. */
interface TextStyle {
  bold(text: string): string;
  dim(text: string): string;
}

/** What a text is written for. */
export interface TextPage {
  readonly style: TextStyle;
  /** No line is longer. */
  readonly columns: number;
}

/** For a terminal. Each thing that happened: when, to what, what, and how long after what, in a line of its own where there is no room beside it. */
export function timelineText(played: PodRun, { style, columns }: TextPage): string {
  const table = alignColumns([tableHead, ...toldRows(played)]);
  const isFitting = table.every((line) => line.length <= columns);
  const [head = "", ...lines] = isFitting
    ? table
    : fittedRows([tableHead.slice(0, 3), ...toldRows(played).map(whyBelow)], columns);
  const title = [style.bold(cut(played.name, columns)), ...wrapped(played.assumptionsText, columns).map(style.dim)];
  const closing = closingLines(played).flatMap((line) => wrapped(line, columns));
  return asText([...title, style.bold(head), ...lines, ...closing]);
}

const tableHead = ["TIME", "CONTAINER", "WHAT", "WHY"];

function whyBelow([time = "", container = "", what = "", why = ""]: readonly string[]): readonly string[] {
  return why === "" ? [time, container, what] : [time, container, what, `— ${why}`];
}

/** What stands above the table in a document. */
export interface Opening {
  /** Undefined if the pod cannot be played. */
  readonly answer: Answer | undefined;
  /** What the reader should know of the scenario. */
  readonly notes: readonly string[];
  /** What is to be said before of the object as it is. */
  readonly first?: FirstWords | undefined;
}

/** The same to be read from its first line on, aloud too: the pod, what is assumed, the answer, which run this is. */
export function timelineDocument(played: PodRun, { answer, first, notes }: Opening): string {
  const { name, assumptionsText, timeline } = played;
  const run = `This is one possible run (seed ${timeline.seed}). The ranges under WHY apply to every run.`;
  const before = first === undefined ? [] : [first.text, first.introduction];
  const opening = [
    name,
    assumptionsText,
    ...before,
    ...(answer === undefined ? [] : answerLines(answer)),
    ...notes,
    run,
  ].filter((line) => line !== "");
  return asText([...opening, "", ...alignColumns([tableHead, ...toldRows(played)]), "", ...closingLines(played)]);
}

export function judgmentText(judgment: Judgment): string {
  return `${quoted(judgment.text, 200)} ${judgmentInWords(judgment)}`;
}

/** Time, container, event, and reason of each line. */
export function toldRows({ pod, timeline }: Pick<PodRun, "pod" | "timeline">): readonly (readonly string[])[] {
  const byId = new Map(timeline.entries.map((entry) => [entry.id, entry]));
  return timeline.entries.filter(isExplicit).map((entry) => {
    const cause = entry.cause === undefined ? undefined : byId.get(entry.cause);
    return [
      formatMoment(entry.tMs),
      entry.container ?? "",
      describeEntry(entry, pod),
      cause === undefined ? "" : whyText(pod, entry, cause),
    ];
  });
}

/** Successful attempts come every few seconds and mean nothing new; of the conditions people look at Ready. */
function isExplicit({ kind, data }: TimelineEntry): boolean {
  if (data.wasBefore === true) return false;
  if (kind === "probe-attempt") return data.answer !== "success";
  if (kind === "condition-changed") return data.condition === "Ready";
  return kind !== "status-published" && kind !== "container-created" && data.isRoutine !== true;
}

function whyText(pod: DefaultedPod, { sinceCause }: TimelineEntry, cause: TimelineEntry): string {
  const what = describeEntry(cause, pod).replace(/\.$/, "");
  return sinceCause.latestMs === 0 ? `immediately after: ${what}` : `${formatSpan(sinceCause)} after: ${what}`;
}

/** How the run ended, then one line for each expectation. */
export function closingLines({ timeline: { ended, untilMs }, judgments }: PodRun): readonly string[] {
  return [endText(ended, untilMs), ...judgments.map(judgmentText)];
}

function endText(ended: Ended, untilMs: number): string {
  if (ended === "settled") return "Nothing more happens.";
  return ended === "horizon"
    ? `Simulated until ${formatHorizon(untilMs)}.`
    : "Stopped early because the run reached the limit of recorded entries.";
}

function asText(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
