import { touchWorkers, triggerReadiness } from "../probing/probes.ts";
import type { StatusReason } from "../status/change-cause.ts";
import { isIllegal } from "../status/illegal-status.ts";
import { show } from "../status/show.ts";
import { oldStatus } from "../status/status.ts";
import type { ContainerStatus, PodStatus } from "../timeline/timeline.ts";
import type { Moment } from "../world/recorder.ts";
import { latest, type PodContainer, type World } from "../world/world.ts";

/** Stores a generated status: the API sees it if it differs from the last one, and the probe workers read it from now on. */
export function publish(world: World, status: PodStatus, reason: StatusReason): void {
  if (isIllegal(world, status)) return;
  world.lifecycle.gatesInStatus = world.lifecycle.gatesAreTrue;
  show(world, status, reason);
  const { cause } = reason;
  for (const container of world.containers) updateCache(world, container, oldStatus(status, container), cause);
}

/** Models what the prober reads of pkg/kubelet/status/status_manager.go (v1.37.1): start times are cut to whole seconds there. */
function updateCache(world: World, container: PodContainer, status: ContainerStatus | undefined, cause: Moment): void {
  const newestInstance = latest(container);
  const running = status?.state.is === "running";
  const started = status?.started === true;
  const { cached } = container;
  const instance = newestInstance?.state === "created" ? cached.instance : newestInstance;
  const isNew = cached.instance !== instance || cached.running !== running || cached.started !== started;
  container.cachedBefore = { ...cached };
  cached.instance = instance;
  cached.running = running;
  cached.started = started;
  cached.startedAtMs = newestInstance?.startedAtMs ?? 0;
  if (isNew) touchWorkers(world, container);
  if (running && started && container.spec.kind !== "init" && !isKnownReady(container))
    triggerReadiness(world, container, newest(cause, newestInstance?.startedBy));
}

function newest(one: Moment, other: Moment | undefined): Moment {
  return other !== undefined && other.tMs > one.tMs ? other : one;
}

/** A container that is older than the kubelet's process may be ready without a result. Models prober_manager.go UpdatePodStatus (v1.37.1). */
function isKnownReady(container: PodContainer): boolean {
  const id = latest(container)?.id;
  return container.workers.some(
    (worker) => worker.type === "readiness" && worker.instance === id && worker.result === "success",
  );
}
