import { formatGoDuration } from "../../shared/basics/durations.ts";
import { gateInfo } from "../../shared/kubernetes/gates/feature-gates.ts";
import type { KubeletConfiguration, Node } from "../../shared/kubernetes/node.ts";
import type { NodeJson } from "./schemas/parts.ts";

/** The assumed node in JSON: gates and kubelet fields only where they are not what they would be anyway. */
export function nodeJson({ kubernetes, featureGates, kubeletConfiguration }: Node): NodeJson {
  const set = Object.entries(featureGates).filter(([gate, value]) => gateInfo(gate, kubernetes)?.default !== value);
  return {
    kubernetes,
    featureGates: Object.fromEntries(set),
    kubeletConfiguration: kubeletFields(kubeletConfiguration),
  };
}

/** The fields as a KubeletConfiguration writes them. */
function kubeletFields({
  maxContainerRestartPeriodMs,
  syncFrequencyMs,
}: KubeletConfiguration): Record<string, unknown> {
  return {
    ...(maxContainerRestartPeriodMs !== undefined && {
      crashLoopBackOff: { maxContainerRestartPeriod: formatGoDuration(maxContainerRestartPeriodMs) },
    }),
    ...(syncFrequencyMs !== undefined && { syncFrequency: formatGoDuration(syncFrequencyMs) }),
  };
}
