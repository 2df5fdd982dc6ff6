import { greatest, least } from "../../basics/extremes.ts";
import { finish, type Pieces } from "../../basics/pieces.ts";
import type { Span } from "../../basics/span.ts";
import type { WorkloadEvent } from "../../controllers/objects/input.ts";
import type { WorkloadEntry, WorkloadEntryKind, WorkloadSpec } from "../../controllers/objects/model.ts";
import {
  newRevision,
  oldRevision,
  type PlayableWorkload,
  playWorkload,
  serving,
} from "../../controllers/pods/play-workload.ts";
import { retryMs } from "../../controllers/workload/evictions.ts";
import type { WorkloadTimeline } from "../../controllers/workload/simulation.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { ContainerScript, Scenario } from "../../scenario/model.ts";
import { startOfRun } from "../../scenario/ranges.ts";
import { plainRun } from "../../scenario/script.ts";
import type { DrainForecast, RollbackForecast, ScaleForecast } from "./model.ts";
import {
  alike,
  completionOf,
  effortFor,
  inEveryRun,
  inRuns,
  patienceFor,
  playOutcomes,
  type RunOptions,
} from "./outcomes.ts";
import { at, podsOf } from "./rollout.ts";
import { startedCounts } from "./started.ts";

/** By then a rollout whose pods never start is where it stays. */
const stuckMs = 120_000;

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
  /** Default: running. */
  readonly from?: "running" | "long-running";
}

/** Plays what happens to a running workload until it is done or nothing moves any more. */
function* playChange(
  workload: PlayableWorkload,
  options: RunOptions,
  { events, isOneByOne, from = "running", ...change }: Change,
): Pieces<Run> {
  const beginMs = Math.max(...events.map(({ atMs }) => atMs));
  const waitMs = patienceFor(workload);
  // A pod that never starts is played to the end of this.
  const untilMs = beginMs + waitMs * (isOneByOne ? Math.max(1, podsOf(workload)) : 1);
  const simulation = playWorkload(workload, { ...options, events, untilMs, from });
  const shown: Shown = simulation.timeline();
  const movedMs = movementOf(shown);
  const isDone = change.isDone();
  while (simulation.step()) {
    const nowMs = simulation.nowMs();
    if (nowMs >= beginMs && isDone(shown)) return { timeline: simulation.timeline(), isDone: true };
    if (nowMs > Math.max(beginMs, movedMs()) + waitMs) break;
    yield;
  }
  return { timeline: simulation.timeline(), isDone: false };
}

/** When a pod was last made, available for the first time, or removed: one that crashes comes back forever. Reads what is new each time it is asked. */
function movementOf({ entries }: Shown): () => number {
  const wereAvailable = new Set<number | undefined>();
  let read = 0;
  let movedMs = 0;
  return () => {
    for (; read < entries.length; read += 1) {
      const entry = entries[read];
      if (entry === undefined) break;
      const { kind, pod, tMs } = entry;
      if (kind === "pod-available" ? !wereAvailable.has(pod) : kind === "pod-created" || kind === "pod-removed")
        movedMs = tMs;
      if (kind === "pod-available") wereAvailable.add(pod);
    }
    return movedMs;
  };
}

/** Pods do from their creation what the scenario says, also those of the version that runs. */
function asSaid(workload: PlayableWorkload): PlayableWorkload {
  return { ...workload, oldScenario: workload.oldScenario ?? workload.scenario };
}

/** When the last entry of these kinds came, if the run is done. */
function lastOf({ timeline, isDone }: Run, kinds: readonly WorkloadEntryKind[], fromMs = 0): Span | undefined {
  if (!isDone) return undefined;
  const found = timeline.entries.findLast(({ kind, tMs }) => kinds.includes(kind) && tMs >= fromMs);
  return found && shifted(at(found), fromMs);
}

function shifted({ nominalMs, earliestMs, latestMs }: Span, fromMs: number): Span {
  const since = (ms: number): number => Math.max(0, ms - fromMs);
  return { nominalMs: since(nominalMs), earliestMs: since(earliestMs), latestMs: since(latestMs) };
}

/** Somebody changes `replicas`. */
export function* forecastScaleInPieces(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  to: number,
): Pieces<ScaleForecast> {
  const isUp = to > podsOf(workload);
  const isDone = ({ counts }: Shown): boolean => {
    const now = counts.at(-1);
    return now !== undefined && (isUp ? now.available >= to : now.running <= to);
  };
  const events = [{ kind: "change", atMs: 0, spec: { replicas: to } } as const];
  const completesOf = (run: Run) => lastOf(run, isUp ? ["pod-available"] : ["pod-ended", "pod-removed"]);
  const runs = yield* playOutcomes<Run>(assumptions, effortFor(Math.max(to, podsOf(workload))), {
    play: (options) => playChange(asSaid(workload), options, { events, isDone: () => isDone, isOneByOne: true }),
    endAlike: alike(completesOf),
  });
  return { to, ...completionOf(runs, completesOf) };
}

const rollout = { kind: "rollout", atMs: 0, revision: newRevision } as const;
const back = { kind: "rollout", atMs: stuckMs, revision: oldRevision } as const;

interface WayBack {
  readonly updated: number;
  readonly availableAtLeast: number;
  readonly completes: Span | undefined;
  /** Names of the pods that are in the way. */
  readonly left: readonly string[];
  readonly afterDeletion: Span | undefined;
}

