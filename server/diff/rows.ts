import type { Path } from "../../shared/basics/path.ts";
import { plainLine } from "../../shared/basics/plain-line.ts";
import type { KubeletForecast } from "../../shared/forecast/node-load/model.ts";
import type { ContainerForecast } from "../../shared/forecast/pod/model.ts";
import { cronJobSpecOf } from "../analysis/met-start.ts";
import type { AnalyzedWorkload } from "../analysis/workloads.ts";
import type { LocatedPod } from "../manifest/text/model.ts";
import type { DiffEffect, DiffRow } from "./model.ts";
import {
  containerQuestions,
  type DiffQuestion,
  jobQuestions,
  kubeletQuestions,
  outcomesQuestion,
  outcomesTitle,
  outlookQuestion,
  type PodSubject,
  podQuestions,
  readyForGoodQuestion,
  toleranceQuestions,
} from "./questions.ts";
import { rolloutQuestions, rolloutSubject, workloadQuestions } from "./rollout-questions.ts";

type CronJobSpec = NonNullable<ReturnType<typeof cronJobSpecOf>>;

const scheduleQuestion: DiffQuestion<CronJobSpec> = {
  what: () => "schedule",
  answer: ({ schedule, timeZone }) => {
    const text = plainLine(timeZone ? `${schedule} in ${timeZone}` : schedule);
    return { value: text, text };
  },
  grows: "changed",
  shrinks: "changed",
  path: () => ["spec", "schedule"],
};

/** A subject with the place of what it was read from in its object. */
export interface SubjectInObject<T> {
  readonly subject: T;
  readonly place: Path;
}

/** What the two sides answer in different ways. Of a pod that is rejected, nothing else is asked. */
export function podRows(base: SubjectInObject<PodSubject>, head: SubjectInObject<PodSubject>): readonly DiffRow[] {
  const isRejected = [base, head].some(({ subject }) => subject.answer.outlook === "rejected");
  const isJob = base.subject.isJob && head.subject.isJob;
  const differs = [base, head].some(({ subject }) => subject.answer.outcomes.length > 1);
  const restart = !isJob && [base, head].every(({ subject }) => subject.answer.restarts.max > 0);
  const asked = [
    ...(isJob ? jobQuestions : podQuestions),
    ...(differs ? [outcomesQuestion] : []),
    ...(restart ? [readyForGoodQuestion(base.subject, head.subject)] : []),
  ];
  const questions = isRejected ? [outlookQuestion] : asked;
  const rows = compareAll(questions, { base, head });
  const isFailing = isJob && [base, head].every(({ subject }) => subject.answer.outlook === "fails");
  return [...(isFailing ? rows.map(ofFailure) : rows), ...(isRejected ? [] : containerRows(base, head))];
}

/** Of a Job that fails in any case: fewer restarts and shorter waits come of fewer tries, and help nobody. */
function ofFailure(row: DiffRow): DiffRow {
  return row.what === outcomesTitle || (row.is !== "better" && row.is !== "worse") ? row : { ...row, is: "changed" };
}

export function kubeletRows(
  base: SubjectInObject<KubeletForecast>,
  head: SubjectInObject<KubeletForecast>,
): readonly DiffRow[] {
  return compareAll(kubeletQuestions, { base, head });
}

/** Of a rollout on one side only, there is nothing that it could be compared with: a workload that is paused says so in its manifest. */
export function workloadRows(
  base: SubjectInObject<AnalyzedWorkload>,
  head: SubjectInObject<AnalyzedWorkload>,
): readonly DiffRow[] {
  const [before, after] = [base, head].map(({ subject, place }) => {
    const rollout = rolloutSubject(subject);
    return rollout && { subject: rollout, place };
  });
  const objects = compareAll(workloadQuestions, { base, head });
  if (before === undefined || after === undefined) return objects;
  return [...objects, ...compareAll(rolloutQuestions(before.subject, after.subject), { base: before, head: after })];
}

/** When a CronJob starts Jobs. */
export function scheduleRows(base: LocatedPod, head: LocatedPod): readonly DiffRow[] {
  const [before, after] = [base, head].map((each) => {
    const subject = cronJobSpecOf(each);
    return subject && { subject, place: [] };
  });
  return before === undefined || after === undefined
    ? []
    : compareAll([scheduleQuestion], { base: before, head: after });
}

/** Containers are the same if their names are. One that is added or removed has all of its answers on one side. */
function containerRows(base: SubjectInObject<PodSubject>, head: SubjectInObject<PodSubject>): readonly DiffRow[] {
  const before = containersOf(base);
  const after = containersOf(head);
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names.flatMap((container) => {
    const sides = { container, base: before.get(container), head: after.get(container) };
    const rows = compareAll(containerQuestions, sides);
    const isChanged = rows.length > 0 && sides.base !== undefined && sides.head !== undefined;
    if (!isChanged) return rows;
    // What is harmed without any fault on one side says nothing of faults.
    const tolerance = compareAll(toleranceQuestions, sides).filter((row) => row.base && row.head);
    return [...rows, ...tolerance];
  });
}

function containersOf({
  subject,
  place,
}: SubjectInObject<PodSubject>): ReadonlyMap<string, SubjectInObject<ContainerForecast>> {
  return new Map(subject.forecast.containers.map((each) => [each.name, { subject: each, place }]));
}

interface Sides<T> {
  readonly container?: string | undefined;
  readonly base: SubjectInObject<T> | undefined;
  readonly head: SubjectInObject<T> | undefined;
}

function compareAll<T>(questions: readonly DiffQuestion<T>[], sides: Sides<T>): readonly DiffRow[] {
  return questions.flatMap((question) => compareOne(question, sides));
}

function compareOne<T>(question: DiffQuestion<T>, { container, base, head }: Sides<T>): readonly DiffRow[] {
  const shown = head ?? base;
  if (shown === undefined) return [];
  const before = base && question.answer(base.subject);
  const after = head && question.answer(head.subject);
  if (before === undefined && after === undefined) return [];
  const { order: read } = question;
  const order = base && head && before && after && read && orderOf(question, read(base.subject), read(head.subject));
  // What people read as the same is no difference, whatever was rounded.
  if (order === 0 || before?.text === after?.text) return [];
  return [
    {
      what: question.what(shown.subject),
      container,
      base: before,
      head: after,
      is: effectOf(question, order),
      path: [...shown.place, ...question.path(shown.subject)],
    },
  ];
}

/** Where one side has no answer, because there is no such container or probe or it never gets so far, it is neither sooner nor later. */
function effectOf<T>({ grows, shrinks }: DiffQuestion<T>, order: number | undefined): DiffEffect {
  if (order === undefined) return "changed";
  return order > 0 ? grows : shrinks;
}

/** 0: the same, as far as anybody can tell; above: the head's answer is the larger one. */
function orderOf<T>(
  { coarse }: Pick<DiffQuestion<T>, "coarse">,
  left: readonly number[],
  right: readonly number[],
): number {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [before = 0, after = 0] = [left[index], right[index]];
    if (before !== after && (coarse === undefined || isPlain(before, after, coarse))) return after > before ? 1 : -1;
  }
  return 0;
}

function isPlain(before: number, after: number, { share, least }: { share: number; least: number }): boolean {
  const difference = Math.abs(before - after);
  return difference >= least && difference > share * Math.max(before, after);
}
