import type { KubeletModel } from "./objects/kubelet-model.ts";
import type { ObservedContainer } from "./objects/pod-object.ts";
import type { PodSnapshot } from "./objects/pod-snapshot.ts";
import { backOffSteps } from "./windows/next-try.ts";

/**
 * Until when a container that runs counts as one in a crash loop: it had a back-off, and has not outlived its last run yet. Ms since
 * 1970; undefined if it is in no loop.
 */
export function loopUntil(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): number | undefined {
  const { state, restartCount, lastState } = container;
  const endedMs = lastState?.finishedAt?.nominalMs;
  if (state.is !== "running" || restartCount < 2 || endedMs === undefined) return undefined;
  const before = backOffSteps(model, look, container).findLast(({ run }) => run.end !== undefined);
  if (before?.delaysMs.some((delayMs) => delayMs > 0) !== true) return undefined;
  const outlivedMs = (state.startedAt?.nominalMs ?? endedMs) + (before.run.lengthMs?.latestMs ?? 0);
  return Math.min(outlivedMs, endedMs + model.policy.resetAfterMs);
}
