import { exactly } from "../../basics/span.ts";
import type { OpenTime, Run, RunEnd } from "../../scenario/model.ts";
import { faultAt, plannedRun } from "../../scenario/phases.ts";
import { chosenRun, isOpen, stepOf } from "../../scenario/ranges.ts";
import { runOf } from "../../scenario/script.ts";
import { touchWorkers } from "../probing/probes.ts";
import { nextRelistMs, requestNotice } from "../status/schedule.ts";
import type { EntryData } from "../timeline/timeline.ts";
import { detectionSpan, drawOpenTime, latencies } from "../world/loops.ts";
import { type EntryReason, record } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import { type Instance, knownState, latest, type PodContainer, type World } from "../world/world.ts";
import { announceChanges } from "./announced-changes.ts";

/** Scripted behavior of the next instance, whose ranges are drawn once; a failed creation uses up its turn. */
export function nextBehavior(world: World, container: PodContainer): Run {
  const { attempts: attempt, nextRun, script } = container;
  if (nextRun?.attempt === attempt) return nextRun.run;
  const run = runOf(script, attempt);
  if (!isOpen(run)) return run;
  const drawn = chosenRun(run, (range) => drawTime(world, container, range));
  container.nextRun = { attempt, run: drawn };
  return drawn;
}

/** What the runtime refuses now. */
export function faultNow({ queue, outages }: World, run: Run): Run["fault"] {
  return faultAt(run, queue.nowMs, outages);
}

/** A time that the script of a container leaves open. */
export function drawTime({ loops, queue }: World, { spec }: PodContainer, range: OpenTime): number {
  return drawOpenTime(loops, range, { nowMs: queue.nowMs, container: spec.name });
}

/** Puts a new container into the runtime. Its number goes on from the newest instance or, when none is left, from the log files. */
export function createInstance(world: World, container: PodContainer, reason: EntryReason): Instance {
  const behavior = nextBehavior(world, container);
  container.attempts += 1;
  const instance: Instance = {
    id: world.runtime.nextInstance++,
    number: (latest(container)?.number ?? container.lastNumber) + 1,
    attempt: container.attempts,
    behavior,
    image: container.image,
    sandbox: world.sandbox.count,
    state: "created",
    run: 0,
    startsAtMs: undefined,
    startedAtMs: 0,
    finishedAtMs: 0,
    isLater: undefined,
    exitCode: 0,
    reason: "",
    startedBy: undefined,
    hookMs: 0,
    exitedBy: undefined,
    seenMs: 0,
    stoppedBy: undefined,
    plannedEnd: undefined,
  };
  container.lastNumber = instance.number;
  container.initiator = undefined;
  container.failedBy = undefined;
  container.instances = [instance, ...container.instances];
  record(world, container, instance, { kind: "container-created", cause: reason.cause, since: reason.since });
  return instance;
}

/** A creation that the runtime refuses leaves nothing behind. */
export function failCreation(world: World, container: PodContainer, reason: EntryReason): Moment {
  container.attempts += 1;
  return world.recorder.add(world.queue.nowMs, {
    kind: "container-create-failed",
    ...reason,
    container: container.spec.name,
    attempt: container.attempts,
    restartCount: (latest(container)?.number ?? container.lastNumber) + 1,
    path: container.spec.path,
  });
}

export function startInstance(world: World, container: PodContainer, instance: Instance, reason: EntryReason): Moment {
  container.starts += 1;
  instance.state = "running";
  instance.run = container.starts;
  instance.startedAtMs = world.queue.nowMs;
  const started = record(world, container, instance, {
    kind: "container-started",
    cause: reason.cause,
    since: reason.since,
  });
  instance.startedBy = started;
  collectMeanwhile(world, container, started);
  if (container.starts > 1)
    world.recorder.restarts[container.spec.name] = (world.recorder.restarts[container.spec.name] ?? 0) + 1;
  planRun(world, container, instance);
  announceChanges(world, container, instance);
  noteAct(world, started);
  return started;
}

/** From its start on, the phases of a run are times of its own. */
function planRun(world: World, container: PodContainer, instance: Instance): void {
  const { queue, outages } = world;
  const { run, since } = plannedRun(instance.behavior, instance.startedAtMs, outages);
  instance.behavior = run;
  const { end } = run;
  if (end === undefined) return;
  const endMs = instance.startedAtMs + end.afterMs;
  instance.plannedEnd = queue.schedule(endMs, () => {
    if (since === undefined) endByScript(world, container, instance, end);
    else endByPhase(world, { container, instance, end, sinceMs: since });
  });
}

/** A creation or a start that the runtime was asked for goes on without the kubelet that asked. */
export function goOnStarting(world: World, stopped: Moment): void {
  const { nowMs } = world.queue;
  for (const container of world.containers) {
    goOnCreating(world, container, stopped);
    const instance = latest(container);
    const { startsAtMs } = instance ?? {};
    if (instance?.state !== "created" || startsAtMs === undefined) continue;
    const reason = { cause: stopped, since: exactly(startsAtMs - nowMs) };
    world.queue.schedule(startsAtMs, () => {
      if (latest(container) !== instance || instance.state !== "created") return;
      if (faultNow(world, instance.behavior) === "cannot be started") failStart(world, container, instance, reason);
      else startInstance(world, container, instance, reason);
    });
  }
}

