import { formatDuration } from "../../../shared/basics/durations.ts";
import type { ContainerForecast } from "../../../shared/forecast/pod/model.ts";
import type { Node } from "../../../shared/kubernetes/node.ts";
import type { Container, Probe } from "../../../shared/kubernetes/pod.ts";
import { atLeast } from "../../../shared/kubernetes/versions.ts";

/** From 1.35 on a kubelet looks again when the delay ends, but at the latest after this. */
const nextLookMs = 60_000;

/**
 * What kubectl shows while a container waits: not what people expect.
 * The pass that finds the exit publishes `terminated`; `CrashLoopBackOff` is published by the next pass.
 */
// Models pkg/kubelet/kubelet.go SyncPod and pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff (v1.37.1): status first, then the runtime
export function kubectlNote(node: Node, { probes }: Container, { restarts }: ContainerForecast): string {
  if (!restarts.canRestart || restarts.restartsAll) return "";
  const shown = "kubectl shows `Error` (`Completed` after exit code 0)";
  if (!atLeast(node.kubernetes, "1.35"))
    return `${shown} for the first 10–16s of the back-off, and \`CrashLoopBackOff\` only after that.`;
  const always = noticedWithinMs(probes.liveness, probes.startup);
  if (always !== undefined)
    return `${shown} until a probe notices the exit, up to ${formatDuration(always)} later, and \`CrashLoopBackOff\` after that.`;
  const ifReady = noticedWithinMs(probes.readiness);
  if (ifReady !== undefined)
    return `${shown}, and \`CrashLoopBackOff\` up to ${formatDuration(ifReady)} after the exit of a container that was ready. Of one that was not, it is visible only in a back-off of more than 60s.`;
  if (restarts.steadyStateMs <= nextLookMs)
    return `${shown} for most of the back-off. \`CrashLoopBackOff\` might never be visible.`;
  return `${shown} for most of a back-off of up to 60s. \`CrashLoopBackOff\` is visible only in longer ones.`;
}

/**
 * A probe that finds its container dead stores a failure, which starts a pass if it is another result than before:
 * always for liveness (success until then) and startup (unknown, or success), for readiness after it has succeeded.
 */
// Models pkg/kubelet/prober/worker.go doProbe and pkg/kubelet/prober/results/results_manager.go Set (v1.37.1)
function noticedWithinMs(...probes: readonly (Probe | undefined)[]): number | undefined {
  const periods = probes.flatMap((probe) => (probe === undefined ? [] : [probe.periodSeconds * 1000]));
  return periods.length === 0 ? undefined : Math.min(...periods);
}
