import type { ProbeType } from "../../kubernetes/pod.ts";
import { has } from "../world/changes.ts";
import type { PodContainer, RunningWorker, World } from "../world/world.ts";
import { isCanceled } from "./attempt-answer.ts";

/** The kubelet's process is gone, and with it all workers and what they had counted. */
export function dropWorkers(world: World): void {
  for (const container of world.containers) {
    for (const worker of container.workers) {
      endWorker(worker);
      worker.underWay?.cut("error", true);
    }
    container.workers.length = 0;
  }
}

/** Ends the workers of these probes. */
export function endWorkers(world: World, types: readonly ProbeType[]): void {
  for (const container of world.containers) endWorkersOf(container, types);
}

/**
 * What ends containers counts no more once the pod is being ended. Readiness goes on until the containers are gone, and up to 1.37
 * the sidecars' probes do, too, which the kubelet forgets here. Models pkg/kubelet/prober/prober_manager.go StopLivenessAndStartup (v1.37.1).
 */
export function stopLivenessAndStartup({ containers, input }: World): void {
  const stopsSidecars = has(input.assumptions.node, "sidecars are not probed at the end");
  for (const container of containers)
    if (container.spec.kind === "regular" || stopsSidecars)
      for (const worker of container.workers) if (worker.type !== "readiness") stopWorker(worker);
}

/** Models pkg/kubelet/prober/worker.go run (v1.37.1): the sleep of a worker of a new kubelet hears nothing. */
function stopWorker(worker: RunningWorker): void {
  if (worker.isAsleep && !worker.ended) worker.isLastLook = true;
  else endWorker(worker);
}

function endWorkersOf({ workers }: PodContainer, types: readonly ProbeType[]): void {
  for (const worker of workers) if (types.includes(worker.type)) endWorker(worker);
}

/** A worker that has ended makes no further attempt; what is under way ends without counting. */
export function endWorker(worker: RunningWorker): void {
  worker.ended = true;
  if (worker.tick !== undefined) worker.tick.canceled = true;
  worker.tick = undefined;
}

/** Cancels running probes when the pod is deleted, in releases where the deletion does so. They end without a result. */
export function cancelProbes(world: World): void {
  for (const { workers } of world.containers)
    for (const worker of workers) if (isCanceled(world, worker)) worker.underWay?.cut("error", true);
}