function goOnCreating(world: World, container: PodContainer, stopped: Moment): void {
  const { queue } = world;
  const { createsAtMs } = container;
  container.createsAtMs = undefined;
  if (createsAtMs === undefined) return;
  const reason = { cause: stopped, since: exactly(createsAtMs - queue.nowMs) };
  queue.schedule(createsAtMs, () => {
    const create =
      faultNow(world, nextBehavior(world, container)) === "cannot be created" ? failCreation : createInstance;
    create(world, container, reason);
  });
}

/** Ends an instance that is still running and lets the relist loop see it. */
export function exitInstance(
  world: World,
  container: PodContainer,
  instance: Instance,
  end: { readonly exitCode: number; readonly reason: RunEnd["reason"] | "Unknown" },
  reason: EntryReason,
): void {
  if (instance.state !== "running") return;
  instance.state = "exited";
  instance.finishedAtMs = world.queue.nowMs;
  instance.exitCode = end.exitCode;
  instance.reason = end.reason;
  if (instance.plannedEnd !== undefined) instance.plannedEnd.canceled = true;
  const data = { exitCode: end.exitCode, reason: end.reason, ranMs: instance.finishedAtMs - instance.startedAtMs };
  instance.exitedBy = record(world, container, instance, {
    kind: "container-exited",
    cause: reason.cause,
    since: reason.since,
    data,
  });
  const { seenMs, listedMs } = looksAfter(world);
  instance.seenMs = seenMs;
  for (const worker of container.workers) worker.underWay?.cut("failure");
  touchWorkers(world, container);
  world.runtime.lastAct = instance.exitedBy;
  world.relist.changes += 1;
  requestNotice(world, instance.exitedBy, Math.max(seenMs, listedMs));
  // The look that brings the pass has the older record still.
  if (container.instances.length > 1)
    removeDead(world, container, instance.exitedBy, collectedMs(world, container, listedMs));
}

const routine = { isRoutine: true } as const;
/** A death this shortly before a look may be in one half of it only. */
const relistTakesMs = 100;

/** `seenMs`: when the status shows the kubelet a death. `listedMs`: when the list does, which brings a pass and has older records removed. */
interface Looks {
  readonly seenMs: number;
  readonly listedMs: number;
}

/**
 * The relist loop first lists all containers and then asks for the status of each pod that changed: what comes between the two
 * is known at once, and brings a pass with the next list. A pass that began a moment before the look knows it by the one after.
 * Models pkg/kubelet/pleg/generic.go Relist (v1.37.1).
 */
function looksAfter(world: World): Looks {
  const { loops, queue } = world;
  const lookMs = nextRelistMs(world);
  const whole = { seenMs: lookMs, listedMs: lookMs };
  if (loops.ideal || lookMs - queue.nowMs > relistTakesMs) return whole;
  const half = loops.chance.draw({ kind: "split", nowMs: queue.nowMs, earliestMs: 0, latestMs: 3 });
  if (half === 0) return whole;
  if (half === 3) return { seenMs: lookMs, listedMs: Math.max(queue.nowMs, lookMs - 1) };
  const [, periodMs] = latencies.relist;
  const nextMs = lookMs + loops.chance.draw({ kind: "relist", nowMs: lookMs, earliestMs: 1000, latestMs: periodMs });
  return half === 1 ? { seenMs: nextMs, listedMs: lookMs } : { seenMs: lookMs, listedMs: nextMs };
}

/**
 * When the records before the last one are removed: as soon as the list shows a death, or by the garbage collection that
 * comes once a minute, whichever is first. Models pkg/kubelet/kubelet.go StartGarbageCollection (v1.37.1).
 */
function collectedMs({ loops, queue }: World, container: PodContainer, listedMs: number): number {
  const { nowMs } = queue;
  if (loops.ideal || listedMs <= nowMs) return listedMs;
  const latestMs = listedMs - nowMs;
  return nowMs + loops.chance.draw({ kind: "garbage", nowMs, earliestMs: 0, latestMs, container: container.spec.name });
}

/**
 * To the garbage collection, whatever does not run is dead: between the creation of a container and its start, that one is the newest
 * dead one of its name, and those before it go. A matter of milliseconds once a minute.
 * Models pkg/kubelet/kuberuntime/kuberuntime_gc.go evictableContainers (v1.37.1).
 */
function collectMeanwhile(world: World, container: PodContainer, started: Moment): void {
  const { loops, queue } = world;
  const dead = container.instances.filter(({ state }) => state === "exited");
  if (loops.ideal || dead.length === 0) return;
  const about = { nowMs: queue.nowMs, container: container.spec.name };
  if (loops.chance.draw({ kind: "garbage-meanwhile", ...about, earliestMs: 0, latestMs: 1 }) === 0) return;
  for (const instance of dead)
    afterLook(world, () => {
      if (container.instances.includes(instance))
        removeInstance(world, container, instance, { cause: started, since: detectionSpan(loops) }, routine);
    });
}

