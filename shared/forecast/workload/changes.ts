import { greatest, least } from "../../basics/extremes.ts";
import type { Span } from "../../basics/span.ts";
import {
  newRevision,
  oldRevision,
  type PlayableWorkload,
  playWorkload,
  serving,
} from "../../controllers/pods/play-workload.ts";
import type { WorkloadEvent } from "../../controllers/workload/input.ts";
import type { WorkloadEntryKind, WorkloadSpec } from "../../controllers/workload/model.ts";
import type { WorkloadTimeline } from "../../controllers/workload/simulation.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { ContainerScript, Scenario } from "../../scenario/model.ts";
import { plainRun } from "../../scenario/script.ts";
import type { DrainForecast, RollbackForecast, ScaleForecast } from "./model.ts";
import { at, joined, podsOf } from "./rollout.ts";

/** Something that has not come by then never comes. */
const patienceMs = 1_800_000;
/** By then a rollout whose pods never start is where it stays. */
const stuckMs = 120_000;
const livesOfJitter = 4;

interface Run {
  readonly timeline: WorkloadTimeline;
  readonly isDone: boolean;
}

/** What a run has shown so far; the lists grow. */
type Shown = Pick<WorkloadTimeline, "entries" | "counts">;

interface Change {
  readonly events: readonly WorkloadEvent[];
  /** Begins to look at one run. */
  readonly isDone: () => (shown: Shown) => boolean;
  /** Pods change one after the other, and each may take as long as there is patience. */
  readonly isOneByOne: boolean;
}

/** Plays what happens to a running workload, in exact time and with jitter, until it is done or nothing moves any more. */
function playChange(workload: PlayableWorkload, assumptions: Assumptions, change: Change): readonly Run[] {
  const exact = playOnce(workload, { ...assumptions, timing: "ideal" }, change);
  return assumptions.timing === "ideal" ? [exact] : [exact, playOnce(workload, assumptions, change)];
}

function playOnce(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  { events, isOneByOne, ...change }: Change,
): Run {
  const beginMs = Math.max(...events.map(({ atMs }) => atMs));
  const graceMs = workload.pod.terminationGracePeriodSeconds * 1000;
  const waitMs = patienceMs + graceMs + workload.spec.minReadySeconds * 1000;
  // A pod that never starts is played to the end of this.
  const untilMs = beginMs + waitMs * (isOneByOne ? Math.max(1, podsOf(workload)) : 1);
  const lives = assumptions.timing === "ideal" ? 1 : livesOfJitter;
  const simulation = playWorkload(workload, { assumptions, seed: 1, lives, events, untilMs, from: "running" });
  const shown: Shown = simulation.timeline();
  const movedMs = movementOf(shown);
  const isDone = change.isDone();
  while (simulation.step()) {
    const nowMs = simulation.nowMs();
    if (nowMs >= beginMs && isDone(shown)) return { timeline: simulation.timeline(), isDone: true };
    if (nowMs > Math.max(beginMs, movedMs()) + waitMs) break;
  }
  return { timeline: simulation.timeline(), isDone: false };
}

/** When a pod was last made or removed. Reads what is new each time it is asked. */
function movementOf({ entries }: Shown): () => number {
  let read = 0;
  let movedMs = 0;
  return () => {
    for (; read < entries.length; read += 1) {
      const entry = entries[read];
      if (entry?.kind === "pod-created" || entry?.kind === "pod-removed" || entry?.kind === "pod-available")
        movedMs = entry.tMs;
    }
    return movedMs;
  };
}

/** Pods do from their creation what the scenario says, also those of the version that runs. */
function asSaid(workload: PlayableWorkload): PlayableWorkload {
  return { ...workload, oldScenario: workload.oldScenario ?? workload.scenario };
}

/** When the last entry of these kinds came in each run; undefined: one run is not done. */
function lastOf(runs: readonly Run[], kinds: readonly WorkloadEntryKind[], fromMs = 0): Span | undefined {
  if (runs.some(({ isDone }) => !isDone)) return undefined;
  return joined(
    runs.map(({ timeline }) => {
      const found = timeline.entries.findLast(({ kind, tMs }) => kinds.includes(kind) && tMs >= fromMs);
      return found && shifted(at(found), fromMs);
    }),
  );
}

function shifted({ nominalMs, earliestMs, latestMs }: Span, fromMs: number): Span {
  const since = (ms: number): number => Math.max(0, ms - fromMs);
  return { nominalMs: since(nominalMs), earliestMs: since(earliestMs), latestMs: since(latestMs) };
}

/** Somebody changes `replicas`. */
export function forecastScale(workload: PlayableWorkload, assumptions: Assumptions, to: number): ScaleForecast {
  const isUp = to > podsOf(workload);
  const runs = playChange(asSaid(workload), assumptions, {
    events: [{ kind: "change", atMs: 0, spec: { replicas: to } }],
    isDone:
      () =>
      ({ counts }) => {
        const now = counts.at(-1);
        return now !== undefined && (isUp ? now.available >= to : now.running <= to);
      },
    isOneByOne: true,
  });
  return { to, completes: lastOf(runs, isUp ? ["pod-available"] : ["pod-ended", "pod-removed"]) };
}

const rollout = { kind: "rollout", atMs: 0, revision: newRevision } as const;
const back = { kind: "rollout", atMs: stuckMs, revision: oldRevision } as const;

