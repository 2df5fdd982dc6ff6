import { greatest, least } from "../../basics/extremes.ts";
import { finish, type Pieces } from "../../basics/pieces.ts";
import { timesBesideExact } from "../../basics/run-times.ts";
import type { Span } from "../../basics/span.ts";
import { madeProgress } from "../../controllers/deployment/progress.ts";
import type { WorkloadEvent } from "../../controllers/objects/input.ts";
import type { DeploymentStatus, WorkloadSpec } from "../../controllers/objects/model.ts";
import { newRevision, type PlayableWorkload, playWorkload } from "../../controllers/pods/play-workload.ts";
import { specAfter, type WaitEnds, type WaitedChange, waitEnds } from "../../controllers/waiters/follow.ts";
import { waitsOf } from "../../controllers/waiters/outcomes.ts";
import { helmTimeoutMs } from "../../controllers/waiters/waiters.ts";
import { tolerationSecondsOf } from "../../controllers/workload/node-loss.ts";
import type { WorkloadSimulation, WorkloadTimeline } from "../../controllers/workload/simulation.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { notReadyMsMax } from "../../kubernetes/node-loss.ts";
import type { RolloutForecast } from "./model.ts";
import { alike, completionOf, effortFor, inRuns, patienceFor, playOutcomes } from "./outcomes.ts";
import { startedCounts } from "./started.ts";
import { gapIn, longestGapMs } from "./traffic.ts";

/** A pod that was stopped leaves the API so late. */
const restMs = 5000;
/** The longest that a rollout is watched. */
const watchedMsMax = 14 * 24 * 3_600_000;

export interface PlayedRollout {
  readonly timeline: WorkloadTimeline;
  readonly completes: Span | undefined;
  readonly deadline: Span | undefined;
  readonly watchedMs: number;
}

/** Changes the template of a running workload, in exact time and with jitter; or lets other things happen, one of which changes it. */
export function forecastRollout(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  events: readonly WorkloadEvent[] = [now],
): RolloutForecast {
  return finish(forecastRolloutInPieces(workload, assumptions, events));
}

/** The same piece by piece. `seeRun`: what else somebody reads of each run. */
export function* forecastRolloutInPieces(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  events: readonly WorkloadEvent[] = [now],
  seeRun?: (timeline: WorkloadTimeline) => void,
): Pieces<RolloutForecast> {
  const change = lastChangeOf(workload, events);
  const runs = yield* playOutcomes<ForecastRun>(assumptions, effortFor(podsOf(workload)), {
    *play({ assumptions: played, ...run }) {
      const rollout = yield* playRolloutInPieces(workload, played, { ...run, events });
      return { ...rollout, waits: waitEnds(rollout.timeline, change) };
    },
    endAlike: alike(
      ({ completes }) => completes,
      ({ deadline }) => deadline,
      ({ waits }) => (waits["helm-3"]?.is === "returns" ? waits["helm-3"] : undefined),
    ),
    mayDiffer: (run) => isNearDeadline(workload, run),
  });
  if (seeRun !== undefined) for (const { timeline } of runs) seeRun(timeline);
  const stuck = runs.find(({ completes }) => completes === undefined);
  const counts = runs.flatMap(({ timeline }) => timeline.counts);
  const hasService = workload.services.length > 0;
  return {
    ...completionOf(runs, ({ completes }) => completes),
    stuckAt: stuck && { updated: stuck.timeline.counts.at(-1)?.updated ?? 0, of: wantedAfter(workload, events) },
    deadlineExceeded: inRuns(runs, ({ deadline }) => deadline),
    availableAtLeast: least(
      runs.flatMap(({ timeline }) => startedCounts(workload, timeline).map(({ available }) => available)),
    ),
    podsAtMost: greatest(counts.map(({ running }) => running)),
    activeAtMost: greatest(counts.map(({ active }) => active)),
    endpointsAtLeast: hasService ? least(counts.map(({ endpoints }) => endpoints)) : undefined,
    usableAtLeast: hasService ? least(counts.map(({ usableEndpoints }) => usableEndpoints)) : undefined,
    unusable: hasService
      ? gapIn(runs.map(({ timeline, watchedMs }) => longestGapMs(timeline.counts, watchedMs)))
      : undefined,
    quietMs: Math.max(...runs.map(quietOf)),
    waits: waitsOf(
      runs.map(({ waits }) => waits),
      timesBesideExact,
    ),
    readyAtTimeout: Math.min(...runs.map(({ timeline }) => readyAt(timeline, helmTimeoutMs, change.revision))),
    watchedMs: Math.max(...runs.map(({ watchedMs }) => watchedMs)),
  };
}

interface ForecastRun extends PlayedRollout {
  readonly waits: WaitEnds;
}

