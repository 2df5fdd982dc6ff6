import type { ContainerStatus, PodStatus } from "../../shared/simulation/timeline/timeline.ts";
import type { RecordedRun, RecordedStatus } from "../truth/timelines/recording.ts";

export interface RecordedAt {
  readonly tMs: number;
  /** Undefined: the pod is gone. */
  readonly status: PodStatus | undefined;
}

/** Recorded times may be a little before 0: the API has whole seconds. */
const dayMs = 86_400_000;

/** The statuses of a recording that a watcher of the API saw, from the moment when the first one was there. */
export function recordedStatuses({ entries }: RecordedRun): readonly RecordedAt[] {
  const recorded = entries.flatMap((entry) => (entry.kind === "status" ? [entry] : []));
  const startMs = recorded[0]?.tMs ?? 0;
  return recorded.map((status) => ({
    tMs: status.tMs - startMs,
    status: status.deleted === true ? undefined : podStatus(status),
  }));
}

function podStatus(recorded: RecordedStatus): PodStatus {
  const { reason, message, deleting } = recorded;
  return {
    phase: phaseOf(recorded.phase),
    reason,
    message,
    deletingSeconds: deleting,
    conditions: Object.entries(recorded.conditions ?? {}).map(([type, text]) => {
      const [status, why, ...words] = text.split(":");
      return { type, status: status === "True" ? "True" : "False", reason: why, message: words.join(":") };
    }),
    initContainerStatuses: (recorded.init ?? []).map(containerStatus),
    containerStatuses: (recorded.containers ?? []).map(containerStatus),
  };
}

function phaseOf(text: string): PodStatus["phase"] {
  switch (text) {
    case "Running":
    case "Succeeded":
    case "Failed":
      return text;
    default:
      return "Pending";
  }
}

type RecordedContainer = NonNullable<RecordedStatus["containers"]>[number];

function containerStatus({ name, state, last, restarts, ready, started }: RecordedContainer): ContainerStatus {
  const lastState = last === undefined ? undefined : stateOf(last);
  return {
    name,
    state: stateOf(state),
    lastState: lastState?.is === "terminated" ? lastState : undefined,
    restartCount: restarts,
    ready,
    started: started ?? false,
  };
}

function stateOf({
  is,
  reason,
  message,
  code,
  startedMs,
  finishedMs,
}: RecordedContainer["state"]): ContainerStatus["state"] {
  // What never was is Go's zero time.
  const later = (ms: number | undefined): number | undefined =>
    ms === undefined || ms < -dayMs ? undefined : ms + dayMs;
  switch (is) {
    case "waiting":
      return { is, reason, message };
    case "running":
      return { is, startedAtMs: later(startedMs) ?? dayMs };
    case "terminated":
      return {
        is,
        exitCode: code ?? 0,
        reason: reason ?? "",
        message,
        startedAtMs: later(startedMs),
        finishedAtMs: later(finishedMs),
      };
  }
}
