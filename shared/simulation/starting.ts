import { formatGoDuration } from "../kubernetes/durations.ts";
import { atLeast } from "../kubernetes/versions.ts";
import { answerHook } from "../probe/answer.ts";
import { pullImage } from "./images.ts";
import { createStep, detectionSpan, lastHousekeepingMs, startStep, stepMs, stepSpan, waitSpan } from "./loops.ts";
import { emitEvent, type Reason, record } from "./record.ts";
import type { Moment } from "./recorder.ts";
import { createInstance, failStart, nextBehaviour, startInstance } from "./runtime.ts";
import { addSpans, exactly } from "./span.ts";
import { reactionSpan, stopContainer } from "./stopping.ts";
import type { Task } from "./tasks.ts";
import { type Cell, type Instance, latest, type World } from "./world.ts";

/** Why a start failed: `expiryMs` is when the back-off that refused it ends. */
export interface StartError {
  readonly expiryMs: number | undefined;
}

/**
 * Starts one container: back-off, image, create, start, postStart. Returns the error of a start that did not happen.
 * Models pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff and kuberuntime_container.go startContainer (v1.36).
 */
export function* startContainer(world: World, cell: Cell, trigger: Moment): Task<StartError | undefined> {
  const allowed = checkBackOff(world, cell, trigger);
  if ("expiryMs" in allowed) return allowed;
  const reason: Reason = allowed;
  const pulled = yield* pullImage(world, cell, reason);
  if ("expiryMs" in pulled) return pulled;
  const behaviour = nextBehaviour(cell);
  const createMs = behaviour.createMs + stepMs(world.loops, createStep);
  if (createMs > 0) yield { untilMs: world.queue.nowMs + createMs };
  const created: Reason = {
    cause: pulled.cause,
    since: addSpans(pulled.since, addSpans(exactly(behaviour.createMs), stepSpan(world.loops, createStep))),
  };
  if (behaviour.fault === "cannot be created") return failCreate(world, cell, created);
  const instance = createInstance(world, cell, created);
  emitEvent(world, cell, "Normal", "Created", createdMessage(world, cell, "Created"));
  const startMs = behaviour.startMs + stepMs(world.loops, startStep);
  if (startMs > 0) yield { untilMs: world.queue.nowMs + startMs };
  const started: Reason = {
    cause: created.cause,
    since: addSpans(created.since, addSpans(exactly(behaviour.startMs), stepSpan(world.loops, startStep))),
  };
  if (behaviour.fault === "cannot be started") {
    failStart(world, cell, instance, started);
    return fail(world, cell, "RunContainerError", "failed to start container");
  }
  startInstance(world, cell, instance, started);
  emitEvent(world, cell, "Normal", "Started", createdMessage(world, cell, "Started"));
  const error = yield* runPostStart(world, cell, instance);
  if (error === undefined) cell.startFailure = undefined;
  return error;
}

/** Whether the back-off of the last exit still lasts. */
export function isHeldUp(world: World, cell: Cell): boolean {
  const nowMs = world.queue.nowMs;
  world.backoff.gc(lastHousekeepingMs(world.loops, nowMs));
  const exited = cell.deadBefore;
  return exited !== undefined && world.backoff.isInBackOffSince(cell.spec.name, exited.finishedAtMs, nowMs);
}

/** Refuses the start while the back-off of the last exit lasts; otherwise raises the back-off for the next time. */
export function checkBackOff(world: World, cell: Cell, trigger: Moment): Reason | StartError {
  const exited = cell.deadBefore;
  if (exited === undefined) return startReason(world, cell, { trigger, delayMs: 0 });
  if (isHeldUp(world, cell)) return refuse(world, cell, exited);
  world.backoff.next(cell.spec.name, exited.finishedAtMs, world.queue.nowMs);
  const refused = cell.refusal?.instance === exited.id ? cell.refusal : undefined;
  cell.refusal = undefined;
  const reason = startReason(world, cell, { trigger, delayMs: 0, ...refused });
  const data = { delayMs: refused?.delayMs ?? 0 };
  if (refused !== undefined) record(world, cell, exited, { kind: "back-off-ended", ...reason, data });
  return reason;
}

