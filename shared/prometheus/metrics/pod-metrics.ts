import { containerMetricNames, containerMetrics } from "./container-metrics.ts";
import type { MeasuredPod, MetricSample } from "./model.ts";

type PodMetric = (pod: MeasuredPod) => readonly Omit<MetricSample, "name">[];

const phases = ["Pending", "Succeeded", "Failed", "Unknown", "Running"];

const statusReasons = [
  "Evicted",
  "NodeAffinity",
  "NodeLost",
  "PreemptionByScheduler",
  "SchedulingGated",
  "Shutdown",
  "TerminationByKubelet",
  "UnexpectedAdmissionError",
];

/** Models github.com/kubernetes/kube-state-metrics/internal/store/pod.go (kube-state-metrics v2.20.0). */
const metrics: Readonly<Record<string, PodMetric>> = {
  kube_pod_status_phase: ({ status }) =>
    phases.map((phase) => ({ labels: { phase }, value: Number(status.phase === phase) })),
  kube_pod_status_ready: (pod) => conditionSamples(pod, "Ready"),
  kube_pod_status_scheduled: (pod) => conditionSamples(pod, "PodScheduled"),
  kube_pod_status_unschedulable: ({ status }) =>
    status.conditions.flatMap(({ type, status: value }) =>
      type === "PodScheduled" && value === "False" ? [{ labels: {}, value: 1 }] : [],
    ),
  kube_pod_status_reason: statusReasonSamples,
  // Without addresses, which nobody knows.
  kube_pod_info: ({ owner, node, status }) => [
    {
      labels: {
        host_ip: "",
        pod_ip: "",
        node: isScheduled(status) ? node : "",
        created_by_kind: owner?.kind ?? "",
        created_by_name: owner?.name ?? "",
        priority_class: "",
        host_network: "false",
      },
      value: 1,
    },
  ],
  kube_pod_owner: ({ owner }) => [
    {
      labels: {
        owner_kind: owner?.kind ?? "",
        owner_name: owner?.name ?? "",
        owner_is_controller: owner === undefined ? "" : "true",
      },
      value: 1,
    },
  ],
  kube_pod_restart_policy: ({ restartPolicy }) => [{ labels: { type: restartPolicy }, value: 1 }],
};

function isScheduled({ conditions }: MeasuredPod["status"]): boolean {
  return conditions.some(({ type, status }) => type === "PodScheduled" && status === "True");
}

/** The metrics that a pod's status decides: all others of kube-state-metrics are not simulated. */
export const podMetricNames: readonly string[] = [...Object.keys(metrics), ...containerMetricNames];

/** What kube-state-metrics exports for a pod, labels `namespace`, `pod`, and `uid` included. */
export function podMetrics(pod: MeasuredPod): readonly MetricSample[] {
  const own = { namespace: pod.namespace, pod: pod.name, uid: pod.uid };
  const ofPod = Object.entries(metrics).flatMap(([name, samples]) =>
    samples(pod).map((sample) => ({ name, ...sample })),
  );
  return [...ofPod, ...containerMetrics(pod)].map(({ name, labels, value }) => ({
    name,
    labels: { ...own, ...labels },
    value,
  }));
}

/** Models github.com/kubernetes/kube-state-metrics/internal/store/utils.go addConditionMetrics (kube-state-metrics v2.20.0). */
function conditionSamples({ status }: MeasuredPod, wanted: string): readonly Omit<MetricSample, "name">[] {
  const condition = status.conditions.find(({ type }) => type === wanted);
  if (condition === undefined) return [];
  return ["true", "false", "unknown"].map((value) => ({
    labels: { condition: value },
    value: Number(condition.status.toLowerCase() === value),
  }));
}

/** Models github.com/kubernetes/kube-state-metrics/internal/store/pod.go hasPodStatusReason (kube-state-metrics v2.20.0). */
function statusReasonSamples({ status }: MeasuredPod): readonly Omit<MetricSample, "name">[] {
  const { reason = "" } = status;
  const has = new Set([
    reason,
    ...status.conditions.map((condition) => condition.reason),
    ...status.containerStatuses.map(({ state }) => (state.is === "terminated" ? state.reason : undefined)),
  ]);
  const named = statusReasons.filter((each) => has.has(each));
  const other = reason !== "" && !statusReasons.includes(reason) ? ["Other"] : [];
  return [...named, ...other].map((each) => ({ labels: { reason: each }, value: 1 }));
}
