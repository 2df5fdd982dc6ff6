import { defaultTolerationSeconds, untilEviction, untilNotReady } from "../../kubernetes/node-loss.ts";
import { exactly, type Span } from "../../simulation/index.ts";
import { isActive } from "../objects/availability.ts";
import type { WorkloadCause } from "../objects/recorder.ts";
import { deletePod, freeze, markNotReady } from "../world/pods.ts";
import type { PodOfWorkload, WorkloadWorld } from "../world/world.ts";

/** Nodes get the taint one after the other. Models pkg/controller/nodelifecycle/node_lifecycle_controller.go doNoExecuteTaintingPass, with NodeEvictionRate 0.1 (v1.37.1) */
const betweenTaintsMs = 10_000;

/** How long the pods of a workload stay on a node that cannot be reached; infinite: they are never evicted. */
export function tolerationSecondsOf(kind: string, said: number | undefined): number {
  // Models pkg/controller/daemon/util/daemonset_util.go AddOrUpdateDaemonPodTolerations (v1.37.1)
  return kind === "DaemonSet" ? Number.POSITIVE_INFINITY : (said ?? defaultTolerationSeconds);
}

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
  const { waitMs, since } = untilNotReady(world.input.apiServer, drawOf(world));
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

function drawOf({ isIdeal, random }: WorkloadWorld): ((limitMs: number) => number) | undefined {
  return isIdeal ? undefined : (limitMs) => Math.floor(random.next() * limitMs);
}

/** Models pkg/controller/util/node/controller_utils.go MarkPodsNotReady, and processTaintBaseEviction (v1.37.1) */
function notReady(world: WorkloadWorld, node: string, cause: WorkloadCause): void {
  for (const played of podsOn(world, node)) markNotReady(world, played, cause);
  const taintMs = Math.max(world.nowMs, world.nextTaintMs);
  world.nextTaintMs = taintMs + betweenTaintsMs;
  const seconds = tolerationSecondsOf(world.workload.kind, world.input.unreachableTolerationSeconds);
  if (!Number.isFinite(seconds)) return;
  const { waitMs, since } = untilEviction(seconds, taintMs - world.nowMs, drawOf(world));
  world.queue.schedule(world.nowMs + waitMs, () => evictAll(world, node, { cause, since }));
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
