import type { Span } from "../../basics/span.ts";
import {
  detectionSpan,
  dueSpan,
  type Loops,
  relistMaxMs,
  requeueDelayMs,
  requeuedAt,
  stepMs,
  stepSpan,
} from "../world/loops.ts";
import type { EntryReason } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import type { World } from "../world/world.ts";
import { isStirring } from "./missing-workers.ts";
import { hasMoreToShow } from "./status.ts";

/** Asks for a pass at once, as a changed probe result does. A pass that is under way is followed by another one. */
export function requestPass(world: World, cause: Moment): void {
  if (world.lifecycle.stage === "finished" || !world.kubelet.isUp) return;
  if (world.pass.isUnderWay) world.pass.again = cause;
  else bringForward(world, cacheReadyMs(world), { cause, isTaken: true });
}

/** Asks for a pass once the relist loop sees a change in the runtime: by default at its next relist. */
export function requestNotice(world: World, cause: Moment, lookMs = nextRelistMs(world)): void {
  if (world.lifecycle.stage !== "syncing" || !world.kubelet.isUp) return;
  bringForward(world, lookMs, { cause, isTaken: false });
}

/** When the relist loop next looks at the runtime: all that happens before is seen by the same look. Models pkg/kubelet/pleg/generic.go Relist (v1.37.1). */
export function nextRelistMs(world: World): number {
  const { nowMs } = world.queue;
  if (world.loops.ideal || world.relist.nextMs > nowMs) return Math.max(nowMs, world.relist.nextMs);
  // Looks that passes ask for are not all played: one of them may see it sooner.
  return lookAfter(world, nowMs, 0);
}

/** Since 1.36 a pass that did something sees its result almost at once; before, at the next relist. */
export function requestOwnNotice(world: World, cause: Moment): void {
  const { loops, queue } = world;
  if (!loops.relistsOnDemand) {
    requestNotice(world, cause);
    return;
  }
  const endedMs = Math.max(queue.nowMs, world.pass.endedMs ?? 0);
  const lookMs = endedMs + stepMs(loops, "own-relist", endedMs);
  world.relist.onDemandMs = lookMs;
  queue.schedule(lookMs, () => {
    world.relist.lookedMs = queue.nowMs;
  });
  bringForward(world, lookMs, { cause, isTaken: false });
}

/** Puts the pod back into the work queue after an error. Each pass overwrites the due time of the one before. */
export function requeue(
  world: World,
  cause: Moment,
  error: { readonly expiryMs: number | undefined } | undefined,
): void {
  cancelDue(world);
  if (error === undefined) return;
  const { loops, queue } = world;
  const atMs = requeuedAt(loops, queue.nowMs, requeueDelayMs(loops, queue.nowMs, error));
  const due = dueSpan(loops, error);
  world.nextPass.requeued = queue.schedule(atMs, () => start(world, cause, due));
}

/** A pass without error is repeated after the resync interval; needed only where something could still come of it. */
export function resync(world: World, cause: Moment): void {
  cancelDue(world);
  if (world.loops.ideal) return;
  const { loops, queue } = world;
  world.nextPass.requeued = queue.schedule(requeuedAt(loops, queue.nowMs, loops.resyncMs), () => start(world, cause));
}

/** From what asked for a pass to the pass. */
export function passSpan(world: World, cause: Moment): Span {
  return cause === world.kubelet.startedBy ? untilPodsSpan(world) : detectionSpan(world.loops);
}

/** From the start of a kubelet's process to its first look at the pod: it reads files immediately, and the API once it knows its node. */
export function untilPodsSpan({ loops, pod }: World): Span {
  const span = stepSpan(loops, "kubelet-start");
  return loops.ideal || !pod.isStatic ? span : withoutNodeSync(span);
}

/** A new process asks once a second whether it knows its node. Models pkg/kubelet/config/apiserver.go NewSourceApiserver (v1.37.1). */
export function withoutNodeSync({ nominalMs, earliestMs, latestMs }: Span): Span {
  return { nominalMs, earliestMs: earliestMs - nodeSyncPeriodMs, latestMs: latestMs - nodeSyncPeriodMs };
}

const nodeSyncPeriodMs = 1000;

/** Longest time that a pass spends on the other containers after one. Delays set by a scenario are not included. */
export function restOfPassMs({ loops, containers }: World): number {
  return (containers.length - 1) * (stepSpan(loops, "create").latestMs + stepSpan(loops, "start").latestMs);
}

