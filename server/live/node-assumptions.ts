import { readKubeletConfiguration } from "../../shared/kubelet-configuration/read-configuration.ts";
import { makeNode } from "../../shared/kubernetes/assumptions.ts";
import { assumptionsInWords } from "../../shared/kubernetes/assumptions-words.ts";
import { engineGateTable } from "../../shared/kubernetes/gates/engine-gates.ts";
import { gateInfo } from "../../shared/kubernetes/gates/feature-gates.ts";
import type { Assumptions, Component } from "../../shared/kubernetes/node.ts";
import { type KubernetesVersion, nearestVersion, newestVersion } from "../../shared/kubernetes/versions.ts";
import type { ApiServerInfo, NodeInfo } from "../../shared/protocol/cluster.ts";

/** What is assumed of the machines of a live pod, and who says so. */
export interface LiveAssumptions {
  readonly assumptions: Assumptions;
  /** `Kubernetes 1.36 · gates default · kubelet configuration: node gpu-1`. */
  readonly text: string;
  /** What the cluster does not report and is therefore assumed, as sentences. */
  readonly notes: readonly string[];
}

/** The node and the API server as they speak of themselves. Where they say nothing, the defaults hold, and the notes name it. */
export function liveAssumptions(info: NodeInfo | undefined, apiInfo: ApiServerInfo | undefined): LiveAssumptions {
  const notes = [...(info?.missing ?? []), ...(apiInfo?.missing ?? [])];
  const kubernetes = versionOf(info?.kubeletVersion, "the node", notes);
  const configured =
    info?.kubeletConfiguration === undefined
      ? undefined
      : readKubeletConfiguration(
          withHeader(info.kubeletConfiguration),
          `node ${info.name}`,
          kubernetes ?? newestVersion,
          {},
        );
  const node = makeNode({
    kubernetes: kubernetes ?? versionOf(apiInfo?.version, "the API server", []) ?? newestVersion,
    featureGates: {},
    kubeletConfiguration: configured,
  });
  const apiServer: Component = {
    kubernetes: versionOf(apiInfo?.version, "the API server", notes) ?? node.kubernetes,
    featureGates: {},
  };
  const assumptions: Assumptions = {
    node: { ...node, featureGates: notDefault({ ...node.featureGates, ...info?.featureGates }, node.kubernetes) },
    apiServer: { ...apiServer, featureGates: notDefault(apiInfo?.featureGates ?? {}, apiServer.kubernetes) },
    timing: "kubelet",
    semantics: "released",
    imagePull: undefined,
  };
  return { assumptions, text: assumptionsInWords(assumptions), notes };
}

/** What `configz` gives has no header. */
function withHeader(value: unknown): unknown {
  const header = { apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration" };
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value, ...header } : value;
}

/** A version that is newer or older than all that are supported counts as the nearest one, with a note. */
function versionOf(text: string | undefined, whose: string, notes: string[]): KubernetesVersion | undefined {
  if (text === undefined) return undefined;
  const nearest = nearestVersion(text);
  if (nearest === undefined) notes.push(`The version ${text} of ${whose} is not valid.`);
  else if (!nearest.isSupported)
    notes.push(`Kubernetes ${text} of ${whose} is not supported; using ${nearest.version}.`);
  return nearest?.version;
}

/** Metrics name every gate; only those that the engine asks for and that have another value than usual are worth telling. */
function notDefault(gates: Readonly<Record<string, boolean>>, version: KubernetesVersion): Record<string, boolean> {
  const asked: ReadonlyMap<string, unknown> = engineGateTable();
  return Object.fromEntries(
    Object.entries(gates).filter(([gate, value]) => {
      const info = gateInfo(gate, version);
      return info !== undefined && info.default !== value && asked.has(gate);
    }),
  );
}
