import { answerPod } from "../../forecast/answer/answer.ts";
import type { Answer, AnswerEnd } from "../../forecast/answer/model.ts";
import { noNumbers } from "../../forecast/answer/no-numbers.ts";
import type { AnswerInput } from "../../forecast/answer/runs.ts";
import { allContainers } from "../../kubernetes/pod.ts";
import { parseScenario, textsOfLines } from "../../scenario/language/parse.ts";
import type { Scenario } from "../../scenario/model.ts";
import { isEmptyScenario } from "../../scenario/script.ts";
import type { PodReport } from "../report.ts";
import { disagreement } from "./beside-scenario.ts";
import { numbersFromNow } from "./from-now.ts";
import type { ObservedNow } from "./model.ts";
import { observedPodAnswer } from "./pod-answer.ts";
import { statusNotes } from "./status-notes.ts";

/**
 * The answer for a pod that was observed. What follows is what the scenario says, if what was observed agrees with it; else it goes on
 * as it did.
 */
export function answerOfReport(report: PodReport, asked: AnswerInput): Answer {
  const observed = observedAnswer(report);
  const { differs, isSaid, scenario } = futureScenario(report, asked);
  const notes = differs === undefined ? [] : [{ label: "Scenario", text: `${differs}; what was observed counts` }];
  return answerOfNow({ ...observed, besides: [...observed.besides, ...notes] }, asked.horizonMs, () => {
    const future = playedFrom(report, observed, { ...asked, scenario });
    // Nobody has written the other scenario.
    return isSaid ? future : { ...future, why: future.why && { ...future.why, scenario: undefined } };
  });
}

interface FutureScenario {
  readonly scenario: Scenario;
  /** Somebody has written it, and what was observed agrees with it. */
  readonly isSaid: boolean;
  /** What was observed and is not in the scenario that somebody has written. */
  readonly differs: string | undefined;
}

/** What an observed pod goes on with: the scenario that is written, if what was observed agrees with it; else what it did. */
export function futureScenario(
  report: PodReport,
  { scenario, pod }: Pick<AnswerInput, "scenario" | "pod">,
): FutureScenario {
  const isWritten = !isEmptyScenario(scenario);
  const differs = isWritten ? disagreement(report, scenario) : undefined;
  if (isWritten && differs === undefined) return { scenario, isSaid: true, differs };
  const inferred = parseScenario(textsOfLines(report.scenario.lines), allContainers(pod)).scenario;
  return { scenario: inferred, isSaid: false, differs };
}

/** Its numbers count from the observed moment. What is measured from the creation of the pod on is over. */
function playedFrom(report: PodReport, { container }: ObservedNow, input: AnswerInput): Answer {
  const numbers = numbersFromNow(report, input, container);
  const { notReadyYetMs, firstReadyMs, readyForGoodMs, rhythm, bounds } = noNumbers;
  const over = { notReadyYetMs, firstReadyMs, readyForGoodMs, rhythm, bounds };
  return { ...answerPod(input), ...over, ...numbers };
}

/** What is said first of an observed pod. */
export function observedAnswer(report: PodReport): ObservedNow {
  const { model, look, atMs, isNow } = report;
  const answer = observedPodAnswer(model, look, { atMs, isNow });
  return { ...answer, besides: [...answer.besides, ...statusNotes(report)] };
}

/** The answer that begins with what was observed. `played`: what comes of it, by weaker evidence. */
export function answerOfNow(observed: ObservedNow, horizonMs: number, played: () => Answer): Answer {
  const { headline, fix, after, besides } = observed;
  const now = {
    basis: "observed",
    headline,
    fix,
    after,
    notes: besides,
    isUnderWay: underWay.has(observed.is),
  } as const;
  const end = endOf(observed);
  if (end !== undefined) return { ...overAnswer(observed, end, horizonMs), ...now };
  const future = played();
  return { ...future, ...now, outlook: observed.outlook ?? future.outlook };
}

const underWay: ReadonlySet<ObservedNow["is"]> = new Set(["creating", "initializing", "starting", "deleting"]);

function endOf({ is }: ObservedNow): AnswerEnd["how"] | undefined {
  if (is === "completed") return "Succeeded";
  if (is === "failed") return "Failed";
  return is === "deleting" ? "Deleted" : undefined;
}

/** Of a pod that has come to its end, or is about to: nothing restarts any more. */
function overAnswer(
  { headline }: ObservedNow,
  how: AnswerEnd["how"],
  horizonMs: number,
): Omit<Answer, "basis" | "fix" | "after" | "notes"> {
  return {
    ...noNumbers,
    outlook: how === "Failed" ? "fails" : "ends",
    headline,
    horizonMs,
    watchedMs: horizonMs,
    runs: 1,
    end: { how, atMs: { min: 0, p50: 0, max: 0 } },
    outcomes: [{ outlook: how === "Failed" ? "fails" : "ends", text: outcomes[how], share: 1 }],
    why: undefined,
  };
}

const outcomes: Readonly<Record<AnswerEnd["how"], string>> = {
  Succeeded: "complete",
  Failed: "failed",
  Deleted: "deleted",
  Rejected: "rejected by the kubelet",
};
