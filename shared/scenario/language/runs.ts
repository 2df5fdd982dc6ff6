import type { OffsetRange } from "../../basics/offset-range.ts";
import { timesMax } from "../limits.ts";
import type { AnswerWindow, ImageBehavior, Run } from "../model.ts";
import { readForm } from "../reading/pattern.ts";
import { isComma, isSeparator, isThen, type Mistake, mistakeAt, mistakeOf, rangeOf } from "../reading/problem.ts";
import { complain, type Reader, shown, silently, want } from "../reading/reader.ts";
import { word } from "../reading/wanted.ts";
import { plainRun } from "../script.ts";
import {
  type Clause,
  clauseForms,
  clauseFormsButEndings,
  firstWords,
  type ImageClause,
  type RunSubject,
} from "./clauses.ts";

/** The runs of a container in a text. No runs: the text is about the image only, or nothing could be parsed. */
export interface RunsText {
  readonly runs: readonly Run[];
  readonly image: ImageBehavior | undefined;
}

/** Takes a mistake, or a function that creates it, so that unused messages cost nothing. */
export type ReportMistake = (mistake: Mistake | (() => Mistake)) => void;

/** What has been read of one run. */
interface Draft {
  run: Omit<Run, "answers">;
  readonly answers: AnswerWindow[];
  /** False: it is empty or about the image only, and so is not a run. */
  counts: boolean;
  readonly subjects: Set<RunSubject>;
  /** Where `xN` is. */
  repeated: OffsetRange | undefined;
  mistaken: boolean;
}

interface Reading {
  readonly reader: Reader;
  readonly report: ReportMistake;
  /** The image clauses of all runs. */
  readonly image: ImageClause[];
}

type Separator = "clause" | "run" | "end";

const imageRepeated =
  'An image clause cannot be repeated. Use "image missing 3 times" for the number of pulls that fail.';
const lastRepeated = 'The last run always repeats. Add the next run, for example ", then runs".';

/** Reads `crashes x5, then starts in 40s, runs`. A clause with a mistake is ignored; the others count. */
export function readRuns(reader: Reader, report: ReportMistake): RunsText {
  const reading: Reading = { reader, report, image: [] };
  const drafts: Draft[] = [];
  let separator: Separator = "run";
  while (separator === "run") {
    const draft = emptyDraft();
    drafts.push(draft);
    do {
      separator = readClauseInto(draft, reading);
    } while (separator === "clause");
  }
  reportIdleRepeats(drafts, report);
  reportManyPhases(drafts, reader, report);
  return { runs: runsOf(drafts), image: imageOf(reading) };
}

function emptyDraft(): Draft {
  return { run: plainRun, answers: [], counts: false, subjects: new Set(), repeated: undefined, mistaken: false };
}

function readClauseInto(draft: Draft, reading: Reading): Separator {
  const { reader, report } = reading;
  const start = reader.index;
  const clause = readClause(draft, reader);
  const end = reader.index;
  const times = clause && readTimes(reader);
  if (clause === undefined || !isEndOfClause(reader)) {
    draft.mistaken = true;
    report(() => mistakeOf(reader, { index: start, noun: "clause" }));
    skipToSeparator(reader);
    return readSeparator(reader, () => undefined);
  }
  add(clause, draft, reading, rangeOf(reader.tokens, start, end));
  const repeated = rangeOf(reader.tokens, end, reader.index);
  const separator = readSeparator(reader, report);
  if (times === undefined) return separator;
  draft.run = { ...draft.run, times };
  if (separator !== "clause") draft.repeated = repeated;
  else report(mistakeAt(repeated, "Move the repetition to the end of the run, after the last clause."));
  return separator;
}

/** A second ending is parsed so that it can be reported, but it is never offered. */
function readClause(draft: Draft, reader: Reader): Clause | undefined {
  if (!draft.subjects.has("ending")) return readForm(reader, clauseForms);
  const clause = readForm(reader, clauseFormsButEndings);
  if (clause !== undefined) return clause;
  const quiet = silently(reader);
  const second = readForm(quiet, clauseForms);
  reader.index = quiet.index;
  return second;
}

/** `x5`, `x 5` or `×5`. */
function readTimes(reader: Reader): number | undefined {
  const { index } = reader;
  want(reader, index, [word("x5", "number of times this run repeats")]);
  const token = reader.tokens[index];
  const [, digits] = (token?.kind === "word" && /^[x×](\d*)$/.exec(token.lower)) || [];
  if (token === undefined || digits === undefined) return undefined;
  const number = digits === "" ? reader.tokens[index + 1] : token;
  const times = Number(digits || (number?.kind === "word" ? number.text : undefined));
  if (Number.isInteger(times) && times >= 1 && times <= timesMax) {
    reader.index = index + (digits === "" ? 2 : 1);
    return times;
  }
  complain(reader, index, {
    token: number ?? token,
    message: `Add a number from 1 to ${timesMax} after "x".`,
  });
  return undefined;
}

function isEndOfClause(reader: Reader): boolean {
  want(reader, reader.index, [word(",", "one more clause of this run"), word(", then", "the next run")]);
  const token = reader.tokens[reader.index];
  return (
    token === undefined || isSeparator(token) || (firstWords.has(token.lower) && reader.farthest.index === reader.index)
  );
}

