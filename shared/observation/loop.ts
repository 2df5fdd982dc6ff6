import { type KubeletModel, specOf } from "./objects/kubelet-model.ts";
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
  if (before?.delaysMs.some((delayMs) => delayMs > 0) !== true || hasRestartedAtOnce(model, container))
    return undefined;
  const outlivedMs = (state.startedAt?.nominalMs ?? endedMs) + (before.run.lengthMs?.latestMs ?? 0);
  return Math.min(outlivedMs, endedMs + model.policy.resetAfterMs);
}

/** The last restart came before any back-off can have been over: crashes are rare. What a probe kills may restart at once in a loop, too. */
function hasRestartedAtOnce(model: KubeletModel, { name, state, lastState }: ObservedContainer): boolean {
  const probes = specOf(model, name)?.probes;
  if (probes?.liveness !== undefined || probes?.startup !== undefined) return false;
  if (state.is !== "running" || state.startedAt === undefined || lastState?.finishedAt === undefined) return false;
  return state.startedAt.latestMs - lastState.finishedAt.earliestMs < model.policy.initialMs;
}
