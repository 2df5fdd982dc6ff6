import { timedTextAt } from "../../shared/observation/words.ts";
import type { LiveCluster } from "./live-cluster.ts";

/** Models pay for each pod. */
const podsMax = 60;

export interface PodsAsked {
  readonly pod?: string | undefined;
  readonly namespace?: string | undefined;
}

/** What the pods of the connected cluster do, for language models, which never connect to one. What is in trouble comes first. */
export function observedPods(cluster: LiveCluster, { pod, namespace }: PodsAsked) {
  const { list, nowMs, state, freshness, choice } = cluster;
  if (state.is !== "live")
    throw new Error("No cluster is connected. People connect one with the command Pod Cadence: Connect to Cluster.");
  const all = list.groups(false, nowMs).flatMap((group) => list.rowsOf(group, false, nowMs));
  const wanted = all.filter(
    (row) => (pod === undefined || row.name === pod) && (namespace === undefined || row.namespace === namespace),
  );
  return {
    context: choice?.context,
    outOfDate: freshness.is !== "live",
    pods: wanted.slice(0, podsMax).map((row) => ({
      name: row.name,
      namespace: row.namespace,
      workload: row.workload && `${row.workload.kind}/${row.workload.name}`,
      state: timedTextAt(row.state, nowMs),
      restarts: row.restarts,
      about: row.about.map((line) => timedTextAt(line, nowMs)),
      containers: row.containers,
    })),
    more: Math.max(0, wanted.length - podsMax),
  };
}
