import type { ProbeType } from "../kubernetes/pod.ts";
import { scriptOf } from "../scenario/script.ts";
import { secondStartStopped } from "./second-start.ts";
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
import { type Goal, type GoalKind, type Question, type Solution, type Solved, unsolved } from "./solve-model.ts";
import { type Trial, tryOut } from "./solve-trial.ts";

/** More would be no help to choose. */
const solutionsMax = 5;

/**
 * What to write so that a container reaches a goal. Every number is found by asking the engine what it would make of it; the first solution
 * changes least of what is written. The search is bounded and takes a fraction of a second.
 */
export function solve(question: Question, goal: Goal): Solved {
  const now = tryOut(question, []);
  if (now === undefined) return unsolved("There is no container here that could run.");
  const aim = aimOf(goal);
  const reachable = ways[goal.kind];
  const drafts = reachable.drafts(now, aim);
  const isSo = aim.meets(now) && (goal.kind === "restarts" || drafts[0]?.changes.length === 0);
  if (isSo) return unsolved(`It is so already: ${goalText(now, goal.kind)}.`);
  const solutions = distinct(drafts).flatMap((draft) => solutionOf(now, draft, { goal, aim }) ?? []);
  if (solutions.length === 0) return unsolved(reachable.reason(now, drafts));
  const [careful, risky] = [solutions.filter(({ isRisky }) => !isRisky), solutions.filter(({ isRisky }) => isRisky)];
  return { solutions: [...careful, ...risky.slice(0, 1)].slice(0, solutionsMax), reason: "" };
}

/** Where a kind of goal can be reached, smallest change first, and why nothing reaches it. */
interface Ways {
  readonly drafts: (now: Trial, aim: Aim) => readonly Draft[];
  readonly reason: (now: Trial, drafts: readonly Draft[]) => string;
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
        return "Nothing ends its start: it has no startup probe and no liveness probe.";
      return `No "failureThreshold" up to ${failureThresholdMax} allows it.`;
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
      const text = `It has ${goalText(now, "restarts")}`;
      return stoppedBy.length === 0
        ? `${text}. They follow its own exits: how long each waits is decided by the node (crashLoopBackOff.maxContainerRestartPeriod of the kubelet).`
        : `${text}, and no "failureThreshold" up to ${failureThresholdMax} makes them so few.`;
    },
  },
};

function soonerDrafts(now: Trial, type: ProbeType, aim: Aim): readonly Draft[] {
  const drafts = draftsFor(now, type, aim);
  return drafts.length > 0 ? drafts : impatientDrafts(now, type, aim);
}

/** What the fastest probe could do, or why there is none. */
function tooSoon(now: Trial, kind: "hang" | "unready"): string {
  const type = kind === "hang" ? "liveness" : "readiness";
  const soonest = soonestDraft(now, type);
  if (soonest === undefined) return `It has no ${type} probe that could notice a hang.`;
  const trial = tryOut(now.question, soonest.changes);
  const text = trial && goalText(trial, kind);
  return text === undefined
    ? "The engine finds no answer for this probe."
    : `Nothing is as fast. The soonest is ${text}, with "periodSeconds: 1", "timeoutSeconds: 1" and "failureThreshold: 1".`;
}

interface RatedSolution extends Solution {
  /** One failed attempt acts, where it needed several before. */
  readonly isRisky: boolean;
}

function solutionOf(
  now: Trial,
  { type, writes, where, changes }: Draft,
  { goal, aim }: { readonly goal: Goal; readonly aim: Aim },
): RatedSolution | undefined {
  const then = changes.length === 0 ? undefined : tryOut(now.question, changes);
  if (then === undefined || !aim.meets(then) || stopsStart(now, then, goal)) return undefined;
  const failures = (trial: Trial) => (type && trial.container.probes[type]?.failureThreshold) ?? 1;
  const isRisky = failures(then) === 1 && failures(now) > 1;
  return { writes, where, changes, isRisky, effects: effectsOf(now, then, { kind: goal.kind, type }) };
}

/** True when a start that went well before would be stopped. */
function stopsStart(now: Trial, then: Trial, goal: Goal): boolean {
  const { scenario, assumptions } = now.question;
  const told = Math.max(...scriptOf(scenario, now.container).runs.map(({ startsInMs }) => startsInMs));
  const allows = ({ forecast: { startupBudget } }: Trial) =>
    startupBudget === undefined || startupBudget.earliestMs >= told;
  if (allows(now) && !allows(then)) return true;
  if (goal.kind !== "start" || then.container.probes.startup === undefined) return false;
  const stopped = ({ pod, container }: Trial, startsInMs: number) =>
    secondStartStopped(pod, assumptions, container, startsInMs) !== undefined;
  const allowedMs = now.forecast.startupBudget?.earliestMs ?? goal.amount;
  return canOvertake(then) && stopped(then, goal.amount) && !stopped(now, Math.min(goal.amount, allowedMs));
}

/** Spares the engine the question where the startup probe looks before liveness can have given up. */
function canOvertake({ container: { probes } }: Trial): boolean {
  const { startup, liveness } = probes;
  if (startup === undefined || liveness === undefined) return false;
  return liveness.periodSeconds * (liveness.failureThreshold - 1) < startup.periodSeconds;
}

function distinct(drafts: readonly Draft[]): readonly Draft[] {
  return [...new Map(drafts.map((draft) => [JSON.stringify(draft.changes), draft])).values()];
}
