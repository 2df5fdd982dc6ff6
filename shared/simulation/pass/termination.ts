import { addSpans, exactly, type Span } from "../../basics/span.ts";
import { probeTypes } from "../../kubernetes/pod.ts";
import { endWorkers, stopLivenessAndStartup } from "../probing/end-workers.ts";
import { removeInstance } from "../runtime/runtime.ts";
import { killPod } from "../runtime/stopping.ts";
import { isTerminal } from "../status/phase.ts";
import { deadlineExceeded, generateStatus, unknownState } from "../status/status.ts";
import type { ContainerStatus, PodStatus } from "../timeline/timeline.ts";
import { detectionSpan, stepMs, stepSpan } from "../world/loops.ts";
import { type EntryReason, emitEvent } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import type { Task } from "../world/tasks.ts";
import type { World } from "../world/world.ts";
import { publish } from "./publish.ts";
import { noteReset } from "./reset.ts";

/** Ends the pod: containers, sandbox, then the terminal phase. Models pkg/kubelet/kubelet.go SyncTerminatingPod and SyncTerminatedPod (v1.37.1). */
export function* terminate(world: World, trigger: Moment): Task {
  const { loops, queue } = world;
  // A pod that ends by itself had a pass that found it finished before this one; a deletion may have waited for another one.
  const detection = detectionSpan(loops);
  const request = world.nextPass.ignoresDeletion ? undefined : world.deletion.request;
  // A pass that is due for something else in the instant of a deletion ends the pod because of that.
  const cause = request !== undefined && request.moment.tMs > trigger.tMs ? request.moment : trigger;
  const isSecond = request === undefined || request.isHeldUp;
  const since = isSecond ? addSpans(detection, detection) : detection;
  const before = world.runtime.lastAct;
  world.lifecycle.stage = "terminating";
  const { shown: known } = world.lifecycle;
  announceDeadline(world);
  noteReset(world);
  const generated = generateStatus(world);
  publish(world, generated.status, { cause, since });
  // What a deadline makes of a status that a deletion brings, workers read, too.
  if (isTerminal(generated.phase)) endWorkers(world, probeTypes);
  else stopLivenessAndStartup(world);
  const graceMs = request?.graceMs ?? world.pod.terminationGracePeriodSeconds * 1000;
  yield* killPod(world, { graceMs, cause: request?.moment ?? cause, since });
  endWorkers(world, probeTypes);
  const ended =
    world.runtime.lastAct !== undefined && world.runtime.lastAct !== before ? world.runtime.lastAct : undefined;
  const reason = ended === undefined ? { cause, since } : { cause: ended, since: stepSpan(loops, "kill") };
  stopSandbox(world, reason);
  // The runtime is asked once more, whatever the relist loop knows. Older records may be removed meanwhile.
  const lookMs = stepMs(loops, "last-look", queue.nowMs);
  if (lookMs > 0) yield { untilMs: queue.nowMs + lookMs };
  world.lifecycle.stage = "finished";
  world.relist.lookedMs = queue.nowMs;
  announceDeadline(world);
  publish(world, generateStatus(world).status, reason);
  const { stops } = world.kubelet;
  queue.schedule(queue.nowMs + stepMs(loops, "relist", queue.nowMs), () => {
    // A new process reports it in its place.
    if (world.kubelet.stops !== stops) return;
    announceDeadline(world);
    publish(world, withDeadline(world, withUnknownEnds(world, generateStatus(world).status, known)), {
      ...reason,
      since: addSpans(reason.since, detection),
    });
  });
  if (world.deletion.request !== undefined) forget(world, ended ?? cause);
}

export function stopSandbox(world: World, reason: EntryReason): Moment | undefined {
  if (!world.sandbox.isReady) return undefined;
  world.sandbox.isReady = false;
  return world.recorder.add(world.queue.nowMs, { kind: "sandbox-stopped", ...reason });
}

/**
 * Whichever pass comes first after the deadline finds it; the loop that looks once a second only makes sure that one comes.
 * Models pkg/kubelet/active_deadline.go ShouldEvict (v1.37.1).
 */
export function findDeadline(world: World): Moment | undefined {
  const { lifecycle, queue, recorder } = world;
  if (lifecycle.deadlinePassed || queue.nowMs < lifecycle.deadlineMs) return undefined;
  lifecycle.deadlinePassed = true;
  if (lifecycle.stage !== "syncing") return undefined;
  return recorder.add(queue.nowMs, {
    kind: "note",
    cause: undefined,
    since: exactly(0),
    data: { text: "has outlived its activeDeadlineSeconds" },
    path: ["activeDeadlineSeconds"],
  });
}

