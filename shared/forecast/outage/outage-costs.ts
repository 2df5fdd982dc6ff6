import type { AnswerInput } from "../answer/runs.ts";
import { spreadOf } from "../answer/spread.ts";
import { changesAfter, type TriedChange } from "./changes.ts";
import type { OutageCost, OutageGroup, OutageWindow, Recovery, ShorterOutage } from "./model.ts";
import { outagesIn, overlapping } from "./outages.ts";
import { type OutageRun, playedRuns } from "./played.ts";
import { lastOf, recoveryOf, wasReady } from "./recovery.ts";

/** What comes sooner than this after an outage costs nothing. */
export const noticeableMs = 2000;
/** Each change is tried in so many runs; only the best one is played in all. */
const triedRuns = 10;
/** A change that saves less is not worth a word. */
const savedShare = 0.1;
/** A pod that restarts more often than that costs more than the outage did. */
const restartsMax = 100;

/** Whether the scenario has outages whose costs are known: not for pods of Jobs. */
export function hasOutages({ pod, scenario, horizonMs, job }: AnswerInput): boolean {
  return job === undefined && outagesIn(pod, scenario, horizonMs).length > 0;
}

/** What each outage of the scenario costs the pod, over the runs of its answer, and which one change makes it shorter, as played. */
export function outageCosts(input: AnswerInput, played: readonly OutageRun[]): readonly OutageCost[] {
  const outages = outagesIn(input.pod, input.scenario, input.horizonMs);
  const runs = played.length;
  const costs = overlapping(outages).flatMap((group) => {
    const outage = lastOf(group);
    const recovery = recoveryOf({ ...input, outages }, group, played);
    const isMissed = recovery.pod.laterMs !== undefined || wasReady(outage, played);
    return isMissed ? [{ group, cost: { outage, runs, ...recovery } }] : [];
  });
  const worst = costs.toSorted((left, right) => medianMs(right.cost.pod) - medianMs(left.cost.pod))[0];
  return costs.map((each) => ({
    ...each.cost,
    // Each change costs a play of its own: the one outage counts that costs most.
    shorter: each === worst ? shorterOf(input, { ...each, outages, played, runs }) : undefined,
  }));
}

interface Known {
  readonly group: OutageGroup;
  readonly outages: readonly OutageWindow[];
  readonly cost: Omit<OutageCost, "shorter">;
  readonly played: readonly OutageRun[];
  readonly runs: number;
}

function shorterOf(input: AnswerInput, { group, outages, cost, played, runs }: Known): ShorterOutage | undefined {
  const { outage, containers, pod } = cost;
  if (medianMs(pod) < noticeableMs) return undefined;
  const killed = killedIn(played, outage);
  const changes = changesAfter(input, { outage, containers, killed });
  const playWith = ({ change, input: changed }: TriedChange, count: number): ShorterOutage => {
    const then = playedRuns(changed, count, restartsMax);
    const recovery = recoveryOf({ ...changed, outages }, group, then);
    return { change, pod: recovery.pod, restarts: spreadOf(then.map(({ restarts }) => restarts)) };
  };
  const tried = changes.map((change) => ({ change, result: playWith(change, Math.min(triedRuns, runs)) }));
  const [best] = tried
    .filter(({ result }) => helps(result, pod))
    .toSorted(
      ({ result: left }, { result: right }) =>
        medianMs(left.pod) - medianMs(right.pod) || left.restarts.p50 - right.restarts.p50,
    );
  if (best === undefined) return undefined;
  const whole = playWith(best.change, runs);
  return helps(whole, pod) ? whole : undefined;
}

function helps({ pod, restarts }: ShorterOutage, now: Recovery): boolean {
  const savedMs = medianMs(now) - medianMs(pod);
  return savedMs >= Math.max(noticeableMs, savedShare * medianMs(now)) && restarts.p50 <= restartsMax;
}

/** What never comes back is the longest of all. */
export function medianMs({ laterMs }: Recovery): number {
  return laterMs?.p50 ?? Number.MAX_SAFE_INTEGER;
}

function killedIn(played: readonly OutageRun[], { fromMs, untilMs }: OutageWindow): ReadonlySet<string> {
  return new Set(
    played.flatMap(({ containers }) =>
      [...containers].flatMap(([name, { killsMs }]) =>
        killsMs.some((tMs) => tMs > fromMs && tMs <= untilMs) ? [name] : [],
      ),
    ),
  );
}
