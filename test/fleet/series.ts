import type { Fleet, FleetPod } from "./fleet.ts";
import type { Change } from "./life.ts";

/** A series of the store: at which scrape it has which value. */
export interface StoredSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly changes: readonly Change[];
}

/** Where kube-state-metrics is scraped. */
const target = { job: "kube-state-metrics", instance: "kube-state-metrics:8080" };

/** Of pods that never restart, a large store has these only: those that are asked for by the names of their metrics. */
const leanMetrics: ReadonlySet<string> = new Set([
  "kube_pod_container_status_restarts_total",
  "kube_pod_container_status_ready",
  "kube_pod_container_status_running",
]);

/** All series of a fleet, as kube-state-metrics shows its pods and nodes. `isLean`: few of those that never restart. */
export function* fleetSeries(fleet: Fleet, isLean: boolean): Generator<StoredSeries> {
  for (const pod of fleet.pods) yield* podSeries(pod, fleet, isLean);
  const owners = new Set<string>();
  for (const { owner, namespace, workload, cluster } of fleet.pods) {
    if (owner?.kind !== "ReplicaSet" || owners.has(`${namespace}/${owner.name}`)) continue;
    owners.add(`${namespace}/${owner.name}`);
    const [owner_kind = "", owner_name = ""] = workload.split("/");
    const labels = { namespace, replicaset: owner.name, owner_kind, owner_name, owner_is_controller: "true" };
    yield always({ __name__: "kube_replicaset_owner", cluster, ...target, ...labels });
  }
  for (const { name, nodeClass } of fleet.nodes) {
    const labels = { node: name, kubelet_version: `v${nodeClass.kubernetes}.1`, os_image: "Debian GNU/Linux 12" };
    yield always({ __name__: "kube_node_info", cluster: nodeClass.cluster, ...target, ...labels });
  }
  for (const cluster of new Set(fleet.nodes.map(({ nodeClass }) => nodeClass.cluster)))
    yield always({ __name__: "up", cluster, ...target });
}

function always(labels: Readonly<Record<string, string>>): StoredSeries {
  return { labels, changes: [[0, 1]] };
}

function* podSeries(pod: FleetPod, fleet: Fleet, isLean: boolean): Generator<StoredSeries> {
  const { cluster, namespace, name, uid, node, owner, life, bornMs } = pod;
  const own = { cluster, ...target, namespace, pod: name, uid };
  const base = Math.floor((bornMs - fleet.startMs) / fleet.stepMs);
  const bornSeconds = bornMs / 1000;
  const restarts = [...life.runs.values()].some((runs) => runs.length > 1);
  for (const { name: metric, labels, changes } of life.series) {
    if (isLean && !restarts && !leanMetrics.has(metric)) continue;
    const offset = isTime(metric) ? bornSeconds : 0;
    const placed = inStore(changes, base, offset, fleet.scrapes);
    if (placed.length > 0) yield { labels: { __name__: metric, ...own, ...labels }, changes: placed };
  }
  const goneMs = bornMs + life.livesMs;
  const scrapeAt = (tMs: number): number => Math.ceil((tMs - fleet.startMs) / fleet.stepMs);
  const lived = inStore(
    [
      [scrapeAt(bornMs), 1],
      [scrapeAt(goneMs), null],
    ],
    0,
    0,
    fleet.scrapes,
  );
  const created = { created_by_kind: owner?.kind ?? "", created_by_name: owner?.name ?? "", host_network: "false" };
  yield { labels: { __name__: "kube_pod_info", ...own, node, ...created }, changes: lived };
  const owned = {
    owner_kind: owner?.kind ?? "",
    owner_name: owner?.name ?? "",
    owner_is_controller: owner === undefined ? "" : "true",
  };
  yield { labels: { __name__: "kube_pod_owner", ...own, ...owned }, changes: lived };
}

function isTime(metric: string): boolean {
  return metric.endsWith("_timestamp") || metric.endsWith("_state_started");
}

/** Of what came before the first scrape, the last counts. */
function inStore(changes: readonly Change[], base: number, offset: number, scrapes: number): readonly Change[] {
  const placed: Change[] = [];
  for (const [at, value] of changes) {
    const scrape = base + at;
    if (scrape >= scrapes) break;
    if (scrape <= 0) placed.length = 0;
    placed.push([Math.max(0, scrape), value === null ? null : value + offset]);
  }
  return placed[0]?.[1] === null && placed.length === 1 ? [] : placed;
}