/** Reads `,` or `, then`; says where the comma is missing. */
function readSeparator(reader: Reader, report: ReportMistake): Separator {
  const token = reader.tokens[reader.index];
  if (token === undefined) return "end";
  if (isComma(token)) {
    reader.index += 1;
    want(reader, reader.index, [word("then", "the next run")]);
    return readThen(reader) ? "run" : "clause";
  }
  const separator = readThen(reader) ? "run" : "clause";
  const label = separator === "run" ? ", then" : ",";
  report(mistakeAt(token, `A comma is missing before ${shown(token.text)}.`, [label]));
  return separator;
}

function readThen(reader: Reader): boolean {
  const then = isThen(reader.tokens[reader.index]);
  if (then) reader.index += 1;
  return then;
}

function skipToSeparator(reader: Reader): void {
  let token = reader.tokens[reader.index];
  while (token !== undefined && !isSeparator(token)) {
    reader.index += 1;
    token = reader.tokens[reader.index];
  }
}

function add(clause: Clause, draft: Draft, { image, report }: Reading, range: OffsetRange): void {
  if (clause.about === "nothing") {
    draft.mistaken = true;
    report(mistakeAt(range, clause.message));
    return;
  }
  if (clause.about === "image") {
    if (image.some((before) => saysOfSame(before, clause)))
      report(mistakeAt(range, "The image is already described. Only the first clause counts."));
    else image.push(clause);
    return;
  }
  draft.counts = true;
  if (clause.about === "answers") draft.answers.push(clause.window);
  else if (clause.about === "phase") draft.run = { ...draft.run, phasedEnds: [...draft.run.phasedEnds, clause.end] };
  else if (draft.subjects.has(clause.subject)) report(mistakeAt(range, saidTwice(clause.subject)));
  else draft.run = changed(draft.run, clause.change);
  if (clause.about === "run" && clause.subject !== "none") draft.subjects.add(clause.subject);
}

/** Clauses that leave different times of the run open add up. */
function changed(run: Draft["run"], change: Partial<Run>): Draft["run"] {
  const ranges = { ...run.ranges, ...change.ranges };
  return { ...run, ...change, ...(Object.keys(ranges).length > 0 && { ranges }) };
}

function saidTwice(subject: RunSubject): string {
  if (subject !== "ending") return "This run already says that. Only the first clause counts.";
  return 'This run already has an ending. Only the first one counts. To start the next run, add ", then" before it.';
}

/** An `xN` without effect: on the last run, which always repeats, and on an image clause. */
function reportIdleRepeats(drafts: readonly Draft[], report: ReportMistake): void {
  const last = drafts.findLastIndex(({ counts, mistaken }) => counts || mistaken);
  for (const [index, { repeated, counts, mistaken }] of drafts.entries()) {
    if (repeated === undefined || mistaken) continue;
    if (!counts) report(mistakeAt(repeated, imageRepeated));
    else if (index === last) report(mistakeAt(repeated, lastRepeated, [", then"]));
  }
}

/** Each of them can hold in each outage. */
const phasesMax = 20;

function reportManyPhases(drafts: readonly Draft[], { tokens }: Reader, report: ReportMistake): void {
  for (const draft of drafts) {
    const phased = draft.answers.filter(({ when }) => when !== undefined);
    const count = draft.run.phasedEnds.length + phased.length;
    if (count <= phasesMax) continue;
    const message = `A run can have ${phasesMax} clauses with "during", "until" or "while", not ${count}. Use "every", or several runs.`;
    report(mistakeAt(rangeOf(tokens, 0, tokens.length), message));
    draft.run = { ...draft.run, phasedEnds: draft.run.phasedEnds.slice(0, phasesMax) };
    draft.answers.length = 0;
  }
}

function runsOf(drafts: readonly Draft[]): readonly Run[] {
  const runs = drafts.filter(({ counts }) => counts).map(({ run, answers }) => ({ ...run, answers }));
  return runs.map((run, index) => (index === runs.length - 1 ? { ...run, times: 1 } : run));
}

/** The image can go missing more than once, but only once at the same time. */
function saysOfSame(left: ImageClause, right: ImageClause): boolean {
  if ("pull" in left || "pull" in right) return "pull" in left && "pull" in right;
  return left.absence.fromMs === right.absence.fromMs && left.absence.dependency === right.absence.dependency;
}

/** If a pull takes time, the image is not on the node at first. */
function imageOf({ image }: Reading): ImageBehavior | undefined {
  if (image.length === 0) return undefined;
  const pull = image.find((clause) => "pull" in clause)?.pull;
  const absences = image.flatMap((clause) => ("absence" in clause ? [clause.absence] : []));
  const isExplicit = absences.some(({ fromMs }) => fromMs === 0);
  if (pull !== undefined && !isExplicit) absences.push({ fromMs: 0, missingTimes: 0 });
  return { pullMs: undefined, ...pull, absences: absences.sort((left, right) => left.fromMs - right.fromMs) };
}