function refuse(world: World, cell: Cell, exited: Instance): StartError {
  const name = cell.spec.name;
  const delayMs = world.backoff.get(name);
  // A container that this pass killed waits from its own end, which the next pass sees.
  const expiry = { expiryMs: exited.finishedAtMs + delayMs };
  emitEvent(world, cell, "Warning", "BackOff", `Back-off restarting failed container ${name} in pod ${podText(world)}`);
  if (cell.refusal?.instance === exited.id && cell.startFailure !== undefined) return expiry;
  if (latest(cell) === exited) {
    const entryMs = world.backoff.entry(name)?.lastUpdateMs ?? 0;
    const resetMs = world.backoff.policy.resetAfterMs ?? 2 * world.backoff.policy.maximumMs;
    cell.refusal = { instance: exited.id, delayMs, forgottenMs: entryMs + resetMs - exited.finishedAtMs };
    const since = detectionSpan(world.loops);
    record(world, cell, exited, { kind: "back-off-started", cause: exited.exitedBy, since, data: { delayMs } });
  }
  const message = `back-off ${formatGoDuration(delayMs)} restarting failed container=${name} pod=${podText(world)}`;
  fail(world, cell, "CrashLoopBackOff", message);
  return expiry;
}

function podText({ pod }: World): string {
  return `${pod.name}_${pod.namespace}(UID)`;
}

interface StartedBy {
  readonly trigger: Moment;
  readonly delayMs: number;
  readonly forgottenMs?: number;
}

/** What a start follows from: the end of a container that this pass killed, the last exit with its back-off, or the pass itself. */
function startReason(
  world: World,
  cell: Cell,
  { trigger, delayMs, forgottenMs = Number.POSITIVE_INFINITY }: StartedBy,
): Reason {
  const exited = cell.deadBefore;
  const newest = latest(cell);
  if (newest !== undefined && newest !== exited && newest.exitedBy !== undefined)
    return { cause: newest.exitedBy, since: reactionSpan(world) };
  if (exited?.exitedBy === undefined) {
    // In the pass that made the sandbox nothing has to be noticed first.
    return { cause: trigger, since: trigger === world.sandboxBy ? reactionSpan(world) : detectionSpan(world.loops) };
  }
  const since = waitSpan(world.loops, delayMs, forgottenMs);
  const waitedMs = world.queue.nowMs - exited.exitedBy.tMs;
  // The pass was held up by something else, such as the stop of another container.
  if (waitedMs > since.latestMs && trigger.tMs > exited.exitedBy.tMs)
    return { cause: trigger, since: detectionSpan(world.loops) };
  return { cause: exited.exitedBy, since };
}

function failCreate(world: World, cell: Cell, reason: Reason): StartError {
  cell.attempts += 1;
  record(world, cell, undefined, { kind: "container-create-failed", ...reason });
  return fail(world, cell, "CreateContainerError", "failed to create container");
}

function fail(world: World, cell: Cell, reason: string, message: string): StartError {
  cell.startFailure = { reason, message };
  if (reason !== "CrashLoopBackOff") emitEvent(world, cell, "Warning", "Failed", `Error: ${message}`);
  return { expiryMs: undefined };
}

/** The hook runs inside the start: nothing else of the pod goes on meanwhile, and a failed hook ends the container. */
function* runPostStart(world: World, cell: Cell, instance: Instance): Task<StartError | undefined> {
  const hook = cell.spec.postStart;
  if (hook === undefined) return undefined;
  const answer = answerHook(instance.behaviour, "postStart", hook, 0);
  const isGone = (): boolean => instance.state !== "running";
  if (answer.tookMs === Number.POSITIVE_INFINITY) yield { until: isGone };
  else if (answer.tookMs > 0) yield { untilMs: world.queue.nowMs + answer.tookMs, until: isGone };
  const path = [...cell.spec.path, "lifecycle", "postStart"];
  const data = { answer: answer.result };
  const done = record(world, cell, instance, {
    kind: "post-start-done",
    cause: instance.startedBy,
    since: exactly(world.queue.nowMs - instance.startedAtMs),
    data,
    path,
  });
  if (answer.result === "success" && !isGone()) return undefined;
  emitEvent(world, cell, "Warning", "FailedPostStartHook", "PostStartHook failed");
  const graceMs = world.pod.terminationGracePeriodSeconds * 1000;
  yield* stopContainer(world, cell, instance, {
    graceMs,
    message: "FailedPostStartHook",
    runsPreStop: true,
    cause: done,
    since: reactionSpan(world),
  });
  return fail(world, cell, "PostStartHookError", "PostStartHook failed");
}

/** The texts changed over the versions. */
function createdMessage(world: World, cell: Cell, word: "Created" | "Started"): string {
  const version = world.input.assumptions.node.kubernetes;
  if (atLeast(version, "1.35")) return `Container ${word.toLowerCase()}`;
  return atLeast(version, "1.29") ? `${word} container: ${cell.spec.name}` : `${word} container ${cell.spec.name}`;
}