/** Pods of a new version that never start: its image is missing, where `scenario` does not say otherwise. Then the old template comes back, and after that somebody deletes what is left of the new version. */
export function forecastRollback(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  scenario: Scenario = withoutImage(workload),
): RollbackForecast | undefined {
  const broken = { ...workload, scenario, oldScenario: startingOf(workload) };
  const play = (events: readonly WorkloadEvent[]): readonly Run[] =>
    playChange(broken, { ...assumptions, images: "present" }, { events, isDone: () => isBack, isOneByOne: false });
  const runs = play([rollout, back]);
  const [first] = runs;
  if (first === undefined) return undefined;
  const { counts, pods } = first.timeline;
  const stuck = counts.filter(({ tMs }) => tMs < stuckMs);
  const updated = stuck.at(-1)?.updated ?? 0;
  const about = { updated, availableAtLeast: least(stuck.map(({ available }) => available)) };
  const completes = lastOf(runs, ["rollout-complete"], stuckMs);
  const left = pods.filter(({ revision, gone }) => revision === newRevision && !gone).map(({ name }) => name);
  if (completes !== undefined || left.length === 0) return { ...about, completes, afterDeletion: undefined, left: [] };
  const deleteMs = stuckMs * 2;
  const deletions = left.map((pod) => ({ kind: "delete-pod", atMs: deleteMs, pod }) as const);
  const helped = play([rollout, back, ...deletions]);
  return { ...about, completes, afterDeletion: lastOf(helped, ["rollout-complete"], deleteMs), left };
}

/** All pods have the old template again, and are available. */
function isBack({ entries }: Shown): boolean {
  const last = entries.at(-1);
  return last?.kind === "rollout-complete" && last.tMs >= stuckMs;
}

/** The version before serves well, and its pods start as the scenario says. */
function startingOf({ scenario, oldScenario }: PlayableWorkload): Scenario {
  if (oldScenario !== undefined) return oldScenario;
  const served = serving(scenario);
  const containers = Object.entries(served.containers).map(([name, script]) => {
    const startsInMs = scenario.containers[name]?.runs.at(-1)?.startsInMs ?? 0;
    return [name, { ...script, runs: script.runs.map((run) => ({ ...run, startsInMs })) }] as const;
  });
  return { ...served, containers: Object.fromEntries(containers) };
}

function withoutImage({ pod, scenario }: PlayableWorkload): Scenario {
  const [container] = pod.containers;
  if (container === undefined) return scenario;
  const image = { pullMs: undefined, absences: [{ fromMs: 0, missingTimes: undefined }] };
  const missing: ContainerScript = { runs: [plainRun], image };
  return { ...scenario, containers: { ...scenario.containers, [container.name]: missing } };
}

/** `kubectl drain` of the first node. Undefined: no pod has to leave. */
export function forecastDrain(workload: PlayableWorkload, assumptions: Assumptions): DrainForecast | undefined {
  const [node] = workload.nodes;
  const wanted = podsOf(workload);
  if (node === undefined || workload.spec.kind === "DaemonSet" || wanted === 0) return undefined;
  // Pods get the nodes in turns.
  const pods = Math.ceil(wanted / workload.nodes.length);
  const runs = playChange(asSaid(workload), assumptions, {
    events: [{ kind: "drain", atMs: 0, node }],
    isDone: () => replaced(pods, wanted),
    isOneByOne: true,
  });
  const refusals = runs.flatMap(({ timeline }) => timeline.entries.filter(({ kind }) => kind === "eviction-refused"));
  return {
    pods,
    left: runs.every(({ timeline }) => removed(timeline.entries) >= pods) ? lastRemoved(runs) : undefined,
    completes: lastOf(runs, ["pod-available"]),
    refusedMs: refusals.length === 0 ? 0 : greatest(refusals.map(({ tMs }) => tMs)),
    refusal: refusals.at(-1)?.data.message,
    availableAtLeast: least(runs.flatMap(({ timeline }) => timeline.counts.map(({ available }) => available))),
  };
}

/** So many pods have left, and all that are wanted are available again. Reads what is new each time it is asked. */
function replaced(pods: number, wanted: number): (shown: Shown) => boolean {
  let read = 0;
  let left = 0;
  let back = 0;
  return ({ entries, counts }) => {
    for (; read < entries.length; read += 1) {
      if (entries[read]?.kind === "pod-removed") left += 1;
      if (entries[read]?.kind === "pod-available") back += 1;
    }
    // Nobody is missed before the first pod leaves.
    return left >= pods && back >= pods && (counts.at(-1)?.available ?? 0) >= wanted;
  };
}

function removed(entries: Shown["entries"]): number {
  return entries.filter(({ kind }) => kind === "pod-removed").length;
}

function lastRemoved(runs: readonly Run[]): Span | undefined {
  return joined(
    runs.map(({ timeline: { entries } }) => {
      const last = entries.findLast(({ kind }) => kind === "pod-removed");
      return last && at(last);
    }),
  );
}

/** Sizes that people ask about: twice as many, and half. Undefined: the workload has no size, or no pods. */
export function sizesOf(spec: WorkloadSpec): { readonly up: number; readonly down: number } | undefined {
  if (spec.kind === "DaemonSet" || spec.replicas === 0) return undefined;
  return { up: spec.replicas * 2, down: Math.floor(spec.replicas / 2) };
}
