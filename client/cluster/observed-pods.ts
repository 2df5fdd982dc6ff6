import { timeText } from "../../shared/observation/report.ts";
import type { LiveCluster } from "./live-cluster.ts";

function absenceText(state: LiveCluster["state"]): string {
  if (state.is === "failed") return `The cluster can't be read. ${state.reason}`;
  return "No cluster is connected. People connect one with the command Pod Cadence: Connect to Cluster.";
}

/** Models pay for each pod. */
const podsMax = 60;

export interface PodsAsked {
  readonly pod?: string | undefined;
  readonly namespace?: string | undefined;
}

/** What the pods of the connected cluster do, for language models, which never connect to one. What is in trouble comes first. */
export function observedPods(cluster: LiveCluster, { pod, namespace }: PodsAsked) {
  const { list, nowMs, freshness, choice } = cluster;
  if (!cluster.isShown) throw new Error(absenceText(cluster.state));
  const all = list.groups(false, nowMs).flatMap((group) => list.rowsOf(group, false, nowMs));
  const wanted = all.filter(
    (row) => (pod === undefined || row.name === pod) && (namespace === undefined || row.namespace === namespace),
  );
  return {
    context: choice?.context,
    freshness:
      freshness.is === "stale"
        ? { is: "out of date", since: timeText(freshness.sinceMs), reason: freshness.reason }
        : { is: "up to date" },
    pods: wanted.slice(0, podsMax).map((row) => ({
      name: row.name,
      namespace: row.namespace,
      workload: row.workload && `${row.workload.kind}/${row.workload.name}`,
      state: cluster.textOf(row.state),
      restarts: row.restarts,
      about: row.about.map((line) => cluster.textOf(line)),
      containers: row.containers,
    })),
    more: Math.max(0, wanted.length - podsMax),
  };
}
