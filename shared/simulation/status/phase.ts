import { decideRestart } from "../../restart/decision.ts";
import type { Phase } from "../../scenario/model.ts";
import type { ContainerStatus, TerminatedState } from "../timeline/timeline.ts";
import { has, keepsProbeStatus } from "../world/changes.ts";
import { hasActiveRegular, type Instance, knownStatus, latest, type PodContainer, type World } from "../world/world.ts";

/** Reason of a container that was removed so that all of the pod can start anew. */
export const restartingAllReason = "RestartingAllContainers";

export function isTerminal(phase: Phase): boolean {
  return phase === "Succeeded" || phase === "Failed";
}

interface Tally {
  pendingInit: number;
  initFailed: number;
  pendingSidecar: number;
  waiting: number;
  running: number;
  stopped: number;
  final: number;
  succeeded: number;
}

/** Models pkg/kubelet/kubelet_pods.go getPhase (v1.37.1). */
export function computePhase(world: World, statuses: readonly ContainerStatus[]): Phase {
  const tally: Tally = {
    pendingInit: 0,
    initFailed: 0,
    pendingSidecar: 0,
    waiting: 0,
    running: 0,
    stopped: 0,
    final: 0,
    succeeded: 0,
  };
  for (let index = 0; index < statuses.length; index += 1) {
    const container = world.containers[index];
    const status = statuses[index];
    if (container === undefined || status === undefined) continue;
    if (container.spec.kind === "init") countInit(world, container, status, tally);
    else if (container.spec.kind === "sidecar") countSidecar(status, hadStarted(world, index), tally);
    else countRegular(world, container, status, tally);
  }
  return phaseOf(tally, world, statuses);
}

function phaseOf(tally: Tally, world: World, statuses: readonly ContainerStatus[]): Phase {
  if (tally.initFailed > 0) return "Failed";
  if (tally.waiting > 0 || isInitPending(tally, world, statuses)) return "Pending";
  if (tally.running > 0) return "Running";
  // No API server takes a pod without regular containers; such a pod is done when its init containers are.
  if (world.pod.containers.length === 0) return "Succeeded";
  if (tally.stopped === 0) return "Pending";
  // The end of its pod makes no phase of a static one terminal.
  const isOver = world.lifecycle.stage === "finished" && !world.pod.isStatic;
  if (!isOver && tally.final < tally.stopped) return "Running";
  return tally.succeeded === tally.stopped ? "Succeeded" : "Failed";
}

function isInitPending(tally: Tally, world: World, statuses: readonly ContainerStatus[]): boolean {
  const { node } = world.input.assumptions;
  if (tally.pendingInit > 0 && has(node, "init containers make the pod pending")) return true;
  if (tally.pendingInit === 0 && tally.pendingSidecar === 0) return false;
  if (has(node, "phase asks the present sandbox")) return !hasActiveRegular(world);
  return !statuses.slice(world.pod.initContainers.length).some(({ state }) => state.is !== "waiting");
}

function countInit(world: World, container: PodContainer, status: ContainerStatus, tally: Tally): void {
  const end = finished(status);
  if (end === undefined) tally.pendingInit += 1;
  else if ((end.exitCode !== 0 || end.reason === "OOMKilled") && isFinal(world, container, end)) tally.initFailed += 1;
}

/** The phase is made before the probes have their say: a sidecar has started if the status before says so, which up to 1.34 nothing carries over, and since 1.38 nothing to another container. */
function hadStarted(world: World, index: number): boolean {
  const { node } = world.input.assumptions;
  const old = knownStatus(world)?.initContainerStatuses[index];
  if (old?.started !== true || !keepsProbeStatus(node)) return false;
  if (!has(node, "replacements start anew")) return true;
  const container = world.containers[index];
  const instance = container && latest(container);
  return instance !== undefined && isOfRun(old, instance);
}

/** Whether the status speaks of this container while it runs, and not of one before it. */
export function isOfRun({ state }: ContainerStatus, { startedAtMs }: Instance): boolean {
  return state.is === "running" && state.startedAtMs === startedAtMs;
}

function countSidecar(status: ContainerStatus, hadStarted: boolean, tally: Tally): void {
  if (status.state.is === "running") {
    tally.running += 1;
    if (!hadStarted) tally.pendingSidecar += 1;
  } else if (finished(status) === undefined) {
    tally.pendingSidecar += 1;
    tally.waiting += 1;
  }
}

function countRegular(world: World, container: PodContainer, status: ContainerStatus, tally: Tally): void {
  if (status.state.is === "running") {
    tally.running += 1;
    return;
  }
  const end = finished(status);
  if (end === undefined) {
    tally.waiting += 1;
    return;
  }
  tally.stopped += 1;
  if (isFinal(world, container, end)) tally.final += 1;
  if (status.state.is === "terminated" && status.state.exitCode === 0) tally.succeeded += 1;
}

/** The end that counts: of this state, or of the last one while the container waits for its next start. */
function finished(status: ContainerStatus): TerminatedState | undefined {
  if (status.state.is === "terminated") return status.state;
  return status.state.is === "waiting" ? status.lastState : undefined;
}

function isFinal(world: World, container: PodContainer, end: TerminatedState): boolean {
  if (end.reason === restartingAllReason) return false;
  return decideRestart(container.spec, world.pod, world.input.assumptions.node, end.exitCode).decision === "final";
}
