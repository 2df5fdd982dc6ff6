import { counted } from "../../shared/basics/counted.ts";
import { formatDuration } from "../../shared/basics/durations.ts";
import type { Path } from "../../shared/basics/path.ts";
import { exactly, type Span } from "../../shared/basics/span.ts";
import { formatHorizon, formatSpan, typicalInWords } from "../../shared/basics/span-words.ts";
import { formatCurve } from "../../shared/basics/sum-words.ts";
import type { Answer, Outlook, Spread } from "../../shared/forecast/answer/model.ts";
import { formatCount, formatShare } from "../../shared/forecast/answer/words.ts";
import type { KubeletForecast } from "../../shared/forecast/node-load/model.ts";
import { type JobForecast, jobSentence } from "../../shared/forecast/pod/job.ts";
import type { ContainerForecast, PodForecast } from "../../shared/forecast/pod/model.ts";
import type { Tolerance } from "../../shared/forecast/tolerance/model.ts";
import type { DiffAnswer, DiffEffect } from "./model.ts";

/** A question that can be asked of each side, with what it means when the answer grows. */
export interface DiffQuestion<T> {
  readonly what: (subject: T) => string;
  /** Undefined if there is no answer, such as a hang without a probe. */
  readonly answer: (subject: T) => DiffAnswer | undefined;
  /** What decides the order of two answers; of equal ones the next number. Two answers are the same if all are. Absent: words say what differs. */
  readonly order?: (subject: T) => readonly number[];
  readonly grows: DiffEffect;
  readonly shrinks: DiffEffect;
  /** Below the subject's own place. */
  readonly path: (subject: T) => Path;
  /** Numbers over runs move a little with each change of a pod. Smaller differences say nothing. Absent: each difference counts. */
  readonly coarse?: { readonly share: number; readonly least: number };
}

/** What `forecast` says of a pod as a whole. */
export interface PodSubject {
  readonly answer: Answer;
  readonly forecast: PodForecast;
  /** A Job is there to complete, and nobody waits for its pods to be Ready. */
  readonly isJob: boolean;
  /** What the Job makes of failures; undefined for other pods. */
  readonly job: JobForecast | undefined;
}

const worseToBetter: readonly Outlook[] = [
  "rejected",
  "never-ready",
  "fails",
  "crash-loop",
  "restarts",
  "loses-ready",
  "ends",
  "healthy",
];

/** A run under a seed differs a little from that of another pod: less than a tenth is no change. */
export const overRuns = (least: number) => ({ share: 0.1, least });

export const outlookTitle = "outlook";

export function restartsTitle(horizonMs: number): string {
  return `restarts in ${formatHorizon(horizonMs)}`;
}

export function downTitle(horizonMs: number): string {
  return `down in ${formatHorizon(horizonMs)}`;
}

function spreadQuestion(
  what: DiffQuestion<PodSubject>["what"],
  read: (answer: Answer) => Spread,
  text: (spread: Spread) => string,
  [grows, shrinks, least]: readonly [DiffEffect, DiffEffect, number],
): DiffQuestion<PodSubject> {
  return {
    what,
    answer: ({ answer }) => ({ value: read(answer), text: text(read(answer)) }),
    order: ({ answer }) => {
      const { min, p50, max } = read(answer);
      return [p50, max, min];
    },
    grows,
    shrinks,
    path: () => [],
    coarse: overRuns(least),
  };
}

export const secondMs = 1000;

export const outlookQuestion: DiffQuestion<PodSubject> = {
  what: () => outlookTitle,
  answer: ({ answer }) => ({ value: answer.outlook, text: answer.outlook }),
  order: ({ answer }) => [worseToBetter.indexOf(answer.outlook)],
  grows: "better",
  shrinks: "worse",
  path: ({ answer }) => answer.why?.path ?? [],
};

export const outcomesTitle = "outcomes";

/** In how many runs the pod comes to what, where runs differ: what few of them do is not the outlook. */
export const outcomesQuestion: DiffQuestion<PodSubject> = {
  what: () => outcomesTitle,
  answer: ({ answer: { outcomes, runs } }) => {
    const parts = outcomes.map((each) => `${Math.round(each.share * runs)} ${each.text}`);
    const text = `of ${counted(runs, "run")}: ${parts.join(", ")}`;
    return { value: text, text };
  },
  order: ({ answer: { outcomes } }) => [
    outcomes.reduce((sum, { outlook, share }) => (outlook === "healthy" || outlook === "ends" ? sum : sum + share), 0),
  ],
  grows: "worse",
  shrinks: "better",
  path: ({ answer }) => answer.why?.path ?? [],
  coarse: overRuns(0.05),
};

