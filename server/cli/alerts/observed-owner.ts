import { latestTimeOf } from "../../../shared/observation/answer/workload-answer.ts";
import { conditionsOf, type StatusCondition } from "../../../shared/observation/answer/workload-status.ts";
import {
  flagAt,
  type ObjectPart,
  objectAt,
  placeOf,
  textAt,
  timeAt,
  wholeAt,
} from "../../../shared/observation/objects/fields.ts";
import { jobNames, workloadMetricNames } from "../../../shared/prometheus/alerts/exported-owners.ts";
import { deploymentMetrics } from "../../../shared/prometheus/metrics/deployment-metrics.ts";
import { jobMetrics } from "../../../shared/prometheus/metrics/job-metrics.ts";
import type { MetricSample } from "../../../shared/prometheus/metrics/model.ts";
import { daemonSetMetrics, statefulSetMetrics } from "../../../shared/prometheus/metrics/workload-metrics.ts";

/** What is exported of a workload or a Job for as long as it stays as it was observed. */
interface ObservedOwner {
  readonly names: readonly string[];
  /** How long it has been so at the observed moment, as far as its status says. */
  readonly sinceMs: number;
  /** `nowSeconds`: the observed moment on the clock of the alerts. */
  readonly samples: (nowSeconds: number) => readonly MetricSample[];
}

interface Owner {
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly spec: ObjectPart;
  readonly status: ObjectPart;
  readonly conditions: readonly StatusCondition[];
  readonly atMs: number;
}

/** Undefined for other objects, and for those without a status. Without `nowMs` the moment is that of the latest time in the status. */
export function observedOwner(object: unknown, nowMs: number | undefined): ObservedOwner | undefined {
  const root = placeOf(object, [], []);
  const status = root && objectAt(root, "status");
  if (root === undefined || status === undefined) return undefined;
  const metadata = objectAt(root, "metadata") ?? root;
  const conditions = conditionsOf(status);
  const latestMs = latestTimeOf(status, conditions);
  const atMs = nowMs ?? latestMs;
  const kind = textAt(root, "kind") ?? "";
  const read = readers[kind];
  if (read === undefined) return undefined;
  const owner: Owner = {
    namespace: textAt(metadata, "namespace") ?? "default",
    name: textAt(metadata, "name") ?? "",
    generation: wholeAt(metadata, "generation") ?? 1,
    spec: objectAt(root, "spec") ?? { fields: {}, path: ["spec"], problems: [] },
    ...{ status, conditions, atMs },
  };
  const { names, samples } = read;
  return { names, sinceMs: Math.max(0, atMs - latestMs), samples: (nowSeconds) => samples(owner, nowSeconds) };
}

interface Reader {
  readonly names: readonly string[];
  readonly samples: (owner: Owner, nowSeconds: number) => readonly MetricSample[];
}

const readers: Readonly<Partial<Record<string, Reader>>> = {
  Deployment: { names: workloadMetricNames.Deployment, samples: deploymentSamples },
  StatefulSet: { names: workloadMetricNames.StatefulSet, samples: statefulSetSamples },
  DaemonSet: { names: workloadMetricNames.DaemonSet, samples: daemonSetSamples },
  Job: { names: jobNames, samples: jobSamples },
};

function deploymentSamples({ namespace, name, generation, spec, status, conditions }: Owner): readonly MetricSample[] {
  const count = countIn(status);
  return deploymentMetrics({
    ...{ namespace, name, generation },
    replicas: wholeAt(spec, "replicas") ?? 1,
    paused: flagAt(spec, "paused") ?? false,
    status: {
      observedGeneration: count("observedGeneration"),
      replicas: count("replicas"),
      updatedReplicas: count("updatedReplicas"),
      readyReplicas: count("readyReplicas"),
      availableReplicas: count("availableReplicas"),
      unavailableReplicas: count("unavailableReplicas"),
      conditions,
    },
  });
}

function statefulSetSamples({ namespace, name, generation, spec, status }: Owner): readonly MetricSample[] {
  const count = countIn(status);
  return statefulSetMetrics({
    ...{ namespace, name, generation },
    replicas: wholeAt(spec, "replicas") ?? 1,
    status: {
      observedGeneration: count("observedGeneration"),
      replicas: count("replicas"),
      readyReplicas: count("readyReplicas"),
      availableReplicas: count("availableReplicas"),
      currentReplicas: count("currentReplicas"),
      updatedReplicas: count("updatedReplicas"),
      currentRevision: textAt(status, "currentRevision") ?? "",
      updateRevision: textAt(status, "updateRevision") ?? "",
    },
  });
}

function daemonSetSamples({ namespace, name, generation, status }: Owner): readonly MetricSample[] {
  const count = countIn(status);
  return daemonSetMetrics({
    ...{ namespace, name, generation },
    status: {
      observedGeneration: count("observedGeneration"),
      desiredNumberScheduled: count("desiredNumberScheduled"),
      currentNumberScheduled: count("currentNumberScheduled"),
      updatedNumberScheduled: count("updatedNumberScheduled"),
      numberMisscheduled: count("numberMisscheduled"),
      numberReady: count("numberReady"),
      numberAvailable: count("numberAvailable"),
      numberUnavailable: count("numberUnavailable"),
    },
  });
}

function jobSamples({ namespace, name, spec, status, conditions, atMs }: Owner, nowSeconds: number) {
  const count = countIn(status);
  const startedMs = timeAt(status, "startTime")?.nominalMs;
  const parallelism = wholeAt(spec, "parallelism") ?? 1;
  // Where nothing says how many have to succeed, one is enough.
  const completions = wholeAt(spec, "completions") ?? (spec.fields["parallelism"] === undefined ? 1 : undefined);
  return jobMetrics({
    ...{ namespace, name, completions, parallelism },
    status: {
      startSeconds: startedMs === undefined ? undefined : nowSeconds - (atMs - startedMs) / 1000,
      active: count("active"),
      ready: count("ready"),
      succeeded: count("succeeded"),
      failed: count("failed"),
      conditions: conditions.map(({ type, status: value, reason = "" }) => ({ type, status: value, reason })),
    },
  });
}

/** A number that is left out is 0. */
function countIn(status: ObjectPart): (name: string) => number {
  return (name) => wholeAt(status, name) ?? 0;
}
