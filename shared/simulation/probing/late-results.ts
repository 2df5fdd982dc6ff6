import type { World } from "../world/world.ts";

const sameInstantMs = 3;

/**
 * A result of the very instant in which a pass looks may come too late for it: it brings another pass. Which one woke the pass
 * worker is a matter of milliseconds.
 */
export function drawLateResults(world: World): void {
  if (world.loops.ideal) return;
  const { nowMs } = world.queue;
  for (const container of world.containers)
    for (const worker of container.workers) {
      const isNew = worker.resultBy !== undefined && nowMs - worker.resultBy.tMs <= sameInstantMs;
      const isKill = worker.type !== "readiness" && worker.result === "failure";
      const about = { container: container.spec.name, probe: worker.type };
      const bounds = { nowMs, earliestMs: 0, latestMs: 1 };
      worker.isLate = isNew && isKill && world.loops.chance.draw({ kind: "late", ...bounds, ...about }) === 1;
      if (worker.isLate) world.pass.again = worker.resultBy;
    }
}
