import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Component } from "../../kubernetes/node.ts";
import { decideRestart } from "../../restart/decision.ts";
import type { ContainerStatus, PodStatus } from "../timeline/timeline.ts";
import { hasRestartAllRule } from "../world/conditions.ts";
import type { PodContainer, World } from "../world/world.ts";

/**
 * Whether the kubelet drops the status, because a container that has ended for good runs or waits again, as it does in a new sandbox.
 * The API and the probe workers then go by the status before.
 * Models pkg/kubelet/status/status_manager.go checkContainerStateTransition (v1.37.1).
 */
export function isIllegal(world: World, status: PodStatus): boolean {
  const { pod, lifecycle, input } = world;
  const { status: old } = lifecycle;
  if (pod.restartPolicy === "Always" || old === undefined || allMayRestart(world, input.assumptions.node)) return false;
  return world.containers.some((container, index) => {
    const exitCode = leftEnd(statusOf(old, index), statusOf(status, index));
    if (exitCode === undefined || container.spec.kind === "sidecar") return false;
    return !(exitCode !== 0 && pod.restartPolicy === "OnFailure") && isFinal(world, container, exitCode);
  });
}

/**
 * Whether the API server rejects the status: where it knows the policies and rules of containers, it goes by them alone. The kubelet
 * knows the status all the same, and the probe workers go by it.
 * Models pkg/apis/core/validation/validation.go ValidateContainerStateTransition (v1.37.1).
 */
export function isRejected(world: World, status: PodStatus): boolean {
  const { apiServer } = world.input.assumptions;
  const { shown } = world.lifecycle;
  if (shown === undefined || !isEnabled(apiServer, "ContainerRestartRules") || allMayRestart(world, apiServer))
    return false;
  return world.containers.some((container, index) => {
    const exitCode = leftEnd(statusOf(shown, index), statusOf(status, index));
    return exitCode !== undefined && isFinal(world, container, exitCode);
  });
}

function allMayRestart(world: World, component: Component): boolean {
  return isEnabled(component, "RestartAllContainersOnContainerExits") && hasRestartAllRule(world);
}

function statusOf({ initContainerStatuses, containerStatuses }: PodStatus, index: number): ContainerStatus | undefined {
  return initContainerStatuses[index] ?? containerStatuses[index - initContainerStatuses.length];
}

/** The exit code of a container that had ended before, and has not any more. */
function leftEnd(before: ContainerStatus | undefined, now: ContainerStatus | undefined): number | undefined {
  if (before?.state.is !== "terminated" || now === undefined || now.state.is === "terminated") return undefined;
  return before.state.exitCode;
}

function isFinal({ pod, input }: World, { spec }: PodContainer, exitCode: number): boolean {
  return decideRestart(spec, pod, input.assumptions.node, exitCode).decision === "final";
}
