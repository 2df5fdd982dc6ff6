import { exactly, type Span } from "../../basics/span.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type Pod } from "../../kubernetes/pod.ts";
import type { OpenTime } from "../../scenario/model.ts";
import { middleOf } from "../../scenario/ranges.ts";
import type { Chance, Draw, DrawKind } from "./chance.ts";
import { has, relistsOnDemand } from "./changes.ts";

/** The loops of a kubelet that decide when it looks at a pod. `ideal` has none: everything happens at once and exactly. */
export interface Loops {
  readonly ideal: boolean;
  readonly requeuesAtExpiry: boolean;
  readonly relistsOnDemand: boolean;
  /** The pod has one container and no probes, so nothing else puts off the next sync. */
  readonly isQuiet: boolean;
  readonly resyncMs: number;
  /** How far into a second of the clock t = 0 is. */
  readonly clockPhaseMs: number;
  readonly chance: Chance;
}

/** A time that the scenario leaves open. Exact timing takes the middle of its range. */
export function drawOpenTime(loops: Loops, range: OpenTime, about: Pick<Draw, "nowMs" | "container">): number {
  if (loops.ideal) return middleOf(range);
  return loops.chance.draw({ kind: "scenario", earliestMs: range.minMs, latestMs: range.maxMs, ...about });
}

/** Shortest and longest time of a step in ms. */
type StepRange = readonly [number, number];

/**
 * Latencies as recorded on v1.37.1 with two cores and about 100 pods for each kubelet. What has a longest time of its own
 * in the kubelet (relist, sync tick, housekeeping) has that.
 */
export const latencies = {
  /** How far into a second of the clock the pod comes: the API and the probes count whole seconds. */
  clock: [0, 999],
  /** An exit is seen by the relist that follows it. */
  relist: [0, 1050],
  /** From the last thing that a pass does to its end. */
  "pass-end": [0, 30],
  /** A pass that did something sees it after this. */
  "own-relist": [0, 60],
  /** From an update to the pass of a worker that is idle. */
  wake: [0, 3],
  /** Housekeeping, which throws away old back-off entries, comes every 2 s. */
  housekeeping: [0, 2000],
  /** Time from the kubelet's first sight of the pod to its sandbox. */
  sandbox: [5, 36],
  /** What a pull takes beyond what the scenario says. */
  pull: [0, 20],
  create: [1, 100],
  start: [0, 20],
  /** From the decision to stop a container to its SIGTERM, and from an end to what the same pass does next. */
  kill: [0, 50],
  /** From the end of the sandbox to what the runtime says when it is asked once more. */
  "last-look": [0, 30],
  /** A probe worker's tick against its grid. */
  tick: [0, 200],
  /** What a probe takes beyond the answer itself. */
  answer: [0, 20],
  /** The deadline is looked at once a second. */
  deadline: [0, 1050],
  /** From the start of the kubelet's process to its first look at the pods. */
  "kubelet-start": [1000, 1250],
  /** From a status of the kubelet to its return by the watch of the API. */
  watched: [2, 200],
  /** The first housekeeping of a process, which ends what belongs to no pod any more. */
  orphans: [2000, 2300],
  /** From the terminal phase of a deleted pod to its removal from the API. */
  removal: [0, 2800],
  /** From there until the runtime has forgotten its containers and its sandbox. */
  collection: [0, 90_000],
} as const satisfies Partial<Record<DrawKind, StepRange>>;

export const relistMaxMs = latencies.relist[1];
const syncTickMs = 1000;
/** Requeue after an ordinary error, and after every error up to 1.34. */
export const requeueMs = 10_000;
const jitterShare = 0.5;
const defaultResyncMs = 60_000;

export function createLoops(assumptions: Assumptions, pod: Pod, chance: Chance): Loops {
  const { node, timing } = assumptions;
  const containers = allContainers(pod);
  const [earliestMs, latestMs] = latencies.clock;
  const ideal = timing === "ideal";
  return {
    ideal,
    requeuesAtExpiry: has(node, "requeue at expiry"),
    relistsOnDemand: relistsOnDemand(node),
    isQuiet: containers.length === 1 && containers.every((container) => Object.keys(container.probes).length === 0),
    resyncMs: node.kubeletConfiguration.syncFrequencyMs ?? defaultResyncMs,
    clockPhaseMs: ideal ? 0 : chance.draw({ kind: "clock", nowMs: 0, earliestMs, latestMs }),
    chance,
  };
}

/** A time as the API and the prober have it: cut to whole seconds of the clock. */
export function wholeSecond({ clockPhaseMs }: Loops, tMs: number): number {
  return Math.floor((tMs + clockPhaseMs) / 1000) * 1000 - clockPhaseMs;
}