/** Asked of two pods that restart. One that goes on restarting is worse than one that ends to. */
export function readyForGoodQuestion(base: PodSubject, head: PodSubject): DiffQuestion<PodSubject> {
  const isTime = [base, head].every(({ answer }) => answer.readyForGoodMs !== undefined);
  return {
    what: () => "ready for good after",
    answer: ({ answer: { readyForGoodMs, horizonMs } }) =>
      readyForGoodMs === undefined
        ? { value: "never", text: `not in ${formatHorizon(horizonMs)}` }
        : { value: readyForGoodMs, text: typicalInWords(readyForGoodMs) },
    order: ({ answer: { readyForGoodMs, horizonMs } }) => {
      const laterMs = 10 * horizonMs;
      const { min, p50, max } = readyForGoodMs ?? { min: laterMs, p50: laterMs, max: laterMs };
      return [p50, max, min];
    },
    grows: isTime ? "later" : "worse",
    shrinks: isTime ? "sooner" : "better",
    path: () => [],
    coarse: overRuns(secondMs),
  };
}

const endQuestion: DiffQuestion<PodSubject> = {
  what: () => "end",
  answer: ({ answer: { end } }) => end && { value: end.how, text: end.how },
  order: ({ answer: { end } }) => [end?.how === "Failed" ? 0 : 1],
  grows: "better",
  shrinks: "worse",
  path: ({ answer }) => answer.why?.path ?? [],
};

const downQuestion = spreadQuestion(
  ({ answer }) => downTitle(answer.horizonMs),
  ({ downMs }) => downMs,
  typicalInWords,
  ["worse", "better", secondMs],
);

const readyQuestion = spreadQuestion(
  () => "ready",
  ({ readyShare }) => readyShare,
  formatShare,
  ["better", "worse", 0.01],
);

const readyAfterQuestion: DiffQuestion<PodSubject> = {
  what: () => "ready after",
  answer: ({ answer: { firstReadyMs } }) => firstReadyMs && { value: firstReadyMs, text: typicalInWords(firstReadyMs) },
  order: ({ answer: { firstReadyMs } }) =>
    firstReadyMs === undefined ? [] : [firstReadyMs.p50, firstReadyMs.max, firstReadyMs.min],
  grows: "later",
  shrinks: "sooner",
  path: () => [],
  coarse: overRuns(secondMs),
};

const readinessQuestions: readonly DiffQuestion<PodSubject>[] = [downQuestion, readyQuestion, readyAfterQuestion];

/** What becomes of a Job whose pods fail, which its manifest decides alone. */
const retryQuestion: DiffQuestion<PodSubject> = {
  what: () => "if pods fail",
  answer: ({ job }) => {
    const text = job === undefined ? "" : jobSentence(job);
    return text === "" ? undefined : { value: text, text };
  },
  // The times of two pods differ a little.
  order: ({ job }) => (job === undefined ? [] : [job.failures, ...job.retryDelaysMs]),
  grows: "changed",
  shrinks: "changed",
  path: () => [],
};

export const podQuestions: readonly DiffQuestion<PodSubject>[] = [
  outlookQuestion,
  endQuestion,
  spreadQuestion(
    ({ answer }) => restartsTitle(answer.horizonMs),
    ({ restarts }) => restarts,
    formatCount,
    ["worse", "better", 1],
  ),
  downQuestion,
  spreadQuestion(
    () => "longest wait",
    ({ longestWaitMs }) => longestWaitMs,
    typicalInWords,
    ["worse", "better", secondMs],
  ),
  readyQuestion,
  readyAfterQuestion,
];

/** A Job is asked for tries, its end, and waits: nobody waits for its pods to be Ready. */
export const jobQuestions = [
  ...podQuestions.filter((question) => !readinessQuestions.includes(question)),
  retryQuestion,
];

function spanAnswer(span: Span | undefined): DiffAnswer | undefined {
  return span && { value: spanValue(span), text: formatSpan(span) };
}

/** The span as JSON has it. */
export function spanValue({ nominalMs, earliestMs, latestMs }: Span): Span {
  return { nominalMs, earliestMs, latestMs };
}

export function orderOfSpan(span: Span | undefined): readonly number[] {
  return span === undefined ? [] : [span.nominalMs, span.latestMs, span.earliestMs];
}

function spanQuestion(
  what: string,
  read: (container: ContainerForecast) => Span | undefined,
  field: (container: ContainerForecast) => string,
): DiffQuestion<ContainerForecast> {
  return {
    what: () => what,
    answer: (container) => spanAnswer(read(container)),
    order: (container) => orderOfSpan(read(container)),
    grows: "later",
    shrinks: "sooner",
    path: (container) => [...container.path, field(container)],
  };
}

