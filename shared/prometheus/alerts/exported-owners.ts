import type { JobSpec, JobTimeline } from "../../controllers/job/model.ts";
import type { BudgetStatus } from "../../controllers/objects/model.ts";
import type { WorkloadSimulation } from "../../controllers/workload/simulation.ts";
import type { ScenarioEvent } from "../../scenario/model.ts";
import { statusAt } from "../../simulation/timeline/status-at.ts";
import { deploymentMetricNames, deploymentMetrics } from "../metrics/deployment-metrics.ts";
import { jobMetricNames, jobMetrics } from "../metrics/job-metrics.ts";
import { kubeletMetrics, type MeasuredNode, nodeMetrics } from "../metrics/node-metrics.ts";
import {
  budgetMetricNames,
  budgetMetrics,
  daemonSetMetricNames,
  daemonSetMetrics,
  statefulSetMetricNames,
  statefulSetMetrics,
} from "../metrics/workload-metrics.ts";
import { type Exported, epochSeconds } from "./play-alerts.ts";

/** The metrics that are exported of each kind of workload. */
export const workloadMetricNames = {
  Deployment: deploymentMetricNames,
  StatefulSet: statefulSetMetricNames,
  DaemonSet: daemonSetMetricNames,
} as const;

/** What is exported of a workload and the budgets that select its pods. */
export const budgetNames: readonly string[] = budgetMetricNames;
export const jobNames: readonly string[] = jobMetricNames;

interface ExportedWorkload {
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  /** Of a DaemonSet: 0, because no metric has it. */
  readonly replicas: number;
  readonly paused: boolean;
}

/** What kube-state-metrics exports of a workload that was played, and of its budgets. */
export function exportedWorkload(
  workload: ExportedWorkload,
  simulation: Pick<WorkloadSimulation, "statusAt" | "timeline">,
): Exported {
  const budgets = budgetsOf(simulation);
  return (tMs) => [
    ...ofWorkload(workload, simulation.statusAt(tMs)),
    ...budgets.flatMap(({ name, statuses }) => {
      const last = statuses.findLast((each) => each.tMs <= tMs);
      const status = last && { ...last.status, observedGeneration: 1 };
      return status === undefined ? [] : budgetMetrics({ namespace: workload.namespace, name, status });
    }),
  ];
}

function ofWorkload(workload: ExportedWorkload, status: ReturnType<WorkloadSimulation["statusAt"]>) {
  switch (status?.kind) {
    case "Deployment":
      return deploymentMetrics({ ...workload, status });
    case "StatefulSet":
      return statefulSetMetrics({ ...workload, status });
    case "DaemonSet":
      // All nodes of a workload that is played are eligible.
      return daemonSetMetrics({ ...workload, status: { ...status, numberMisscheduled: 0 } });
    case undefined:
      return [];
  }
}

function budgetsOf(simulation: Pick<WorkloadSimulation, "timeline">) {
  const byName = new Map<string, { tMs: number; status: BudgetStatus }[]>();
  for (const { tMs, object, status } of simulation.timeline().statuses) {
    if (status.kind !== "PodDisruptionBudget") continue;
    byName.set(object, [...(byName.get(object) ?? []), { tMs, status }]);
  }
  return [...byName].map(([name, statuses]) => ({ name, statuses }));
}

/** What kube-state-metrics exports of a Job that was played. Its pods are exported by themselves. */
export function exportedJob(
  { namespace, name, spec }: { readonly namespace: string; readonly name: string; readonly spec: JobSpec },
  { pods, conditions }: Pick<JobTimeline, "pods" | "conditions">,
): Exported {
  const { completions, parallelism } = spec;
  return (tMs) => {
    const statuses = pods.flatMap(({ createdMs, timeline }) =>
      createdMs > tMs ? [] : [statusAt(timeline, tMs - createdMs)],
    );
    const has = (phase: string): number => statuses.filter((status) => status?.phase === phase).length;
    const [succeeded, failed] = [has("Succeeded"), has("Failed")];
    const isReady = (status: (typeof statuses)[number]): boolean =>
      status?.conditions.some(({ type, status: value }) => type === "Ready" && value === "True") === true;
    const written = conditions.filter((condition) => condition.tMs <= tMs);
    const status = {
      startSeconds: spec.suspend ? undefined : epochSeconds,
      active: statuses.length - succeeded - failed,
      ready: statuses.filter(isReady).length,
      succeeded,
      failed,
      conditions: written.map(({ type, reason }) => ({ type, status: "True", reason })),
    };
    return jobMetrics({ namespace, name, completions, parallelism, status });
  };
}

/** How long a node without a heartbeat stays Ready. Models pkg/controller/nodelifecycle/config/v1alpha1/defaults.go NodeMonitorGracePeriod (v1.37.1) */
const gracePeriodMs = 50_000;

/** What is exported of the node that the pod is on, and by its kubelet, which an event of the scenario may stop. */
export function exportedNode(
  node: Pick<MeasuredNode, "name" | "kubeletVersion" | "capacityPods">,
  events: readonly ScenarioEvent[],
): Exported {
  const outages = events.flatMap((event) => {
    if (event.kind === "own-node-lost") return [{ fromMs: event.atMs, toMs: Number.POSITIVE_INFINITY }];
    return event.kind === "kubelet-restart" || event.kind === "node-reboot"
      ? [{ fromMs: event.atMs, toMs: event.atMs + event.downMs }]
      : [];
  });
  return (tMs) => {
    const outage = outages.find(({ fromMs, toMs }) => fromMs <= tMs && tMs < toMs);
    const isUnknown = outage !== undefined && tMs - outage.fromMs >= gracePeriodMs;
    const pressures = ["MemoryPressure", "DiskPressure", "PIDPressure"];
    const conditions = [
      ...pressures.map((type) => ({ type, status: isUnknown ? "Unknown" : "False" })),
      { type: "Ready", status: isUnknown ? "Unknown" : "True" },
    ];
    const key = "node.kubernetes.io/unreachable";
    const taints = isUnknown ? ["NoSchedule", "NoExecute"].map((effect) => ({ key, value: "", effect })) : [];
    return [
      ...nodeMetrics({ ...node, unschedulable: false, taints, conditions }),
      ...kubeletMetrics(node.name, outage === undefined, 1),
    ];
  };
}
