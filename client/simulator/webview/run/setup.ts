import type { Answer } from "../../../../shared/forecast/answer/model.ts";
import type { Assumptions, Component, Node } from "../../../../shared/kubernetes/node.ts";
import type { NodeChanges, Setup } from "../../../../shared/protocol/pod/setup.ts";
import type { PanelPlay, PanelRun } from "./run.ts";

/** Whether the run is that of the manifest, for which the server has the answer. */
export function isAsWritten({ node, lines }: Setup): boolean {
  return lines === undefined && Object.keys(node).length === 0;
}

/** The server's answer, if the run is that of the manifest and of the horizon that it is about. */
export function knownAnswer({ payload, setup, horizonMs }: PanelPlay): Answer | undefined {
  return isAsWritten(setup) && payload.answer?.horizonMs === horizonMs ? payload.answer : undefined;
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
    images: assumptions.images,
  };
}

function nodeWith(node: Node, { kubernetes, featureGates, maximumMs, syncFrequencyMs }: NodeChanges): Node {
  const isReconfigured = maximumMs !== undefined || syncFrequencyMs !== undefined;
  return {
    kubernetes: kubernetes ?? node.kubernetes,
    featureGates: { ...node.featureGates, ...featureGates },
    kubeletConfiguration: {
      ...node.kubeletConfiguration,
      // It is not that of its file any more.
      ...(isReconfigured && { name: undefined }),
      ...(maximumMs !== undefined && { maxContainerRestartPeriodMs: maximumMs ?? undefined }),
      ...(syncFrequencyMs !== undefined && { syncFrequencyMs: syncFrequencyMs ?? undefined }),
    },
  };
}

/** Gates of the kubelet alone come from its configuration, so that the versions say whether both are meant to be alike. */
function isLike(apiServer: Component, node: Node): boolean {
  return apiServer.kubernetes === node.kubernetes;
}

/** The setup with another node. */
export function withNode(
  { run, setup }: { readonly run: PanelRun; readonly setup: Setup },
  changes: NodeChanges,
): Setup {
  return { ...setup, node: tidied({ ...setup.node, ...changes }, run.payload.assumptions) };
}

/** The changes without those that change nothing. */
export function tidied(changes: NodeChanges, { node, timing, semantics }: Assumptions): NodeChanges {
  const { kubernetes, featureGates = {}, maximumMs, syncFrequencyMs } = changes;
  const { kubeletConfiguration: kubelet } = node;
  const gates = Object.entries(featureGates).filter(([gate, value]) => node.featureGates[gate] !== value);
  return {
    ...(kubernetes !== undefined && kubernetes !== node.kubernetes && { kubernetes }),
    ...(gates.length > 0 && { featureGates: Object.fromEntries(gates) }),
    ...(maximumMs !== undefined && maximumMs !== (kubelet.maxContainerRestartPeriodMs ?? null) && { maximumMs }),
    ...(syncFrequencyMs !== undefined && syncFrequencyMs !== (kubelet.syncFrequencyMs ?? null) && { syncFrequencyMs }),
    ...(changes.timing !== undefined && changes.timing !== timing && { timing: changes.timing }),
    ...(changes.semantics !== undefined && changes.semantics !== semantics && { semantics: changes.semantics }),
  };
}
