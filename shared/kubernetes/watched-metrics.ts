/**
 * What an operator should watch when the back-off of nodes changes, as the KEPs say (KEP-4603 and KEP-5593, "Benchmarking"): seven
 * metrics of the kubelet beside its CPU and memory, and four of kube-state-metrics. Their names are those of
 * `pkg/kubelet/metrics/metrics.go` and `pkg/kubelet/server/metrics/metrics.go` (v1.37.1).
 */
const watchedMetrics = {
  kubelet: [
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "kubelet_http_inflight_requests",
    "kubelet_http_requests_duration_seconds",
    "kubelet_http_requests_total",
    "kubelet_pod_worker_duration_seconds",
    "kubelet_runtime_operations_duration_seconds",
    "kubelet_pod_start_duration_seconds",
    "kubelet_pod_start_sli_duration_seconds",
  ],
  "kube-state-metrics": [
    "kube_pod_container_status_restarts_total",
    "kube_pod_restart_policy",
    "kube_pod_start_time",
    "kube_pod_created",
  ],
} as const;

/** A sentence for each component whose metrics show what another back-off does. */
export const watchSentences: readonly string[] = Object.entries(watchedMetrics).map(
  ([component, names]) => `${component}: ${names.join(", ")}`,
);
