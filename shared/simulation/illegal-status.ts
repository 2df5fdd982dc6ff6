import { isEnabled } from "../kubernetes/feature-gates.ts";
import { decideRestart } from "../restart/decision.ts";
import { hasRestartAllRule } from "./conditions.ts";
import type { ContainerStatus, PodStatus } from "./timeline.ts";
import type { PodContainer, World } from "./world.ts";

/**
 * Whether the kubelet drops the status, because a container that has ended for good runs or waits again, as it does in a new sandbox.
 * The API and the probe workers then go by the status before.
 * Models pkg/kubelet/status/status_manager.go checkContainerStateTransition (v1.37.1).
 */
export function isIllegal(world: World, status: PodStatus): boolean {
  const { pod, lifecycle, containers, input } = world;
  const { status: old } = lifecycle;
  if (pod.restartPolicy === "Always" || old === undefined) return false;
  if (isEnabled(input.assumptions.node, "RestartAllContainersOnContainerExits") && hasRestartAllRule(world))
    return false;
  const before = inOrder(old);
  const now = inOrder(status);
  return containers.some((container, index) => goesBack(world, container, before[index], now[index]));
}

function inOrder({ initContainerStatuses, containerStatuses }: PodStatus): readonly ContainerStatus[] {
  return [...initContainerStatuses, ...containerStatuses];
}

function goesBack(
  { pod, input }: World,
  { spec }: PodContainer,
  before: ContainerStatus | undefined,
  now: ContainerStatus | undefined,
): boolean {
  if (spec.kind === "sidecar" || before?.state.is !== "terminated" || now === undefined) return false;
  if (now.state.is === "terminated") return false;
  const { exitCode } = before.state;
  if (exitCode !== 0 && pod.restartPolicy === "OnFailure") return false;
  return decideRestart(spec, pod, input.assumptions.node, exitCode).decision === "final";
}