/** It was in time, and is not where all takes as long as it can. */
function isNearDeadline({ spec }: PlayableWorkload, run: ForecastRun): boolean {
  const seconds = spec.kind === "Deployment" ? spec.progressDeadlineSeconds : undefined;
  return seconds !== undefined && run.deadline === undefined && quietOf(run) > seconds * 1000;
}

/** How long a rollout may stand still before it counts as failed; 0: nothing watches it. */
export function deadlineMsOf(spec: WorkloadSpec): number {
  return spec.kind === "Deployment" ? (spec.progressDeadlineSeconds ?? 0) * 1000 : 0;
}

/** Pods that the workload wants. */
export function podsOf({ spec, nodes }: PlayableWorkload): number {
  return spec.kind === "DaemonSet" ? nodes.length : spec.replicas;
}

/** A change of the template replaces pods by itself. */
export function rollsOut(workload: PlayableWorkload): boolean {
  const { spec } = workload;
  if (podsOf(workload) === 0) return false;
  if (spec.kind === "Deployment") return !spec.paused;
  if (spec.kind === "StatefulSet" && spec.strategy === "RollingUpdate") return spec.partition < spec.replicas;
  if (spec.kind === "StatefulSet") return spec.strategy === "Recreate";
  return spec.strategy === "RollingUpdate";
}

const now = { kind: "rollout", atMs: 0, revision: newRevision } as const;

interface RolloutRun {
  readonly seed: number;
  /** Pods of a revision that live a life of their own. */
  readonly lives: number;
  /** The change of the template is one of them. */
  readonly events: readonly WorkloadEvent[];
}

/** Plays what happens to a running workload until its rollout is over or stuck. */
export function playRollout(workload: PlayableWorkload, assumptions: Assumptions, run: RolloutRun): PlayedRollout {
  return finish(playRolloutInPieces(workload, assumptions, run));
}

/** The same piece by piece. */
export function* playRolloutInPieces(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  run: RolloutRun,
): Pieces<PlayedRollout> {
  const simulation = playWorkload(workload, { ...run, assumptions, untilMs: watchedMsMax, from: "running" });
  yield* watch(workload, simulation, run.events);
  const timeline = simulation.timeline();
  const changedMs = lastChangeMs(run.events);
  const completed = timeline.entries.find(({ kind, tMs }) => kind === "rollout-complete" && tMs >= changedMs);
  const reported = timeline.entries.find(
    ({ kind, data }) => kind === "condition-changed" && data.reason === "ProgressDeadlineExceeded",
  );
  return {
    timeline,
    completes: completed && at(completed),
    deadline: reported && at(reported),
    watchedMs: simulation.nowMs(),
  };
}

/** When an entry came and could have come at all: not before the change, at 0. */
export function at({ tMs, at: { earliestMs, latestMs } }: { readonly tMs: number; readonly at: Span }): Span {
  return { nominalMs: tMs, earliestMs: Math.max(0, Math.min(tMs, earliestMs)), latestMs: Math.max(tMs, latestMs) };
}

/** Plays until the rollout is complete, the last old pod is gone and nobody is missed, or nothing moves any more. */
function* watch(
  workload: PlayableWorkload,
  simulation: WorkloadSimulation,
  events: readonly WorkloadEvent[],
): Pieces<void> {
  const { spec, pod } = workload;
  const deadlineMs = deadlineMsOf(spec);
  const graceMs = pod.terminationGracePeriodSeconds * 1000;
  const waitMs = patienceFor(workload) + deadlineMs;
  const beginMs = Math.max(0, ...events.map((event) => overMs(workload, event)));
  // What is done to a workload besides the rollout may leave fewer pods than are wanted.
  const needed = events.every(({ kind }) => kind === "rollout") ? 0 : wantedAfter(workload, events);
  const movement = movementOf(simulation.timeline(), { changedMs: lastChangeMs(events), needed });
  while (simulation.step()) {
    const { completeMs, movedMs, fewMs } = movement();
    const doneMs = Math.max(completeMs ?? Number.POSITIVE_INFINITY, beginMs, fewMs) + graceMs + restMs;
    if (simulation.nowMs() > Math.min(doneMs, Math.max(beginMs, movedMs) + waitMs)) return;
    yield;
  }
}

/** By when all has begun that an event brings about: the pods of a lost node are evicted late. */
function overMs({ spec, pod }: PlayableWorkload, event: WorkloadEvent): number {
  if (event.kind !== "lose-node") return event.atMs;
  const seconds = tolerationSecondsOf(spec.kind, pod.unreachableTolerationSeconds);
  return event.atMs + notReadyMsMax + (Number.isFinite(seconds) ? Math.min(seconds * 1000, watchedMsMax) : 0);
}

