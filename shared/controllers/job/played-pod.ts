import type { Assumptions } from "../../kubernetes/node.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import type { Scenario } from "../../scenario/model.ts";
import {
  type ContainerStatus,
  createSimulation,
  type PodStatus,
  type Simulation,
  type Span,
  type TimelineEntry,
} from "../../simulation/index.ts";

/** A pod of a Job while it is played, as far as the API has shown it. Times without `created` count from the start of the Job. */
export interface RunningJobPod {
  readonly input: PodInput;
  readonly number: number;
  readonly index: number | undefined;
  readonly createdMs: number;
  readonly createdAt: Span;
  /** Failures of the same index before this pod: those that count, and those that a rule ignores. */
  readonly failuresBefore: number;
  readonly ignoredBefore: number;
  simulation: Simulation;
  /** How far it has been played, from its creation. It runs ahead of the controller until its status changes. */
  reachedMs: number;
  /** Changes of the status that the controller has seen. */
  seen: number;
  /** When the API next shows something new of it; undefined if not before the horizon. */
  nextMs: number | undefined;
  status: PodStatus | undefined;
  /** When `Ready` last became false. */
  unreadyMs: number;
  /** When somebody or the controller deleted it. */
  deletedMs: number | undefined;
  /** When the controller could have deleted it at all. */
  deletedAt: Span | undefined;
  /** Nothing more happens to it. */
  gone: boolean;
  counted: boolean;
}

interface PodInput {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly untilMs: number;
  readonly entriesAtMost: number;
}

/** First step of a pod that runs ahead; each of the next ones is twice as long. */
const firstStepMs = 15_000;

export function playPod(
  input: PodInput,
  about: Pick<RunningJobPod, "number" | "index" | "createdMs" | "createdAt" | "failuresBefore" | "ignoredBefore">,
): RunningJobPod {
  const played: RunningJobPod = {
    ...about,
    input,
    simulation: simulationOf(input),
    reachedMs: 0,
    seen: 0,
    nextMs: undefined,
    status: undefined,
    unreadyMs: about.createdMs,
    deletedMs: undefined,
    deletedAt: undefined,
    gone: false,
    counted: false,
  };
  played.nextMs = nextChangeMs(played);
  return played;
}

function simulationOf(input: PodInput): Simulation {
  return createSimulation({ ...input, recording: "statuses" });
}

/** Plays the pod until its status changes. */
function nextChangeMs(pod: RunningJobPod): number | undefined {
  if (pod.gone) return undefined;
  for (let stepMs = firstStepMs; ; stepMs *= 2) {
    const { statuses, entries, ended } = pod.simulation.timeline();
    const next = statuses[pod.seen];
    if (next !== undefined) return pod.createdMs + next.tMs;
    if (ended !== "horizon") return pod.createdMs + (entries.at(-1)?.tMs ?? 0);
    if (pod.reachedMs >= pod.input.untilMs) return undefined;
    pod.reachedMs = Math.min(pod.input.untilMs, pod.reachedMs + stepMs);
    pod.simulation.runUntil(pod.reachedMs);
  }
}

/** Takes the change that `nextMs` announced. */
export function takeChange(pod: RunningJobPod): void {
  const next = pod.simulation.timeline().statuses[pod.seen];
  if (next === undefined) {
    pod.gone = true;
    pod.nextMs = undefined;
    return;
  }
  const wasUnready = pod.status !== undefined && isUnready(pod.status);
  if (isUnready(next.status) && !wasUnready) pod.unreadyMs = pod.createdMs + next.tMs;
  if (next.status.deletingSeconds !== undefined) pod.deletedMs ??= pod.createdMs + next.tMs;
  pod.status = next.status;
  pod.seen += 1;
  pod.nextMs = nextChangeMs(pod);
}

function isUnready({ conditions }: PodStatus): boolean {
  return conditions.some(({ type, status }) => type === "Ready" && status === "False");
}

/** A call to the API takes at least this: a deletion comes after all that happens to the pod in the same instant. */
const deletionMs = 1;

/** Deletes the pod with its own grace period, as the controller does. What happened before stays as it was: the same seed gives the same run. */
export function deletePod(pod: RunningJobPod, nowMs: number, at: Span): void {
  if (pod.deletedMs !== undefined || isFinished(pod)) return;
  pod.deletedMs = nowMs;
  pod.deletedAt = at;
  const { scenario } = pod.input;
  const event = { kind: "pod-deleted", atMs: nowMs - pod.createdMs + deletionMs, graceMs: undefined } as const;
  pod.simulation = simulationOf({ ...pod.input, scenario: { ...scenario, events: [...scenario.events, event] } });
  pod.reachedMs = event.atMs;
  pod.simulation.runUntil(event.atMs);
  pod.nextMs = nextChangeMs(pod);
}

export function phaseOf(pod: RunningJobPod): PodStatus["phase"] {
  return pod.status?.phase ?? "Pending";
}

export function isFinished(pod: RunningJobPod): boolean {
  return pod.gone || phaseOf(pod) === "Succeeded" || phaseOf(pod) === "Failed";
}

export function isTerminating(pod: RunningJobPod): boolean {
  return isDeleted(pod) && !isFinished(pod);
}

/** Models pkg/controller/controller_utils.go IsPodActive (v1.37.1) */
export function isActive(pod: RunningJobPod): boolean {
  return !isFinished(pod) && !isDeleted(pod);
}

export function isDeleted(pod: RunningJobPod): boolean {
  return pod.deletedMs !== undefined;
}

/** Of all containers, init and sidecars too. */
export function restartsOf({ status }: RunningJobPod): number {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  return all.reduce((sum, { restartCount }) => sum + restartCount, 0);
}

/**
 * When the pod ended, as the controller reckons: at the end of its last container. Where one never ran, as behind an init container
 * that failed, it takes the time at which the pod was last found not ready, and that can be its start.
 */
// Models pkg/controller/job/backoff_utils.go getFinishedTime (v1.37.1)
export function finishedMs(pod: RunningJobPod): number {
  const { status, createdMs } = pod;
  const sidecars = new Set(
    pod.input.pod.initContainers.filter(({ kind }) => kind === "sidecar").map(({ name }) => name),
  );
  const counted = [
    ...(status?.containerStatuses ?? []),
    ...(status?.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name)),
  ];
  const ends = counted.flatMap((container) => endOf(container) ?? []);
  if (counted.length > 0 && ends.length === counted.length) return createdMs + Math.max(...ends);
  return status !== undefined && isUnready(status) ? pod.unreadyMs : (pod.deletedMs ?? createdMs);
}

function endOf({ state }: ContainerStatus): number | undefined {
  return state.is === "terminated" ? state.finishedAtMs : undefined;
}

/** The last entry of a kind up to a time, which the controller's own entries follow from. */
export function lastEntry(
  pod: RunningJobPod,
  nowMs: number,
  kinds: readonly TimelineEntry["kind"][],
): TimelineEntry | undefined {
  const { entries } = pod.simulation.timeline();
  return entries.findLast((entry) => entry.tMs <= nowMs - pod.createdMs && kinds.includes(entry.kind));
}
