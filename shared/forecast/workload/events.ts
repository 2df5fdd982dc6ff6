import type { Pieces } from "../../basics/pieces.ts";
import { exactly, type Span } from "../../basics/span.ts";
import type { WorkloadEvent } from "../../controllers/objects/input.ts";
import type { WorkloadEntry, WorkloadEntryKind } from "../../controllers/objects/model.ts";
import { oldRevision, type PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import { tolerationSecondsOf } from "../../controllers/workload/node-loss.ts";
import type { WorkloadTimeline } from "../../controllers/workload/simulation.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { formatEvent } from "../../scenario/language/format.ts";
import type { RolloutEvent } from "../../scenario/model.ts";
import type { EventsForecast, NodeLossForecast } from "./model.ts";
import { alike, effortFor, inRuns, playOutcomes } from "./outcomes.ts";
import { at, forecastRolloutInPieces, playRolloutInPieces, podsOf, wantedAfter } from "./rollout.ts";
import { eventsOf } from "./scenario-events.ts";

/** By then a pod that keeps another template than the last one keeps it. */
const leftMs = 120_000;

/** Plays all that a scenario lets happen to a workload: a second rollout, a way back, a fix that arrives. */
export function* forecastEventsInPieces(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  said: readonly RolloutEvent[],
): Pieces<EventsForecast> {
  const { rolloutMs, events } = eventsOf(workload, said);
  const timelines: WorkloadTimeline[] = [];
  const seeRun = (timeline: WorkloadTimeline): void => void timelines.push(timeline);
  const rollout = yield* forecastRolloutInPieces(workload, assumptions, events, seeRun);
  const isSaid = said.some(({ kind }) => kind === "rollout");
  const first = { kind: "rollout", atMs: rolloutMs } as const;
  const all = [...(isSaid ? [] : [first]), ...said].toSorted((left, right) => left.atMs - right.atMs);
  const lastChangeMs = Math.max(...events.flatMap(({ kind, atMs }) => (kind === "rollout" ? [atMs] : [])));
  const left =
    rollout.completes === undefined
      ? yield* leftOf(workload, assumptions, events)
      : { left: [], afterDeletionIn: undefined };
  const nodeLosses = nodeLossesIn(workload, timelines, events);
  return { ...rollout, ...left, nodeLosses, said: all.map(formatEvent), lastChangeMs };
}

interface Left {
  readonly names: readonly string[];
  readonly afterDeletion: Span | undefined;
}

/** The pods that keep another template than the last one, and what comes of their deletion. */
function* leftOf(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  events: readonly WorkloadEvent[],
): Pieces<Pick<EventsForecast, "left" | "afterDeletionIn">> {
  const effort = { ...effortFor(podsOf(workload)), differing: 1 };
  const runs = yield* playOutcomes<Left>(assumptions, effort, {
    play: ({ assumptions: played, ...run }) => playLeft(workload, played, { ...run, events }),
    endAlike: alike(({ afterDeletion }) => afterDeletion),
  });
  const names = runs.find((run) => run.names.length > 0)?.names ?? [];
  return { left: names, afterDeletionIn: inRuns(runs, ({ afterDeletion }) => afterDeletion) };
}

function* playLeft(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  run: { readonly seed: number; readonly lives: number; readonly events: readonly WorkloadEvent[] },
): Pieces<Left> {
  const { events } = run;
  const { timeline, completes } = yield* playRolloutInPieces(workload, assumptions, run);
  const revision = events.findLast((event) => event.kind === "rollout")?.revision ?? oldRevision;
  const names = timeline.pods.filter((pod) => !pod.gone && pod.revision !== revision).map(({ name }) => name);
  if (completes !== undefined || names.length === 0) return { names: [], afterDeletion: undefined };
  const deleteMs = Math.max(...events.map(({ atMs }) => atMs)) + leftMs;
  const deletions = names.map((pod) => ({ kind: "delete-pod", atMs: deleteMs, pod }) as const);
  const helped = yield* playRolloutInPieces(workload, assumptions, { ...run, events: [...events, ...deletions] });
  return { names, afterDeletion: helped.completes && since(helped.completes, deleteMs) };
}

function since({ nominalMs, earliestMs, latestMs }: Span, fromMs: number): Span {
  const after = (ms: number): number => Math.max(0, ms - fromMs);
  return { nominalMs: after(nominalMs), earliestMs: after(earliestMs), latestMs: after(latestMs) };
}

/** What becomes of the pods of each node that is lost, over the runs. */
function nodeLossesIn(
  workload: PlayableWorkload,
  runs: readonly WorkloadTimeline[],
  events: readonly WorkloadEvent[],
): readonly NodeLossForecast[] {
  return (runs[0]?.entries ?? []).filter(isLoss).map(({ data: { node = "" }, tMs: atMs }, nth): NodeLossForecast => {
    const wanted = wantedAfter(
      workload,
      events.filter((event) => event.atMs <= atMs),
    );
    const entryIn = (kind: WorkloadEntryKind) => inRuns(runs, (timeline) => entryOf(timeline, nth, kind));
    const available = inRuns(runs, (timeline) => availableAgain(timeline, nth, wanted));
    const pods = Math.max(...runs.map((timeline) => podsOn(timeline, nth)));
    const heldBy = pods === 0 ? undefined : heldByOf(workload, available?.runs === runs.length);
    const [notReady, evicted] = [entryIn("node-not-ready"), entryIn("taint-eviction")];
    return { node, atMs, pods, wanted, notReady, evicted, available, runs: runs.length, heldBy };
  });
}

function isLoss({ kind }: WorkloadEntry): boolean {
  return kind === "node-lost";
}

/** The nth loss of a run; which node is the fullest differs by run. */
function lossOf({ entries }: WorkloadTimeline, nth: number): WorkloadEntry | undefined {
  return entries.filter(isLoss)[nth];
}

function heldByOf({ spec, pod, volume }: PlayableWorkload, isReplaced: boolean): NodeLossForecast["heldBy"] {
  if (spec.kind === "DaemonSet") return "DaemonSet";
  if (!Number.isFinite(tolerationSecondsOf(spec.kind, pod.unreachableTolerationSeconds))) return "toleration";
  if (isReplaced) return undefined;
  if (spec.kind === "StatefulSet") return "StatefulSet";
  return volume === undefined ? undefined : "volume";
}

function entryOf(timeline: WorkloadTimeline, nth: number, kind: WorkloadEntryKind): Span | undefined {
  const loss = lossOf(timeline, nth);
  const found = timeline.entries.find((entry) => entry.kind === kind && entry.data.node === loss?.data.node);
  return loss && found && since(at(found), loss.tMs);
}

/** Pods that were on the node and not gone when it was lost. */
function podsOn(timeline: WorkloadTimeline, nth: number): number {
  const loss = lossOf(timeline, nth);
  if (loss === undefined) return 0;
  const gone = new Set(
    timeline.entries.flatMap(({ kind, pod, tMs }) => (kind === "pod-removed" && tMs <= loss.tMs ? [pod] : [])),
  );
  return timeline.pods.filter(
    ({ node, number, createdMs }) => node === loss.data.node && createdMs <= loss.tMs && !gone.has(number),
  ).length;
}

/** From when on all are available, after the node was NotReady and up to the next loss after that; 0 where none is missed. */
function availableAgain(timeline: WorkloadTimeline, nth: number, wanted: number): Span | undefined {
  const { counts, entries } = timeline;
  const loss = lossOf(timeline, nth);
  const unready = entries.find(({ kind, data }) => kind === "node-not-ready" && data.node === loss?.data.node);
  if (loss === undefined || unready === undefined) return undefined;
  const endMs = entries.find((entry) => isLoss(entry) && entry.tMs > unready.tMs)?.tMs ?? Number.POSITIVE_INFINITY;
  const seen = counts.filter(({ tMs }) => tMs < endMs);
  if ((seen.at(-1)?.available ?? 0) < wanted) return undefined;
  const few = seen.findLastIndex(({ tMs, available }) => tMs >= unready.tMs && available < wanted);
  if (few < 0) return exactly(0);
  const backMs = seen[few + 1]?.tMs ?? 0;
  const by = entries.findLast(({ kind, tMs }) => kind === "pod-available" && tMs <= backMs);
  return by === undefined || by.tMs < unready.tMs ? undefined : since(at(by), loss.tMs);
}