/** Replaces a reason whose range has passed because the pass was held up: the event then follows from what the pass did last, or from what triggered the pass. */
export function heldUp(world: World, trigger: Moment, reason: EntryReason): EntryReason {
  const { cause, since } = reason;
  if (cause === undefined || world.queue.nowMs - cause.tMs <= since.latestMs) return reason;
  const { lastDone } = world.pass;
  if (lastDone !== undefined && lastDone.tMs >= cause.tMs)
    return { cause: lastDone, since: stepSpan(world.loops, "kill") };
  return trigger.tMs > cause.tMs ? { cause: trigger, since: passSpan(world, trigger) } : reason;
}

/** Cancels all pending passes. */
export function cancelPasses(world: World): void {
  cancelDue(world);
  if (world.nextPass.scheduled !== undefined) world.nextPass.scheduled.canceled = true;
  world.nextPass.scheduled = undefined;
  world.pass.again = undefined;
  world.nextPass.followUp = undefined;
}

/** A pass waits for a look at the runtime that is newer than the end of the pass before. Models pkg/kubelet/container/cache.go GetNewerThan (v1.37.1). */
function cacheReadyMs(world: World): number {
  const { loops, queue } = world;
  const { nowMs } = queue;
  const { endedMs } = world.pass;
  if (loops.ideal || endedMs === undefined) return nowMs;
  const wakeMs = nowMs + stepMs(loops, "wake", nowMs);
  const isLong = nowMs - endedMs > relistMaxMs;
  if (isLong && !isStirring(world)) return wakeMs;
  return Math.max(wakeMs, nextLookMs(world, isLong ? nowMs : endedMs));
}

const relistPeriodMs = 1000;

/** The first look after the end of a pass: the one that it asked for, or one of the relist loop. */
function nextLookMs(world: World, passEndedMs: number): number {
  const { queue, relist } = world;
  const { onDemandMs = 0 } = relist;
  let lookMs = relist.nextMs;
  if (lookMs <= passEndedMs) lookMs = lookAfter(world, passEndedMs, untilPeriodMs(world, passEndedMs));
  else if (wasLookBetween(world, lookMs, passEndedMs)) lookMs = Math.max(queue.nowMs, lookMs - relistPeriodMs);
  return onDemandMs >= Math.max(queue.nowMs, passEndedMs) ? Math.min(lookMs, onDemandMs) : lookMs;
}

/**
 * The loop has a second between its looks. One that finds a change asks for the status of its pod before that second begins;
 * since 1.36 the pass that made the change has done so. Models pkg/kubelet/pleg/generic.go Relist (v1.35.4, v1.37.1).
 */
function lookAfter(world: World, nowMs: number, earliestMs: number): number {
  const { loops, relist } = world;
  const sinceMs = untilPeriodMs(world, nowMs);
  const usualMs = sinceMs > 0 ? sinceMs + changeTakesMs(loops) : 0;
  relist.nextMs = nowMs + loops.chance.draw({ kind: "relist", nowMs, earliestMs, usualMs, latestMs: relistMaxMs });
  return relist.nextMs;
}

function untilPeriodMs({ relist }: World, nowMs: number): number {
  return Math.max(0, Math.min(relist.nextMs + relistPeriodMs - nowMs, relistMaxMs));
}

/** By restarts one second apart on 1.34: of 32 looks, 29 came a second after the exit that the one before had led to. */
function changeTakesMs({ relistsOnDemand }: Loops): number {
  return relistsOnDemand ? 0 : 6;
}

/**
 * Whether the look before the next one was newer than the pass, too: then whoever asks now has what he needs. Looks are a second
 * apart and what they take, on a busy machine more, so that it is open.
 */
function wasLookBetween({ loops, queue }: World, lookMs: number, passEndedMs: number): boolean {
  if (lookMs - relistPeriodMs - changeTakesMs(loops) <= passEndedMs) return false;
  return loops.chance.draw({ kind: "no-look", nowMs: queue.nowMs, earliestMs: 0, latestMs: 1 }) === 0;
}

function cancelDue(world: World): void {
  if (world.nextPass.requeued !== undefined) world.nextPass.requeued.canceled = true;
  world.nextPass.requeued = undefined;
}

/** Why a pass is to come. `isTaken`: the worker has taken the update up and waits for a look; otherwise that look will bring it. */
interface Call {
  readonly cause: Moment;
  readonly isTaken: boolean;
}

