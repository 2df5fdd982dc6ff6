import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type DefaultedPod } from "../../kubernetes/pod.ts";
import type { Scenario } from "../../scenario/model.ts";
import { createSimulation } from "../../simulation/simulation.ts";
import type { Counts, EntryKind, KubernetesEvent, Timeline } from "../../simulation/timeline/timeline.ts";

/** Pods of one node that are alike and do the same. */
export interface LoadGroup {
  readonly count: number;
  readonly pod: DefaultedPod;
  readonly scenario: Scenario;
  /** Undefined if what the API server fills in, which each image's tag decides. */
  readonly imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
}

/** What counts: from `fromMs` up to `untilMs`. */
export interface LoadWindow {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What is counted. */
export interface LoadCounts {
  readonly restarts: number;
  /** Writes of the pod's status. */
  readonly statusWrites: number;
  /** What the kubelet records, and what its own filter lets through to the API server. */
  readonly events: number;
  readonly eventsSent: number;
  /** Requests to the registry, answered or not. */
  readonly imagePulls: number;
}

/** What one pod did in the window. */
export interface LoadRun {
  readonly counts: LoadCounts;
  /** When, in ms since the window began; of what was cut, the beginning alone. */
  readonly restartsMs: readonly number[];
  readonly writesMs: readonly number[];
  readonly eventsSentMs: readonly number[];
  readonly pullsMs: readonly number[];
  readonly entries: number;
  /** The run was too long: the counts are those of its beginning, scaled to the window. */
  readonly cut: boolean;
}

/** A run ends here: enough for five hours of a restart every 2 s. */
const entriesAtMost = 50_000;

/** Plays one pod of the group and counts what it costs in the window. */
export function playForLoad(group: LoadGroup, assumptions: Assumptions, window: LoadWindow, seed: number): LoadRun {
  const { pod, scenario } = group;
  const { untilMs } = window;
  const recording = "statuses";
  const simulation = createSimulation({ pod, assumptions, scenario, seed, untilMs, recording, entriesAtMost });
  // What happens at 0 belongs to a window that begins there.
  simulation.runUntil(window.fromMs - 1);
  const before = simulation.timeline().counts;
  simulation.runUntil(untilMs);
  const timeline = simulation.timeline();
  const cut = timeline.ended === "event-limit";
  const endMs = cut ? (timeline.entries.at(-1)?.tMs ?? 0) : untilMs;
  const isInside = endMs > window.fromMs;
  const fromMs = isInside ? window.fromMs : 0;
  const scale = (untilMs - window.fromMs) / Math.max(1, endMs - fromMs);
  const times = timesSince(fromMs, timeline, group);
  const counts = countsSince({ before: isInside ? before : undefined, timeline, times, scale });
  return { counts, ...times, entries: timeline.counts.entries, cut };
}

type LoadTimes = Pick<LoadRun, "restartsMs" | "writesMs" | "eventsSentMs" | "pullsMs">;

function timesSince(fromMs: number, timeline: Timeline, group: LoadGroup): LoadTimes {
  const since = (all: readonly { readonly tMs: number }[]) =>
    all.flatMap(({ tMs }) => (tMs >= fromMs ? [tMs - fromMs] : []));
  return {
    restartsMs: since(
      timeline.entries.filter(({ kind, restartCount = 0 }) => kind === "container-started" && restartCount > 0),
    ),
    writesMs: since(timeline.statuses),
    eventsSentMs: since(sentEvents(timeline.events)),
    pullsMs: since(pullsIn(timeline, group)),
  };
}

interface Counted {
  readonly before: Counts | undefined;
  readonly timeline: Timeline;
  readonly times: LoadTimes;
  readonly scale: number;
}

function countsSince({ before, timeline, times, scale }: Counted): LoadCounts {
  const { counts } = timeline;
  return {
    restarts: (restartsOf(counts) - restartsOf(before)) * scale,
    statusWrites: (counts.statusWrites - (before?.statusWrites ?? 0)) * scale,
    events: (counts.events - (before?.events ?? 0)) * scale,
    eventsSent: times.eventsSentMs.length * scale,
    imagePulls: times.pullsMs.length * scale,
  };
}

function restartsOf(counts: Counts | undefined): number {
  return Object.values(counts?.restarts ?? {}).reduce((sum, count) => sum + count, 0);
}

/** Events of one kind about one pod that go through at once, and the time until another may. */
const eventBurst = 25;
const eventRefillMs = 300_000;

/** The events of one pod that its kubelet sends; the others it drops, without a word. Models client-go/tools/record/events_cache.go EventSourceObjectSpamFilter (v1.37.1). */
export function sentEvents(events: readonly KubernetesEvent[]): readonly KubernetesEvent[] {
  const buckets = {
    Normal: { tokens: eventBurst, atMs: 0 },
    Warning: { tokens: eventBurst, atMs: 0 },
  };
  return events.filter(({ type, tMs }) => {
    const bucket = buckets[type];
    bucket.tokens = Math.min(eventBurst, bucket.tokens + (tMs - bucket.atMs) / eventRefillMs);
    bucket.atMs = tMs;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  });
}

const creations: readonly EntryKind[] = ["container-created", "container-create-failed", "image-pull-failed"];

/** Requests to the registry. With `Always` each creation makes one, though the image is there; else only what the scenario says is missing. */
function pullsIn({ entries }: Timeline, { pod, imagePullPolicy }: LoadGroup) {
  const alwaysPulled = new Set(
    allContainers(pod)
      .filter((container) => (imagePullPolicy ?? container.imagePullPolicy) === "Always")
      .map(({ name }) => name),
  );
  return entries.filter(({ kind, container = "" }) => {
    if (imagePullPolicy === "Never") return false;
    return alwaysPulled.has(container) ? creations.includes(kind) : kind === "image-pulling";
  });
}
