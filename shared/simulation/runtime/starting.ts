import type { Backoff } from "../../backoff/backoff.ts";
import { formatGoDuration } from "../../basics/durations.ts";
import { addSpans, exactly, laterSpan } from "../../basics/span.ts";
import type { Handler } from "../../kubernetes/pod.ts";
import { faultTimes } from "../../scenario/phases.ts";
import { stepOf } from "../../scenario/ranges.ts";
import { heldUp, passSpan, restOfPassMs } from "../status/schedule.ts";
import { startErrorMessage } from "../status/status.ts";
import { has } from "../world/changes.ts";
import { detectionSpan, latencies, stepMs, stepSpan, waitSpan } from "../world/loops.ts";
import { type EntryReason, emitAbout, emitEvent, followedBy, notIn, record } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import type { Task } from "../world/tasks.ts";
import { type Instance, latest, type PodContainer, type World } from "../world/world.ts";
import { getImage, unreadableImage } from "./images.ts";
import { createInstance, failCreation, failStart, faultNow, nextBehavior, startInstance } from "./runtime.ts";
import type { StartError } from "./start-error.ts";
import { askHook, reactionSpan, stopContainer } from "./stopping.ts";

/**
 * Starts one container: back-off, image, create, start, postStart. Returns the error of a start that did not happen.
 * Models pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff and kuberuntime_container.go startContainer (v1.37.1).
 */
export function* startContainer(world: World, container: PodContainer, trigger: Moment): Task<StartError | undefined> {
  const allowed = checkBackOff(world, container, trigger);
  if ("expiryMs" in allowed) return allowed;
  const reason = inTurn(world, container, allowed);
  const got = getImage(world, container, reason, trigger);
  const pulled = "next" in got ? yield* got : got;
  if ("expiryMs" in pulled) return pulled;
  const behavior = nextBehavior(world, container);
  const createMs =
    behavior.createMs + stepMs(world.loops, "create", world.queue.nowMs, { container: container.spec.name });
  container.createsAtMs = world.queue.nowMs + createMs;
  if (createMs > 0) yield { untilMs: container.createsAtMs };
  container.createsAtMs = undefined;
  const asked = followedBy(
    pulled,
    addSpans(stepOf(behavior.createMs, behavior.ranges?.createMs), stepSpan(world.loops, "create")),
  );
  // What goes wrong meanwhile changes the run.
  const planned = nextBehavior(world, container);
  if (faultNow(world, planned) === "cannot be created") return failCreate(world, container, asked);
  const created = notIn(faultTimes(planned, "cannot be created", world.outages), asked);
  const instance = createInstance(world, container, created);
  emitAbout(world, container, "Normal", "Created", createdMessage);
  const startMs =
    behavior.startMs + stepMs(world.loops, "start", world.queue.nowMs, { container: container.spec.name });
  instance.startsAtMs = world.queue.nowMs + startMs;
  if (startMs > 0) yield { untilMs: instance.startsAtMs };
  const tried = followedBy(
    created,
    addSpans(stepOf(behavior.startMs, behavior.ranges?.startMs), stepSpan(world.loops, "start")),
  );
  if (faultNow(world, instance.behavior) === "cannot be started") {
    failStart(world, container, instance, tried);
    world.pass.lastDone = instance.exitedBy;
    return fail(world, container, "RunContainerError", startErrorMessage);
  }
  const started = notIn(faultTimes(instance.behavior, "cannot be started", world.outages), tried);
  world.pass.lastDone = startInstance(world, container, instance, started);
  emitAbout(world, container, "Normal", "Started", startedMessage);
  const hook = container.spec.postStart;
  const error = hook === undefined ? undefined : yield* runPostStart(world, container, instance, hook);
  if (error === undefined) container.startFailure = undefined;
  return error;
}

/**
 * A pass starts one container after the other. The first start of a container needs what comes before it in the pod, and is in every run
 * behind the others of its pass; a later one may have a pass of its own in another run.
 */
function inTurn(world: World, container: PodContainer, reason: EntryReason): EntryReason {
  const { lastDone } = world.pass;
  const { cause, since } = reason;
  const own = cause === undefined ? since : addSpans(cause.at, since);
  const turn = lastDone && addSpans(lastDone.at, reactionSpan(world));
  const before =
    container.attempts === 0 && cause !== world.kubelet.startedBy ? unblockedBy(world, container) : undefined;
  if (before === undefined)
    return turn === undefined ? reason : { ...reason, at: { ...own, latestMs: Math.max(own.latestMs, turn.latestMs) } };
  const step = before === world.sandbox.readyBy && before === cause ? since : passSpan(world, before);
  const unblocked = { ...addSpans(before.at, step), nominalMs: own.nominalMs };
  const at = turn === undefined ? unblocked : laterSpan(unblocked, turn);
  return { ...reason, at: { ...at, latestMs: Math.max(at.latestMs, own.latestMs) } };
}

