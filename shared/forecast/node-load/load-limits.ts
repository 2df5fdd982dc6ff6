import type { KubeletLimits, RateLimit } from "../../kubernetes/kubelet/kubelet-limits.ts";
import type { LoadRun } from "./load-run.ts";
import type { ClientLimit, Rates, SentWrites } from "./model.ts";
import { evenStep } from "./sampling.ts";
import { requestsPerWrite, statusWrites } from "./status-writes.ts";

/** Pods of one kind, some of which were played. */
interface SampledGroup {
  readonly size: number;
  readonly runs: readonly LoadRun[];
}

/** What the pods of one node did in a window. */
interface NodeWindow {
  readonly sampled: readonly SampledGroup[];
  readonly windowMs: number;
  /** The pods did not begin together. */
  readonly isSpread: boolean;
  /** It does not begin with the pods. */
  readonly isSteady: boolean;
}

/** Longer windows repeat themselves. */
const writesWindowMs = 300_000;

/** Ten times as many as one routine writes in the window: of pods that change their statuses more often, so many are looked at. */
const changesMax = 300_000;
/** The most pods of one kind on a node. */
const podsMax = 100_000;

/** What the kubelet writes of these statuses, each played pod taken for as many as it stands for. */
export function sentWrites({ kubeAPIQPS }: KubeletLimits, window: NodeWindow): SentWrites {
  const { sampled, windowMs, isSpread, isSteady } = window;
  const untilMs = Math.min(windowMs, writesWindowMs);
  const changes = sampled.reduce((sum, group) => sum + group.size * changesOf(group), 0) * (untilMs / windowMs);
  const pods = sampled.flatMap(({ size, runs }) =>
    Array.from({ length: Math.round(size * Math.min(1, changesMax / changes, podsMax / size)) }, (_, index) => {
      const times = runs[index % runs.length]?.writesMs ?? [];
      const shiftMs = isSpread ? Math.floor(((index * evenStep) % 1) * windowMs) : 0;
      return times.map((tMs) => (tMs + shiftMs) % windowMs).toSorted((left, right) => left - right);
    }),
  );
  const { sent, longestWaitMs } = statusWrites(pods, kubeAPIQPS, { untilMs, isSteady });
  return { perMinute: (sent * 60_000) / untilMs, longestWaitMs };
}

/** The changes of the status of a pod, in the mean. */
function changesOf({ runs }: SampledGroup): number {
  return runs.reduce((sum, { writesMs }) => sum + writesMs.length, 0) / Math.max(1, runs.length);
}

/** Events that wait for the API server; what comes then is dropped. Models client-go/tools/record/event.go maxQueuedEvents (v0.37.1). */
const queuedEventsMax = 1000;

/** What the clients of a kubelet make of the rates that its pods want, in the mean of the window. */
export function clientLimits(
  limits: KubeletLimits,
  perNode: Rates,
  window: NodeWindow,
  writes: SentWrites,
): readonly ClientLimit[] {
  const requestsPerMinute = perNode.statusWrites.value * requestsPerWrite;
  const api = limitOf("kubeAPIQPS", limits.kubeAPIQPS, requestsPerMinute, window.windowMs);
  const events = perNode.eventsSent.value;
  return [
    { ...api, longestWaitMs: writes.longestWaitMs },
    {
      ...limitOf("eventRecordQPS", limits.eventRecordQPS, events, window.windowMs),
      longestWaitMs: eventsWaitMs(limits.eventRecordQPS, window),
    },
    {
      ...limitOf("registryPullQPS", limits.registryPullQPS, perNode.imagePulls.value, window.windowMs),
      longestWaitMs: 0,
    },
  ];
}

function limitOf(name: ClientLimit["name"], { perSecond, burst }: RateLimit, perMinute: number, windowMs: number) {
  const seconds = windowMs / 1000;
  const wantedPerSecond = perMinute / 60;
  const reached = perSecond !== undefined && wantedPerSecond * seconds > perSecond * seconds + burst;
  return { name, perSecond, burst, wantedPerSecond, reached };
}

/** How long an event waits for its turn at most. Second by second; those of a second come together. */
function eventsWaitMs({ perSecond, burst }: RateLimit, { sampled, windowMs }: NodeWindow): number {
  if (perSecond === undefined || perSecond === 0) return 0;
  let tokens = burst;
  let waiting = 0;
  for (const events of eventsEachSecond(sampled, windowMs / 1000)) {
    tokens = Math.max(-queuedEventsMax, tokens - events);
    waiting = Math.max(waiting, -tokens);
    tokens = Math.min(burst, tokens + perSecond);
  }
  return Math.round((waiting / perSecond) * 1000);
}

/** Of the whole node, each played pod standing for its share of the group. */
function eventsEachSecond(sampled: readonly SampledGroup[], seconds: number): readonly number[] {
  const counts = Array.from({ length: Math.ceil(seconds) }, () => 0);
  for (const { size, runs } of sampled) {
    for (const tMs of runs.flatMap(({ eventsSentMs }) => eventsSentMs)) {
      const second = Math.min(counts.length - 1, Math.floor(tMs / 1000));
      counts[second] = (counts[second] ?? 0) + size / runs.length;
    }
  }
  return counts;
}
