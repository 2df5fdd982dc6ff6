import type { ContainerState, ContainerStatus, PodStatus } from "./timeline.ts";

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

const daySeconds = 86_400;

/** As metav1.Time: whole seconds. No run is as long as a month (`horizonLimitMs`). */
function timestamp(ms: number | undefined): string | undefined {
  if (ms === undefined) return undefined;
  const seconds = Math.floor(ms / 1000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const ofDay = seconds % daySeconds;
  const time = [ofDay / 3600, (ofDay % 3600) / 60, ofDay % 60].map(two).join(":");
  return `1970-01-${two(1 + seconds / daySeconds)}T${time}Z`;
}

function defined(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
