import type { Span } from "../../basics/span.ts";
import { type KubeletModel, waitUntilStart } from "../objects/kubelet-model.ts";
import type { PodSnapshot } from "../objects/pod-snapshot.ts";
import { between, type ObservedRun, runsOfLooks } from "../objects/runs.ts";

/**
 * When the kubelet of a pod was new, as its containers show it: it started one although the wait that it had named was not over,
 * or long after that. Back-offs are in its memory only. Models pkg/kubelet/kubelet.go NewMainKubelet, crashLoopBackOff (v1.37.1).
 */
export function lostBackOffs(model: KubeletModel, { pod, history }: PodSnapshot): readonly Span[] {
  return pod.containers.flatMap((container) => {
    const { runs } = runsOfLooks(history, container);
    return runs.flatMap((run) => startByNewKubelet(model, run, runs) ?? []);
  });
}

function startByNewKubelet(model: KubeletModel, run: ObservedRun, runs: readonly ObservedRun[]): Span | undefined {
  const { end, saidDelayMs, isReset } = run;
  const next = runs.find(({ number }) => number === run.number + 1)?.startedAt;
  if (isReset || saidDelayMs === undefined || end?.finishedAt === undefined || next === undefined) return undefined;
  const gapMs = between(end.finishedAt, next);
  const { earliestMs, latestMs } = waitUntilStart(model, saidDelayMs, Number.POSITIVE_INFINITY);
  return gapMs.latestMs < earliestMs || gapMs.earliestMs > latestMs ? next : undefined;
}
