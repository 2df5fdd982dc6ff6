import { formatDuration } from "../basics/durations.ts";
import type { Assumptions, KubeletConfiguration } from "./node.ts";
import { formatPullRange } from "./pull-range.ts";

/** More gates than this are counted instead of named. */
const namedGatesMax = 2;

/** `Kubernetes 1.37 · gates default · kubelet configuration: kubelet.yaml`, and what else is not as usual. */
export function assumptionsInWords({ node, apiServer, timing, semantics, imagePull }: Assumptions): string {
  const parts = [
    apiServer.kubernetes === node.kubernetes
      ? `Kubernetes ${node.kubernetes}`
      : `Kubernetes ${node.kubernetes}, API server ${apiServer.kubernetes}`,
    gatesInWords(node.featureGates),
    kubeletInWords(node.kubeletConfiguration),
  ];
  if (timing === "ideal") parts.push("timing without the kubelet's loops");
  else if (imagePull !== undefined) parts.push(`image pull ${formatPullRange(imagePull)}`);
  if (semantics === "kep") parts.push("as the enhancement proposals say");
  return parts.join(" · ");
}

/** The name of its file; one that was made up in the panel has none. */
function kubeletInWords({ name, maxContainerRestartPeriodMs }: KubeletConfiguration): string {
  const isUnnamed = name === undefined && maxContainerRestartPeriodMs !== undefined;
  return isUnnamed
    ? `kubelet maximum ${formatDuration(maxContainerRestartPeriodMs)}`
    : `kubelet configuration: ${name ?? "default"}`;
}

function gatesInWords(gates: Readonly<Record<string, boolean>>): string {
  const set = Object.entries(gates);
  if (set.length === 0) return "gates default";
  if (set.length > namedGatesMax) return `${set.length} gates set`;
  return set.map(([gate, value]) => `${gate} ${value ? "on" : "off"}`).join(", ");
}