/** What a container that was never created waits for: the sandbox, or the init container or sidecar before it. */
function unblockedBy({ containers, sandbox }: World, container: PodContainer): Moment | undefined {
  const inits = containers.filter(({ spec }) => spec.kind !== "regular");
  const before = container.spec.kind === "regular" ? inits.at(-1) : inits[inits.indexOf(container) - 1];
  if (before === undefined) return sandbox.readyBy;
  const instance = latest(before);
  if (before.spec.kind === "init") return instance?.exitedBy;
  const startup = before.workers.find((worker) => worker.type === "startup" && worker.instance === instance?.id);
  return startup?.resultBy ?? instance?.startedBy;
}

/** Whether the back-off of the last exit still lasts. */
export function isHeldUp(world: World, container: PodContainer): boolean {
  const { restart } = world.backOffs;
  for (const object of restart.objects) if (object.policy.forgottenWhileWaiting) forgetOld(world, container, object);
  const exited = container.deadBefore;
  if (exited === undefined) return false;
  const object = restart.of(exited.exitCode);
  // As KEP-4603 draws it; the exit that restarts all containers has its first restart free.
  if (object.policy.firstDelayed && container.initiator === undefined)
    object.begin(container.backoffKey, exited.finishedAtMs);
  const { nowMs } = world.queue;
  const isHeldAt = (atMs: number): boolean => restart.isInBackOff(container.backoffKey, exited, atMs);
  return isHeldAt(nowMs) || (isHeldAt(nowMs - 1) && endedLater(world, exited));
}

/** In the millisecond in which a back-off ends, it is open whether it is over. */
function endedLater({ loops, queue }: World, exited: Instance): boolean {
  if (loops.ideal) return false;
  exited.isLater ??= loops.chance.draw({ kind: "expiry", nowMs: queue.nowMs, earliestMs: 0, latestMs: 1 }) === 1;
  return exited.isLater;
}

/** Housekeeping throws entries away that are old by now. When it last came matters only to an entry that got old since. */
function forgetOld({ queue, loops }: World, container: PodContainer, object: Backoff): void {
  const expiredMs = object.expiresAfterMs(container.backoffKey);
  if (expiredMs === undefined || queue.nowMs <= expiredMs) return;
  const sinceMs = queue.nowMs - expiredMs;
  const [, latestMs] = latencies.housekeeping;
  if (sinceMs >= latestMs || sinceMs > stepMs(loops, "housekeeping", queue.nowMs)) object.gc(queue.nowMs);
}

/** Refuses the start while the back-off of the last exit lasts; otherwise raises the back-off for the next time. */
export function checkBackOff(world: World, container: PodContainer, trigger: Moment): EntryReason | StartError {
  const exited = container.deadBefore;
  if (exited === undefined) return startReason(world, container, { trigger, delayMs: 0 });
  if (isHeldUp(world, container)) return refuse(world, container, exited, trigger);
  const object = world.backOffs.restart.of(exited.exitCode);
  const isKept = object.entry(container.backoffKey) !== undefined;
  object.next(container.backoffKey, exited.finishedAtMs, world.queue.nowMs);
  const refused = container.refusal?.instance === exited.id ? container.refusal : undefined;
  container.refusal = undefined;
  const reason = startReason(world, container, {
    trigger,
    delayMs: refused?.delayMs ?? 0,
    forgottenMs: refused?.forgottenMs,
  });
  if (refused !== undefined) {
    const { delayMs, forgottenMs } = refused;
    const isForgotten = !isKept && world.queue.nowMs - exited.finishedAtMs > forgottenMs;
    const data = { delayMs, ...(isForgotten ? { isForgotten } : {}) };
    record(world, container, exited, { kind: "back-off-ended", ...reason, data });
  }
  return reason;
}

