import type { WorkloadSimulation } from "../controllers/workload/simulation.ts";
import { deploymentMetrics, type MeasuredDeployment } from "../metrics/deployment-metrics.ts";
import type { MeasuredPod, MetricSample } from "../metrics/model.ts";
import { podMetrics } from "../metrics/pod-metrics.ts";
import { statusAt } from "../simulation/status-at.ts";
import type { PodStatus, Timeline } from "../simulation/timeline.ts";
import { type Exported, epochSeconds } from "./play-alerts.ts";

/** A pod that was played with its statuses. */
export interface PlayedPod extends Omit<MeasuredPod, "status" | "epochSeconds"> {
  readonly timeline: Pick<Timeline, "statuses">;
}

/** What kube-state-metrics exports of pods at each time. */
export function exportedPods(pods: readonly PlayedPod[]): Exported {
  const known = new WeakMap<PodStatus, readonly MetricSample[]>();
  return (tMs) =>
    pods.flatMap((pod) => {
      const status = statusAt(pod.timeline, tMs);
      if (status === undefined) return [];
      const samples = known.get(status) ?? podMetrics({ ...pod, status, epochSeconds });
      known.set(status, samples);
      return samples;
    });
}

/** The same of a Deployment that was played. */
export function exportedDeployment(
  deployment: Omit<MeasuredDeployment, "status">,
  simulation: Pick<WorkloadSimulation, "statusAt">,
): Exported {
  return (tMs) => {
    const status = simulation.statusAt(tMs);
    return status?.kind === "Deployment" ? deploymentMetrics({ ...deployment, status }) : [];
  };
}
