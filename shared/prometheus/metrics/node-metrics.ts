import type { MetricSample } from "./model.ts";

/** A node as kube-state-metrics sees it. */
export interface MeasuredNode {
  readonly name: string;
  readonly kubeletVersion: string;
  readonly unschedulable: boolean;
  readonly capacityPods: number;
  readonly taints: readonly { readonly key: string; readonly value: string; readonly effect: string }[];
  readonly conditions: readonly { readonly type: string; readonly status: string }[];
}

type Samples = readonly Omit<MetricSample, "name">[];

/** Models github.com/kubernetes/kube-state-metrics/internal/store/node.go (kube-state-metrics v2.20.0). */
const metrics: Readonly<Record<string, (node: MeasuredNode) => Samples>> = {
  kube_node_info: ({ kubeletVersion }) => [{ labels: { ...noInfo, kubelet_version: kubeletVersion }, value: 1 }],
  kube_node_spec_unschedulable: ({ unschedulable }) => [{ labels: {}, value: Number(unschedulable) }],
  kube_node_spec_taint: ({ taints }) =>
    taints.map(({ key, value, effect }) => ({ labels: { key, value, effect }, value: 1 })),
  kube_node_status_capacity: ({ capacityPods }) => [
    { labels: { resource: "pods", unit: "integer" }, value: capacityPods },
  ],
  kube_node_status_condition: ({ conditions }) =>
    conditions.flatMap(({ type, status }) =>
      ["true", "false", "unknown"].map((each) => ({
        labels: { condition: type, status: each },
        value: Number(status.toLowerCase() === each),
      })),
    ),
};

const noInfo = {
  kernel_version: "",
  os_image: "",
  container_runtime_version: "",
  kubeproxy_version: "deprecated",
  provider_id: "",
  pod_cidr: "",
  system_uuid: "",
  internal_ip: "",
};

const ofKubeStateMetrics = Object.keys(metrics);

/** What the kubelet itself exports, and Prometheus of its scrape. */
const ofKubelet = ["up", "kubelet_node_name", "kubelet_running_pods", "kubelet_evictions"];

/** The metrics of a node that are simulated. */
export const nodeMetricNames: readonly string[] = [...ofKubeStateMetrics, ...ofKubelet];

/** What kube-state-metrics exports for a node, label `node` included. */
export function nodeMetrics(node: MeasuredNode): readonly MetricSample[] {
  return Object.entries(metrics).flatMap(([name, samples]) =>
    samples(node).map(({ labels, value }) => ({ name, labels: { node: node.name, ...labels }, value })),
  );
}

/**
 * What a scrape of the kubelet gives; `up` is 0 while it does not run.
 * Models pkg/kubelet/metrics/metrics.go NodeName, RunningPodCount, Evictions (v1.37.1): without an eviction, that counter has no series.
 */
export function kubeletMetrics(node: string, isUp: boolean, runningPods: number): readonly MetricSample[] {
  const own = { job: "kubelet", instance: `${node}:10250`, metrics_path: "/metrics" };
  const up = { name: "up", labels: own, value: Number(isUp) };
  if (!isUp) return [up];
  return [
    up,
    { name: "kubelet_node_name", labels: { ...own, node }, value: 1 },
    { name: "kubelet_running_pods", labels: own, value: runningPods },
  ];
}