/** One pass sees all that happened before it; it follows from the last of it. */
function bringForward(world: World, atMs: number, call: Call): void {
  const { nextPass } = world;
  const { scheduled } = nextPass;
  const isLive = scheduled !== undefined && !scheduled.canceled;
  if (isLive && Math.abs(scheduled.tMs - atMs) <= sameLookMs) followUp(world, call);
  world.nextPass.cause = call.cause;
  if (isLive && scheduled.tMs <= atMs) {
    if (call.isTaken) world.nextPass.takenMs ??= world.queue.nowMs;
    return;
  }
  if (scheduled !== undefined) scheduled.canceled = true;
  if (!isLive) world.nextPass.takenMs = undefined;
  if (call.isTaken) world.nextPass.takenMs ??= world.queue.nowMs;
  world.nextPass.scheduled = world.queue.schedule(atMs, () => {
    world.nextPass.scheduled = undefined;
    const { endedMs = Number.NEGATIVE_INFINITY } = world.pass;
    const latest = world.nextPass.cause ?? call.cause;
    noteEvents(world, latest);
    if (world.pass.isUnderWay || endedMs <= atMs || world.loops.ideal) start(world, latest);
    else bringForward(world, cacheReadyMs(world), { cause: latest, isTaken: true });
  });
}

/** Two calls so close to each other belong to one look. */
const sameLookMs = 3;

/**
 * A second trigger for the same relist: if the worker has already taken up the first, it causes another pass after the next relist.
 * So it is with the events of a look that a worker waits for; two events, or two updates of one moment, may well be one.
 * Models pkg/kubelet/pod_workers.go UpdatePod and podWorkerLoop (v1.37.1).
 */
function followUp(world: World, { cause, isTaken }: Call): void {
  const { loops, queue } = world;
  if (loops.ideal || world.nextPass.followUp !== undefined) return;
  // Nobody may see that pass, but what fails within a second of it waits for the look after it.
  if (isTaken && hasTakenUp(world)) {
    world.nextPass.followUp = cause;
    return;
  }
  if (!hasMoreToShow(world)) return;
  const kind = (world.nextPass.takenMs !== undefined) === isTaken ? "again" : "again-after-look";
  if (loops.chance.draw({ kind, nowMs: queue.nowMs, earliestMs: 0, latestMs: 1 }) === 1)
    world.nextPass.followUp = cause;
}

/** A look that finds more than one change brings as many events, the second of which may come when the worker has taken up the first. */
function noteEvents(world: World, cause: Moment): void {
  const { loops, queue, relist, nextPass } = world;
  const { changes } = relist;
  relist.changes = 0;
  if (loops.ideal || changes < 2 || nextPass.takenMs !== undefined || nextPass.followUp !== undefined) return;
  if (!hasMoreToShow(world)) return;
  if (loops.chance.draw({ kind: "again", nowMs: queue.nowMs, earliestMs: 0, latestMs: 1 }) === 1)
    world.nextPass.followUp = cause;
}

/** Whether the worker has taken up what calls for the pass that is to come, so that anything else calls for another one. */
export function hasTakenUp({ nextPass, queue }: World): boolean {
  const { scheduled, takenMs } = nextPass;
  const isLive = scheduled !== undefined && !scheduled.canceled;
  return isLive && takenMs !== undefined && queue.nowMs - takenMs > sameLookMs;
}

/** Passes of which nothing is seen may go on for so long after the last one that is played. */
const hiddenPassesMs = 5000;

/**
 * Whether a deletion finds the worker waiting for a look, because each pass asks for another one, or because the last one had
 * a second cause. Passes that change nothing are not all played: one of them may have been at the last look.
 */
export function waitsForLook(world: World): boolean {
  const { loops, queue, pass } = world;
  const { nowMs } = queue;
  if (loops.ideal || pass.isUnderWay || pass.endedMs === undefined) return false;
  if (isStirring(world)) return true;
  if (nowMs - pass.endedMs > hiddenPassesMs) return false;
  const found = loops.chance.draw({ kind: "again", nowMs, earliestMs: 0, latestMs: 2 });
  if (found > 0 && nowMs - pass.endedMs > relistMaxMs) pass.endedMs = nowMs;
  return found === 1;
}

function start(world: World, cause: Moment, due?: Span): void {
  if (world.lifecycle.stage === "finished") return;
  if (world.pass.isUnderWay) {
    world.pass.again = cause;
    return;
  }
  world.pass.queued = due;
  world.startPass(cause);
}
