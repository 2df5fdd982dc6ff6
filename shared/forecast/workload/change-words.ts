import { formatDuration } from "../../basics/durations.ts";
import type { DrainForecast, RollbackForecast, ScaleForecast, WorkloadForecast } from "./model.ts";
import type { WorkloadRow } from "./row.ts";
import { when } from "./times.ts";

/** What comes of a change of the size, a way back from a broken version, and a drained node. */
export function changeRows({ scale, rollback, drain, pods }: WorkloadForecast): readonly WorkloadRow[] {
  return [
    ...(scale === undefined ? [] : [{ what: "scale", text: `${upText(scale.up)}; ${downText(scale.down)}` }]),
    ...(rollback === undefined ? [] : [{ what: "rollback", text: rollbackText(rollback, pods) }]),
    ...(drain === undefined ? [] : [{ what: "drain of a node", text: drainText(drain, pods) }]),
  ];
}

function upText({ to, completes }: ScaleForecast): string {
  return completes === undefined ? `to ${to}: never all available` : `to ${to}: all available ${when(completes)}`;
}

function downText({ to, completes }: ScaleForecast): string {
  return completes === undefined ? `to ${to}: some never stop` : `to ${to}: the others have stopped ${when(completes)}`;
}

function rollbackText(
  { updated, availableAtLeast, completes, afterDeletion, left }: RollbackForecast,
  pods: number,
): string {
  const broken = `a version that never starts stays at ${updated} of ${pods} with ${availableAtLeast} available`;
  if (completes !== undefined) return `${broken}; the old template is back ${when(completes)}`;
  const [pod] = left;
  if (pod === undefined || afterDeletion === undefined) return `${broken}; the old template does not help`;
  const deleted = left.length === 1 ? pod : `its ${left.length} pods`;
  return `${broken}; the old template alone does not help: delete ${deleted}, then it is back ${when(afterDeletion)}`;
}

function drainText(
  { pods, left, completes, refusedMs, refusal, availableAtLeast }: DrainForecast,
  all: number,
): string {
  const leavers = pods === 1 ? "1 pod" : `${pods} pods`;
  if (left === undefined) return `never ends: ${refusal ?? "a pod stays"}`;
  const refused =
    refusedMs === 0 ? "" : `, evictions refused for up to ${formatDuration(Math.round(refusedMs / 1000) * 1000)}`;
  const least = leastText(availableAtLeast, all);
  const again = completes === undefined ? "" : `; all ${all} available again ${when(completes)}`;
  return `${leavers} gone ${when(left)}${refused}, ${least}${again}`;
}

function leastText(available: number, all: number): string {
  if (available >= all) return `always ${all} available`;
  return available === 0 ? `for a while none of ${all} available` : `at least ${available} of ${all} available`;
}
