import type { ContainerState, ContainerStatus, PodStatus } from "./timeline.ts";

/** A status as the API writes v1.PodStatus. Virtual time begins with the Unix epoch; `startMs`: when the kubelet first saw the pod. */
export function podStatusJson(
  { phase, reason, message, conditions, initContainerStatuses, containerStatuses }: PodStatus,
  startMs = 0,
) {
  return {
    phase,
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    startTime: timestamp(startMs),
    conditions: conditions.map(({ type, status, ...why }) => ({ type, status, ...whyJson(why) })),
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
      return { waiting: whyJson(state) };
    case "running":
      return { running: { startedAt: timestamp(state.startedAtMs) } };
    case "terminated": {
      const { exitCode, startedAtMs, finishedAtMs } = state;
      return {
        terminated: {
          exitCode,
          ...whyJson(state),
          ...(startedAtMs !== undefined && { startedAt: timestamp(startedAtMs) }),
          ...(finishedAtMs !== undefined && { finishedAt: timestamp(finishedAtMs) }),
        },
      };
    }
  }
}

const daySeconds = 86_400;

const epochMonthDays = 31;

/** As metav1.Time: whole seconds. No run is as long as a month (`horizonLimitMs`); what was more than one before an observation is cut there. */
function timestamp(ms: number): string {
  const seconds = Math.max(-epochMonthDays * daySeconds, Math.floor(ms / 1000));
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const day = Math.floor(seconds / daySeconds);
  const ofDay = seconds - day * daySeconds;
  const time = [ofDay / 3600, (ofDay % 3600) / 60, ofDay % 60].map(two).join(":");
  const date = day < 0 ? `1969-12-${two(epochMonthDays + 1 + day)}` : `1970-01-${two(1 + day)}`;
  return `${date}T${time}Z`;
}

interface Why {
  readonly reason: string | undefined;
  readonly message: string | undefined;
}

function whyJson({ reason, message }: Why) {
  return { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
}
