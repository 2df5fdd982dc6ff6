import type { WorkloadWorld } from "./world.ts";

/** Whether the controller looks at the very moment when its next pod becomes available. */
export function looksInTime(world: WorkloadWorld): boolean {
  const { kind } = world.workload;
  if (kind === "DaemonSet") return false;
  return world.has(kind === "Deployment" ? "replica sets look at the second" : "stateful sets look at the second");
}
