import { formatDuration } from "../../basics/durations.ts";
import type { ProbeType } from "../../kubernetes/pod.ts";
import { slowestStart } from "../../scenario/ranges.ts";
import { scriptOf } from "../../scenario/script.ts";
import { secondStartStopped } from "../container/second-start.ts";
import { type Aim, aimOf, rateOf } from "./solve-aims.ts";
import {
  type Draft,
  draftsFor,
  failureThresholdMax,
  impatientDrafts,
  newStartupDrafts,
  policyDrafts,
  soonestDraft,
} from "./solve-drafts.ts";
import { effectsOf, goalText } from "./solve-effects.ts";
import { type Goal, type GoalKind, type Solution, type Solved, type SolveQuestion, unsolved } from "./solve-model.ts";
import { type Trial, tryOut } from "./solve-trial.ts";

/** More would not help to choose. */
const solutionsMax = 5;

/**
 * What to set so that a container reaches a goal. Every number comes from simulations; the first solution changes least.
 * The search is bounded and takes a fraction of a second.
 */
export function solve(question: SolveQuestion, goal: Goal): Solved {
  const now = tryOut(question, []);
  if (now === undefined) return unsolved("This container cannot be simulated.");
  const aim = aimOf(goal);
  const reachable = ways[goal.kind];
  const drafts = reachable.drafts(now, aim);
  const isMet = aim.meets(now) && (goal.kind === "restarts" || drafts[0]?.changes.length === 0);
  if (isMet) return unsolved(`Already met: ${goalText(now, goal.kind)}.`);
  const outcomes = distinct(drafts).flatMap((draft) => {
    const usual = outcomeOf(now, draft, { goal, aim });
    const exact =
      usual?.harm === undefined || draft.exact === undefined ? undefined : outcomeOf(now, draft.exact, { goal, aim });
    return exact?.solution === undefined ? (usual ?? []) : exact;
  });
  const solutions = outcomes.flatMap(({ solution }) => solution ?? []);
  const [harm] = outcomes.flatMap(({ harm }) => harm ?? []);
  if (solutions.length === 0) return unsolved(harm ?? reachable.reason(now));
  const [careful, risky] = [solutions.filter(({ isRisky }) => !isRisky), solutions.filter(({ isRisky }) => isRisky)];
  return { solutions: [...careful, ...risky.slice(0, 1)].slice(0, solutionsMax), reason: "" };
}

/** How a kind of goal can be reached, smallest change first, and why no number reaches it. */
interface Ways {
  readonly drafts: (now: Trial, aim: Aim) => readonly Draft[];
  readonly reason: (now: Trial) => string;
}

const ways: Readonly<Record<GoalKind, Ways>> = {
  start: {
    drafts(now, aim) {
      const { startup, liveness } = now.container.probes;
      if (startup !== undefined) return draftsFor(now, "startup", aim);
      if (liveness === undefined) return [];
      const added = newStartupDrafts(now, "liveness", aim);
      const [threshold] = draftsFor(now, "liveness", aim);
      const instead = added.length > 0 ? added : newStartupDrafts(now, "readiness", aim);
      return [...instead, ...(threshold === undefined ? [] : [threshold])];
    },
    reason({ container: { probes } }) {
      if (probes.startup === undefined && probes.liveness === undefined)
        return "No startup or liveness probe limits the startup time.";
      return `Not possible with a failureThreshold of up to ${failureThresholdMax}.`;
    },
  },
  hang: {
    drafts: (now, aim) => soonerDrafts(now, "liveness", aim),
    reason: (now) => tooSoon(now, "hang"),
  },
  unready: {
    drafts: (now, aim) => soonerDrafts(now, "readiness", aim),
    reason: (now) => tooSoon(now, "unready"),
  },
  restarts: {
    drafts(now, aim) {
      const { stoppedBy } = rateOf(now);
      return [...stoppedBy.flatMap((type) => draftsFor(now, type, aim)), ...policyDrafts(now)];
    },
    reason(now) {
      const { stoppedBy } = rateOf(now);
      return stoppedBy.length === 0
        ? `The container exits by itself (${goalText(now, "restarts")}). Only the node's back-off delays its restarts (crashLoopBackOff.maxContainerRestartPeriod).`
        : `Not possible with a failureThreshold of up to ${failureThresholdMax} (now ${goalText(now, "restarts")}).`;
    },
  },
};

