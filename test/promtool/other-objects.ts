import { jobMetrics, type MeasuredJob } from "../../shared/prometheus/metrics/job-metrics.ts";
import type { MetricSample } from "../../shared/prometheus/metrics/model.ts";
import { type MeasuredNode, nodeMetrics } from "../../shared/prometheus/metrics/node-metrics.ts";
import {
  budgetMetrics,
  daemonSetMetrics,
  type MeasuredBudget,
  type MeasuredDaemonSet,
  type MeasuredStatefulSet,
  statefulSetMetrics,
} from "../../shared/prometheus/metrics/workload-metrics.ts";

/** An object as the API shows it, and what we say that kube-state-metrics exports of it. */
interface MeasuredObject {
  readonly json: unknown;
  readonly samples: readonly MetricSample[];
}

// Each number is another one, so that two that are mixed up are seen.

function statefulSet(set: MeasuredStatefulSet): MeasuredObject {
  const { namespace, name, generation, replicas, status } = set;
  const json = { kind: "StatefulSet", metadata: { namespace, name, generation }, spec: { replicas }, status };
  return { json, samples: statefulSetMetrics(set) };
}

function daemonSet(set: MeasuredDaemonSet): MeasuredObject {
  const { namespace, name, generation, status } = set;
  return {
    json: { kind: "DaemonSet", metadata: { namespace, name, generation }, status },
    samples: daemonSetMetrics(set),
  };
}

function budget(measured: MeasuredBudget): MeasuredObject {
  const { namespace, name, status } = measured;
  const { disruptionsAllowed, ...others } = status;
  const json = {
    kind: "PodDisruptionBudget",
    metadata: { namespace, name },
    status: { ...others, disruptionsAllowed },
  };
  return { json, samples: budgetMetrics(measured) };
}

function job(measured: MeasuredJob): MeasuredObject {
  const { namespace, name, completions, parallelism } = measured;
  const { startSeconds, ...status } = measured.status;
  const startTime = startSeconds === undefined ? {} : { startTime: new Date(startSeconds * 1000).toISOString() };
  const json = {
    kind: "Job",
    metadata: { namespace, name },
    spec: { completions, parallelism },
    status: { ...status, ...startTime },
  };
  return { json, samples: jobMetrics(measured) };
}

function node(measured: MeasuredNode): MeasuredObject {
  const { name, unschedulable, taints, kubeletVersion, capacityPods, conditions } = measured;
  const json = {
    kind: "Node",
    metadata: { name },
    spec: { unschedulable, taints },
    status: { nodeInfo: { kubeletVersion }, capacity: { pods: String(capacityPods) }, conditions },
  };
  return { json, samples: nodeMetrics(measured) };
}

const at = { namespace: "default", name: "a", generation: 2 };
const jobAt = { namespace: "default", name: "a", parallelism: 3 };
const counts = { startSeconds: 1_767_225_600, active: 1, ready: 2, succeeded: 3, failed: 4 };
const ended = (type: string, status: string, reason: string) => ({ type, status, reason });
const nodeAt = { name: "node-1", kubeletVersion: "v1.37.1", capacityPods: 110 };

export const otherObjects: readonly MeasuredObject[] = [
  statefulSet({
    ...at,
    replicas: 9,
    status: {
      observedGeneration: 1,
      replicas: 3,
      readyReplicas: 4,
      availableReplicas: 5,
      currentReplicas: 6,
      updatedReplicas: 7,
      currentRevision: "a-1",
      updateRevision: "a-2",
    },
  }),
  daemonSet({
    ...at,
    status: {
      observedGeneration: 1,
      desiredNumberScheduled: 3,
      currentNumberScheduled: 4,
      updatedNumberScheduled: 5,
      numberMisscheduled: 6,
      numberReady: 7,
      numberAvailable: 8,
      numberUnavailable: 9,
    },
  }),
  budget({
    ...at,
    status: { currentHealthy: 1, desiredHealthy: 2, expectedPods: 3, disruptionsAllowed: 4, observedGeneration: 5 },
  }),
  job({ ...jobAt, completions: undefined, status: { ...counts, startSeconds: undefined, failed: 0, conditions: [] } }),
  job({ ...jobAt, completions: 5, status: { ...counts, conditions: [] } }),
  ...["BackoffLimitExceeded", "DeadlineExceeded", "PodFailurePolicy"].map((reason) =>
    job({
      ...jobAt,
      completions: 5,
      status: { ...counts, conditions: [ended("FailureTarget", "True", reason), ended("Failed", "True", reason)] },
    }),
  ),
  job({
    ...jobAt,
    completions: 5,
    status: {
      ...counts,
      conditions: [
        ended("SuccessCriteriaMet", "True", "CompletionsReached"),
        ended("Complete", "True", "CompletionsReached"),
      ],
    },
  }),
  node({ ...nodeAt, unschedulable: false, taints: [], conditions: [{ type: "Ready", status: "True" }] }),
  node({
    ...nodeAt,
    unschedulable: true,
    taints: [{ key: "node.kubernetes.io/unreachable", value: "", effect: "NoSchedule" }],
    conditions: [
      { type: "MemoryPressure", status: "Unknown" },
      { type: "Ready", status: "False" },
    ],
  }),
];
