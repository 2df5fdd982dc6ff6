import type { ContainerForecast } from "../../../shared/forecast/pod/model.ts";
import type { Node } from "../../../shared/kubernetes/node.ts";
import { atLeast } from "../../../shared/kubernetes/versions.ts";

/** From 1.35 on a kubelet looks again when the delay ends, but at the latest after this. */
const nextLookMs = 60_000;

/**
 * What kubectl shows while a container waits: not what people expect.
 * The pass that finds the exit publishes `terminated`; `CrashLoopBackOff` is published by the next pass.
 */
// Models pkg/kubelet/kubelet.go SyncPod and pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff (v1.37.1): status first, then the runtime
export function kubectlNote(node: Node, { restarts }: ContainerForecast): string {
  if (!restarts.canRestart || restarts.restartsAll) return "";
  const shown = "kubectl shows `Error` (`Completed` after exit code 0)";
  if (!atLeast(node.kubernetes, "1.35"))
    return `${shown} for the first 10–16s of the back-off, and \`CrashLoopBackOff\` only after that.`;
  if (restarts.steadyStateMs <= nextLookMs)
    return `${shown} for most of the back-off. \`CrashLoopBackOff\` might never be visible.`;
  return `${shown} for most of a back-off of up to 60s. \`CrashLoopBackOff\` is visible only in longer ones.`;
}