function soonerDrafts(now: Trial, type: ProbeType, aim: Aim): readonly Draft[] {
  const drafts = draftsFor(now, type, aim);
  return drafts.length > 0 ? drafts : impatientDrafts(now, type, aim);
}

/** What the fastest probe reaches, or why there is none. */
function tooSoon(now: Trial, kind: "hang" | "unready"): string {
  const type = kind === "hang" ? "liveness" : "readiness";
  const soonest = soonestDraft(now, type);
  if (soonest === undefined) return `Without a ${type} probe, hangs are not detected.`;
  const trial = tryOut(now.question, soonest.changes);
  const text = trial && goalText(trial, kind);
  const startMs = startOf(now);
  if (trial !== undefined && allowsStart(now, startMs) && !allowsStart(trial, startMs))
    return `Not possible: a probe that fast kills a start that takes ${formatDuration(startMs)}.`;
  return text === undefined
    ? `The ${type} probe does not detect hangs.`
    : `Not possible, even with periodSeconds: 1, timeoutSeconds: 1 and failureThreshold: 1 (${text}).`;
}

interface RatedSolution extends Solution {
  /** A single failed attempt is enough, where it took several before. */
  readonly isRisky: boolean;
}

/** A draft that meets the goal is a solution, or it does harm, and the reason says which. */
interface Outcome {
  readonly solution?: RatedSolution;
  readonly harm?: string;
}

function outcomeOf(
  now: Trial,
  { type, writes, where, changes }: Draft,
  { goal, aim }: { readonly goal: Goal; readonly aim: Aim },
): Outcome | undefined {
  const then = changes.length === 0 ? undefined : tryOut(now.question, changes);
  if (then === undefined || !aim.meets(then)) return undefined;
  const harm = harmOf(now, then, goal);
  if (harm !== undefined) return { harm: `${writes} is not possible: ${harm}` };
  const failures = (trial: Trial) => (type && trial.container.probes[type]?.failureThreshold) ?? 1;
  const isRisky = failures(then) === 1 && failures(now) > 1;
  return { solution: { writes, where, changes, isRisky, effects: effectsOf(now, then, { kind: goal.kind, type }) } };
}

/** A sentence where a start that succeeded before would be killed. */
function harmOf(now: Trial, then: Trial, goal: Goal): string | undefined {
  const { assumptions } = now.question;
  const startMs = startOf(now);
  if (allowsStart(now, startMs) && !allowsStart(then, startMs))
    return `it kills a start that takes ${formatDuration(startMs)}.`;
  if (goal.kind !== "start" || then.container.probes.startup === undefined) return undefined;
  const stopped = ({ pod, container }: Trial, startsInMs: number) =>
    secondStartStopped(pod, assumptions, container, startsInMs) !== undefined;
  const allowedMs = now.forecast.startupBudget?.earliestMs ?? goal.amount;
  const isOvertaken =
    canOvertake(then) && stopped(then, goal.amount) && !stopped(now, Math.min(goal.amount, allowedMs));
  return isOvertaken ? "after a restart, liveness kills the container before the startup probe runs." : undefined;
}

/** The longest start in the scenario. */
function startOf({ question: { scenario }, container }: Trial): number {
  return slowestStart(scriptOf(scenario, container).runs).maxMs;
}

function allowsStart({ forecast: { startupBudget } }: Trial, startMs: number): boolean {
  return startupBudget === undefined || startupBudget.earliestMs >= startMs;
}

/** Saves a simulation where the startup probe always runs before liveness can give up. */
function canOvertake({ container: { probes } }: Trial): boolean {
  const { startup, liveness } = probes;
  if (startup === undefined || liveness === undefined) return false;
  return liveness.periodSeconds * (liveness.failureThreshold - 1) < startup.periodSeconds;
}

function distinct(drafts: readonly Draft[]): readonly Draft[] {
  return [...new Map(drafts.map((draft) => [JSON.stringify(draft.changes), draft])).values()];
}