function refuse(world: World, container: PodContainer, exited: Instance, trigger: Moment): StartError {
  const delayMs = world.backOffs.restart.delayMs(container.backoffKey, exited);
  // A container that this pass killed waits from its own end, which the next pass sees.
  const expiry = { expiryMs: exited.finishedAtMs + delayMs };
  emitAbout(world, container, "Warning", "BackOff", backOffMessage);
  if (container.refusal?.instance === exited.id && container.startFailure !== undefined) return expiry;
  if (latest(container) === exited) {
    container.refusal = { instance: exited.id, delayMs, forgottenMs: forgottenAfterMs(world, container, exited) };
    const reason = againReason(world, container, trigger) ?? {
      cause: exited.exitedBy,
      since: detectionSpan(world.loops),
    };
    record(world, container, exited, { kind: "back-off-started", ...reason, data: { delayMs } });
  }
  const message = `back-off ${formatGoDuration(delayMs)} restarting failed container=${container.spec.name} pod=${podText(world)}`;
  fail(world, container, "CrashLoopBackOff", message);
  return expiry;
}

/** When the back-off of a waiting container is forgotten, from its exit. */
function forgottenAfterMs({ backOffs }: World, container: PodContainer, exited: Instance): number {
  const object = backOffs.restart.of(exited.exitCode);
  const keptMs = object.expiresAfterMs(container.backoffKey);
  return object.policy.forgottenWhileWaiting && keptMs !== undefined
    ? keptMs - exited.finishedAtMs
    : Number.POSITIVE_INFINITY;
}

function backOffMessage(world: World, container: PodContainer): string {
  return `Back-off restarting failed container ${container.spec.name} in pod ${podText(world)}`;
}

function podText({ pod }: World): string {
  return `${pod.name}_${pod.namespace}(UID)`;
}

interface StartedBy {
  readonly trigger: Moment;
  readonly delayMs: number;
  readonly forgottenMs?: number | undefined;
}

/** What a start follows from: the end of a container that this pass killed, the last failed attempt, the last exit with its back-off, or the pass itself. */
function startReason(
  world: World,
  container: PodContainer,
  { trigger, delayMs, forgottenMs = Number.POSITIVE_INFINITY }: StartedBy,
): EntryReason {
  const exited = container.deadBefore;
  const newest = latest(container);
  if (newest !== undefined && newest !== exited && newest.exitedBy !== undefined)
    return { cause: newest.exitedBy, since: reactionSpan(world) };
  const again = delayMs === 0 ? againReason(world, container, trigger) : undefined;
  if (again !== undefined) return heldUp(world, trigger, again);
  if (exited?.exitedBy !== undefined) {
    const since = waitSpan(world.loops, delayMs, forgottenMs);
    const reason = heldUp(world, trigger, { cause: exited.exitedBy, since });
    return reason.cause === world.kubelet.startedBy ? byKubelet(world, container, exited, reason) : reason;
  }
  // In the pass that made the sandbox nothing has to be noticed first.
  const since = trigger === world.sandbox.readyBy ? reactionSpan(world) : passSpan(world, trigger);
  return heldUp(world, trigger, { cause: trigger, since });
}

/**
 * A container that waited for the kubelet to come back might have exited so late that the kubelet was up, or so early that its
 * back-off was over before the kubelet went away. The bounds of the start hold all three.
 */
function byKubelet(
  { loops, backOffs }: World,
  container: PodContainer,
  { exitedBy, ...exited }: Instance,
  { cause, since }: EntryReason,
): EntryReason {
  if (cause === undefined || exitedBy === undefined) return { cause, since };
  const delayMs = backOffs.lostRestart?.delayMs(container.backoffKey, exited) ?? 0;
  const earlyMs = exitedBy.at.earliestMs + delayMs - since.earliestMs;
  const lateMs = exitedBy.at.latestMs + detectionSpan(loops).latestMs - since.latestMs;
  const earliestMs = Math.min(cause.at.earliestMs, earlyMs);
  const latestMs = Math.max(cause.at.latestMs, lateMs);
  return { cause: { ...cause, at: { ...cause.at, earliestMs, latestMs } }, since };
}

/** An attempt that failed without an exit is made again by the next pass, which the work queue brings if nothing else does. */
function againReason(world: World, { failedBy }: PodContainer, trigger: Moment): EntryReason | undefined {
  if (failedBy === undefined) return undefined;
  const { queued, doneBefore } = world.pass;
  const restMs = restOfPassMs(world);
  // The pass went on with the other containers.
  const isLong = doneBefore !== undefined && doneBefore.tMs - failedBy.tMs > restMs;
  const before = isLong ? doneBefore : failedBy;
  if (queued === undefined && trigger.tMs > before.tMs) return { cause: trigger, since: passSpan(world, trigger) };
  const since = queued ?? passSpan(world, before);
  return { cause: before, since: { ...since, latestMs: since.latestMs + restMs } };
}

