import type { Assumptions, Component, KubeletConfiguration, Node } from "./node.ts";
import { type KubernetesVersion, newestVersion } from "./versions.ts";

/** What is read from a KubeletConfiguration: its values, and its gates apart because they belong to the whole kubelet. */
export interface ConfiguredKubelet {
  readonly configuration: KubeletConfiguration;
  readonly featureGates: Readonly<Record<string, boolean>>;
}

interface NodeParts {
  readonly kubernetes: KubernetesVersion;
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** As `readKubeletConfiguration` returns it; undefined means kubelet defaults. */
  readonly kubeletConfiguration: ConfiguredKubelet | undefined;
}

export const defaultKubeletConfiguration: KubeletConfiguration = {
  name: undefined,
  maxContainerRestartPeriodMs: undefined,
  syncFrequencyMs: undefined,
};

/** What holds where nobody says anything: the newest Kubernetes we know, default gates, a default kubelet, as released, and images that are on the node. */
export function defaultAssumptions(): Assumptions {
  const apiServer: Component = { kubernetes: newestVersion, featureGates: {} };
  return {
    node: makeNode({ ...apiServer, kubeletConfiguration: undefined }),
    apiServer,
    timing: "kubelet",
    semantics: "released",
    imagePull: undefined,
  };
}

/** Puts a node together. The gates that the kubelet's own configuration sets win over those given for the nodes in general. */
export function makeNode({ kubernetes, featureGates, kubeletConfiguration }: NodeParts): Node {
  return {
    kubernetes,
    featureGates: { ...featureGates, ...kubeletConfiguration?.featureGates },
    kubeletConfiguration: kubeletConfiguration?.configuration ?? defaultKubeletConfiguration,
  };
}
