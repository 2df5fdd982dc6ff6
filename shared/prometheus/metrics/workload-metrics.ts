import type { MetricSample } from "./model.ts";

/** A StatefulSet as kube-state-metrics sees it. */
export interface MeasuredStatefulSet {
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly replicas: number;
  readonly status: {
    readonly observedGeneration: number;
    readonly replicas: number;
    readonly readyReplicas: number;
    readonly availableReplicas: number;
    readonly currentReplicas: number;
    readonly updatedReplicas: number;
    readonly currentRevision: string;
    readonly updateRevision: string;
  };
}

/** A DaemonSet as kube-state-metrics sees it. */
export interface MeasuredDaemonSet {
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly status: {
    readonly observedGeneration: number;
    readonly desiredNumberScheduled: number;
    readonly currentNumberScheduled: number;
    readonly updatedNumberScheduled: number;
    readonly numberMisscheduled: number;
    readonly numberReady: number;
    readonly numberAvailable: number;
    readonly numberUnavailable: number;
  };
}

/** A PodDisruptionBudget as kube-state-metrics sees it. */
export interface MeasuredBudget {
  readonly namespace: string;
  readonly name: string;
  readonly status: {
    readonly currentHealthy: number;
    readonly desiredHealthy: number;
    readonly expectedPods: number;
    readonly disruptionsAllowed: number;
    readonly observedGeneration: number;
  };
}

/** Models github.com/kubernetes/kube-state-metrics/internal/store/statefulset.go (kube-state-metrics v2.20.0). */
const ofStatefulSet: Readonly<Record<string, (set: MeasuredStatefulSet) => number>> = {
  kube_statefulset_replicas: ({ replicas }) => replicas,
  kube_statefulset_metadata_generation: ({ generation }) => generation,
  kube_statefulset_status_observed_generation: ({ status }) => status.observedGeneration,
  kube_statefulset_status_replicas: ({ status }) => status.replicas,
  kube_statefulset_status_replicas_ready: ({ status }) => status.readyReplicas,
  kube_statefulset_status_replicas_available: ({ status }) => status.availableReplicas,
  kube_statefulset_status_replicas_current: ({ status }) => status.currentReplicas,
  kube_statefulset_status_replicas_updated: ({ status }) => status.updatedReplicas,
};

const currentRevision = "kube_statefulset_status_current_revision";
const updateRevision = "kube_statefulset_status_update_revision";

/** The metrics of a StatefulSet that are simulated. */
export const statefulSetMetricNames: readonly string[] = [
  ...Object.keys(ofStatefulSet),
  currentRevision,
  updateRevision,
];

/** What kube-state-metrics exports for a StatefulSet, labels `namespace` and `statefulset` included. */
export function statefulSetMetrics(set: MeasuredStatefulSet): readonly MetricSample[] {
  const own = { namespace: set.namespace, statefulset: set.name };
  const { status } = set;
  return [
    ...numbers(ofStatefulSet, set, own),
    { name: currentRevision, labels: { ...own, revision: status.currentRevision }, value: 1 },
    { name: updateRevision, labels: { ...own, revision: status.updateRevision }, value: 1 },
  ];
}

/** Models github.com/kubernetes/kube-state-metrics/internal/store/daemonset.go (kube-state-metrics v2.20.0). */
const ofDaemonSet: Readonly<Record<string, (set: MeasuredDaemonSet) => number>> = {
  kube_daemonset_metadata_generation: ({ generation }) => generation,
  kube_daemonset_status_observed_generation: ({ status }) => status.observedGeneration,
  kube_daemonset_status_desired_number_scheduled: ({ status }) => status.desiredNumberScheduled,
  kube_daemonset_status_current_number_scheduled: ({ status }) => status.currentNumberScheduled,
  kube_daemonset_status_updated_number_scheduled: ({ status }) => status.updatedNumberScheduled,
  kube_daemonset_status_number_misscheduled: ({ status }) => status.numberMisscheduled,
  kube_daemonset_status_number_ready: ({ status }) => status.numberReady,
  kube_daemonset_status_number_available: ({ status }) => status.numberAvailable,
  kube_daemonset_status_number_unavailable: ({ status }) => status.numberUnavailable,
};

/** The metrics of a DaemonSet that are simulated. */
export const daemonSetMetricNames: readonly string[] = Object.keys(ofDaemonSet);

/** What kube-state-metrics exports for a DaemonSet, labels `namespace` and `daemonset` included. */
export function daemonSetMetrics(set: MeasuredDaemonSet): readonly MetricSample[] {
  return numbers(ofDaemonSet, set, { namespace: set.namespace, daemonset: set.name });
}

/** Models github.com/kubernetes/kube-state-metrics/internal/store/poddisruptionbudget.go (kube-state-metrics v2.20.0). */
const ofBudget: Readonly<Record<string, (budget: MeasuredBudget) => number>> = {
  kube_poddisruptionbudget_status_current_healthy: ({ status }) => status.currentHealthy,
  kube_poddisruptionbudget_status_desired_healthy: ({ status }) => status.desiredHealthy,
  kube_poddisruptionbudget_status_expected_pods: ({ status }) => status.expectedPods,
  kube_poddisruptionbudget_status_pod_disruptions_allowed: ({ status }) => status.disruptionsAllowed,
  kube_poddisruptionbudget_status_observed_generation: ({ status }) => status.observedGeneration,
};

/** The metrics of a PodDisruptionBudget that are simulated. */
export const budgetMetricNames: readonly string[] = Object.keys(ofBudget);

/** What kube-state-metrics exports for a PodDisruptionBudget, labels `namespace` and `poddisruptionbudget` included. */
export function budgetMetrics(budget: MeasuredBudget): readonly MetricSample[] {
  return numbers(ofBudget, budget, { namespace: budget.namespace, poddisruptionbudget: budget.name });
}

function numbers<Measured>(
  metrics: Readonly<Record<string, (object: Measured) => number>>,
  object: Measured,
  labels: MetricSample["labels"],
): readonly MetricSample[] {
  return Object.entries(metrics).map(([name, value]) => ({ name, labels, value: value(object) }));
}
