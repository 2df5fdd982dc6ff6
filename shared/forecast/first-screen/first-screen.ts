import { volumeConflictOf } from "../../controllers/pods/volume-conflict.ts";
import { isEmptyScenario } from "../../scenario/script.ts";
import type { Answer, Outlook } from "../answer/model.ts";
import type { OutageCost } from "../outage/model.ts";
import { outageLine } from "../outage/outage-words.ts";
import { type MetStart, scheduleNote } from "../pod/cron-words.ts";
import { type JobForecast, jobSentence } from "../pod/job.ts";
import { type ContainersAsked, containerRows } from "./container-rows.ts";
import type { FirstScreen, ScreenRow, VerdictMark } from "./model.ts";
import { countsAsFailed, rolloutScreenRows, type ScreenWorkload } from "./workload-rows.ts";

interface Asked extends ContainersAsked {
  readonly answer: Answer;
  /** Of the pod. */
  readonly outages: readonly OutageCost[];
  readonly job: JobForecast | undefined;
  readonly workload: ScreenWorkload | undefined;
  /** Of a CronJob whose runs meet the next start. */
  readonly met: MetStart | undefined;
}

const marks: Readonly<Record<Outlook, VerdictMark>> = {
  healthy: "good",
  "loses-ready": "attention",
  restarts: "attention",
  "crash-loop": "bad",
  "never-ready": "bad",
  ends: "good",
  fails: "bad",
  rejected: "bad",
};

/** What `forecast` prints of a pod before anybody asks for details: the verdict, why, what to do, and the limits that its manifest sets. */
export function firstScreenOf(asked: Asked): FirstScreen {
  const { answer, job, workload, scenario, met } = asked;
  // Of a pod in trouble people want to know what is the case, and no limits.
  const isOver = answer.outlook === "rejected" || (answer.basis === "observed" && answer.outlook !== "healthy");
  const rows = isOver
    ? []
    : [
        ...outageRow(asked.outages),
        ...containerRows(asked),
        ...retryRows(job),
        ...(workload === undefined ? [] : rolloutScreenRows(workload, !isEmptyScenario(scenario))),
      ];
  const screen = screenOfAnswer(answer, met);
  const isHeldUp = (asked.pod.schedulingGates ?? []).length > 0;
  const isContested = workload !== undefined && volumeConflictOf(workload.workload) !== undefined;
  const hasFailed = !isOver && workload !== undefined && countsAsFailed(workload);
  const isAllWell = screen.mark === "good" || screen.mark === "under-way";
  const mark = (isHeldUp || isContested || hasFailed) && isAllWell ? "attention" : screen.mark;
  return { ...screen, mark, rows: [...screen.rows, ...rows] };
}

/** The same without the limits. */
export function screenOfAnswer(answer: Answer, met?: MetStart | undefined): FirstScreen {
  const rows = answer.basis === "observed" ? observedRows(answer) : reasonRows(answer);
  const schedule = scheduleNote(met);
  const mark = markOf(answer);
  if (schedule === "") return { mark, headline: answer.headline, rows };
  return {
    mark: met?.overlap.kind === "blocked" ? "bad" : mark === "good" ? "attention" : mark,
    headline: answer.headline,
    rows: [{ label: "Schedule", text: schedule }, ...rows],
  };
}

/** Of a pod that a scenario leaves in peace there can be something to say all the same, and of one with a status, something to do. */
function markOf({ outlook, basis, why, fix, isUnderWay = false }: Answer): VerdictMark {
  const mark = marks[outlook];
  if (mark !== "good") return mark;
  const isAllWell = basis === "observed" ? fix === undefined : outlook !== "healthy" || why === undefined;
  if (!isAllWell) return "attention";
  return isUnderWay ? "under-way" : mark;
}

/** What would help a pod with a status, what follows, and what else is to be said of it. */
function observedRows({ fix, after, notes }: Answer): readonly ScreenRow[] {
  return [
    ...(fix === undefined ? [] : [{ label: "Fix", text: fix }]),
    ...(after === undefined ? [] : [{ label: "After", text: after }]),
    ...notes,
  ];
}

function reasonRows({ why }: Answer): readonly ScreenRow[] {
  if (why === undefined) return [];
  const fix = why.advice === undefined ? [] : [{ label: "Fix", text: why.advice }];
  return [{ label: "Why", text: why.text, path: why.path }, ...fix];
}

function outageRow(outages: readonly OutageCost[]): readonly ScreenRow[] {
  const text = outageLine(outages);
  return text === undefined ? [] : [{ label: "Outage", text }];
}

function retryRows(job: JobForecast | undefined): readonly ScreenRow[] {
  const text = job === undefined ? "" : jobSentence(job);
  return text === "" ? [] : [{ label: "Retry", text }];
}
