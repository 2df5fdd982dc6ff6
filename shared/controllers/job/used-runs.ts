import type { UsedRuns } from "./continued-runs.ts";
import type { JobController } from "./controller.ts";
import { isFinished, type RunningJobPod } from "./played-pod.ts";

const nothing: UsedRuns = { attempts: {}, failedPulls: {} };

/** Adds what a pod that has ended used up. */
export function addUsed(controller: JobController, pod: RunningJobPod): void {
  controller.used.set(pod.index, sumOf(controller.used.get(pod.index) ?? nothing, usedBy(pod, controller.nowMs)));
}

/** Attempts that earlier pods have used up; a running pod counts as at least one. */
export function usedBefore({ used, pods, nowMs }: JobController, index: number | undefined): UsedRuns {
  const others = pods.filter((pod) => !pod.counted && pod.index === index).map((pod) => usedBy(pod, nowMs));
  return others.reduce(sumOf, used.get(index) ?? nothing);
}

function usedBy(pod: RunningJobPod, nowMs: number): UsedRuns {
  const attempts: Record<string, number> = {};
  const failedPulls: Record<string, number> = {};
  if (!isFinished(pod)) for (const name of Object.keys(pod.input.scenario.containers)) attempts[name] = 1;
  for (const { tMs, kind, container, attempt } of pod.simulation.timeline().entries) {
    // The pod may have been played further than the controller has come.
    if (pod.createdMs + tMs > nowMs) break;
    if (container === undefined) continue;
    if (attempt !== undefined) attempts[container] = Math.max(attempts[container] ?? 0, attempt);
    if (kind === "image-pull-failed") failedPulls[container] = (failedPulls[container] ?? 0) + 1;
  }
  return { attempts, failedPulls };
}

function sumOf(left: UsedRuns, right: UsedRuns): UsedRuns {
  return {
    attempts: sumByName(left.attempts, right.attempts),
    failedPulls: sumByName(left.failedPulls, right.failedPulls),
  };
}

function sumByName(
  left: Readonly<Record<string, number>>,
  right: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum = { ...left };
  for (const [name, count] of Object.entries(right)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
