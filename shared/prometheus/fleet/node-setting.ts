import { type CrashLoopPolicy, crashLoopPolicy } from "../../backoff/policy.ts";
import { makeNode } from "../../kubernetes/assumptions.ts";
import type { Node } from "../../kubernetes/node.ts";
import { atLeast, type KubernetesVersion } from "../../kubernetes/versions.ts";

/** What of a node decides its back-off. */
export interface NodeSetting {
  readonly kubernetes: KubernetesVersion;
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** `maxContainerRestartPeriod`; undefined if it is not set. */
  readonly maximumMs: number | undefined;
}

const maximumGate = "KubeletCrashLoopBackOffMax";

export function defaultSetting(kubernetes: KubernetesVersion): NodeSetting {
  return { kubernetes, featureGates: {}, maximumMs: undefined };
}

/** With a maximum, and the gate that it needs; before 1.32 there is none. */
export function withMaximumOf(setting: NodeSetting, maximumMs: number): NodeSetting {
  if (!atLeast(setting.kubernetes, "1.32")) return setting;
  return { ...setting, featureGates: { ...setting.featureGates, [maximumGate]: true }, maximumMs };
}

export function withReducedDecay(setting: NodeSetting): NodeSetting {
  if (!atLeast(setting.kubernetes, "1.33")) return setting;
  const featureGates = { ...setting.featureGates, ReduceDefaultCrashLoopBackOffDecay: true };
  // A maximum that nobody set would be filled in with 300 s.
  return {
    ...setting,
    featureGates: setting.maximumMs === undefined ? { ...featureGates, [maximumGate]: false } : featureGates,
  };
}

export function nodeOf({ kubernetes, featureGates, maximumMs }: NodeSetting): Node {
  const configuration = { name: undefined, maxContainerRestartPeriodMs: maximumMs, syncFrequencyMs: undefined };
  return makeNode({ kubernetes, featureGates, kubeletConfiguration: { configuration, featureGates: {} } });
}

export function policyOf(setting: NodeSetting): CrashLoopPolicy {
  return crashLoopPolicy(nodeOf(setting));
}

export function settingKey({ kubernetes, featureGates, maximumMs }: NodeSetting): string {
  return JSON.stringify([kubernetes, Object.entries(featureGates).toSorted(), maximumMs ?? null]);
}
