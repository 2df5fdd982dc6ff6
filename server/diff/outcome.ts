import type { Answer, Outlook } from "../../shared/forecast/answer/model.ts";
import type { ObservedNow } from "../../shared/observation/answer/model.ts";
import type { DiffRow, Worst } from "./model.ts";
import { downTitle, outcomesTitle, outlookTitle, type PodSubject, restartsTitle } from "./questions.ts";
import { availableTitle, deadlineTitle, rolloutTitle } from "./rollout-questions.ts";

/** How well a pod does as a whole: the larger, the better. Numbers of two pods matter only where these are equal. */
function playedStanding({ answer, isJob }: Pick<PodSubject, "answer" | "isJob">): number {
  if (answer.outlook === "restarts" && answer.readyForGoodMs === undefined) return goingOn;
  return standingOf(answer, isJob);
}

function standingOf({ outlook }: Pick<Answer, "outlook">, isJob = false): number {
  if (outlook === "ends") return isJob ? completed : ended;
  return standings[outlook];
}

/** Restarts now and then that do not end are worse than some that do. */
const goingOn = 2.5;

const ended = 4;
/** A Job is there to complete: one that keeps running does worse. */
const completed = 6;

const standings: Readonly<Record<Exclude<Outlook, "ends">, number>> = {
  rejected: 0,
  "never-ready": 1,
  fails: 2,
  "crash-loop": 2,
  restarts: 3,
  "loses-ready": 3,
  healthy: 5,
};

/** What each side makes of the pod; undefined if it has none, or one that cannot be played. */
interface OutcomeSides {
  readonly before: Pick<PodSubject, "answer" | "isJob"> | undefined;
  readonly after: Pick<PodSubject, "answer" | "isJob"> | undefined;
  /** Whether base and head both have the object. */
  readonly isOnBothSides: boolean;
  /** The answers that differ, for the pod and the rollout of its workload. */
  readonly rows: readonly Pick<DiffRow, "what" | "container" | "is">[];
}

/**
 * What a change does to a pod, judged by what becomes of it. Without two pods to compare, such as for a kubelet, the rows decide.
 * The pod and its rollout are judged apart, because a pod that got better does not make up for a rollout that no longer completes.
 */
export function outcomeOf({ before, after, isOnBothSides, rows }: OutcomeSides): Worst {
  // A pod that can be played on one side only: nobody knows whether it does better or worse.
  if ((before === undefined) !== (after === undefined)) return isOnBothSides ? "changed" : "none";
  if (before === undefined || after === undefined) return worstOf(rows.map(effectOf));
  const [was, is] = [playedStanding(before), playedStanding(after)];
  if (is === standings.rejected && was !== is) return "refused";
  const ofPod = rows.filter(({ what, container }) => container === undefined && podTitles(after).includes(what));
  const pod = was === is ? worstOf(ofPod.map(effectOf)) : is > was ? "better" : "worse";
  const completes = rows.filter(({ what }) => what === rolloutTitle).map(effectOf);
  const isDecided = completes.some((effect) => effect !== "changed");
  const besides = rows.filter(({ what }) => what === availableTitle || what === deadlineTitle).map(effectOf);
  return worstOf([pod, ...(isDecided ? completes : besides), ...(rows.length > 0 ? (["changed"] as const) : [])]);
}

/** What the statuses of both sides come to, where both have one. */
export function observedOutcome(
  before: Pick<ObservedNow, "headline" | "outlook">,
  after: Pick<ObservedNow, "headline" | "outlook">,
): Worst {
  const [was, is] = [before, after].map(({ outlook }) => outlook && standingOf({ outlook }));
  if (was !== undefined && is !== undefined && was !== is) return is > was ? "better" : "worse";
  return before.headline === after.headline ? "none" : "changed";
}

/** The numbers that people notice. Time by time Ready and waits between restarts follow from these. */
function podTitles({ answer, isJob }: Pick<PodSubject, "answer" | "isJob">): readonly string[] {
  const { horizonMs } = answer;
  return isJob
    ? [outcomesTitle, restartsTitle(horizonMs)]
    : [outlookTitle, outcomesTitle, restartsTitle(horizonMs), downTitle(horizonMs)];
}

/** Sooner and later are neither better nor worse. */
function effectOf({ is }: Pick<DiffRow, "is">): Worst {
  return is === "better" || is === "worse" ? is : "changed";
}

const worstFirst: readonly Worst[] = ["refused", "worse", "better", "changed"];

export function worstOf(all: readonly Worst[]): Worst {
  return worstFirst.find((worst) => all.includes(worst)) ?? "none";
}