/** What is waited for: the last template, and the spec that comes of all that happens. */
function lastChangeOf({ spec }: PlayableWorkload, events: readonly WorkloadEvent[]): WaitedChange {
  const last = events
    .filter(({ kind }) => kind === "rollout")
    .toSorted((left, right) => left.atMs - right.atMs)
    .at(-1);
  const revision = last?.kind === "rollout" ? last.revision : newRevision;
  return { spec: specAfter(spec, events), changedMs: lastChangeMs(events), revision };
}

/** When the template changes last. */
function lastChangeMs(events: readonly WorkloadEvent[]): number {
  return Math.max(0, ...events.flatMap(({ kind, atMs }) => (kind === "rollout" ? [atMs] : [])));
}

/** Pods that are wanted in the end. */
export function wantedAfter(workload: PlayableWorkload, events: readonly WorkloadEvent[]): number {
  const sizes = events
    .toSorted((left, right) => left.atMs - right.atMs)
    .flatMap((event) => (event.kind === "change" ? (event.spec.replicas ?? []) : []));
  return sizes.at(-1) ?? podsOf(workload);
}

interface Movement {
  readonly completeMs: number | undefined;
  /** When there were last more updated or more available pods than ever before. */
  readonly movedMs: number;
  /** When there were last fewer available pods than are needed; infinite: there are now. */
  readonly fewMs: number;
}

interface Aim {
  readonly changedMs: number;
  readonly needed: number;
}

/** Reads what is new each time it is asked. */
function movementOf({ entries, counts }: WorkloadTimeline, { changedMs, needed }: Aim): () => Movement {
  let read = 0;
  let counted = 0;
  let completeMs: number | undefined;
  let movedMs = 0;
  let fewMs = 0;
  let best = 0;
  return () => {
    for (; read < entries.length; read += 1) {
      const entry = entries[read];
      if (entry?.kind === "rollout-complete" && entry.tMs >= changedMs) completeMs ??= entry.tMs;
    }
    for (const { tMs, updated, available } of counts.slice(counted)) {
      const done = updated + Math.min(updated, available);
      // Until the template changes, pods of the one before are the newest.
      if (tMs <= changedMs) best = -1;
      if (done > best) movedMs = tMs;
      best = Math.max(best, done);
      if (available < needed) fewMs = Number.POSITIVE_INFINITY;
      else if (fewMs === Number.POSITIVE_INFINITY) fewMs = tMs;
    }
    counted = counts.length;
    return { completeMs, movedMs, fewMs };
  };
}

/** The longest time in which the controller sees no progress until the rollout completes: as played, and where all takes as long as it can. */
function quietOf({ timeline, completes, watchedMs }: PlayedRollout): number {
  const progress = progressOf(timeline);
  const played = [0, ...progress.map(({ nominalMs }) => nominalMs), completes?.nominalMs ?? watchedMs];
  const slowest = progress.map(({ latestMs }) => latestMs).toSorted((left, right) => left - right);
  return Math.max(
    longestGap(played),
    longestGap([0, ...slowest, ...(completes === undefined ? [] : [completes.latestMs])]),
  );
}

function longestGap(timesMs: readonly number[]): number {
  return greatest(timesMs.slice(1).map((tMs, index) => tMs - (timesMs[index] ?? 0)));
}

/** When the controller saw progress before it reported a failure: its status follows what happened last. */
function progressOf({ statuses, entries }: WorkloadTimeline): readonly Span[] {
  const times: Span[] = [];
  let before: DeploymentStatus | undefined;
  let read = 0;
  for (const { tMs, status } of statuses) {
    if (status.kind !== "Deployment" || isFailed(status)) continue;
    while ((entries[read + 1]?.tMs ?? Number.POSITIVE_INFINITY) <= tMs) read += 1;
    const cause = entries[read];
    if (before !== undefined && madeProgress(before, status) && cause !== undefined)
      times.push({ ...at(cause), nominalMs: tMs });
    before = status;
  }
  return times;
}

function isFailed({ conditions }: DeploymentStatus): boolean {
  return conditions.some(({ type, status }) => type === "Progressing" && status === "False");
}

function readyAt({ entries, pods }: WorkloadTimeline, limitMs: number, newest: string): number {
  const isNew = new Map(pods.map(({ number, revision }) => [number, revision === newest]));
  const ready = new Set<number>();
  for (const { kind, pod, tMs } of entries) {
    if (tMs > limitMs || pod === undefined || isNew.get(pod) !== true) continue;
    if (kind === "pod-ready") ready.add(pod);
    else if (kind === "pod-not-ready" || kind === "pod-deleted" || kind === "pod-ended") ready.delete(pod);
  }
  return ready.size;
}
