import { publishStep, relistAfter, requeueDelayMs, requeuedAt, stepMs } from "./loops.ts";
import type { Moment } from "./recorder.ts";
import type { World } from "./world.ts";

/** Asks for a pass at once, as a changed probe result does. A pass that is under way is followed by another one. */
export function requestPass(world: World, cause: Moment): void {
  if (world.stage === "finished") return;
  if (world.passing) {
    world.passAgain = cause;
    return;
  }
  bringForward(world, world.queue.nowMs, cause);
}

/** Lets the relist loop see what the runtime did. */
export function requestNotice(world: World, cause: Moment): void {
  if (world.stage !== "syncing") return;
  bringForward(world, relistAfter(world.loops, world.queue.nowMs), cause);
}

/** Since 1.36 a pass that did something sees its result almost at once; before, at the next relist. */
export function requestOwnNotice(world: World, cause: Moment): void {
  if (!world.loops.relistsOnDemand) requestNotice(world, cause);
  else bringForward(world, world.queue.nowMs + stepMs(world.loops, publishStep), cause);
}

/** Follows a pass that was asked for while another one was under way: it waits for a look at the runtime that is newer than that one. */
export function relistAgain(world: World, cause: Moment): void {
  if (world.loops.relistsOnDemand) requestOwnNotice(world, cause);
  else requestNotice(world, cause);
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
  world.due = queue.schedule(atMs, () => start(world, cause));
}

/** A pass without error is repeated after the resync interval; needed only where something could still come of it. */
export function resync(world: World, cause: Moment): void {
  cancelDue(world);
  if (world.loops.ideal) return;
  const { loops, queue } = world;
  world.due = queue.schedule(requeuedAt(loops, queue.nowMs, loops.resyncMs), () => start(world, cause));
}

function cancelDue(world: World): void {
  if (world.due !== undefined) world.due.cancelled = true;
  world.due = undefined;
}

/** One pass sees all that happened before it; it follows from the last of it. */
function bringForward(world: World, atMs: number, cause: Moment): void {
  const { notice } = world;
  world.noticeCause = cause;
  if (notice !== undefined && !notice.cancelled && notice.tMs <= atMs) return;
  if (notice !== undefined) notice.cancelled = true;
  world.notice = world.queue.schedule(atMs, () => {
    world.notice = undefined;
    start(world, world.noticeCause ?? cause);
  });
}

function start(world: World, cause: Moment): void {
  if (world.stage === "finished") return;
  if (world.passing) world.passAgain = cause;
  else world.startPass(cause);
}
