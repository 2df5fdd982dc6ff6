import type { Answer } from "../../../../shared/forecast/answer/model.ts";
import type { Assumptions } from "../../../../shared/kubernetes/node.ts";
import { isSamePull } from "../../../../shared/kubernetes/pull-range.ts";
import type { PodPayload } from "../../../../shared/protocol/pod/pod.ts";
import { type NodeChanges, type Setup, unchangedSetup } from "../../../../shared/protocol/pod/setup.ts";
import type { PanelPlay, PanelRun } from "./run.ts";

/** Everything as in the manifest; the drawn run is the one that stands for all. */
export function openingSetup({ answer }: PodPayload): Setup {
  return answer === undefined ? unchangedSetup : { ...unchangedSetup, seed: answer.typicalSeed };
}

/** Whether the run is that of the manifest, for which the server has the answer. */
export function isAsWritten({ node, lines, fields }: Setup): boolean {
  return lines === undefined && fields === undefined && Object.keys(node).length === 0;
}

/** The server's answer, if the run is that of the manifest and of the horizon that it is about. */
export function knownAnswer({ payload, setup, horizonMs }: PanelPlay): Answer | undefined {
  return isAsWritten(setup) && payload.answer?.horizonMs === horizonMs ? payload.answer : undefined;
}

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
