import { isEnabled } from "../kubernetes/feature-gates.ts";
import type { Assumptions } from "../kubernetes/node.ts";
import { allContainers, type Pod } from "../kubernetes/pod.ts";
import { atLeast } from "../kubernetes/versions.ts";
import type { Random } from "./random.ts";
import { exactly, type Span } from "./span.ts";

/** The loops of a kubelet that decide when it looks at a pod. `ideal` has none: everything happens at once and exactly. */
export interface Loops {
  readonly ideal: boolean;
  /** Since 1.35 a refused start is looked at again when the back-off ends; before, every 10 s. */
  readonly requeuesAtExpiry: boolean;
  /** Since 1.36 a pass that did something has its own pod listed again at once. */
  readonly relistsOnDemand: boolean;
  /** Nothing but its one container makes passes of this pod: no probe and no sibling puts off the next look. */
  readonly isQuiet: boolean;
  readonly resyncMs: number;
  readonly relistPhaseMs: number;
  readonly tickPhaseMs: number;
  readonly random: Random;
}

const relistPeriodMs = 1000;
/** An exit is seen by the relist that follows it: 0 to 1.05 s, recorded on v1.37.1. */
export const relistMaxMs = 1050;
const tickMs = 1000;
const housekeepingMs = 2000;
/** Requeue after an ordinary error, and after every error up to 1.34. */
export const requeueMs = 10_000;
const jitterShare = 0.5;
const defaultResyncMs = 60_000;

export function createLoops(assumptions: Assumptions, pod: Pod, random: Random): Loops {
  const { node, timing } = assumptions;
  const containers = allContainers(pod);
  return {
    ideal: timing === "ideal",
    requeuesAtExpiry: atLeast(node.kubernetes, "1.35"),
    relistsOnDemand: isEnabled(node, "PLEGOnDemandRelist"),
    isQuiet: containers.length === 1 && containers.every((container) => Object.keys(container.probes).length === 0),
    resyncMs: node.kubeletConfiguration.syncFrequencyMs ?? defaultResyncMs,
    relistPhaseMs: Math.floor(random() * relistPeriodMs),
    tickPhaseMs: Math.floor(random() * tickMs),
    random,
  };
}

/** When the relist loop has seen what happened at `tMs`. Models pkg/kubelet/pleg/generic.go Relist (v1.36). */
export function relistAfter(loops: Loops, tMs: number): number {
  return loops.ideal ? tMs : nextTick(tMs, relistPeriodMs, loops.relistPhaseMs);
}

/** When the work queue hands out a pod again that was put there at `nowMs` with this delay: jitter, then the next tick of the sync loop. */
export function requeuedAt(loops: Loops, nowMs: number, delayMs: number): number {
  if (loops.ideal) return nowMs + delayMs;
  const jittered = Math.round(delayMs * (1 + jitterShare * loops.random()));
  return nextTick(nowMs + jittered, tickMs, loops.tickPhaseMs);
}

/** Delay of the next look after a pass. `expiryMs`: when the earliest refused start may be tried again. Models pkg/kubelet/pod_workers.go completeWork (v1.36). */
export function requeueDelayMs(loops: Loops, nowMs: number, error: { readonly expiryMs: number | undefined }): number {
  if (error.expiryMs === undefined) return requeueMs;
  if (loops.ideal) return Math.max(0, error.expiryMs - nowMs);
  if (!loops.requeuesAtExpiry) return requeueMs;
  return Math.min(Math.max(0, error.expiryMs - nowMs), loops.resyncMs);
}

/** The last time before `tMs` at which housekeeping threw away forgotten back-off entries. */
export function lastHousekeepingMs(loops: Loops, tMs: number): number {
  return loops.ideal
    ? tMs
    : Math.floor((tMs - loops.tickPhaseMs) / housekeepingMs) * housekeepingMs + loops.tickPhaseMs;
}

/** Length of a step of the kubelet or the runtime that takes some milliseconds in reality and none in `ideal`. */
export function stepMs(loops: Loops, range: StepRange): number {
  return loops.ideal ? 0 : range[0] + Math.floor(loops.random() * (range[1] - range[0] + 1));
}

/** Shortest and longest time of a step in ms, as recorded on v1.37.1. */
export type StepRange = readonly [number, number];
export const sandboxStep: StepRange = [5, 36];
export const createStep: StepRange = [1, 10];
export const startStep: StepRange = [1, 5];
export const publishStep: StepRange = [5, 60];
export const reactionStep: StepRange = [0, 5];
export const finishStep: StepRange = [1000, 2600];

export function stepSpan(loops: Loops, range: StepRange): Span {
  return loops.ideal ? exactly(0) : { nominalMs: 0, earliestMs: range[0], latestMs: range[1] };
}

/** From an exit to the pass that sees it. */
export function detectionSpan(loops: Loops): Span {
  return loops.ideal ? exactly(0) : { nominalMs: 0, earliestMs: 0, latestMs: relistMaxMs };
}

/**
 * From an exit to the next start attempt, when a back-off of `delayMs` is in force (0: none). Bounds of spec/backoff.md §4.
 * `forgottenMs`: when garbage collection would forget the back-off, measured from the exit.
 */
export function waitSpan(loops: Loops, delayMs: number, forgottenMs: number): Span {
  if (delayMs === 0) return detectionSpan(loops);
  const earliestMs = Math.min(delayMs, Math.max(0, forgottenMs));
  if (loops.ideal) return { nominalMs: delayMs, earliestMs, latestMs: delayMs };
  return { nominalMs: delayMs, earliestMs, latestMs: latestWaitMs(loops, delayMs) };
}

function latestWaitMs(loops: Loops, delayMs: number): number {
  if (loops.requeuesAtExpiry) return delayMs + Math.round(jitterShare * Math.min(delayMs, loops.resyncMs)) + tickMs;
  // A pass for another reason puts the next look off by 10 to 16 s, at the latest just before the back-off ends.
  return loops.isQuiet && delayMs <= requeueMs ? 17_000 : delayMs + 16_000;
}

/** The first tick strictly after `tMs`. */
function nextTick(tMs: number, periodMs: number, phaseMs: number): number {
  return Math.floor((tMs - phaseMs) / periodMs + 1) * periodMs + phaseMs;
}
