import { addSpans, type Span } from "../../basics/span.ts";
import { touchWorkers, triggerReadiness } from "../probing/probes.ts";
import type { StatusReason } from "../status/change-cause.ts";
import { isIllegal } from "../status/illegal-status.ts";
import { passSpan } from "../status/schedule.ts";
import { show } from "../status/show.ts";
import { oldStatus } from "../status/status.ts";
import type { ContainerStatus, PodStatus } from "../timeline/timeline.ts";
import type { Moment } from "../world/recorder.ts";
import { type Instance, latest, type PodContainer, type World } from "../world/world.ts";

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
  if (cached.instance !== instance || !cached.running) cached.shown = shownBounds(world, instance, cause);
  cached.instance = instance;
  cached.running = running;
  cached.started = started;
  cached.startedAtMs = newestInstance?.startedAtMs ?? 0;
  if (isNew) touchWorkers(world, container);
  if (running && started && container.spec.kind !== "init" && !isKnownReady(container))
    triggerReadiness(world, container, newest(cause, newestInstance?.startedBy));
}

/** A container is shown by a pass after its start, which may have been late because of what asked for it. */
function shownBounds(world: World, instance: Instance | undefined, cause: Moment): Span | undefined {
  const startedBy = instance?.startedBy;
  if (startedBy === undefined) return undefined;
  const shown = addSpans(startedBy.at, passSpan(world, startedBy));
  const asked = addSpans(cause.at, passSpan(world, cause));
  return { ...shown, latestMs: Math.max(shown.latestMs, asked.latestMs) };
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
