import { detectionSpan, finishStep, stepMs, stepSpan } from "./loops.ts";
import { isTerminal } from "./phase.ts";
import { endWorkers } from "./probes.ts";
import { publish } from "./publish.ts";
import type { Moment } from "./recorder.ts";
import { exactly } from "./span.ts";
import { generateStatus, unknownState } from "./status.ts";
import { killPod } from "./stopping.ts";
import type { Task } from "./tasks.ts";
import type { ContainerStatus, PodStatus } from "./timeline.ts";
import type { World } from "./world.ts";

/** Ends the pod: containers, sandbox, then the terminal phase. Models pkg/kubelet/kubelet.go SyncTerminatingPod (v1.36). */
export function* terminate(world: World, cause: Moment): Task {
  world.stage = "terminating";
  endWorkers(world, ["liveness", "startup"]);
  const graceMs = world.deleted?.graceMs ?? world.pod.terminationGracePeriodSeconds * 1000;
  yield* killPod(world, { graceMs, cause: world.deleted?.moment ?? cause, since: detectionSpan(world.loops) });
  endWorkers(world, ["readiness"]);
  stopSandbox(world, cause);
  const ms = stepMs(world.loops, finishStep);
  if (ms > 0) yield { untilMs: world.queue.nowMs + ms };
  finish(world, cause);
}

export function stopSandbox(world: World, cause: Moment): void {
  if (!world.sandboxReady) return;
  world.sandboxReady = false;
  world.recorder.add(world.queue.nowMs, { kind: "sandbox-stopped", cause, since: exactly(0) });
}

function finish(world: World, cause: Moment): void {
  world.stage = "finished";
  const { status } = generateStatus(world);
  publish(world, withUnknownEnds(world, status), cause);
  if (world.deleted === undefined) return;
  world.recorder.add(world.queue.nowMs, { kind: "pod-removed", cause, since: stepSpan(world.loops, finishStep) });
}

/** Containers of an initialized pod that have no end get one. Models pkg/kubelet/status/status_manager.go TerminatePod (v1.36). */
function withUnknownEnds(world: World, status: PodStatus): PodStatus {
  if (!isTerminal(status.phase)) return status;
  const { initContainerStatuses, containerStatuses } = status;
  const lastStarted = Math.max(
    0,
    initContainerStatuses.findLastIndex((init) => init.state.is !== "waiting" || init.lastState !== undefined),
  );
  return {
    ...status,
    initContainerStatuses: initContainerStatuses.map((init, index) => (index <= lastStarted ? withEnd(init) : init)),
    containerStatuses: wasInitialized(world, status) ? containerStatuses.map(withEnd) : containerStatuses,
  };
}

function wasInitialized(world: World, { initContainerStatuses, containerStatuses }: PodStatus): boolean {
  if (initContainerStatuses.length === 0) return true;
  if (containerStatuses.some((status) => status.state.is !== "waiting" || status.lastState !== undefined)) return true;
  const last = initContainerStatuses.at(-1);
  const lastCell = world.cells[world.pod.initContainers.length - 1];
  return lastCell?.spec.kind === "sidecar" ? last?.started === true : last?.ready === true;
}

function withEnd(status: ContainerStatus): ContainerStatus {
  return status.state.is === "terminated" ? status : { ...status, state: unknownState(), ready: false, started: false };
}
