import type {
  ContainerState,
  ContainerStatus,
  PodStatus,
  TerminatedState,
} from "../../simulation/timeline/timeline.ts";

/** A status of a run whose times count from another moment, and with so many more restarts of each container. */
export function shiftedStatus(status: PodStatus, nowMs: number, offsets: ReadonlyMap<string, number>): PodStatus {
  const shifted = (container: ContainerStatus): ContainerStatus => ({
    ...container,
    state: stateFrom(container.state, nowMs),
    lastState: container.lastState && endFrom(container.lastState, nowMs),
    restartCount: container.restartCount + (offsets.get(container.name) ?? 0),
  });
  const { initContainerStatuses, containerStatuses } = status;
  return {
    ...status,
    initContainerStatuses: initContainerStatuses.map(shifted),
    containerStatuses: containerStatuses.map(shifted),
  };
}

function stateFrom(state: ContainerState, nowMs: number): ContainerState {
  if (state.is === "running") return { ...state, startedAtMs: state.startedAtMs - nowMs };
  return state.is === "terminated" ? endFrom(state, nowMs) : state;
}

function endFrom(end: TerminatedState, nowMs: number): TerminatedState {
  const { startedAtMs, finishedAtMs } = end;
  return {
    ...end,
    startedAtMs: startedAtMs === undefined ? undefined : startedAtMs - nowMs,
    finishedAtMs: finishedAtMs === undefined ? undefined : finishedAtMs - nowMs,
  };
}
