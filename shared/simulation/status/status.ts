import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { ProbeType } from "../../kubernetes/pod.ts";
import type { ProbeResult } from "../../probe/worker.ts";
import { decideRestart } from "../../restart/decision.ts";
import { isTrue } from "../timeline/pod-conditions.ts";
import type { ContainerState, ContainerStatus, PodStatus, TerminatedState } from "../timeline/timeline.ts";
import { has, keepsProbeStatus } from "../world/changes.ts";
import { computedConditions } from "../world/conditions.ts";
import { latencies } from "../world/loops.ts";
import { type Instance, knownState, knownStatus, latest, type PodContainer, type World } from "../world/world.ts";
import { computePhase, isOfRun, isTerminal, restartingAllReason } from "./phase.ts";

/** Result of a pass: the status for the API, and the phase that decides what the pass does. */
interface Generated {
  readonly status: PodStatus;
  /** Unlike the status, already terminal while the worker still ends the pod. */
  readonly phase: PodStatus["phase"];
}

/** Models pkg/kubelet/active_deadline.go (v1.37.1). */
export const deadlineExceeded = {
  reason: "DeadlineExceeded",
  message: "Pod was active on the node longer than the specified deadline",
} as const;

/**
 * Builds the pod status from the containers of the runtime and the previous status.
 * Models pkg/kubelet/kubelet_pods.go generateAPIPodStatus and convertToAPIContainerStatuses (v1.37.1).
 */
export function generateStatus(world: World): Generated {
  const old = knownStatus(world);
  const statuses = world.containers.map((container) => containerStatus(world, container, oldStatus(old, container)));
  const computed = world.lifecycle.deadlinePassed ? "Failed" : computePhase(world, statuses);
  const phase = old !== undefined && isTerminal(old.phase) ? old.phase : computed;
  const shown = isTerminal(phase) && world.lifecycle.stage !== "finished" ? (old?.phase ?? "Pending") : phase;
  const failedByDeadline = world.lifecycle.deadlinePassed && shown === "Failed";
  const initCount = world.pod.initContainers.length;
  return {
    phase,
    status: {
      phase: shown,
      reason: failedByDeadline ? deadlineExceeded.reason : undefined,
      message: failedByDeadline ? deadlineExceeded.message : undefined,
      deletingSeconds: world.deletion.request?.shownSeconds,
      conditions: computedConditions(world, statuses, phase),
      initContainerStatuses: statuses.slice(0, initCount),
      containerStatuses: statuses.slice(initCount),
    },
  };
}

/** Whether the kubelet would start the container if it looked now. Models ShouldContainerBeRestarted (v1.37.1). */
export function shouldStart(world: World, container: PodContainer): boolean {
  const instance = latest(container);
  const state = instance === undefined ? undefined : knownState(world, instance);
  if ((world.deletion.request !== undefined && !world.nextPass.ignoresDeletion) || state === "running") return false;
  if (instance === undefined || state !== "exited") return true;
  if (container.spec.kind === "init" && isSuccess(instance)) return false;
  return decideRestart(container.spec, world.pod, world.input.assumptions.node, instance.exitCode).decision !== "final";
}

/**
 * The sandbox of a pod that is never restarted is gone: no pass makes another one, whatever rules and policies of its containers
 * say. Models pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions (v1.37.1).
 */
export function isLeftWithoutSandbox({ sandbox, pod, containers }: World): boolean {
  if (sandbox.isReady || sandbox.count === 0 || pod.restartPolicy !== "Never") return false;
  return containers.some(({ instances }) => instances.length > 0);
}

/**
 * Whether anybody would notice another pass: it refuses starts once more, asks those that are not ready, or puts off the pass
 * after a death that the kubelet does not know yet.
 */
export function hasMoreToShow(world: World): boolean {
  const startsNothing = isLeftWithoutSandbox(world);
  return world.containers.some((container) => {
    const instance = latest(container);
    if (instance === undefined || knownState(world, instance) === "exited")
      return !startsNothing && shouldStart(world, container);
    if (instance.state === "exited") return true;
    return container.workers.some(
      (worker) => worker.type === "readiness" && (worker.result !== "success" || worker.instance !== instance.id),
    );
  });
}

