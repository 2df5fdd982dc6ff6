import { exactly, type Span } from "../../simulation/index.ts";
import { isActive } from "../objects/availability.ts";
import type { WorkloadCause } from "../objects/recorder.ts";
import { deletePod, freeze, markNotReady } from "../world/pods.ts";
import type { PodOfWorkload, WorkloadWorld } from "../world/world.ts";

// A node that stops and does not come back, in a cluster whose other nodes are well: evictions are then not slowed down or stopped.

/** A kubelet renews the lease of its node so often, with a jitter of 4 %. Models pkg/kubelet/kubelet.go nodeLeaseRenewIntervalFraction (v1.37.1) */
const leaseMsMax = 10_400;
/** The node controller looks at all nodes so often. Models pkg/controller/nodelifecycle/config/v1alpha1/defaults.go NodeMonitorPeriod (v1.37.1) */
const monitorMs = 5000;
const graceMsSince132 = 50_000;
const graceMsBefore = 40_000;
/** Nodes get the taint one after the other. Models pkg/controller/nodelifecycle/node_lifecycle_controller.go doNoExecuteTaintingPass, with NodeEvictionRate 0.1 (v1.37.1) */
const betweenTaintsMs = 10_000;
/** From NotReady until the taint is there and its pods are known. Models nodeEvictionPeriod of the same file (v1.37.1) */
const taintMsMax = 200;
/** Models plugin/pkg/admission/defaulttolerationseconds/admission.go defaultUnreachableTolerationSeconds (v1.37.1) */
const defaultTolerationSeconds = 300;

/** How long the pods of a workload stay on a node that cannot be reached; infinite: they are never evicted. */
export function tolerationSecondsOf(kind: string, said: number | undefined): number {
  // Models pkg/controller/daemon/util/daemonset_util.go AddOrUpdateDaemonPodTolerations (v1.37.1)
  return kind === "DaemonSet" ? Number.POSITIVE_INFINITY : (said ?? defaultTolerationSeconds);
}

/** From the loss until the node is NotReady, at the latest. */
export const notReadyMsMax = graceMsSince132 + monitorMs;

/** The node stops. Until the node controller says so, its pods count as they did before. */
export function loseNode(world: WorkloadWorld, said: string | undefined): void {
  const node = said ?? fullestNode(world);
  if (node === undefined || world.lost.has(node)) return;
  const { name } = world.workload.object;
  const data = { node };
  const lost = world.recorder.add(world.nowMs, {
    kind: "node-lost",
    object: name,
    cause: undefined,
    since: exactly(0),
    data,
  });
  world.lost.add(node);
  for (const played of podsOn(world, node)) freeze(played);
  const { waitMs, since } = untilNotReady(world);
  world.queue.schedule(world.nowMs + waitMs, () => {
    const cause = world.recorder.add(world.nowMs, { kind: "node-not-ready", object: name, cause: lost, since, data });
    notReady(world, node, cause);
  });
}

/** The one that has most of the pods that are to stay. */
function fullestNode(world: WorkloadWorld): string | undefined {
  const pods = (node: string): number => podsOn(world, node).filter(({ pod }) => isActive(pod)).length;
  const left = world.input.nodes.filter((node) => !world.lost.has(node));
  return left.toSorted((one, other) => pods(other) - pods(one))[0];
}

/**
 * The last renewal of the lease was up to an interval ago, the node controller saw it at its next look, and the grace period counts from there.
 * Models pkg/controller/nodelifecycle/node_lifecycle_controller.go tryUpdateNodeHealth (v1.37.1)
 */
function untilNotReady(world: WorkloadWorld): { readonly waitMs: number; readonly since: Span } {
  const graceMs = world.has("nodes get 50 seconds") ? graceMsSince132 : graceMsBefore;
  if (world.isIdeal) return { waitMs: graceMs, since: exactly(graceMs) };
  const since = { nominalMs: graceMs, earliestMs: graceMs - leaseMsMax, latestMs: graceMs + monitorMs };
  const leaseMs = world.random.next() * leaseMsMax;
  const seenMs = world.random.next() * monitorMs;
  return { waitMs: Math.round(graceMs - leaseMs + seenMs), since };
}

/** Models pkg/controller/util/node/controller_utils.go MarkPodsNotReady, and processTaintBaseEviction (v1.37.1) */
function notReady(world: WorkloadWorld, node: string, cause: WorkloadCause): void {
  for (const played of podsOn(world, node)) markNotReady(world, played, cause);
  const taintMs = Math.max(world.nowMs, world.nextTaintMs);
  world.nextTaintMs = taintMs + betweenTaintsMs;
  const seconds = tolerationSecondsOf(world.workload.kind, world.input.unreachableTolerationSeconds);
  if (!Number.isFinite(seconds)) return;
  const waitMs = taintMs - world.nowMs + seconds * 1000;
  const drawnMs = world.isIdeal ? 0 : Math.floor(world.random.next() * taintMsMax);
  const since = { nominalMs: waitMs, earliestMs: waitMs, latestMs: waitMs + (world.isIdeal ? 0 : taintMsMax) };
  world.queue.schedule(world.nowMs + waitMs + drawnMs, () => evictAll(world, node, { cause, since }));
}

interface Due {
  readonly cause: WorkloadCause;
  readonly since: Span;
}

/** The pods get a deletion mark. Nobody is there to stop them, so that their objects stay. Models pkg/controller/tainteviction/taint_eviction.go addConditionAndDeletePod (v1.37.1) */
function evictAll(world: WorkloadWorld, node: string, due: Due): void {
  const { name } = world.workload.object;
  const evicted = world.recorder.add(world.nowMs, { ...due, kind: "taint-eviction", object: name, data: { node } });
  for (const played of podsOn(world, node)) deletePod(world, played, evicted);
}

function podsOn(world: WorkloadWorld, node: string): readonly PodOfWorkload[] {
  return [...world.live()].filter(({ pod }) => pod.node === node);
}
