import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Probe, ProbeType } from "../../kubernetes/pod.ts";
import { decideRestart } from "../../restart/decision.ts";
import { has } from "../world/changes.ts";
import { latest, type PodContainer, type World } from "../world/world.ts";

/** A probe that a pass would make a worker for. */
export interface MissingWorker {
  readonly container: PodContainer;
  readonly type: ProbeType;
  readonly probe: Probe;
}

/**
 * The probes without a worker, as far as a pass looks for them: of each container those before the first worker that is
 * there; up to 1.36 none of the next containers either. Models pkg/kubelet/prober/prober_manager.go AddPod (v1.37.1).
 */
export function missingWorkers(world: World): readonly MissingWorker[] {
  const missing: MissingWorker[] = [];
  const stopsEarly = !has(world.input.assumptions.node, "single workers are made anew");
  for (const kind of ["regular", "sidecar"])
    for (const container of world.containers) {
      if (container.spec.kind !== kind) continue;
      const reachesWorker = addMissing(missing, container);
      if (reachesWorker && stopsEarly) return missing;
    }
  return missing;
}

const searchOrder: readonly ProbeType[] = ["startup", "readiness", "liveness"];

/** Whether the search ends at a worker that is there. */
function addMissing(missing: MissingWorker[], container: PodContainer): boolean {
  for (const type of searchOrder) {
    const probe = container.spec.probes[type];
    if (probe === undefined) continue;
    if (container.workers.some((worker) => worker.type === type && !worker.ended)) return true;
    missing.push({ container, type, probe });
  }
  return false;
}

/** The worker of a container ends if the container is not started again. Models worker.go doProbe (v1.37.1). */
export function isDoneForGood(world: World, container: PodContainer): boolean {
  const instance = latest(container);
  if (instance?.state !== "exited" || container.spec.kind === "sidecar" || world.reset.isUnderWay) return false;
  const { node } = world.input.assumptions;
  if (!isEnabled(node, "ContainerRestartRules")) return world.pod.restartPolicy === "Never";
  return decideRestart(container.spec, world.pod, node, instance.exitCode).decision === "final";
}

/** A worker was there for this end of the container, so that the next one finds nothing new. */
export function hadWorker({ container, type }: MissingWorker): boolean {
  const before = container.workers.find((worker) => worker.type === type);
  return before !== undefined && before.instance === latest(container)?.id;
}

/**
 * Each pass makes a worker for a container that is done for good. The worker ends at its first look, and what it writes there
 * asks for another pass. So the pod worker waits for the next look at the runtime all the time.
 */
export function isStirring(world: World): boolean {
  if (world.loops.ideal) return false;
  return missingWorkers(world).some((missing) => isDoneForGood(world, missing.container) && hadWorker(missing));
}