/** Each status that is built after the deadline brings one of these. Models pkg/kubelet/active_deadline.go (v1.37.1). */
export function announceDeadline(world: World): void {
  const { reason, message } = deadlineExceeded;
  findDeadline(world);
  if (world.lifecycle.deadlinePassed) emitEvent(world, undefined, "Normal", reason, message);
}

/** Removes the object from the API. The runtime's containers are garbage-collected some time later, the sandbox last. */
export function forget(world: World, cause: Moment): void {
  const { loops, queue } = world;
  const removal: EntryReason = { cause, since: stepSpan(loops, "removal") };
  queue.schedule(queue.nowMs + stepMs(loops, "removal", queue.nowMs), () => removeObject(world, removal));
  const since = stepSpan(loops, "collection");
  for (const container of world.containers) {
    for (const instance of container.instances) {
      const ms = stepMs(loops, "collection", queue.nowMs, { container: container.spec.name });
      queue.schedule(queue.nowMs + ms, () => removeInstance(world, container, instance, { cause, since }));
    }
  }
  collectSandbox(world, cause, since);
}

function collectSandbox(world: World, cause: Moment, since: Span): void {
  const { loops, queue, recorder, deletion } = world;
  const { nowMs } = queue;
  const { earliestMs, latestMs } = since;
  const afterMs = loops.ideal ? earliestMs : loops.chance.draw({ kind: "collection", nowMs, earliestMs, latestMs });
  const scheduled = queue.schedule(nowMs + afterMs, () => {
    deletion.collection = undefined;
    world.sandbox.isCollected = true;
    recorder.add(queue.nowMs, { kind: "sandbox-removed", cause, since });
  });
  deletion.collection = { cause, scheduled };
}

/**
 * A process that has just started collects once a minute from then on, and the first time before it knows of its pods.
 * Models pkg/kubelet/kubelet.go StartGarbageCollection and kuberuntime_gc.go evictSandboxes (v1.37.1).
 */
export function collectLater(world: World): void {
  const { collection } = world.deletion;
  if (collection === undefined) return;
  collection.scheduled.canceled = true;
  const latestMs = world.loops.ideal ? collectionPeriodMs : collectionPeriodMs + collectionTakesMs;
  const since = { nominalMs: collectionPeriodMs, earliestMs: collectionPeriodMs, latestMs };
  collectSandbox(world, collection.cause, since);
}

const collectionPeriodMs = 60_000;
const collectionTakesMs = 300;

export function removeObject(world: World, reason: EntryReason): void {
  if (world.deletion.isRemoved) return;
  world.deletion.isRemoved = true;
  world.recorder.endReady(world.queue.nowMs);
  world.recorder.add(world.queue.nowMs, { kind: "pod-removed", ...reason });
}

/**
 * Containers of an initialized pod that have no end get one, and a pod that has no terminal phase by now has failed, unless it is static.
 * `known`: what the API said when the end began, which decides whether the pod was initialized.
 * Models pkg/kubelet/status/status_manager.go TerminatePod (v1.37.1).
 */
export function withUnknownEnds(world: World, status: PodStatus, known: PodStatus | undefined): PodStatus {
  const { initContainerStatuses, containerStatuses } = status;
  const lastStarted = Math.max(
    0,
    initContainerStatuses.findLastIndex((init) => init.state.is !== "waiting" || init.lastState !== undefined),
  );
  return {
    ...status,
    phase: isTerminal(status.phase) || world.pod.isStatic ? status.phase : "Failed",
    initContainerStatuses: initContainerStatuses.map((init, index) => (index <= lastStarted ? withEnd(init) : init)),
    containerStatuses: wasInitialized(world, known ?? status) ? containerStatuses.map(withEnd) : containerStatuses,
  };
}

/** A pod whose deadline passes between its end and the last status says so. */
export function withDeadline({ lifecycle }: World, status: PodStatus): PodStatus {
  return lifecycle.deadlinePassed && status.phase === "Failed" ? { ...status, ...deadlineExceeded } : status;
}

function wasInitialized(world: World, { initContainerStatuses, containerStatuses }: PodStatus): boolean {
  if (initContainerStatuses.length === 0) return true;
  if (containerStatuses.some((status) => status.state.is !== "waiting" || status.lastState !== undefined)) return true;
  const last = initContainerStatuses.at(-1);
  const lastInit = world.containers[world.pod.initContainers.length - 1];
  return lastInit?.spec.kind === "sidecar" ? last?.started === true : last?.ready === true;
}

function withEnd(status: ContainerStatus): ContainerStatus {
  return status.state.is === "terminated" ? status : { ...status, state: unknownState(), ready: false, started: false };
}
