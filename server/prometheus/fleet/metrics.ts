import type { FleetLoop } from "../../../shared/prometheus/fleet/model.ts";

export type MeasuredContainerKind = FleetLoop["kind"];

/** Metrics of kube-state-metrics by what they are read for. */
export const containerMetrics = {
  regular: {
    restarts: "kube_pod_container_status_restarts_total",
    reason: "kube_pod_container_status_last_terminated_reason",
    waiting: "kube_pod_container_status_waiting_reason",
    exitCodes: "kube_pod_container_status_last_terminated_exitcode",
    exits: "kube_pod_container_status_last_terminated_timestamp",
    starts: "kube_pod_container_state_started",
  },
  init: {
    restarts: "kube_pod_init_container_status_restarts_total",
    reason: "kube_pod_init_container_status_last_terminated_reason",
    waiting: "kube_pod_init_container_status_waiting_reason",
    exitCodes: "kube_pod_init_container_status_last_terminated_exitcode",
    exits: "kube_pod_init_container_status_last_terminated_timestamp",
    starts: "kube_pod_init_container_state_started",
  },
} as const satisfies Readonly<Record<MeasuredContainerKind, Readonly<Record<string, string>>>>;

/** A counter of the kubelet, for each probe of a container. Its types are `Liveness`, `Readiness`, and `Startup`. */
// As in pkg/kubelet/prober/prober_manager.go ProberResults (v1.37.1)
export const probeCounter = "prober_probe_total";

/** How the store names the labels of kube-state-metrics: where they clash with those of the target, `exported_` stands before them. */
export interface LabelNames {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

export const plainNames: LabelNames = { namespace: "namespace", pod: "pod", container: "container" };
export const exportedNames: LabelNames = {
  namespace: "exported_namespace",
  pod: "exported_pod",
  container: "exported_container",
};
