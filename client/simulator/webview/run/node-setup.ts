import type { Assumptions } from "../../../../shared/kubernetes/node.ts";
import { isSamePull } from "../../../../shared/kubernetes/pull-range.ts";
import type { NodeChanges, Setup } from "../../../../shared/protocol/pod/setup.ts";
import type { PanelRun } from "./run.ts";

/** The setup with another node. */
export function withNode(
  { run, setup }: { readonly run: PanelRun; readonly setup: Setup },
  changes: NodeChanges,
): Setup {
  return { ...setup, node: tidied({ ...setup.node, ...changes }, run.payload.assumptions) };
}

/** The changes without those that change nothing. */
export function tidied(changes: NodeChanges, { node, timing, semantics, imagePull }: Assumptions): NodeChanges {
  const { kubernetes, featureGates = {}, maxContainerRestartPeriodMs, syncFrequencyMs } = changes;
  const { kubeletConfiguration: kubelet } = node;
  const gates = Object.entries(featureGates).filter(([gate, value]) => node.featureGates[gate] !== value);
  return {
    ...(kubernetes !== undefined && kubernetes !== node.kubernetes && { kubernetes }),
    ...(gates.length > 0 && { featureGates: Object.fromEntries(gates) }),
    ...(maxContainerRestartPeriodMs !== undefined &&
      maxContainerRestartPeriodMs !== (kubelet.maxContainerRestartPeriodMs ?? null) && { maxContainerRestartPeriodMs }),
    ...(syncFrequencyMs !== undefined && syncFrequencyMs !== (kubelet.syncFrequencyMs ?? null) && { syncFrequencyMs }),
    ...(changes.timing !== undefined && changes.timing !== timing && { timing: changes.timing }),
    ...(changes.semantics !== undefined && changes.semantics !== semantics && { semantics: changes.semantics }),
    ...(changes.imagePull !== undefined &&
      !isSamePull(changes.imagePull ?? undefined, imagePull) && { imagePull: changes.imagePull }),
  };
}