/** An init container that the kernel killed for memory counts as failed even with code 0. */
export function isSuccess(instance: Instance): boolean {
  return instance.exitCode === 0 && instance.reason !== "OOMKilled";
}

/** The end of a container that was lost or never ran when its pod ended. */
export function unknownState(): TerminatedState {
  return {
    is: "terminated",
    exitCode: 137,
    reason: "ContainerStatusUnknown",
    message: "The container could not be located when the pod was terminated",
    startedAtMs: undefined,
    finishedAtMs: undefined,
  };
}

export function oldStatus(old: PodStatus | undefined, container: PodContainer): ContainerStatus | undefined {
  const list = container.spec.kind === "regular" ? old?.containerStatuses : old?.initContainerStatuses;
  const { name } = container.spec;
  const inPlace = list?.[container.place];
  return inPlace?.name === name ? inPlace : list?.find((status) => status.name === name);
}

function containerStatus(world: World, container: PodContainer, old: ContainerStatus | undefined): ContainerStatus {
  const instance = latest(container);
  if (instance === undefined && world.reset.isUnderWay && old !== undefined && old.state.is !== "waiting")
    return resetStatus(world, container, old);
  const restartCount = restartCountOf(world, instance, old);
  const lastState = lastStateOf(world, container, old);
  const state = instance === undefined ? defaultState(world, old) : stateOf(world, instance);
  const shown =
    instance === undefined && state.is === "waiting" && isLostInit(world, container)
      ? { state: lostInit, lastState }
      : afterFailedStart(world, container, { state, lastState });
  const started = isStarted(world, container, old);
  // Of an init container without a record it is only ever set.
  const wasReady = instance === undefined && old?.state.is === "terminated" && old.ready;
  const ready =
    container.spec.kind === "init" ? wasReady || hasCompleted(shown.state) : isReady(world, container, started);
  return { name: container.spec.name, state: shown.state, lastState: shown.lastState, restartCount, started, ready };
}

/**
 * The runtime's number begins anew where the records and log files of a container went. Where all containers can restart, what
 * the API shows never goes back, and counts a container that runs after an end.
 * Models pkg/kubelet/kubelet_pods.go convertContainerStatus (v1.37.1).
 */
function restartCountOf(world: World, instance: Instance | undefined, old: ContainerStatus | undefined): number {
  if (instance === undefined) return old?.restartCount ?? 0;
  const { number } = instance;
  if (old === undefined || !isEnabled(world.input.assumptions.node, "RestartAllContainersOnContainerExits"))
    return number;
  const runsAgain = old.state.is === "terminated" && knownState(world, instance) === "running";
  return runsAgain && old.restartCount >= number ? old.restartCount + 1 : Math.max(number, old.restartCount);
}

/** Status of a container that a restart of all containers removed. Its own exit code is lost; why its last start failed is not. */
function resetStatus(world: World, container: PodContainer, old: ContainerStatus): ContainerStatus {
  const message = "The container is removed because RestartAllContainers in place";
  const removed: TerminatedState = {
    is: "terminated",
    exitCode: 137,
    reason: restartingAllReason,
    message,
    startedAtMs: undefined,
    finishedAtMs: undefined,
  };
  const state: ContainerState = { is: "waiting", reason: restartingAllReason, message };
  // A kubelet that stopped in the middle of the reset finds the init containers gone, and regular ones still there.
  const lost = isLostInit(world, container) ? { state: lostInit, lastState: removed } : undefined;
  return {
    name: old.name,
    ...(lost ?? afterFailedStart(world, container, { state, lastState: removed })),
    restartCount: old.restartCount + 1,
    // Of an init container it is only ever set.
    ready: container.spec.kind === "init" && old.ready,
    started: false,
  };
}

/**
 * Without a record and a status of its end, an init container of a pod whose containers have been created must have completed,
 * also if those are of an older sandbox and it could not be started in this one.
 * Models pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses (v1.37.1).
 */
