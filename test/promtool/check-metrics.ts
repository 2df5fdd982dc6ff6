import { deploymentMetrics, type MeasuredDeployment } from "../../shared/prometheus/metrics/deployment-metrics.ts";
import type { MeasuredPod, MetricSample } from "../../shared/prometheus/metrics/model.ts";
import { podMetrics } from "../../shared/prometheus/metrics/pod-metrics.ts";
import { podStatusJson } from "../../shared/simulation/timeline/status-json.ts";
import type { PodStatus } from "../../shared/simulation/timeline/timeline.ts";
import { mixedNames, readRecording, recordingNames } from "../truth/timelines/recording.ts";
import { realSamples } from "./kube-state-metrics.ts";
import { otherObjects } from "./other-objects.ts";
import { recordedStatuses } from "./recorded-pods.ts";

/** Compares our samples with those of the real kube-state-metrics, for each recorded status of a pod and for statuses of other objects. */
export function checkMetrics(program: string): { readonly cases: number; readonly problems: readonly string[] } {
  const names = [...recordingNames, ...mixedNames];
  const statuses = names.flatMap((name) =>
    readRecording(name).runs.flatMap((run) =>
      recordedStatuses(run).flatMap(({ status }) => (status === undefined ? [] : [{ name, status }])),
    ),
  );
  const pods = statuses.map(({ status }, index) => measuredPod(status, index % 2 === 0));
  const real = realSamples(program, [
    ...pods.map(podJson),
    ...deployments.map(deploymentJson),
    ...otherObjects.map(({ json }) => json),
  ]);
  const ours = [
    ...pods.map(podMetrics),
    ...deployments.map(deploymentMetrics),
    ...otherObjects.map(({ samples }) => samples),
  ];
  const problems = ours.flatMap((samples, index) => {
    const [wanted, got] = [texts(real[index] ?? []), texts(samples)];
    if (wanted.join() === got.join()) return [];
    const missing = wanted.filter((text) => !got.includes(text));
    const strange = got.filter((text) => !wanted.includes(text));
    return [`${statuses[index]?.name ?? "another object"}: missing ${missing.join(" ")}; strange ${strange.join(" ")}`];
  });
  return { cases: ours.reduce((sum, samples) => sum + samples.length, 0), problems };
}

export function measuredPod(status: PodStatus, isOwned: boolean): MeasuredPod {
  return {
    namespace: "default",
    name: "app",
    uid: "u",
    restartPolicy: "Always",
    owner: isOwned ? { kind: "ReplicaSet", name: "web-1" } : undefined,
    node: "node-1",
    status,
    epochSeconds: 0,
  };
}

export function podJson({ namespace, name, uid, restartPolicy, owner, node, status }: MeasuredPod): unknown {
  const isScheduled = status.conditions.some((each) => each.type === "PodScheduled" && each.status === "True");
  const ownerReferences = owner === undefined ? [] : [{ apiVersion: "apps/v1", ...owner, uid: "o", controller: true }];
  return {
    kind: "Pod",
    metadata: { namespace, name, uid, ownerReferences },
    spec: { restartPolicy, ...(isScheduled && { nodeName: node }) },
    status: podStatusJson(status),
  };
}

const condition = (type: string, status: string, reason: string) => ({ type, status, reason });

/** All reasons that the metric keeps, and one that it does not. */
const deployments: readonly MeasuredDeployment[] = [
  [
    condition("Progressing", "True", "ReplicaSetUpdated"),
    condition("Available", "False", "MinimumReplicasUnavailable"),
  ],
  [
    condition("Progressing", "False", "ProgressDeadlineExceeded"),
    condition("Available", "True", "MinimumReplicasAvailable"),
  ],
  [condition("Progressing", "Unknown", "DeploymentPaused"), condition("ReplicaFailure", "True", "FailedCreate")],
  [],
].map((conditions, index) => ({
  namespace: "default",
  name: "web",
  generation: index + 1,
  replicas: index,
  paused: index === 2,
  status: {
    observedGeneration: index,
    replicas: index + 2,
    updatedReplicas: index + 1,
    readyReplicas: index,
    availableReplicas: index,
    unavailableReplicas: 2,
    conditions,
  },
}));

function deploymentJson({ namespace, name, generation, replicas, paused, status }: MeasuredDeployment): unknown {
  return { kind: "Deployment", metadata: { namespace, name, generation }, spec: { replicas, paused }, status };
}

function texts(samples: readonly MetricSample[]): readonly string[] {
  return samples
    .map(({ name, labels, value }) => `${name}${JSON.stringify(Object.entries(labels).toSorted())} ${value}`)
    .toSorted();
}
