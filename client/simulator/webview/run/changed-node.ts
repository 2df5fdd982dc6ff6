import type { Assumptions, Component, Node } from "../../../../shared/kubernetes/node.ts";
import type { NodeChanges } from "../../../../shared/protocol/pod/setup.ts";

/** What is assumed after people changed the node. An API server that is like its nodes stays like them. */
export function assumptionsWith(assumptions: Assumptions, changes: NodeChanges): Assumptions {
  const { node, apiServer } = assumptions;
  const changed = nodeWith(node, changes);
  const { kubernetes, featureGates } = changed;
  return {
    node: changed,
    apiServer: isLike(apiServer, node) ? { kubernetes, featureGates } : apiServer,
    timing: changes.timing ?? assumptions.timing,
    semantics: changes.semantics ?? assumptions.semantics,
    imagePull: changes.imagePull === undefined ? assumptions.imagePull : (changes.imagePull ?? undefined),
  };
}

function nodeWith(
  node: Node,
  { kubernetes, featureGates, maxContainerRestartPeriodMs, syncFrequencyMs }: NodeChanges,
): Node {
  const isReconfigured = maxContainerRestartPeriodMs !== undefined || syncFrequencyMs !== undefined;
  return {
    kubernetes: kubernetes ?? node.kubernetes,
    featureGates: { ...node.featureGates, ...featureGates },
    kubeletConfiguration: {
      ...node.kubeletConfiguration,
      // It is not that of its file any more.
      ...(isReconfigured && { name: undefined }),
      ...(maxContainerRestartPeriodMs !== undefined && {
        maxContainerRestartPeriodMs: maxContainerRestartPeriodMs ?? undefined,
      }),
      ...(syncFrequencyMs !== undefined && { syncFrequencyMs: syncFrequencyMs ?? undefined }),
    },
  };
}

/** Gates of the kubelet alone come from its configuration, so that the versions say whether both are meant to be alike. */
function isLike(apiServer: Component, node: Node): boolean {
  return apiServer.kubernetes === node.kubernetes;
}