function isLostInit({ containers, input }: World, { spec }: PodContainer): boolean {
  if (spec.kind !== "init" || !has(input.assumptions.node, "lost init containers completed")) return false;
  return containers.some((container) => container.spec.kind === "regular" && container.instances.length > 0);
}

const lostInit: TerminatedState = {
  is: "terminated",
  exitCode: 0,
  reason: "Completed",
  message:
    "Unable to get init container status from container runtime and pod has been initialized, treat it as exited normally",
  startedAtMs: undefined,
  finishedAtMs: undefined,
};

function defaultState(world: World, old: ContainerStatus | undefined): ContainerState {
  if (old?.state.is === "terminated") return old.state;
  const reason = world.pod.initContainers.length > 0 ? "PodInitializing" : "ContainerCreating";
  return { is: "waiting", reason, message: undefined };
}

function stateOf(world: World, instance: Instance): ContainerState {
  const state = knownState(world, instance);
  if (state === "running") return { is: "running", startedAtMs: instance.startedAtMs };
  if (state === "exited") return terminatedState(instance);
  // What was created and never started waits without a reason.
  return { is: "waiting", reason: undefined, message: undefined };
}

/** What the runtime says of a container that it could not start is shown twice: in its end, and while it waits. */
export const startErrorMessage = "failed to start container";

function terminatedState(instance: Instance): TerminatedState {
  return {
    is: "terminated",
    exitCode: instance.exitCode,
    reason: instance.reason,
    message: instance.reason === "StartError" ? startErrorMessage : undefined,
    startedAtMs: instance.startedAtMs,
    finishedAtMs: instance.finishedAtMs,
  };
}

/**
 * The end before this container. Where all containers cannot restart, it is lost with the record of the container that ended.
 * Models pkg/kubelet/kubelet_pods.go convertContainerStatus (v1.37.1).
 */
function lastStateOf(
  world: World,
  container: PodContainer,
  old: ContainerStatus | undefined,
): TerminatedState | undefined {
  const [instance, previous] = container.instances;
  if (previous?.state === "exited") return terminatedState(previous);
  // What was created and never started waits, and a wait is no end.
  if (previous?.state === "created") return undefined;
  if (instance === undefined) return old?.lastState;
  const { node } = world.input.assumptions;
  if (!has(node, "last state is kept") || !isEnabled(node, "RestartAllContainersOnContainerExits")) return undefined;
  return old?.state.is === "terminated" && !isOf(old.state, instance) ? old.state : old?.lastState;
}

/**
 * Whether this is the end of this container, and not of one before it. Of ends without times, that of a lost init container is of none
 * that there is, and that which a pod's own end made up is the last one.
 */
function isOf({ reason, startedAtMs, finishedAtMs }: TerminatedState, instance: Instance): boolean {
  if (finishedAtMs === undefined) return reason !== lostInit.reason;
  return instance.state === "exited" && instance.startedAtMs === startedAtMs && instance.finishedAtMs === finishedAtMs;
}

/** While a start is refused or fails, the container waits with that reason and its last end moves to lastState. */
function afterFailedStart(
  world: World,
  container: PodContainer,
  found: { readonly state: ContainerState; readonly lastState: TerminatedState | undefined },
): { readonly state: ContainerState; readonly lastState: TerminatedState | undefined } {
  if (container.startFailure === undefined || !showsFailure(world, container)) return found;
  const { reason, message } = container.startFailure;
  const state: ContainerState = { is: "waiting", reason, message };
  return { state, lastState: found.state.is === "terminated" ? found.state : found.lastState };
}

/** What is to be started again shows why it was not. A sidecar that ended with 0 does not; and up to 1.34 its pod's policy counts here. */
function showsFailure(world: World, container: PodContainer): boolean {
  const { node } = world.input.assumptions;
  const instance = latest(container);
  if (!shouldStart(world, container)) return false;
  if (container.spec.kind !== "sidecar" || instance === undefined || knownState(world, instance) !== "exited")
    return true;
  if (isSuccess(instance)) return false;
  return isEnabled(node, "ContainerRestartRules") || world.pod.restartPolicy !== "Never";
}

