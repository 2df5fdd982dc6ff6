import type { PodStatus } from "../../simulation/timeline/timeline.ts";

/** One sample of a metric, without its time. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A pod as kube-state-metrics sees it. */
export interface MeasuredPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly restartPolicy: string;
  readonly owner: Owner | undefined;
  /** Where it is, once it is scheduled. */
  readonly node: string;
  readonly status: PodStatus;
  /** What virtual time 0 is in Unix time: whole seconds. */
  readonly epochSeconds: number;
}

interface Owner {
  readonly kind: string;
  readonly name: string;
}