/** Delays of a curve that are written out before its steady state. */
const curveSteps = 4;

const afterAnExit: DiffQuestion<ContainerForecast> = {
  what: ({ restarts: { exitCode } }) => (exitCode === 1 ? "after a crash" : `after exit code ${exitCode}`),
  answer: ({ restarts: { canRestart, restartsAll, delaysMs } }) =>
    canRestart
      ? {
          value: delaysMs,
          text: restartsAll
            ? "restarts all containers, without back-off"
            : `restarts after ${formatCurve(delaysMs, curveSteps)}`,
        }
      : { value: "does not restart", text: "does not restart" },
  // A container that stays down waits longest of all.
  order: ({ restarts: { canRestart, restartsAll, delaysMs } }) =>
    canRestart ? [...delaysMs.toReversed(), restartsAll ? 0 : 1] : [Number.POSITIVE_INFINITY],
  grows: "later",
  shrinks: "sooner",
  path: ({ path }) => path,
};

export const containerQuestions: readonly DiffQuestion<ContainerForecast>[] = [
  afterAnExit,
  spanQuestion(
    "must start within",
    ({ startupBudget }) => startupBudget,
    ({ startupBudgetProbe }) => `${startupBudgetProbe ?? "startup"}Probe`,
  ),
  spanQuestion(
    "hang to SIGTERM",
    ({ hangToSigterm }) => hangToSigterm,
    () => "livenessProbe",
  ),
  spanQuestion(
    "hang to container exit",
    ({ hangToDead }) => hangToDead,
    () => "livenessProbe",
  ),
  spanQuestion(
    "hang to back in service",
    ({ hangToReady }) => hangToReady,
    () => "livenessProbe",
  ),
  spanQuestion(
    "hang to no traffic",
    ({ unreadyAfter }) => unreadyAfter,
    () => "readinessProbe",
  ),
];

/** What a change takes away: the longest fault that does no harm. */
function survivesQuestion(fault: Tolerance["fault"], what: string): DiffQuestion<ContainerForecast> {
  const found = ({ tolerances }: ContainerForecast) =>
    tolerances.find((each) => each.fault === fault && each.harm === "kill");
  return {
    what: () => what,
    answer: (container) => {
      const tolerance = found(container);
      return (
        tolerance && { value: exactly(tolerance.survivesMs), text: `up to ${formatDuration(tolerance.survivesMs)}` }
      );
    },
    order: (container) => [found(container)?.survivesMs ?? 0],
    grows: "later",
    shrinks: "sooner",
    path: (container) => {
      const probe = found(container)?.probe;
      return probe === undefined ? [] : [...container.path, `${probe}Probe`];
    },
  };
}

/** Asked where limits of a container differ: each takes some plays. The others are said by `must start within` and `hang to SIGTERM`. */
export const toleranceQuestions: readonly DiffQuestion<ContainerForecast>[] = [
  survivesQuestion("answers", "survives answers of"),
  survivesQuestion("stop", "survives a stop of"),
];

function rateQuestion(what: string, read: (kubelet: KubeletForecast) => number): DiffQuestion<KubeletForecast> {
  return {
    what: () => `${what} per minute, in a node full of crash loops`,
    answer: (kubelet) => ({ value: Math.round(read(kubelet)), text: `${Math.round(read(kubelet))}` }),
    order: (kubelet) => [Math.round(read(kubelet))],
    grows: "worse",
    shrinks: "better",
    path: () => [],
    coarse: overRuns(1),
  };
}

function backOffQuestion(what: string, read: (kubelet: KubeletForecast) => number): DiffQuestion<KubeletForecast> {
  return {
    what: () => what,
    answer: (kubelet) => ({ value: exactly(read(kubelet)), text: formatDuration(read(kubelet)) }),
    order: (kubelet) => [read(kubelet)],
    grows: "later",
    shrinks: "sooner",
    path: () => ["crashLoopBackOff", "maxContainerRestartPeriod"],
  };
}

export const kubeletQuestions: readonly DiffQuestion<KubeletForecast>[] = [
  backOffQuestion("initial back-off", ({ initialMs }) => initialMs),
  backOffQuestion("maximum back-off", ({ maximumMs }) => maximumMs),
  rateQuestion("restarts", ({ load }) => load.perNode.restarts.value),
  rateQuestion("writes to the API server", ({ load }) => load.perNode.statusWrites.value),
  rateQuestion("events recorded", ({ load }) => load.perNode.events.value),
];
