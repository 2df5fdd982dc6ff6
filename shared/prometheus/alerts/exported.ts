import { memo } from "../../basics/once.ts";
import { statusAt } from "../../simulation/timeline/status-at.ts";
import type { PodStatus, Timeline } from "../../simulation/timeline/timeline.ts";
import type { MeasuredPod } from "../metrics/model.ts";
import { podMetrics } from "../metrics/pod-metrics.ts";
import { type Exported, epochSeconds } from "./play-alerts.ts";

/** A pod that was played with its statuses. */
export interface ScrapedPod extends Omit<MeasuredPod, "status" | "epochSeconds"> {
  readonly timeline: Pick<Timeline, "statuses">;
  /** When it was created, on the clock of the run; 0 if absent. */
  readonly createdMs?: number;
}

/** What kube-state-metrics exports of pods at each time. */
export function exportedPods(pods: readonly ScrapedPod[]): Exported {
  const samplesOf = memo((status: PodStatus, pod: ScrapedPod) =>
    podMetrics({ ...pod, status, epochSeconds: epochSeconds + (pod.createdMs ?? 0) / 1000 }),
  );
  return (tMs) =>
    pods.flatMap((pod) => {
      const { createdMs = 0 } = pod;
      const status = createdMs > tMs ? undefined : statusAt(pod.timeline, tMs - createdMs);
      return status === undefined ? [] : samplesOf(status, pod);
    });
}
