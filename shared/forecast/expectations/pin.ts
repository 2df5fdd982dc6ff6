import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type Container, type DefaultedPod } from "../../kubernetes/pod.ts";
import { restartingExit } from "../../restart/restarting.ts";
import type { Condition, Scenario, TimedCondition } from "../../scenario/model.ts";
import { longestRun } from "../../scenario/ranges.ts";
import { hasOwnScript } from "../../scenario/script.ts";
import { lastPhaseMs } from "../../scenario/shifted.ts";
import { createSimulation, simulate } from "../../simulation/simulation.ts";
import type { Timeline } from "../../simulation/timeline/timeline.ts";
import { judgedEntries, judgedRuns } from "./expectations.ts";
import { type Bounds, boundsOf, concludes, isSaidBy, type PinnedPromise } from "./pinned-bounds.ts";
import { isTimed } from "./verdict.ts";

/** What is true of a pod today, as expectations. */
export interface PinnedForecast {
  /** One for each expectation of the scenario: what holds in its place. Undefined if nothing of its kind does. */
  readonly updated: readonly (Condition | undefined)[];
  /** What no expectation of the scenario speaks of. */
  readonly added: readonly PinnedPromise[];
}

const minuteMs = 60_000;
/** How long a run is watched, in the order of preference of those that are long enough for the scenario, and then of the others. */
const windowsMs = [30, 60, 180, 360].map((minutes) => minutes * minuteMs);
const shortWindowsMs = [10, 5, 2, 1].map((minutes) => minutes * minuteMs);
const reach = 1.25;
/** What is expected of days stays as it is: nobody waits for that many entries. */
const longestMs = 24 * 60 * minuteMs;

/** Finds out what holds, run by run: each may take a part of a second, and others may want to do something in between. */
interface Pinning {
  readonly runs: number;
  /** Plays the n-th run, from 0. */
  play(run: number): void;
  /** The forecast after all runs. */
  result(): PinnedForecast;
}

/**
 * Today's forecast as expectations that hold and that a change for the worse breaks.
 * Their numbers are the bounds that the kubelet's loops can reach on the ways of the judged runs, rounded up: no jitter breaks them,
 * neither in these runs nor in those of a pod that was changed elsewhere.
 */
export function createPinning(pod: DefaultedPod, assumptions: Assumptions, scenario: Scenario): Pinning {
  const told: Told = { pod, assumptions, scenario };
  const candidates = candidatesOf(told);
  const known = scenario.expectations.filter(isTimed).filter(({ condition }) => condition.withinMs <= longestMs);
  const promises = [...known, ...candidates];
  const found = new Map<PinnedPromise, (Bounds | undefined)[]>(promises.map((promise) => [promise, []]));
  // Of what a run was too short for, nothing is known.
  const unknown = new Set<PinnedPromise>();
  const holding = (promise: PinnedPromise) => concludes(promise.condition, found.get(promise) ?? []);
  return {
    runs: assumptions.timing === "ideal" ? 1 : judgedRuns,
    play(run) {
      const timeline = timelineOf(told, promises, run);
      for (const [promise, bounds] of found) {
        bounds.push(boundsOf(promise, timeline));
        if (isCutBefore(timeline, promise)) unknown.add(promise);
      }
    },
    result: () => ({
      updated: scenario.expectations.map((each) =>
        isTimed(each) && found.has(each) && !unknown.has(each) ? holding(each) : each.condition,
      ),
      added: newPromises(
        scenario,
        candidates.flatMap((each) => (unknown.has(each) ? [] : [{ ...each, condition: holding(each) }])),
        allContainers(pod).length === 1,
      ),
    }),
  };
}

interface Told {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
}

/** Somewhat beyond the end: what comes later here can come earlier in another run. */
function timelineOf(told: Told, promises: readonly PinnedPromise[], run: number): Timeline {
  const untilMs = reach * Math.max(...promises.map(({ condition }) => condition.withinMs));
  return simulate({ ...told, seed: run + 1, untilMs, recording: "entries", entriesAtMost: 2 * judgedEntries });
}

function isCutBefore({ ended, entries }: Timeline, { condition }: PinnedPromise): boolean {
  if (ended !== "event-limit" || condition.kind === "ready" || condition.kind === "phase") return false;
  return (entries.at(-1)?.tMs ?? 0) < reach * condition.withinMs;
}

