import type { Path } from "../../basics/path.ts";
import type { Span } from "../../basics/span.ts";
import type { ProbeType } from "../../kubernetes/pod.ts";
import type { Phase } from "../../scenario/model.ts";

/** One thing that happened, in order. `tMs` is virtual time since the kubelet first saw the pod. */
export interface TimelineEntry {
  readonly id: string;
  readonly tMs: number;
  /** When this could have happened at all, on the same path of events. */
  readonly at: Span;
  readonly kind: EntryKind;
  /** The entry this follows from; undefined for the first and for outside events. */
  readonly cause: string | undefined;
  /** Bounds of the delay from the cause that the kubelet's loops allow. */
  readonly sinceCause: Span;
  readonly container: string | undefined;
  /** Counts the starts of the container in this pod from 1. */
  readonly run: number | undefined;
  /** Counts creations from 1. */
  readonly attempt: number | undefined;
  readonly restartCount: number | undefined;
  /** The place in the manifest, relative to the pod spec. */
  readonly path: Path;
  readonly data: EntryData;
}

export type EntryKind =
  | "pod-seen"
  | "pod-rejected"
  | "sandbox-ready"
  | "sandbox-stopped"
  | "sandbox-removed"
  | "image-pulling"
  | "image-pulled"
  | "image-pull-failed"
  | "container-created"
  | "container-create-failed"
  | "container-start-failed"
  | "container-started"
  | "container-stopping"
  | "container-killed"
  | "container-exited"
  | "container-removed"
  | "back-off-started"
  | "back-off-ended"
  | "post-start-done"
  | "pre-stop-done"
  | "pre-stop-cut"
  | "probe-attempt"
  | "probe-result"
  | "restart-all-started"
  | "restart-all-ended"
  | "condition-changed"
  | "phase-changed"
  | "status-published"
  | "pod-deleted"
  | "pod-removed"
  | "kubelet-stopped"
  | "kubelet-started"
  | "node-rebooted"
  | "node-lost"
  | "node-not-ready"
  | "job-pod-created"
  | "job-back-off-started"
  | "job-ended"
  | "note";

/** What an entry says beyond its kind; every field that does not apply is absent. */
export interface EntryData {
  readonly exitCode?: number;
  readonly reason?: string;
  /** Length of the run that ended, from start to exit. */
  readonly ranMs?: number;
  /** The back-off value that delays the start. */
  readonly delayMs?: number;
  /** The back-off did not come to its end: garbage collection threw it away. */
  readonly isForgotten?: true;
  /** Grace period of a stop: SIGKILL follows after this. */
  readonly graceMs?: number;
  readonly probe?: ProbeType;
  readonly answer?: "success" | "failure" | "timeout" | "error";
  /** The attempt was given up before it had an answer: its kubelet ended, or the deletion of the pod canceled it. */
  readonly isCanceled?: true;
  /** How long a probe's answer or a hook took. */
  readonly tookMs?: number;
  /** Consecutive equal results, and the threshold they count towards. */
  readonly count?: number;
  readonly threshold?: number;
  readonly condition?: string;
  readonly status?: string;
  readonly phase?: Phase;
  readonly text?: string;
  /** An outage of this dependency begins or ends. */
  readonly dependency?: string;
  /** Housekeeping of the kubelet that no story is about. */
  readonly isRoutine?: true;
  /** Not something that happens: it was so already where the timeline begins, which is the moment of an observation. */
  readonly wasBefore?: true;
}

/** What is known of an entry where none are kept. */
export type WatchedEntry = Pick<TimelineEntry, "tMs" | "at" | "kind" | "container" | "run" | "data">;

export type Ended = "horizon" | "settled" | "event-limit";

/** How much a run keeps: totals only, entries but for probes that go on to succeed, all entries, or entries and statuses. */
export type Recording = "counts" | "changes" | "entries" | "statuses";

export interface Timeline {
  readonly entries: readonly TimelineEntry[];
  readonly statuses: readonly PublishedStatus[];
  readonly events: readonly KubernetesEvent[];
  readonly counts: Counts;
  readonly ended: Ended;
  readonly untilMs: number;
  readonly seed: number;
  /** When the pod was created, if the timeline begins later: less than 0. */
  readonly createdMs?: number | undefined;
}

export interface Counts {
  readonly entries: number;
  /** Restarts by container name. */
  readonly restarts: Readonly<Record<string, number>>;
  readonly probeKills: number;
  readonly statusWrites: number;
  readonly events: number;
  readonly readyMs: number;
}

export interface KubernetesEvent {
  readonly tMs: number;
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  readonly container: string | undefined;
}

export interface PublishedStatus {
  readonly tMs: number;
  readonly status: PodStatus;
}

/** v1.PodStatus as far as restarts touch it. Times are virtual milliseconds, not timestamps. */
export interface PodStatus {
  readonly phase: Phase;
  readonly reason: string | undefined;
  readonly message: string | undefined;
  /** Grace period in seconds of a pod that is being deleted. */
  readonly deletingSeconds: number | undefined;
  readonly conditions: readonly PodCondition[];
  readonly initContainerStatuses: readonly ContainerStatus[];
  readonly containerStatuses: readonly ContainerStatus[];
}

export interface PodCondition {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason: string | undefined;
  readonly message: string | undefined;
}

export interface ContainerStatus {
  readonly name: string;
  readonly state: ContainerState;
  readonly lastState: TerminatedState | undefined;
  readonly restartCount: number;
  readonly ready: boolean;
  readonly started: boolean;
}

export type ContainerState = WaitingState | RunningState | TerminatedState;
export interface WaitingState {
  readonly is: "waiting";
  readonly reason: string | undefined;
  readonly message: string | undefined;
}
export interface RunningState {
  readonly is: "running";
  readonly startedAtMs: number;
}
export interface TerminatedState {
  readonly is: "terminated";
  readonly exitCode: number;
  readonly reason: string;
  readonly message: string | undefined;
  readonly startedAtMs: number | undefined;
  readonly finishedAtMs: number | undefined;
}
