import { defaultKubeletConfiguration } from "../../../shared/kubernetes/assumptions.ts";
import type { Assumptions, Component, Node } from "../../../shared/kubernetes/node.ts";
import type { NodeChanges, Setup } from "../../../shared/protocol/setup.ts";

/** Whether the run is that of the manifest, for which the server has the answer. */
export function isAsWritten({ node, lines }: Setup): boolean {
  return lines === undefined && Object.keys(node).length === 0;
}

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
  };
}

function nodeWith(node: Node, { kubernetes, featureGates, maximumMs }: NodeChanges): Node {
  return {
    kubernetes: kubernetes ?? node.kubernetes,
    featureGates: { ...node.featureGates, ...featureGates },
    kubeletConfiguration:
      maximumMs === undefined
        ? node.kubeletConfiguration
        : { ...defaultKubeletConfiguration, maxContainerRestartPeriodMs: maximumMs ?? undefined },
  };
}

/** Gates of the kubelet alone come from its configuration, so that the versions say whether both are meant to be alike. */
function isLike(apiServer: Component, node: Node): boolean {
  return apiServer.kubernetes === node.kubernetes;
}

/** The changes without those that change nothing. */
export function tidied(changes: NodeChanges, { node, timing, semantics }: Assumptions): NodeChanges {
  const { kubernetes, featureGates = {}, maximumMs } = changes;
  const gates = Object.entries(featureGates).filter(([gate, value]) => node.featureGates[gate] !== value);
  return {
    ...(kubernetes !== undefined && kubernetes !== node.kubernetes && { kubernetes }),
    ...(gates.length > 0 && { featureGates: Object.fromEntries(gates) }),
    ...(maximumMs !== undefined && maximumMs !== maximumOf(node) && { maximumMs }),
    ...(changes.timing !== undefined && changes.timing !== timing && { timing: changes.timing }),
    ...(changes.semantics !== undefined && changes.semantics !== semantics && { semantics: changes.semantics }),
  };
}

function maximumOf({ kubeletConfiguration }: Node): number | null {
  return kubeletConfiguration.maxContainerRestartPeriodMs ?? null;
}
