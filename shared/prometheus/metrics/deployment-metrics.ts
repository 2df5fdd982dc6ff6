import type { MetricSample } from "./model.ts";

/** A Deployment as kube-state-metrics sees it. */
export interface MeasuredDeployment {
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly replicas: number;
  readonly paused: boolean;
  readonly status: {
    readonly observedGeneration: number;
    readonly replicas: number;
    readonly updatedReplicas: number;
    readonly readyReplicas: number;
    readonly availableReplicas: number;
    readonly unavailableReplicas: number;
    readonly conditions: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string | undefined;
    }[];
  };
}

const knownReasons: ReadonlySet<string> = new Set([
  "ReplicaSetUpdated",
  "ReplicaSetCreateError",
  "NewReplicaSetCreated",
  "FoundNewReplicaSet",
  "NewReplicaSetAvailable",
  "ProgressDeadlineExceeded",
  "DeploymentPaused",
  "DeploymentResumed",
  "MinimumReplicasAvailable",
  "MinimumReplicasUnavailable",
  "",
]);

/** Models github.com/kubernetes/kube-state-metrics/internal/store/deployment.go (kube-state-metrics v2.20.0). */
const metrics: Readonly<Record<string, (deployment: MeasuredDeployment) => number>> = {
  kube_deployment_spec_replicas: ({ replicas }) => replicas,
  kube_deployment_spec_paused: ({ paused }) => Number(paused),
  kube_deployment_metadata_generation: ({ generation }) => generation,
  kube_deployment_status_observed_generation: ({ status }) => status.observedGeneration,
  kube_deployment_status_replicas: ({ status }) => status.replicas,
  kube_deployment_status_replicas_ready: ({ status }) => status.readyReplicas,
  kube_deployment_status_replicas_available: ({ status }) => status.availableReplicas,
  kube_deployment_status_replicas_unavailable: ({ status }) => status.unavailableReplicas,
  kube_deployment_status_replicas_updated: ({ status }) => status.updatedReplicas,
};

const conditionMetric = "kube_deployment_status_condition";

/** The metrics of a Deployment that are simulated. */
export const deploymentMetricNames: readonly string[] = [...Object.keys(metrics), conditionMetric];

/** What kube-state-metrics exports for a Deployment, labels `namespace` and `deployment` included. */
export function deploymentMetrics(deployment: MeasuredDeployment): readonly MetricSample[] {
  const own = { namespace: deployment.namespace, deployment: deployment.name };
  const numbers = Object.entries(metrics).map(([name, value]) => ({ name, labels: own, value: value(deployment) }));
  const conditions = deployment.status.conditions.flatMap(({ type, status, reason = "" }) =>
    ["true", "false", "unknown"].map((each) => ({
      name: conditionMetric,
      labels: { ...own, reason: knownReasons.has(reason) ? reason : "unknown", condition: type, status: each },
      value: Number(status.toLowerCase() === each),
    })),
  );
  return [...numbers, ...conditions];
}
