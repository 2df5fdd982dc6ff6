import {
  addSpans,
  type ContainerState,
  type ContainerStatus,
  type Counts,
  type PodStatus,
  type Timeline,
  type TimelineEntry,
} from "../../simulation/index.ts";
import { describeJobEntry } from "./describe.ts";
import type { JobEnded, JobEntry, JobPod, JobTimeline } from "./model.ts";

/** The time in which one pod is the one that is followed. */
interface Turn {
  readonly pod: JobPod;
  /** When the pod that takes its place is created. */
  readonly untilMs: number;
}

const endedAs: Readonly<Record<JobEnded, Timeline["ended"]>> = {
  complete: "settled",
  failed: "settled",
  replaced: "settled",
  horizon: "horizon",
  "pod-limit": "event-limit",
  "entry-limit": "event-limit",
};

/**
 * The first pod of a Job and, one after the other, those that are created when it is gone, as one timeline with what the Job does. Times
 * count from the start of the Job. Pods that run beside them are not in it.
 */
export function followPod({ entries, pods, ended, untilMs, seed }: JobTimeline): Timeline {
  const turns = turnsOf(pods);
  const begun = turns.map((turn) => ({ turn, creation: entries.find((entry) => isCreation(entry, turn)) }));
  const others = entries.filter((entry) => begun.every(({ creation }) => creation !== entry));
  // What happens in one instant stands in the order in which one follows from the other.
  const told = [...begun.flatMap(({ turn, creation }) => entriesOf(turn, creation)), ...others.map(asEntry)];
  const ids = new Set(told.map(({ id }) => id));
  return {
    // What follows from a pod that is not followed has no cause here.
    entries: told
      .map((entry) => (entry.cause === undefined || ids.has(entry.cause) ? entry : { ...entry, cause: undefined }))
      .toSorted((left, right) => left.tMs - right.tMs),
    statuses: turns.flatMap(({ pod, untilMs: endMs }) =>
      pod.timeline.statuses
        .map(({ tMs, status }) => ({ tMs: pod.createdMs + tMs, status: later(status, pod.createdMs) }))
        .filter(({ tMs }) => tMs < endMs),
    ),
    events: turns.flatMap(({ pod, untilMs: endMs }) =>
      pod.timeline.events
        .map((event) => ({ ...event, tMs: pod.createdMs + event.tMs }))
        .filter(({ tMs }) => tMs < endMs),
    ),
    counts: turns.map(({ pod }) => pod.timeline.counts).reduce(sum, { ...noCounts, entries: entries.length }),
    ended: endedAs[ended],
    untilMs,
    seed,
  };
}

function turnsOf(pods: readonly JobPod[]): Turn[] {
  const turns: Turn[] = [];
  let current = pods[0];
  while (current !== undefined) {
    const { number, createdMs, timeline } = current;
    const goneMs = createdMs + goneAfterMs(timeline);
    const next = pods.find((pod) => pod.number > number && pod.createdMs >= goneMs);
    turns.push({ pod: current, untilMs: next?.createdMs ?? Number.POSITIVE_INFINITY });
    current = next;
  }
  return turns;
}

/** From its creation until the Job no longer counts it as active. */
function goneAfterMs({ entries }: Timeline): number {
  const gone = entries.find(
    ({ kind, data }) => kind === "pod-deleted" || data.phase === "Succeeded" || data.phase === "Failed",
  );
  return gone?.tMs ?? Number.POSITIVE_INFINITY;
}

function isCreation({ kind, pod }: JobEntry, turn: Turn): boolean {
  return kind === "job-pod-created" && pod === turn.pod.number;
}

function entriesOf({ pod, untilMs }: Turn, creation: JobEntry | undefined): TimelineEntry[] {
  const { number, createdMs, createdAt, timeline } = pod;
  const ofPod = timeline.entries
    .filter(({ tMs }) => createdMs + tMs < untilMs)
    .map((entry) => ({
      ...entry,
      id: `p${number}/${entry.id}`,
      tMs: createdMs + entry.tMs,
      at: addSpans(createdAt, entry.at),
      cause: entry.cause === undefined ? causeOfFirst(entry, creation) : `p${number}/${entry.cause}`,
    }));
  return creation === undefined ? ofPod : [asEntry(creation), ...ofPod];
}

function causeOfFirst({ kind }: TimelineEntry, creation: JobEntry | undefined): string | undefined {
  return kind === "pod-seen" ? creation?.id : undefined;
}

function asEntry(entry: JobEntry): TimelineEntry {
  const { id, tMs, at, kind, cause, sinceCause, data } = entry;
  const { delayMs, condition, reason } = data;
  return {
    id,
    tMs,
    at,
    kind,
    cause,
    sinceCause,
    container: undefined,
    run: undefined,
    attempt: undefined,
    restartCount: undefined,
    path: [],
    data: {
      ...(delayMs === undefined ? {} : { delayMs }),
      ...(condition === undefined ? {} : { condition, status: "True" }),
      ...(reason === undefined ? {} : { reason }),
      text: describeJobEntry(entry),
    },
  };
}

function later(status: PodStatus, byMs: number): PodStatus {
  const moved = (container: ContainerStatus): ContainerStatus => ({
    ...container,
    state: laterState(container.state, byMs),
    lastState: container.lastState && laterState(container.lastState, byMs),
  });
  return {
    ...status,
    initContainerStatuses: status.initContainerStatuses.map(moved),
    containerStatuses: status.containerStatuses.map(moved),
  };
}

function laterState<State extends ContainerState>(state: State, byMs: number): State {
  if (state.is === "waiting") return state;
  if (state.is === "running") return { ...state, startedAtMs: state.startedAtMs + byMs };
  const { startedAtMs, finishedAtMs } = state;
  return {
    ...state,
    startedAtMs: startedAtMs === undefined ? undefined : startedAtMs + byMs,
    finishedAtMs: finishedAtMs === undefined ? undefined : finishedAtMs + byMs,
  };
}

const noCounts: Counts = { entries: 0, restarts: {}, probeKills: 0, statusWrites: 0, events: 0, readyMs: 0 };

function sum(left: Counts, right: Counts): Counts {
  const names = new Set([...Object.keys(left.restarts), ...Object.keys(right.restarts)]);
  return {
    entries: left.entries + right.entries,
    restarts: Object.fromEntries(
      [...names].map((name) => [name, (left.restarts[name] ?? 0) + (right.restarts[name] ?? 0)]),
    ),
    probeKills: left.probeKills + right.probeKills,
    statusWrites: left.statusWrites + right.statusWrites,
    events: left.events + right.events,
    readyMs: left.readyMs + right.readyMs,
  };
}
