import { Backoff } from "../backoff/backoff.ts";
import { RestartBackoff } from "../backoff/restart-backoff.ts";
import { exactly } from "../basics/span.ts";
import { publish } from "./pass/publish.ts";
import { noteReset } from "./pass/reset.ts";
import { announceDeadline, collectLater, withDeadline, withUnknownEnds } from "./pass/termination.ts";
import { dropWorkers } from "./probing/end-workers.ts";
import { exitInstance, goOnStarting, removeDead } from "./runtime/runtime.ts";
import { cancelPasses, requestPass, untilPodsSpan, withoutNodeSync } from "./status/schedule.ts";
import { generateStatus } from "./status/status.ts";
import { latencies, relistMaxMs, stepMs } from "./world/loops.ts";
import type { Moment } from "./world/recorder.ts";
import { isRunning, latest, type PodContainer, type World } from "./world/world.ts";

/** The kubelet's process ends and is back after `downMs`. The containers go on; what the kubelet had in memory is lost. */
export function restartKubelet(world: World, downMs: number): void {
  const { recorder, queue } = world;
  if (world.kubelet.isLost) return;
  stopKubelet(world);
  const stopped = recorder.add(queue.nowMs, { kind: "kubelet-stopped", cause: undefined, since: exactly(0) });
  goOnStarting(world, stopped);
  startAfter(world, stopped, downMs);
}

/** All containers and the sandbox are lost together; the runtime reports them as lost (exit code 255, `Unknown`). */
export function rebootNode(world: World, downMs: number): void {
  if (world.kubelet.isLost) return;
  startAfter(world, stopNode(world, "node-rebooted"), downMs);
}

/** The node goes down with all that runs on it. */
export function stopNode(world: World, kind: "node-rebooted" | "node-lost"): Moment {
  const { recorder, queue } = world;
  stopKubelet(world);
  const stopped = recorder.add(queue.nowMs, { kind, cause: undefined, since: exactly(0) });
  for (const container of world.containers) {
    const instance = latest(container);
    if (instance === undefined || !isRunning(container)) continue;
    exitInstance(
      world,
      container,
      instance,
      { exitCode: 255, reason: "Unknown" },
      { cause: stopped, since: exactly(0) },
    );
  }
  world.sandbox.isReady = false;
  return stopped;
}

/** Back-off, the reasons of failed starts, probe results and their counters are in memory only. */
function stopKubelet(world: World): void {
  world.kubelet.isUp = false;
  world.kubelet.startedBy = undefined;
  world.kubelet.stops += 1;
  cancelPasses(world);
  if (world.deletion.collection !== undefined) world.deletion.collection.scheduled.canceled = true;
  world.tasks.abandon();
  world.pass.isUnderWay = false;
  // That it was about to end the pod is forgotten, too: the next process begins with an ordinary pass, or with the deletion.
  if (world.lifecycle.stage === "terminating") world.lifecycle.stage = "syncing";
  world.lifecycle.status = world.lifecycle.shown;
  world.lifecycle.isForgotten = world.pod.isStatic;
  world.nextPass.ignoresDeletion = false;
  world.pass.endedMs = undefined;
  dropWorkers(world);
  world.backOffs.lostRestart = world.backOffs.restart;
  world.backOffs.restart = new RestartBackoff(world.backOffs.restart.delays);
  world.backOffs.image = new Backoff(world.backOffs.image.policy);
  for (const container of world.containers) {
    container.startFailure = undefined;
    container.refusal = undefined;
    container.failedBy = undefined;
    container.pullFailure = undefined;
    container.initiator = undefined;
  }
}

/** The relist loop of a new process looks at once, and what it finds dead is collected before or after the first pass. */
function removeAtStart(world: World, container: PodContainer, started: Moment): void {
  if (container.instances.length < 2) return;
  const { queue, loops } = world;
  const nowMs = queue.nowMs;
  const [, startMs] = latencies["kubelet-start"];
  const bounds = { earliestMs: 0, latestMs: startMs + relistMaxMs };
  const { name } = container.spec;
  const afterMs = loops.ideal ? 0 : loops.chance.draw({ kind: "collection", nowMs, ...bounds, container: name });
  removeDead(world, container, started, nowMs + afterMs);
}

/**
 * A new process makes the status of a pod that has ended anew: it knows no reason why a container waited, and finds its end in
 * the runtime. Models pkg/kubelet/kubelet.go SyncTerminatedPod (v1.37.1).
 */
function showAgain(world: World, started: Moment): void {
  if (world.deletion.isRemoved) return;
  announceDeadline(world);
  noteReset(world);
  const { shown: known } = world.lifecycle;
  const { status } = generateStatus(world);
  publish(world, withDeadline(world, withUnknownEnds(world, status, known)), { cause: started });
}

/** The running containers belong to no pod that the kubelet knows, so housekeeping kills them. Models pkg/kubelet/kubelet_pods.go HandlePodCleanups (v1.37.1). */
function endOrphan(world: World, started: Moment): void {
  const { queue, loops, kubelet } = world;
  const { stops } = kubelet;
  const sinceMs = queue.nowMs - (kubelet.startedMs ?? queue.nowMs);
  const atMs = queue.nowMs + Math.max(0, stepMs(loops, "orphans", queue.nowMs - sinceMs) - sinceMs);
  queue.schedule(atMs, () => {
    if (kubelet.stops !== stops) return;
    world.deletion.isOrphaned = true;
    requestPass(world, started);
  });
}

/**
 * All that the first look of a new process finds is news, which brings another pass if the pod is known by then: what is
 * reported of the pod and of the look waits side by side. Models pkg/kubelet/kubelet.go syncLoopIteration (v1.37.1).
 */
function isSeenAtStart({ loops, queue }: World): boolean {
  if (loops.ideal) return false;
  return loops.chance.draw({ kind: "again", nowMs: queue.nowMs, earliestMs: 0, latestMs: 1 }) === 1;
}

/** It seldom (in 1 of 100 recorded starts) knows its node at its first look. */
function untilPodsMs(world: World): number {
  const { loops, queue, pod } = world;
  const { nowMs } = queue;
  if (loops.ideal) return 0;
  const span = untilPodsSpan(world);
  const isKnown = !pod.isStatic && loops.chance.draw({ kind: "node-known", nowMs, earliestMs: 0, latestMs: 1 }) === 1;
  const { earliestMs, latestMs } = isKnown ? withoutNodeSync(span) : span;
  return loops.chance.draw({ kind: "kubelet-start", nowMs, earliestMs, latestMs });
}

/** A kubelet that is stopped again before it is back comes back with the last of these. */
function startAfter(world: World, stopped: Moment, downMs: number): void {
  const { recorder, queue, kubelet } = world;
  const { stops } = kubelet;
  queue.schedule(queue.nowMs + downMs, () => {
    if (kubelet.stops !== stops) return;
    const started = recorder.add(queue.nowMs, { kind: "kubelet-started", cause: stopped, since: exactly(downMs) });
    kubelet.startedMs = queue.nowMs;
    kubelet.startedBy = started;
    world.relist.nextMs = Number.NEGATIVE_INFINITY;
    collectLater(world);
    for (const container of world.containers) removeAtStart(world, container, started);
    queue.schedule(queue.nowMs + untilPodsMs(world), () => {
      if (kubelet.stops !== stops) return;
      kubelet.isUp = true;
      if (world.lifecycle.stage === "finished") showAgain(world, started);
      else if (world.deletion.isRemoved) endOrphan(world, started);
      else {
        world.nextPass.followUp = isSeenAtStart(world) ? started : undefined;
        requestPass(world, started);
      }
    });
  });
}
