import { expect, it } from "vitest";
import { liveAssumptions } from "../../../server/live/node-assumptions.ts";
import { lastVersion, newestVersion } from "../../../shared/kubernetes/versions.ts";
import type { ApiServerInfo, NodeInfo } from "../../../shared/protocol/cluster.ts";

const node = (parts: Partial<NodeInfo>): NodeInfo => ({ name: "gpu-1", missing: [], ...parts });
const api = (parts: Partial<ApiServerInfo>): ApiServerInfo => ({ missing: [], ...parts });

it.each<[about: string, node: NodeInfo | undefined, api: ApiServerInfo | undefined, text: string, notes: string[]]>([
  [
    "nothing is known",
    undefined,
    undefined,
    `Kubernetes ${newestVersion} · gates default · kubelet configuration: default`,
    [],
  ],
  [
    "versions only, and why there is no more",
    node({ kubeletVersion: "v1.34.4-gke.100", missing: ["The configz of node gpu-1 may not be read."] }),
    api({ version: "v1.35.5" }),
    "Kubernetes 1.34, API server 1.35 · gates default · kubelet configuration: default",
    ["The configz of node gpu-1 may not be read."],
  ],
  [
    "patch releases, where they do something else than the newest",
    node({ kubeletVersion: "v1.36.2-gke.7" }),
    api({ version: "v1.36.4" }),
    "Kubernetes 1.36.2, API server 1.36 · gates default · kubelet configuration: default",
    [],
  ],
  [
    "no node may be read",
    undefined,
    api({ version: "v1.33.2" }),
    "Kubernetes 1.33 · gates default · kubelet configuration: default",
    [],
  ],
  [
    "gates of the metrics, but for those that are as usual and those that nothing depends on",
    node({
      kubeletVersion: "v1.35.4",
      featureGates: {
        ReduceDefaultCrashLoopBackOffDecay: true,
        SidecarContainers: true,
        DynamicResourceAllocation: false,
      },
    }),
    api({ version: "v1.35.4" }),
    "Kubernetes 1.35 · ReduceDefaultCrashLoopBackOffDecay on · kubelet configuration: default",
    [],
  ],
  [
    "the curve of its configuration",
    node({
      kubeletVersion: "v1.35.4",
      kubeletConfiguration: {
        featureGates: { KubeletCrashLoopBackOffMax: true },
        crashLoopBackOff: { maxContainerRestartPeriod: "20s" },
      },
    }),
    api({ version: "v1.35.4" }),
    "Kubernetes 1.35 · gates default · kubelet configuration: node gpu-1",
    [],
  ],
  [
    "newer than all that we know",
    node({ kubeletVersion: "v1.41.0" }),
    api({ version: "v1.41.0" }),
    `Kubernetes ${lastVersion} · gates default · kubelet configuration: default`,
    [
      `Kubernetes v1.41.0 of the node is not supported; using ${lastVersion}.`,
      `Kubernetes v1.41.0 of the API server is not supported; using ${lastVersion}.`,
    ],
  ],
  [
    "a minor that we know, with something else behind it",
    node({ kubeletVersion: "v1.36-custom" }),
    api({ version: "v1.35+" }),
    "Kubernetes 1.36, API server 1.35 · gates default · kubelet configuration: default",
    [],
  ],
  [
    "older than all that we know",
    node({ kubeletVersion: "v1.19.3" }),
    undefined,
    "Kubernetes 1.28 · gates default · kubelet configuration: default",
    ["Kubernetes v1.19.3 of the node is not supported; using 1.28."],
  ],
  [
    "no version at all, and a configuration that is none",
    node({ kubeletVersion: "soon", kubeletConfiguration: [7] }),
    undefined,
    `Kubernetes ${newestVersion} · gates default · kubelet configuration: node gpu-1`,
    ["The version soon of the node is not valid."],
  ],
])("%s", (_, truth, apiTruth, text, notes) => {
  const assumed = liveAssumptions(truth, apiTruth);
  expect(assumed.text).toBe(text);
  expect(assumed.notes).toEqual(notes);
});