/** Pods of a new version that never start: its image is missing, where `scenario` does not say otherwise. Then the old template comes back, and after that somebody deletes what is left of the new version. */
export function* forecastRollbackInPieces(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  scenario: Scenario = withoutImage(workload),
): Pieces<RollbackForecast> {
  const broken = { ...workload, scenario, oldScenario: startingOf(workload) };
  const present = { ...assumptions, imagePull: undefined } as const;
  const runs = yield* playOutcomes<WayBack>(present, effortFor(podsOf(workload)), {
    play: (options) => playWayBack(broken, options),
    endAlike: alike(
      ({ completes }) => completes,
      ({ afterDeletion }) => afterDeletion,
    ),
  });
  const stuck = runs.filter(({ completes }) => completes === undefined);
  return {
    updated: greatest(runs.map(({ updated }) => updated)),
    availableAtLeast: least(runs.map(({ availableAtLeast }) => availableAtLeast)),
    ...completionOf(runs, ({ completes }) => completes),
    afterDeletion: inEveryRun(stuck, ({ afterDeletion }) => afterDeletion),
    afterDeletionIn: inRuns(stuck, ({ afterDeletion }) => afterDeletion),
    left: stuck[0]?.left ?? [],
  };
}

/** Forecasts a rollback without pauses between the pieces. */
export function forecastRollback(...question: Parameters<typeof forecastRollbackInPieces>): RollbackForecast {
  return finish(forecastRollbackInPieces(...question));
}

function* playWayBack(workload: PlayableWorkload, options: RunOptions): Pieces<WayBack> {
  const play = (events: readonly WorkloadEvent[]): Pieces<Run> =>
    playChange(workload, options, { events, isDone: () => isBack, isOneByOne: false });
  const run = yield* play([rollout, back]);
  const { counts, pods } = run.timeline;
  const stuck = counts.filter(({ tMs }) => tMs < stuckMs);
  const about = {
    updated: stuck.at(-1)?.updated ?? 0,
    availableAtLeast: least(stuck.map(({ available }) => available)),
    completes: lastOf(run, ["rollout-complete"], stuckMs),
  };
  const left = pods.filter(({ revision, gone }) => revision === newRevision && !gone).map(({ name }) => name);
  if (about.completes !== undefined || left.length === 0) return { ...about, left: [], afterDeletion: undefined };
  const deleteMs = stuckMs * 2;
  const deletions = left.map((pod) => ({ kind: "delete-pod", atMs: deleteMs, pod }) as const);
  const helped = yield* play([rollout, back, ...deletions]);
  return { ...about, left, afterDeletion: lastOf(helped, ["rollout-complete"], deleteMs) };
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
    const start = startOfRun(scenario.containers[name]?.runs.at(-1) ?? plainRun);
    return [name, { ...script, runs: script.runs.map((run) => ({ ...run, ...start })) }] as const;
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

/** `kubectl drain` of the first node. Undefined if no pod has to leave. */
export function* forecastDrainInPieces(
  workload: PlayableWorkload,
  assumptions: Assumptions,
): Pieces<DrainForecast | undefined> {
  const [node] = workload.nodes;
  const wanted = podsOf(workload);
  if (node === undefined || workload.spec.kind === "DaemonSet" || wanted === 0) return undefined;
  // Pods get the nodes in turns.
  const pods = Math.ceil(wanted / workload.nodes.length);
  const events = [{ kind: "drain", atMs: 0, node } as const];
  const isDone = (): ((shown: Shown) => boolean) => replaced(pods, wanted);
  const completesOf = (run: Run) => lastOf(run, ["pod-available"]);
  const leftOf = ({ timeline }: Run) => (removed(timeline.entries) < pods ? undefined : lastRemoved(timeline));
  const runs = yield* playOutcomes<Run>(assumptions, effortFor(wanted), {
    play: (options) =>
      playChange(asSaid(workload), options, { events, isDone, isOneByOne: true, from: "long-running" }),
    endAlike: alike(leftOf, completesOf, lastRefusal),
  });
  const refusals = runs.flatMap((run) => lastRefusal(run) ?? []);
  const leaving = runs.filter((run) => leftOf(run) !== undefined);
  const refused = (leaving.length > 0 ? leaving : runs).flatMap((run) => refusedUntil(run) ?? []);
  return {
    pods,
    ...completionOf(runs, completesOf),
    left: inEveryRun(runs, leftOf),
    leftIn: inRuns(runs, leftOf),
    refusedRuns: refusals.length,
    refusedMs: refused.length === 0 ? 0 : greatest(refused),
    refusal: refusals.at(-1)?.data.message,
    fails: refusals.some(({ data }) => data.reason === "InternalError"),
    availableAtLeast: least(
      runs.flatMap(({ timeline }) => startedCounts(workload, timeline).map(({ available }) => available)),
    ),
  };
}

function lastRefusal({ timeline }: Run): WorkloadEntry | undefined {
  return timeline.entries.findLast(({ kind }) => kind === "eviction-refused");
}

/** When an eviction is refused last, at the latest: a try before it is accepted, or where this run ends. */
function refusedUntil(run: Run): number | undefined {
  const refusal = lastRefusal(run);
  if (refusal === undefined) return undefined;
  const accepted = run.timeline.entries.findLast(
    ({ kind, pod, tMs }) => kind === "eviction-accepted" && pod === refusal.pod && tMs > refusal.tMs,
  );
  return accepted === undefined ? refusal.tMs : Math.max(refusal.tMs, accepted.at.latestMs - retryMs);
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

function lastRemoved({ entries }: Pick<WorkloadTimeline, "entries">): Span | undefined {
  const last = entries.findLast(({ kind }) => kind === "pod-removed");
  return last && at(last);
}

/** Sizes that people ask about: twice as many, and half. Undefined if the workload has no size, or no pods. */
export function sizesOf(spec: WorkloadSpec): { readonly up: number; readonly down: number } | undefined {
  if (spec.kind === "DaemonSet" || spec.replicas === 0) return undefined;
  return { up: spec.replicas * 2, down: Math.floor(spec.replicas / 2) };
}
