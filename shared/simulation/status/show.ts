import { conditionOf, isTrue } from "../timeline/pod-conditions.ts";
import { sameStatus } from "../timeline/same-status.ts";
import type { ContainerStatus, PodCondition, PodStatus } from "../timeline/timeline.ts";
import { withReadiness } from "../world/conditions.ts";
import { stepMs } from "../world/loops.ts";
import type { EntryReason } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import { knownStatus, type PodContainer, type World } from "../world/world.ts";
import { changeReason, type StatusChange, type StatusReason } from "./change-cause.ts";
import { isRejected } from "./illegal-status.ts";
import { requestPass } from "./schedule.ts";

/** Sets the pod's status. The API gets it if it differs from the last one, the object still exists, and the API server takes it. */
export function show(world: World, status: PodStatus, reason: StatusReason): void {
  const { shown: old } = world.lifecycle;
  world.lifecycle.status = status;
  world.lifecycle.isForgotten = false;
  if (isRejected(world, status)) return;
  world.lifecycle.shown = status;
  if (isTrue(old?.conditions, "Ready") !== isTrue(status.conditions, "Ready"))
    world.lifecycle.readyChangedMs = world.queue.nowMs;
  if (world.deletion.isRemoved || (old !== undefined && sameStatus(old, status))) return;
  world.recorder.status(world.queue.nowMs, status);
  recordChanges(world, old, status, reason);
  if (isAlwaysReconciled(world)) reconcile(world, reason.cause);
}

/**
 * A pod with readiness gates has a pass when the API shows another Ready condition than its containers make. Sidecars are left
 * out of that comparison, so that with them each new status brings one.
 * Models pkg/kubelet/status/status_manager.go NeedToReconcilePodReadiness (v1.37.1).
 */
function isAlwaysReconciled({ pod, containers, loops }: World): boolean {
  return !loops.ideal && pod.readinessGates.length > 0 && containers.some(({ spec }) => spec.kind === "sidecar");
}

function reconcile(world: World, cause: Moment): void {
  const { queue, kubelet } = world;
  const { stops } = kubelet;
  queue.schedule(queue.nowMs + stepMs(world.loops, "watched", queue.nowMs), () => {
    if (kubelet.stops === stops && world.lifecycle.stage === "syncing") requestPass(world, cause);
  });
}

/** The readiness result reaches the status before any pass. Models status_manager.go SetContainerReadiness (v1.37.1). */
export function showReadiness(world: World, container: PodContainer, ready: boolean, cause: Moment): void {
  changeContainer(world, container, { ready }, cause);
}

/** Models status_manager.go SetContainerStartup (v1.37.1). */
export function showStarted(world: World, container: PodContainer, started: boolean, cause: Moment): void {
  changeContainer(world, container, { started }, cause);
}

/** The API server marks the object; the kubelet has no part in it. */
export function showDeletion(world: World): void {
  const { lifecycle, deletion, recorder, queue } = world;
  if (lifecycle.status === undefined || lifecycle.shown === undefined) return;
  const deletingSeconds = deletion.request?.shownSeconds;
  lifecycle.status = { ...lifecycle.status, deletingSeconds };
  lifecycle.shown = { ...lifecycle.shown, deletingSeconds };
  recorder.status(queue.nowMs, lifecycle.shown);
}

/** Somebody else than the kubelet sets conditions of the status. */
export function showConditions(
  world: World,
  change: (conditions: readonly PodCondition[]) => readonly PodCondition[],
  reason: StatusReason,
): void {
  const { shown } = world.lifecycle;
  if (shown === undefined || world.deletion.isRemoved) return;
  show(world, { ...shown, conditions: change(shown.conditions) }, reason);
}

function changeContainer(
  world: World,
  container: PodContainer,
  change: { readonly ready: boolean } | { readonly started: boolean },
  cause: Moment,
): void {
  const old = knownStatus(world);
  if (old === undefined) return;
  const edit = (list: readonly ContainerStatus[]): readonly ContainerStatus[] =>
    list.map((before) => (before.name === container.spec.name ? { ...before, ...change } : before));
  const initContainerStatuses = edit(old.initContainerStatuses);
  const containerStatuses = edit(old.containerStatuses);
  const conditions =
    "ready" in change
      ? withReadiness(world, old.conditions, [...initContainerStatuses, ...containerStatuses], old.phase)
      : old.conditions;
  show(world, { ...old, conditions, initContainerStatuses, containerStatuses }, { cause });
}

function recordChanges(world: World, old: PodStatus | undefined, status: PodStatus, reason: StatusReason): void {
  const { recorder, queue } = world;
  const because = (change: StatusChange): EntryReason => changeReason(world, change, reason);
  if (old?.phase !== status.phase) {
    const data = { phase: status.phase, ...(status.reason !== undefined && { reason: status.reason }) };
    recorder.add(queue.nowMs, { kind: "phase-changed", ...because(data), data });
  }
  for (const condition of status.conditions) {
    const before = old === undefined ? undefined : conditionOf(old.conditions, condition.type);
    if (before?.status === condition.status) continue;
    const data = {
      condition: condition.type,
      status: condition.status,
      ...(condition.reason === undefined ? {} : { reason: condition.reason }),
    };
    recorder.add(queue.nowMs, { kind: "condition-changed", ...because(data), data });
  }
}
