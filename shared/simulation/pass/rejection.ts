import { exactly } from "../../basics/span.ts";
import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { show } from "../status/show.ts";
import { hasRestartAllRule } from "../world/conditions.ts";
import { emitEvent } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import type { World } from "../world/world.ts";

const feature = "RestartAllContainersOnContainerExits";

/**
 * Why this node does not take the pod: it lacks a feature that the pod needs and that nodes declare. Undefined if it takes it.
 * Models pkg/kubelet/lifecycle/predicate.go and the declared features of a node (v1.37.1).
 */
export function rejectionOf(world: World): string | undefined {
  const { node } = world.input.assumptions;
  const lacks = hasRestartAllRule(world) && isEnabled(node, "NodeDeclaredFeatures") && !isEnabled(node, feature);
  return lacks ? `Pod requires node features that are not available: ${feature}` : undefined;
}

/** The pod fails at once; no container is ever looked at. */
export function reject(world: World, why: string, cause: Moment): void {
  const reason = "PodFeatureUnsupported";
  emitEvent(world, undefined, "Warning", reason, why);
  const rejected = world.recorder.add(world.queue.nowMs, {
    kind: "pod-rejected",
    cause,
    since: exactly(0),
    data: { reason, text: why },
  });
  world.lifecycle.stage = "finished";
  const status = {
    phase: "Failed" as const,
    reason,
    message: `Pod was rejected: ${why}`,
    deletingSeconds: undefined,
    conditions: [],
    initContainerStatuses: [],
    containerStatuses: [],
  };
  show(world, status, { cause: rejected, since: exactly(0) });
}