function newPromises(
  { expectations }: Scenario,
  candidates: readonly { readonly container: string | undefined; readonly condition: TimedCondition | undefined }[],
  onlyContainer: boolean,
): readonly PinnedPromise[] {
  const holding = candidates.flatMap(({ container, condition }) =>
    condition === undefined ? [] : [{ container, condition }],
  );
  return withoutIdle(holding).filter(
    (promise) => !expectations.some((expectation) => isSaidBy(expectation, promise, onlyContainer)),
  );
}

/** Everything that could be promised, in the order in which it is written. The numbers are still to be found. */
function candidatesOf(told: Told): readonly PinnedPromise[] {
  const { pod, assumptions, scenario } = told;
  const withinMs = windowOf(told);
  const containers = allContainers(pod);
  const hasKillers = containers.some(({ probes }) => probes.liveness !== undefined || probes.startup !== undefined);
  const spokenOf = containers.filter((each) => each.kind !== "init" || hasOwnScript(scenario, each));
  const restarting = spokenOf.filter((each) => restartingExit(each, pod, assumptions.node) !== undefined);
  const ofPod = (condition: TimedCondition): PinnedPromise => ({ container: undefined, condition });
  return [
    ofPod({ kind: "ready", withinMs }),
    ofPod({ kind: "phase", phase: "Succeeded", withinMs }),
    ...restarting.map(({ name }) => restartsOf(containers.length === 1 ? undefined : name, withinMs)),
    ...(hasKillers ? [ofPod({ kind: "no-probe-kill", withinMs })] : []),
    ofPod({ kind: "crash-loop", expected: false, withinMs }),
    ofPod({ kind: "down-at-most", downMs: 0, withinMs }),
  ];
}

function restartsOf(container: Container["name"] | undefined, withinMs: number): PinnedPromise {
  return { container, condition: { kind: "restarts", comparison: "<=", count: 0, withinMs } };
}

/** Where nothing restarts one line says so, and with it that there is no crash loop. No time down says as little as all of it. */
function withoutIdle(promises: readonly PinnedPromise[]): readonly PinnedPromise[] {
  const restarts = promises.filter(({ condition }) => condition.kind === "restarts");
  const [first] = restarts;
  const isIdle = restarts.every(({ condition }) => condition.kind === "restarts" && condition.count === 0);
  return promises.flatMap((promise) => {
    const { condition } = promise;
    if (condition.kind === "down-at-most" && (condition.downMs === 0 || condition.downMs >= condition.withinMs))
      return [];
    if (!isIdle) return [promise];
    if (condition.kind === "crash-loop") return [];
    if (condition.kind !== "restarts") return [promise];
    return promise === first ? [{ ...promise, container: undefined }] : [];
  });
}

/** Judging ends after so many entries: of a pod that makes many of them less time is watched. */
function windowOf(told: Told): number {
  const wantedMs = windowsMs.find((windowMs) => 1.5 * lastMomentMs(told.scenario) <= windowMs) ?? windowsMs.at(-1) ?? 0;
  const run = createSimulation({
    ...told,
    seed: 1,
    untilMs: wantedMs,
    recording: "entries",
    entriesAtMost: judgedEntries,
  });
  run.runUntil(wantedMs);
  if (run.timeline().ended !== "event-limit") return wantedMs;
  // Another seed makes some entries more.
  const watchedMs = 0.8 * run.nowMs();
  const shorter = [...windowsMs.toReversed(), ...shortWindowsMs];
  return shorter.find((windowMs) => windowMs <= watchedMs) ?? shortWindowsMs.at(-1) ?? 0;
}

/** When the scenario last says something. */
function lastMomentMs(scenario: Scenario): number {
  const { containers, events } = scenario;
  const ofRuns = Object.values(containers).flatMap(({ runs }) =>
    runs
      .map(longestRun)
      .flatMap(({ end, answers, startsInMs, times }) => [
        (end?.afterMs ?? 0) * times,
        startsInMs,
        ...answers.map(({ afterMs, forMs }) => afterMs + (forMs ?? 0)),
      ]),
  );
  return Math.max(lastPhaseMs(scenario), ...ofRuns, ...events.map(({ atMs }) => atMs));
}
