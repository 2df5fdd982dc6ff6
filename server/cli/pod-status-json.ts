import type { ContainerState, ContainerStatus, PodStatus } from "../../shared/simulation/timeline.ts";

/** A status as the API writes v1.PodStatus. Virtual time begins with the Unix epoch. */
export function podStatusJson({
  phase,
  reason,
  message,
  conditions,
  initContainerStatuses,
  containerStatuses,
}: PodStatus) {
  return {
    phase,
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    startTime: timestamp(0),
    conditions: conditions.map((condition) => defined({ ...condition })),
    ...(initContainerStatuses.length > 0 && { initContainerStatuses: initContainerStatuses.map(containerJson) }),
    containerStatuses: containerStatuses.map(containerJson),
  };
}

function containerJson({ name, state, lastState, restartCount, ready, started }: ContainerStatus) {
  return {
    name,
    state: stateJson(state),
    lastState: lastState === undefined ? {} : stateJson(lastState),
    ready,
    started,
    restartCount,
  };
}

function stateJson(state: ContainerState) {
  switch (state.is) {
    case "waiting":
      return { waiting: defined({ reason: state.reason, message: state.message }) };
    case "running":
      return { running: { startedAt: timestamp(state.startedAtMs) } };
    case "terminated": {
      const { exitCode, reason, message, startedAtMs, finishedAtMs } = state;
      const times = { startedAt: timestamp(startedAtMs), finishedAt: timestamp(finishedAtMs) };
      return { terminated: defined({ exitCode, reason, message, ...times }) };
    }
  }
}

/** As metav1.Time: whole seconds. */
function timestamp(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(Math.floor(ms / 1000) * 1000).toISOString().replace(".000Z", "Z");
}

function defined(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