/** The kubelet keeps one dead container of a name and removes older ones when it sees another death. Models pkg/kubelet/pod_container_deletor.go (v1.37.1). */
export function removeDead(world: World, container: PodContainer, death: Moment, atMs = nextRelistMs(world)): void {
  const { loops, queue, kubelet } = world;
  const { stops } = kubelet;
  const since = detectionSpan(loops);
  queue.schedule(atMs, () => {
    // A process that has just started collects before its first pass: also what was created and never started.
    const isFirst = death === kubelet.startedBy;
    if (kubelet.stops !== stops || (!kubelet.isUp && !isFirst)) return;
    const dead = container.instances.filter(({ state }) => state === "exited" || (isFirst && state === "created"));
    for (const instance of dead.slice(1))
      afterLook(world, () => {
        if (container.instances.includes(instance))
          removeInstance(world, container, instance, { cause: death, since }, routine);
      });
  });
}

/** Older records of a container whose death is known, as far as those ran: they are removed beside the pass, before it removes anything itself. */
export function removeOlder(world: World, container: PodContainer): void {
  const [last, ...older] = container.instances;
  if (last?.exitedBy === undefined || knownState(world, last) !== "exited") return;
  for (const instance of older.filter(({ state }) => state === "exited"))
    removeInstance(world, container, instance, { cause: last.exitedBy, since: detectionSpan(world.loops) }, routine);
}

/** The pass that the same look brings goes by what was there at the look. */
function afterLook({ loops, queue }: World, remove: () => void): void {
  const [, wakeMs] = latencies.wake;
  if (loops.ideal) remove();
  else queue.schedule(queue.nowMs + wakeMs + 1, remove);
}

/**
 * A new sandbox begins with the first init container: the records of all of them go, and their log files. The pass that removes
 * them still counts on. Models pkg/kubelet/kuberuntime/kuberuntime_container.go purgeInitContainers, calcRestartCountByLogDir (v1.37.1).
 */
export function removeInit(world: World, cause: Moment): void {
  for (const container of world.containers) {
    if (container.spec.kind === "regular") continue;
    if (container.instances.length > 0) container.hasNoLogs = true;
    for (const instance of container.instances)
      removeInstance(world, container, instance, { cause, since: exactly(0) });
  }
}

/** What a pass knows of log files that went with the records of init containers. */
export function noteRemovedLogs({ containers }: World): void {
  for (const container of containers) {
    if (container.hasNoLogs && container.instances.length === 0) container.lastNumber = -1;
    container.hasNoLogs = false;
  }
}

export function removeInstance(
  world: World,
  container: PodContainer,
  instance: Instance,
  { cause, since }: EntryReason,
  data: EntryData = {},
): Moment {
  container.instances = container.instances.filter((other) => other !== instance);
  return record(world, container, instance, { kind: "container-removed", cause, since, data });
}

/** A start that the runtime refuses leaves an exited container behind. */
export function failStart(world: World, container: PodContainer, instance: Instance, reason: EntryReason): void {
  instance.state = "exited";
  instance.startedAtMs = world.queue.nowMs;
  instance.finishedAtMs = world.queue.nowMs;
  instance.exitCode = 128;
  instance.reason = "StartError";
  instance.exitedBy = record(world, container, instance, {
    kind: "container-start-failed",
    data: { exitCode: 128, reason: "StartError" },
    ...reason,
  });
  noteAct(world, instance.exitedBy);
  if (container.instances.length > 1)
    removeDead(world, container, instance.exitedBy, collectedMs(world, container, nextRelistMs(world)));
}

/** The relist loop will see this; a pass that did it knows it did something. */
function noteAct(world: World, moment: Moment): void {
  world.runtime.lastAct = moment;
  world.relist.changes += 1;
  requestNotice(world, moment);
}

function endByScript(world: World, container: PodContainer, instance: Instance, end: RunEnd): void {
  exitInstance(world, container, instance, end, {
    cause: instance.startedBy,
    since: stepOf(end.afterMs, end.ranges?.afterMs),
  });
}

interface PhaseEnd {
  readonly container: PodContainer;
  readonly instance: Instance;
  readonly end: RunEnd;
  /** When the phase began that ends the run. */
  readonly sinceMs: number;
}

/** What an outage causes follows from its beginning, whenever the container started. */
function endByPhase(world: World, { container, instance, end, sinceMs }: PhaseEnd): void {
  const { queue, outages } = world;
  const began = outages.find(({ fromMs, began }) => fromMs === sinceMs && began !== undefined)?.began;
  const reason =
    began === undefined
      ? { cause: instance.startedBy, since: exactly(end.afterMs) }
      : { cause: began, since: stepOf(queue.nowMs - sinceMs, end.ranges?.afterMs) };
  exitInstance(world, container, instance, end, reason);
}