/** What a step takes: whole ms, 0 in `ideal`. */
export function stepMs(
  loops: Loops,
  kind: keyof typeof latencies,
  nowMs: number,
  about: Pick<Draw, "container" | "probe"> = {},
): number {
  if (loops.ideal) return 0;
  const [earliestMs, latestMs] = latencies[kind];
  return loops.chance.draw({ kind, nowMs, earliestMs, latestMs, container: about.container, probe: about.probe });
}

export function stepSpan(loops: Loops, kind: keyof typeof latencies): Span {
  const [earliestMs, latestMs] = latencies[kind];
  return loops.ideal ? exactly(0) : { nominalMs: 0, earliestMs, latestMs };
}

/** When the work queue hands out a pod again that was put there at `nowMs` with this delay: jitter, then the next tick of the sync loop. */
export function requeuedAt(loops: Loops, nowMs: number, delayMs: number): number {
  if (loops.ideal) return nowMs + delayMs;
  return nowMs + loops.chance.draw({ kind: "requeue", nowMs, ...requeueBounds(delayMs) });
}

/** The shortest and the longest time for which the work queue keeps a pod that is put there with this delay. */
export function requeueBounds(delayMs: number): { readonly earliestMs: number; readonly latestMs: number } {
  return { earliestMs: delayMs, latestMs: Math.ceil(delayMs * (1 + jitterShare)) + syncTickMs };
}

/** Delay of the next look after a pass. `expiryMs`: when the earliest refused start may be tried again. Models pkg/kubelet/pod_workers.go completeWork (v1.37.1). */
export function requeueDelayMs(loops: Loops, nowMs: number, error: { readonly expiryMs: number | undefined }): number {
  if (error.expiryMs === undefined) return requeueMs;
  if (loops.ideal) return Math.max(0, error.expiryMs - nowMs);
  if (!loops.requeuesAtExpiry) return requeueMs;
  return Math.min(Math.max(0, error.expiryMs - nowMs), loops.resyncMs);
}

/** How long the work queue can keep a pod after a pass with this error; what is left of a back-off can be anything. */
export function dueSpan(loops: Loops, error: { readonly expiryMs: number | undefined }): Span {
  if (error.expiryMs !== undefined && (loops.requeuesAtExpiry || loops.ideal))
    return { nominalMs: 0, earliestMs: 0, latestMs: loops.ideal ? 0 : requeueBounds(loops.resyncMs).latestMs };
  return loops.ideal ? exactly(requeueMs) : { nominalMs: requeueMs, ...requeueBounds(requeueMs) };
}

/**
 * From a pull that failed to the next one, with a back-off of `delayMs`: looks come after each ordinary error, and the first
 * one after the end of the back-off pulls. `isAlone`: nothing else makes passes. `loopMs`: the longest back-off of another
 * container, whose end the looks may wait for. `restMs`: what a pass may take after its look.
 */
export function pullWaitSpan(
  loops: Loops,
  delayMs: number,
  { isAlone, loopMs, restMs }: { readonly isAlone: boolean; readonly loopMs: number; readonly restMs: number },
): Span {
  if (loops.ideal) return exactly(delayMs);
  const [, wakeMs] = latencies.wake;
  const lookMs = requeueBounds(requeueMs).latestMs + wakeMs + restMs;
  const putOffMs = loops.requeuesAtExpiry
    ? requeueBounds(Math.min(loopMs, loops.resyncMs)).latestMs + wakeMs + restMs
    : 0;
  // The first look, at the sandbox that the failed pass made, may come by the relist loop.
  const refusedMs = relistMaxMs + wakeMs + lookMs * (Math.ceil(delayMs / requeueMs) - 1);
  const latestMs = (isAlone ? Math.min(delayMs, refusedMs) : delayMs) + Math.max(lookMs, putOffMs);
  return { nominalMs: delayMs, earliestMs: delayMs, latestMs };
}

/** Time from an exit to the pass that sees it. */
export function detectionSpan(loops: Loops): Span {
  return stepSpan(loops, "relist");
}

/**
 * From an exit to the next start attempt, when a back-off of `delayMs` is in force (0: none).
 * `forgottenMs`: when garbage collection would forget the back-off, measured from the exit.
 */
export function waitSpan(loops: Loops, delayMs: number, forgottenMs: number): Span {
  if (delayMs === 0) return detectionSpan(loops);
  const earliestMs = Math.min(delayMs, Math.max(0, forgottenMs));
  if (loops.ideal) return { nominalMs: delayMs, earliestMs, latestMs: delayMs };
  return { nominalMs: delayMs, earliestMs, latestMs: latestWaitMs(loops, delayMs) };
}

function latestWaitMs(loops: Loops, delayMs: number): number {
  if (loops.requeuesAtExpiry) return delayMs + Math.round(jitterShare * Math.min(delayMs, loops.resyncMs)) + syncTickMs;
  // A pass for another reason puts the next look off by 10 to 16 s, at the latest just before the back-off ends.
  return loops.isQuiet && delayMs <= requeueMs ? 17_000 : delayMs + 16_000;
}