/**
 * Models pkg/kubelet/prober/prober_manager.go UpdatePodStatus (v1.37.1). Since 1.35 what has no result yet keeps what the last
 * status said: a container that is older than the kubelet's process and, up to 1.37, one that replaces a running one within a pass.
 */
function isStarted(world: World, container: PodContainer, old: ContainerStatus | undefined): boolean {
  const instance = latest(container);
  if (instance === undefined || knownState(world, instance) !== "running") return false;
  if (container.spec.probes.startup === undefined) return true;
  const result = resultOf(container, "startup", instance);
  if (result !== undefined) return result === "success";
  const { node } = world.input.assumptions;
  if (keepsProbeStatus(node) && old?.started === true && old.state.is === "running")
    if (isOfRun(old, instance) || !has(node, "replacements start anew")) return true;
  return !hasWorker(container, "startup");
}

/** Here memory does not count, unlike for whether it is started again. */
function hasCompleted(state: ContainerState): boolean {
  return state.is === "terminated" && state.exitCode === 0;
}

function isReady(world: World, container: PodContainer, started: boolean): boolean {
  const instance = latest(container);
  if (instance === undefined) return false;
  if (!started || knownState(world, instance) !== "running") return false;
  if (container.spec.probes.readiness === undefined) return true;
  // With the phase of its end the pod loses its workers and their results, when what they have under way is over.
  if (world.lifecycle.stage !== "syncing" && hasEnded(container, "readiness")) return true;
  const result = resultOf(container, "readiness", instance);
  if (result !== undefined) return result === "success";
  // Models setReadyStateOnKubeletRestart (v1.37.1).
  if (isOlderThanKubelet(world, instance.startedAtMs)) return isReadyInApi(world, container);
  return !hasWorker(container, "readiness");
}

/** A pass knows the pod as the watch of the API last brought it: a status that was just written may not be back yet. */
function isReadyInApi(world: World, { spec }: PodContainer): boolean {
  const { lifecycle, loops, queue } = world;
  // A file says nothing of it.
  if (world.pod.isStatic) return false;
  const isReady = isTrue(lifecycle.shown?.conditions, "Ready");
  const { nowMs } = queue;
  const { readyChangedMs = Number.NEGATIVE_INFINITY } = lifecycle;
  if (loops.ideal || nowMs - readyChangedMs > latencies.watched[1]) return isReady;
  const bounds = { earliestMs: 0, latestMs: 1 };
  return isReady !== (loops.chance.draw({ kind: "stale", nowMs, ...bounds, container: spec.name }) === 1);
}

/** The prober takes what started within 10 s of the kubelet's process for new. */
const kubeletRestartGraceMs = 10_000;

/**
 * Since 1.35 a container that is older than the kubelet's process keeps its status. A pass knows the start to the nanosecond, a
 * worker to the second before it. Models kubeletRestartGracePeriod (v1.37.1).
 */
export function isOlderThanKubelet({ kubelet, input }: World, startedAtMs: number): boolean {
  if (kubelet.startedMs === undefined || !keepsProbeStatus(input.assumptions.node)) return false;
  return startedAtMs < kubelet.startedMs - kubeletRestartGraceMs;
}

/** What the cache holds for this container; undefined if there is nothing yet. */
function resultOf(container: PodContainer, type: ProbeType, instance: Instance): ProbeResult | undefined {
  const worker = container.workers.find((candidate) => candidate.type === type && candidate.instance === instance.id);
  return worker === undefined || worker.result === "none" ? undefined : worker.result;
}

/** Where one has ended by itself, a container that runs again counts as started and ready until the next one sees it. */
function hasWorker({ workers }: PodContainer, type: ProbeType): boolean {
  return workers.some((worker) => worker.type === type && !worker.isGone);
}

function hasEnded(container: PodContainer, type: ProbeType): boolean {
  return container.workers.some((worker) => worker.type === type && worker.ended && !worker.busy);
}