function failCreate(world: World, container: PodContainer, reason: EntryReason): StartError {
  const failed = failCreation(world, container, reason);
  const error = fail(world, container, "CreateContainerError", "failed to create container");
  container.failedBy = failed;
  world.pass.lastDone = failed;
  return error;
}

function fail(world: World, container: PodContainer, reason: string, message: string): StartError {
  container.startFailure = { reason, message };
  container.failedBy = undefined;
  if (reason !== "CrashLoopBackOff" && reason !== "PostStartHookError")
    emitEvent(world, container, "Warning", "Failed", `Error: ${message}`);
  return { expiryMs: undefined };
}

/** The hook runs inside the start: nothing else of the pod goes on meanwhile, and a failed hook ends the container. */
function* runPostStart(
  world: World,
  container: PodContainer,
  instance: Instance,
  hook: Handler,
): Task<StartError | undefined> {
  // What ends with its start is dead before the hook asks it.
  yield { untilMs: world.queue.nowMs };
  const answer = askHook(instance, "postStart", hook, instance.startedAtMs);
  // A command fails with its container; a sleep is the kubelet's own and goes on.
  const isOver = (): boolean => hook.type !== "sleep" && instance.state !== "running";
  const path = [...container.spec.path, "lifecycle", "postStart"];
  // What a kubelet waits for is canceled with its process; the container goes on.
  const abandoned = (): void => {
    const tookMs = world.queue.nowMs - instance.startedAtMs;
    const data = { answer: "error", tookMs, isCanceled: true } as const;
    record(world, container, instance, {
      kind: "post-start-done",
      cause: instance.startedBy,
      since: exactly(tookMs),
      data,
      path,
    });
  };
  if (answer.tookMs === Number.POSITIVE_INFINITY) yield { until: isOver, abandoned };
  else if (answer.tookMs > 0) yield { untilMs: world.queue.nowMs + answer.tookMs, until: isOver, abandoned };
  const tookMs = world.queue.nowMs - instance.startedAtMs;
  const result = isOver() ? "failure" : answer.result;
  const data = { answer: result, tookMs };
  const done = record(world, container, instance, {
    kind: "post-start-done",
    cause: instance.startedBy,
    since: exactly(tookMs),
    data,
    path,
  });
  world.pass.lastDone = done;
  instance.hookMs = tookMs;
  if (result === "success") return undefined;
  emitEvent(world, container, "Warning", "FailedPostStartHook", "PostStartHook failed");
  const graceMs = world.pod.terminationGracePeriodSeconds * 1000;
  yield* stopContainer(world, container, instance, {
    graceMs,
    message: "FailedPostStartHook",
    runsPreStop: true,
    cause: done,
    since: reactionSpan(world),
  });
  world.pass.lastDone = instance.exitedBy;
  const message = `${handlerNames[hook.type]} lifecycle hook ${hookText(hook)} for Container "${container.spec.name}" in Pod "${podText(world)}" failed`;
  return fail(world, container, "PostStartHookError", message);
}

// Models pkg/kubelet/lifecycle/handlers.go Run (v1.37.1), without what the command itself said.
const handlerNames = { exec: "Exec", httpGet: "HTTP", tcpSocket: "TCP", grpc: "gRPC", sleep: "Sleep" } as const;

function hookText(hook: Handler): string {
  if (hook.type === "exec") return `([${hook.command.join(" ")}])`;
  return hook.type === "httpGet" ? `(${hook.path})` : "";
}

/** The texts changed over the versions. */
function createdMessage(world: World, container: PodContainer): string {
  const { node } = world.input.assumptions;
  if (has(node, "short created message")) return "Container created";
  return has(node, "created message has a colon")
    ? `Created container: ${container.spec.name}`
    : `Created container ${container.spec.name}`;
}

function startedMessage(world: World, container: PodContainer): string {
  return has(world.input.assumptions.node, "short created message")
    ? "Container started"
    : `Started container ${container.spec.name}`;
}

/** Another image is another key, and so begins anew. Models pkg/kubelet/kuberuntime GetBackoffKey (v1.37.1). */
export function backoffKeyOf(name: string, image: string): string {
  return `${name}/${image}`;
}

/** The pod names another image, or the same one again. */
export function changeImage(container: PodContainer, image: string): void {
  container.image = image;
  container.unreadableImage = unreadableImage(image);
  container.backoffKey = backoffKeyOf(container.spec.name, image);
}
