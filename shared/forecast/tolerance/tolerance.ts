import type { Assumptions } from "../../kubernetes/node.ts";
import type { Container, DefaultedPod } from "../../kubernetes/pod.ts";
import type { Run, Scenario, SurvivalCondition, ToleranceQuestion } from "../../scenario/model.ts";
import { longestRun } from "../../scenario/ranges.ts";
import { runOf, scriptOf } from "../../scenario/script.ts";
import { sharedAmongAlike } from "../container/shared-answers.ts";
import { answering, inIdealTime } from "../runs/experiments.ts";
import { type Tolerance, toleranceQuestions } from "./model.ts";
import { thresholdBelow } from "./search.ts";
import { type FaultSubject, type FaultTrial, type Harmed, trialsOf } from "./trials.ts";

const secondMs = 1000;
/** An answer is measured against timeouts of whole seconds. */
const answerStepMs = 100;

/**
 * How far each fault may go until it does harm, by playing it: the endless fault first, then ever shorter ones. In ideal time, because
 * the phases of the probes alone make the best and the worst case. Without an answer: what cannot come about, or is never noticed.
 */
export function tolerancesOf(about: ToleranceSubject): readonly Tolerance[] {
  return toleranceQuestions.flatMap((question) => toleranceOf(about, question) ?? []);
}

/** Whether a container survives, and how long the fault may be at most: undefined if each does harm that anybody can come to. */
interface Survival {
  readonly holds: boolean;
  readonly survivesMs: number | undefined;
}

/** Whether a fault of this length does no harm, whenever it begins. What nothing looks for does none. */
export function survivalOf(
  about: ToleranceSubject,
  { fault, harm, lengthMs }: Pick<SurvivalCondition, "fault" | "harm" | "lengthMs">,
): Survival {
  const question = { fault, harm };
  const tolerance = toleranceOf(about, question);
  if (tolerance !== undefined) return { holds: lengthMs <= tolerance.survivesMs, survivesMs: tolerance.survivesMs };
  if (about.container.kind === "init") return { holds: true, survivesMs: undefined };
  const { pod, assumptions, container, scenario } = about;
  const subject = subjectOf({ pod, assumptions, container, run: fineRun(scenario, container) });
  return { holds: trialsOf(question, subject).every((trial) => trial(0) === undefined), survivesMs: undefined };
}

interface ToleranceSubject {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly container: Container;
  readonly scenario: Scenario;
}

function toleranceOf(
  { pod, assumptions, container, scenario }: ToleranceSubject,
  question: ToleranceQuestion,
): Tolerance | undefined {
  if (container.kind === "init") return undefined;
  const run = fineRun(scenario, container);
  return answered[keyOf(question)]?.({ pod, assumptions, container, run });
}

interface About {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly container: Container;
  readonly run: Run;
}

const answered: Readonly<Record<string, (about: About) => Tolerance | undefined>> = Object.fromEntries(
  toleranceQuestions.map((question) => [
    keyOf(question),
    sharedAmongAlike(
      (about: About) => about,
      (about) => measure(question, about),
    ),
  ]),
);

function keyOf({ fault, harm }: ToleranceQuestion): string {
  return `${fault} ${harm}`;
}

/** The container when nothing is wrong: it starts and stops as its first run does, and its hooks behave as there. */
function fineRun(scenario: Scenario, container: Container): Run {
  const run = longestRun(runOf(scriptOf(scenario, container), 0));
  const hooks = run.answers.filter(({ target }) => target?.kind === "hook");
  return { ...answering, startsInMs: run.startsInMs, stop: run.stop, answers: hooks };
}

function subjectOf({ pod, assumptions, container, run }: About): FaultSubject {
  return { experiment: { pod, assumptions: inIdealTime(assumptions), container }, run };
}

function measure(question: ToleranceQuestion, about: About): Tolerance | undefined {
  const trials = trialsOf(question, subjectOf(about));
  // What is harmed without any fault says nothing about faults.
  if (trials.some((trial) => trial(0) !== undefined)) return undefined;
  const measured = trials.map((trial) => thresholdOf(question, trial));
  const harming = measured.flatMap((each) => each ?? []);
  const worst = harming.toSorted((left, right) => left.hurtsMs - right.hurtsMs)[0];
  if (worst === undefined) return undefined;
  const isCertain = harming.length === measured.length;
  return {
    ...question,
    survivesMs: worst.survivesMs,
    hurtsMs: worst.hurtsMs,
    alwaysMs: isCertain ? Math.max(...harming.map(({ hurtsMs }) => hurtsMs)) : undefined,
    probe: worst.probe,
  };
}

function thresholdOf(question: ToleranceQuestion, trial: FaultTrial) {
  const endless = trial(undefined);
  if (endless === undefined) return undefined;
  const stepMs = question.fault === "answers" ? answerStepMs : secondMs;
  // A start that is over just as an attempt begins is in time. Elsewhere a tie is lost: loops of the kubelet come late.
  const moreMs = question.fault === "start" ? 0 : 1;
  let shortest: Harmed = endless;
  const found = thresholdBelow(endless.afterMs, stepMs, (lengthMs) => {
    const harm = trial(lengthMs + moreMs);
    shortest = harm ?? shortest;
    return harm !== undefined;
  });
  return { ...found, probe: shortest.probe };
}
