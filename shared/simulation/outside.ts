import { exactly, type Span } from "../basics/span.ts";
import { hasLoads, runAtLoad, scriptAtLoad } from "../scenario/loads.ts";
import type { Scenario, ScenarioEvent } from "../scenario/model.ts";
import { rebootNode, restartKubelet } from "./kubelet-process.ts";
import { evictionReason, loseNode, showEviction } from "./node-loss.ts";
import { findDeadline, forget, removeObject } from "./pass/termination.ts";
import { cancelProbes } from "./probing/end-workers.ts";
import { touchWorkers } from "./probing/probes.ts";
import { strike } from "./runtime/fault.ts";
import { changeImage } from "./runtime/starting.ts";
import type { StatusReason } from "./status/change-cause.ts";
import { hasTakenUp, requestPass, waitsForLook } from "./status/schedule.ts";
import { showDeletion } from "./status/show.ts";
import { has } from "./world/changes.ts";
import { isReadyOutdated } from "./world/conditions.ts";
import { drawOpenTime, type Loops, latencies, stepMs, wholeSecond } from "./world/loops.ts";
import type { Moment } from "./world/recorder.ts";
import { type DeletionRequest, latest, type World, type WorldOutage } from "./world/world.ts";

/** A change of the pod through the API: another image restarts the container, anything else is only a reason to look again. */
export interface PodUpdate {
  readonly kind: "pod-updated";
  readonly atMs: number;
  /** Container name → image. */
  readonly images: Readonly<Record<string, string>>;
}

/** So many pods of its workload are ready from now on, this one among them; undefined: this one is not. */
interface LoadChange {
  readonly kind: "load-changed";
  readonly atMs: number;
  readonly ready: number | undefined;
}

export type OutsideEvent = ScenarioEvent | PodUpdate | LoadChange;

/** What comes from outside the pod: deletions, the end of its deadline, restarts of the kubelet and of the node. */
export function scheduleEvents(world: World): void {
  for (const event of world.input.scenario.events) scheduleEvent(world, event);
  const deadlineSeconds = world.pod.activeDeadlineSeconds;
  if (deadlineSeconds === undefined) return;
  const deadlineMs = wholeSecond(world.loops, 0) + deadlineSeconds * 1000;
  world.lifecycle.deadlineMs = deadlineMs;
  const seenMs = deadlineMs + stepMs(world.loops, "deadline", deadlineMs);
  world.queue.schedule(seenMs, () => passDeadline(world));
}

export function scheduleEvent(world: World, event: OutsideEvent): void {
  world.queue.schedule(event.atMs, () => happen(world, event));
}

function happen(world: World, event: OutsideEvent): void {
  if (event.kind === "kubelet-restart") restartKubelet(world, event.downMs);
  else if (event.kind === "node-reboot") rebootNode(world, event.downMs);
  else if (event.kind === "own-node-lost") loseNode(world, (eviction) => evict(world, eviction));
  // A program goes wrong whatever the API knows of its pod.
  else if (event.kind === "container-fault") strikeNamed(world, event);
  else if (world.deletion.isRemoved) return;
  else if (event.kind === "pod-deleted") deletePod(world, event.graceMs);
  else if (world.lifecycle.stage === "finished") return;
  else if (event.kind === "outage") noteOutage(world, event.dependency, event.atMs);
  else if (event.kind === "readiness-gates") setGates(world, event.areTrue);
  else if (event.kind === "load-changed") changeLoad(world, event.ready);
  else updatePod(world, event);
}

/** When each outage begins and ends is known from the start: a range has one draw. */
export function outagesOf({ events }: Pick<Scenario, "events">, loops: Loops): readonly WorldOutage[] {
  return events.flatMap((event) => {
    if (event.kind !== "outage") return [];
    const { atMs, dependency, forMs, ranges } = event;
    const lastsMs = ranges?.forMs === undefined ? forMs : drawOpenTime(loops, ranges.forMs, { nowMs: 0 });
    return [{ dependency, fromMs: atMs, untilMs: atMs + lastsMs, began: undefined }];
  });
}

function noteOutage({ queue, recorder, outages }: World, dependency: string, fromMs: number): void {
  const note = (text: string, cause?: Moment, sinceMs = 0): Moment =>
    recorder.add(queue.nowMs, { kind: "note", cause, since: exactly(sinceMs), data: { text, dependency } });
  const outage = outages.find((each) => each.dependency === dependency && each.fromMs === fromMs);
  if (outage === undefined) return;
  const { untilMs } = outage;
  const began = note(`${dependency} is away`);
  outage.began = began;
  queue.schedule(untilMs, () => note(`${dependency} is back`, began, untilMs - fromMs));
}

function strikeNamed(
  world: World,
  { container: name, fault }: ScenarioEvent & { readonly kind: "container-fault" },
): void {
  const container = world.containers.find(({ spec }) => spec.name === name);
  if (container !== undefined && world.lifecycle.stage !== "finished") strike(world, container, fault);
}

/** Answers that are under way take as long as they did. */
function changeLoad(world: World, ready: number | undefined): void {
  for (const container of world.containers) {
    if (!hasLoads(container.script)) continue;
    container.script = scriptAtLoad(container.script, ready);
    const { nextRun } = container;
    container.nextRun = nextRun && { ...nextRun, run: runAtLoad(nextRun.run, ready) };
    const instance = latest(container);
    if (instance !== undefined) instance.behavior = runAtLoad(instance.behavior, ready);
    touchWorkers(world, container);
  }
}

