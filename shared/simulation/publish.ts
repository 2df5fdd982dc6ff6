import { detectionSpan } from "./loops.ts";
import { touchWorkers, triggerReadiness } from "./probes.ts";
import type { Moment } from "./recorder.ts";
import { oldStatus } from "./status.ts";
import type { ContainerState, ContainerStatus, PodCondition, PodStatus, TerminatedState } from "./timeline.ts";
import { type Cell, latest, type World } from "./world.ts";

/** Stores a generated status: the API sees it if it differs from the last one, and the probe workers read it from now on. */
export function publish(world: World, status: PodStatus, cause: Moment): void {
  const old = world.status;
  world.status = status;
  if (old === undefined || !sameStatus(old, status)) {
    world.recorder.status(world.queue.nowMs, status);
    recordChanges(world, old, status, cause);
  }
  for (const cell of world.cells) updateCache(world, cell, oldStatus(status, cell), cause);
}

function recordChanges(world: World, old: PodStatus | undefined, status: PodStatus, cause: Moment): void {
  const since = detectionSpan(world.loops);
  const { recorder, queue } = world;
  if (old?.phase !== status.phase) {
    recorder.add(queue.nowMs, { kind: "phase-changed", cause, since, data: { phase: status.phase } });
  }
  for (const condition of status.conditions) {
    const before = old?.conditions.find((candidate) => candidate.type === condition.type);
    if (before?.status === condition.status) continue;
    const data = {
      condition: condition.type,
      status: condition.status,
      ...(condition.reason === undefined ? {} : { reason: condition.reason }),
    };
    recorder.add(queue.nowMs, { kind: "condition-changed", cause, since, data });
  }
}

/** Models what the prober reads of pkg/kubelet/status/status_manager.go: start times are cut to whole seconds there. */
function updateCache(world: World, cell: Cell, status: ContainerStatus | undefined, cause: Moment): void {
  const instance = latest(cell);
  const running = status?.state.is === "running";
  const started = status?.started === true;
  const { cached } = cell;
  const id = instance?.state === "created" ? cached.instance : instance?.id;
  const isNew = cached.instance !== id || cached.running !== running || cached.started !== started;
  cached.instance = id;
  cached.running = running;
  cached.started = started;
  cached.startedAtMs = instance?.startedAtMs ?? 0;
  if (isNew) touchWorkers(world, cell);
  if (running && started && status?.ready === false && cell.spec.kind !== "init") triggerReadiness(world, cell, cause);
}

function sameStatus(left: PodStatus, right: PodStatus): boolean {
  return (
    left.phase === right.phase &&
    left.reason === right.reason &&
    left.deleting === right.deleting &&
    sameList(left.conditions, right.conditions, sameCondition) &&
    sameList(left.initContainerStatuses, right.initContainerStatuses, sameContainer) &&
    sameList(left.containerStatuses, right.containerStatuses, sameContainer)
  );
}

function sameList<T>(left: readonly T[], right: readonly T[], same: (one: T, other: T) => boolean): boolean {
  return (
    left.length === right.length &&
    left.every((one, index) => {
      const other = right[index];
      return other !== undefined && same(one, other);
    })
  );
}

function sameCondition(left: PodCondition, right: PodCondition): boolean {
  return (
    left.type === right.type &&
    left.status === right.status &&
    left.reason === right.reason &&
    left.message === right.message
  );
}

function sameContainer(left: ContainerStatus, right: ContainerStatus): boolean {
  return (
    left.restartCount === right.restartCount &&
    left.ready === right.ready &&
    left.started === right.started &&
    sameState(left.state, right.state) &&
    (left.lastState === right.lastState ||
      (left.lastState !== undefined && right.lastState !== undefined && sameState(left.lastState, right.lastState)))
  );
}

function sameState(left: ContainerState, right: ContainerState): boolean {
  if (left.is === "waiting")
    return right.is === "waiting" && left.reason === right.reason && left.message === right.message;
  if (left.is === "running") return right.is === "running" && left.startedAtMs === right.startedAtMs;
  return right.is === "terminated" && sameEnd(left, right);
}

function sameEnd(left: TerminatedState, right: TerminatedState): boolean {
  return (
    left.exitCode === right.exitCode &&
    left.reason === right.reason &&
    left.finishedAtMs === right.finishedAtMs &&
    left.startedAtMs === right.startedAtMs
  );
}
