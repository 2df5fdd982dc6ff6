import { touchWorkers, triggerReadiness } from "./probes.ts";
import type { Moment } from "./recorder.ts";
import { type StatusReason, show } from "./show.ts";
import { oldStatus } from "./status.ts";
import type { ContainerStatus, PodStatus } from "./timeline.ts";
import { type Cell, latest, type World } from "./world.ts";

/** Stores a generated status: the API sees it if it differs from the last one, and the probe workers read it from now on. */
export function publish(world: World, status: PodStatus, reason: StatusReason): void {
  show(world, status, reason);
  const { cause } = reason;
  for (const cell of world.cells) updateCache(world, cell, oldStatus(status, cell), cause);
}

/** Models what the prober reads of pkg/kubelet/status/status_manager.go: start times are cut to whole seconds there. */
function updateCache(world: World, cell: Cell, status: ContainerStatus | undefined, cause: Moment): void {
  const instance = latest(cell);
  const running = status?.state.is === "running";
  const started = status?.started === true;
  const { cached } = cell;
  const id = instance?.state === "created" ? cached.instance : instance?.id;
  const isNew = cached.instance !== id || cached.running !== running || cached.started !== started;
  cached.instance = id;
  cached.running = running;
  cached.started = started;
  cached.startedAtMs = instance?.startedAtMs ?? 0;
  if (isNew) touchWorkers(world, cell);
  if (running && started && status?.ready === false && cell.spec.kind !== "init") triggerReadiness(world, cell, cause);
}