/** Where none is asked for, the object is gone at once, and the kubelet still gives a second. Models pkg/kubelet/pod_workers.go calculateEffectiveGracePeriod (v1.37.1). */
const shortestGraceMs = 1000;

/** What deletes the pod, where it is not somebody who does so at that moment. */
interface Eviction {
  readonly cause: Moment;
  readonly since: Span;
  readonly reason: string;
}

/** The taint manager deletes what has ended, too, of which nobody waits for anything. Models pkg/controller/tainteviction/taint_eviction.go addConditionAndDeletePod (v1.37.1) */
function evict(world: World, { cause, since = exactly(0) }: StatusReason): void {
  if (world.deletion.isRemoved || world.lifecycle.stage === "finished") return;
  showEviction(world, { cause, since });
  deletePod(world, undefined, { cause, since, reason: evictionReason });
}

function deletePod(world: World, graceMs: number | undefined, eviction?: Eviction): void {
  // What has ended needs no time. Models pkg/registry/core/pod/strategy.go CheckGracefulDelete (v1.37.1).
  const grace = world.lifecycle.stage === "finished" ? 0 : (graceMs ?? world.pod.terminationGracePeriodSeconds * 1000);
  const isForced = grace === 0;
  const { reason, ...why } = eviction ?? { cause: undefined, since: exactly(0), reason: undefined };
  const data = { graceMs: grace, ...(reason !== undefined && { reason }) };
  const moment = world.recorder.add(world.queue.nowMs, { kind: "pod-deleted", ...why, data });
  const isFirst = world.deletion.request === undefined;
  if (world.deletion.request === undefined)
    world.deletion.request = {
      moment,
      graceMs: Math.max(shortestGraceMs, grace),
      shownSeconds: grace / 1000,
      isHeldUp: false,
    };
  else world.deletion.request = shortened(world.deletion.request, grace, world.queue.nowMs);
  showDeletion(world);
  if (world.lifecycle.stage === "finished") {
    forget(world, moment);
    return;
  }
  if (isForced) {
    removeObject(world, { cause: moment, since: exactly(0) });
    forgetStatus(world);
  }
  learnOfDeletion(world);
  for (const container of world.containers) touchWorkers(world, container);
  if (world.lifecycle.stage === "terminating") {
    // What ends the pod knows it as it was when its worker took that up.
    world.nextPass.ignoresDeletion ||= !world.loops.ideal && isFirst && (world.pass.isUnderWay || hasTakenUp(world));
    return;
  }
  world.nextPass.ignoresDeletion = !world.loops.ideal && (hasTakenUp(world) || waitsForLook(world));
  if (world.nextPass.ignoresDeletion) {
    world.nextPass.followUp = moment;
    world.deletion.request = { ...world.deletion.request, isHeldUp: true };
  }
  requestPass(world, moment);
}

/**
 * Without an object each housekeeping throws the status away, and the probe workers have nothing to go by until the next one is
 * written. Models pkg/kubelet/kubelet_pods.go HandlePodCleanups and status_manager.go RemoveOrphanedStatuses (v1.37.1).
 */
function forgetStatus(world: World, afterMs = stepMs(world.loops, "housekeeping", world.queue.nowMs)): void {
  const { queue, containers, lifecycle } = world;
  queue.schedule(queue.nowMs + afterMs, () => {
    if (lifecycle.stage === "finished") return;
    for (const { cached } of containers) Object.assign(cached, { instance: undefined, running: false, started: false });
    forgetStatus(world, latencies.housekeeping[1]);
  });
}

/** The kubelet learns of it by its watch, which may come a moment after an attempt that is made just now. */
function learnOfDeletion(world: World): void {
  const { node } = world.input.assumptions;
  if (!has(node, "deletion cancels exec probes") || has(node, "probes outlive the deletion")) return;
  const cancel = (): void => {
    world.deletion.cancelsProbes = true;
    cancelProbes(world);
  };
  const { queue, loops } = world;
  if (loops.ideal) cancel();
  else queue.schedule(queue.nowMs + stepMs(loops, "wake", queue.nowMs), cancel);
}

/** A later, shorter grace period changes the object only: the stop that is under way goes on. One that is over already leaves one second. */
function shortened(request: DeletionRequest, graceMs: number, nowMs: number): DeletionRequest {
  const isOver = request.moment.tMs + graceMs <= nowMs;
  const seconds = isOver ? shortestGraceMs / 1000 : graceMs / 1000;
  return { ...request, shownSeconds: Math.min(request.shownSeconds, seconds) };
}

/** A condition that a gate waits for brings a pass if it makes the pod ready or unready. Models pkg/kubelet/kubelet.go HandlePodReconcile (v1.37.1). */
function setGates(world: World, areTrue: boolean): void {
  const data = { text: `has its readiness gates ${areTrue ? "True" : "False"}` };
  const moment = world.recorder.add(world.queue.nowMs, { kind: "note", cause: undefined, since: exactly(0), data });
  world.lifecycle.gatesAreTrue = areTrue;
  if (isReadyOutdated(world)) requestPass(world, moment);
}

function updatePod(world: World, { images }: PodUpdate): void {
  const data = { text: "is changed" };
  const moment = world.recorder.add(world.queue.nowMs, { kind: "note", cause: undefined, since: exactly(0), data });
  for (const container of world.containers) changeImage(container, images[container.spec.name] ?? container.image);
  requestPass(world, moment);
}

function passDeadline(world: World): void {
  const found = findDeadline(world);
  if (found !== undefined) requestPass(world, found);
}
