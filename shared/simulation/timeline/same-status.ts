import type { ContainerState, ContainerStatus, PodCondition, PodStatus, TerminatedState } from "./timeline.ts";

/** Whether two statuses say the same; only one that differs from the last is written to the API. */
export function sameStatus(left: PodStatus, right: PodStatus): boolean {
  return (
    left.phase === right.phase &&
    left.reason === right.reason &&
    left.deletingSeconds === right.deletingSeconds &&
    sameList(left.containerStatuses, right.containerStatuses, sameContainer) &&
    sameList(left.initContainerStatuses, right.initContainerStatuses, sameContainer) &&
    sameList(left.conditions, right.conditions, sameCondition)
  );
}

function sameList<T>(left: readonly T[], right: readonly T[], same: (one: T, other: T) => boolean): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) {
    const one = left[index];
    const other = right[index];
    if (one !== other && (one === undefined || other === undefined || !same(one, other))) return false;
  }
  return true;
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
