import { exactly } from "../basics/span.ts";
import { defaultTolerationSeconds, untilEviction, untilNotReady } from "../kubernetes/node-loss.ts";
import { stopNode } from "./kubelet-process.ts";
import type { StatusReason } from "./status/change-cause.ts";
import { showConditions } from "./status/show.ts";
import type { PodCondition } from "./timeline/timeline.ts";
import type { Moment } from "./world/recorder.ts";
import type { World } from "./world/world.ts";

/** The node stops and does not come back. The API shows what it showed, until the control plane misses the node. */
export function loseNode(world: World, evict: (reason: StatusReason) => void): void {
  const { kubelet, queue, recorder, input, pod } = world;
  if (kubelet.isLost) return;
  const lost = stopNode(world, "node-lost");
  kubelet.isLost = true;
  const draw = drawOf(world);
  const { waitMs, since } = untilNotReady(input.assumptions.apiServer, draw);
  queue.schedule(queue.nowMs + waitMs, () => {
    const cause = recorder.add(queue.nowMs, { kind: "node-not-ready", cause: lost, since });
    showNotReady(world, cause);
    const seconds = pod.unreachableTolerationSeconds ?? defaultTolerationSeconds;
    if (!Number.isFinite(seconds)) return;
    const eviction = untilEviction(seconds, 0, draw);
    queue.schedule(queue.nowMs + eviction.waitMs, () => evict({ cause, since: eviction.since }));
  });
}

function drawOf({ loops, queue }: World): ((limitMs: number) => number) | undefined {
  if (loops.ideal) return undefined;
  return (latestMs) => loops.chance.draw({ kind: "node-loss", nowMs: queue.nowMs, earliestMs: 0, latestMs });
}

/** Everything but the status of the condition stays. Models pkg/controller/util/node/controller_utils.go MarkPodsNotReady (v1.37.1) */
function showNotReady(world: World, cause: Moment): void {
  showConditions(
    world,
    (conditions) => conditions.map((each) => (each.type === "Ready" ? { ...each, status: "False" } : each)),
    { cause, since: exactly(0) },
  );
}

export const evictionReason = "DeletionByTaintManager";

const disrupted: PodCondition = {
  type: "DisruptionTarget",
  status: "True",
  reason: evictionReason,
  message: "Taint manager: deleting due to NoExecute taint",
};

/** Says why the pod is deleted. Models pkg/controller/tainteviction/taint_eviction.go addConditionAndDeletePod (v1.37.1) */
export function showEviction(world: World, reason: StatusReason): void {
  showConditions(world, (conditions) => [...conditions, disrupted], reason);
}
