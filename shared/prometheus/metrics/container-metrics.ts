import type { ContainerStatus } from "../../simulation/timeline/timeline.ts";
import type { MeasuredPod, MetricSample } from "./model.ts";

interface ContainerMetric {
  /** The name after `kube_pod_container_` and `kube_pod_init_container_`. */
  readonly name: string;
  /** Undefined if there is no series. */
  readonly sample: (status: ContainerStatus, epochSeconds: number) => { value: number; reason?: string } | undefined;
}

/** Models github.com/kubernetes/kube-state-metrics/internal/store/pod.go (kube-state-metrics v2.20.0). */
const metrics: readonly ContainerMetric[] = [
  { name: "status_restarts_total", sample: ({ restartCount }) => ({ value: restartCount }) },
  { name: "status_ready", sample: ({ ready }) => ({ value: Number(ready) }) },
  { name: "status_waiting", sample: ({ state }) => ({ value: Number(state.is === "waiting") }) },
  { name: "status_running", sample: ({ state }) => ({ value: Number(state.is === "running") }) },
  { name: "status_terminated", sample: ({ state }) => ({ value: Number(state.is === "terminated") }) },
  {
    name: "status_waiting_reason",
    sample: ({ state }) => (state.is === "waiting" ? { value: 1, reason: state.reason ?? "" } : undefined),
  },
  {
    name: "status_terminated_reason",
    sample: ({ state }) => (state.is === "terminated" ? { value: 1, reason: state.reason } : undefined),
  },
  {
    name: "status_last_terminated_reason",
    sample: ({ lastState }) => lastState && { value: 1, reason: lastState.reason },
  },
  { name: "status_last_terminated_exitcode", sample: ({ lastState }) => lastState && { value: lastState.exitCode } },
  {
    name: "status_last_terminated_timestamp",
    sample: ({ lastState }, epoch) => lastState && { value: unixSeconds(lastState.finishedAtMs, epoch) },
  },
  {
    name: "state_started",
    sample: ({ state }, epoch) =>
      state.is === "waiting" ? undefined : { value: unixSeconds(state.startedAtMs, epoch) },
  },
];

export const containerMetricNames: readonly string[] = metrics.flatMap(({ name }) => [
  `kube_pod_container_${name}`,
  `kube_pod_init_container_${name}`,
]);

export function containerMetrics({ status, epochSeconds }: MeasuredPod): readonly MetricSample[] {
  const of = (prefix: string, statuses: readonly ContainerStatus[]): MetricSample[] =>
    metrics.flatMap((metric) =>
      statuses.flatMap((container) => {
        const sample = metric.sample(container, epochSeconds);
        if (sample === undefined) return [];
        const { value, reason } = sample;
        const labels = { container: container.name, ...(reason !== undefined && { reason }) };
        return [{ name: `${prefix}${metric.name}`, labels, value }];
      }),
    );
  return [
    ...of("kube_pod_container_", status.containerStatuses),
    ...of("kube_pod_init_container_", status.initContainerStatuses),
  ];
}

/** The zero time of Go, in Unix time. */
const zeroTimeSeconds = -62_135_596_800;

function unixSeconds(ms: number | undefined, epochSeconds: number): number {
  return ms === undefined ? zeroTimeSeconds : epochSeconds + Math.floor(ms / 1000);
}
