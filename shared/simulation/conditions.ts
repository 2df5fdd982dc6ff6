import { isEnabled } from "../kubernetes/feature-gates.ts";
import type { Phase } from "../scenario/model.ts";
import { has } from "./changes.ts";
import type { ContainerStatus, PodCondition } from "./timeline.ts";
import type { World } from "./world.ts";

/** The conditions of a status. Models pkg/kubelet/status/generate.go (v1.36). */
export function computedConditions(
  world: World,
  statuses: readonly ContainerStatus[],
  phase: Phase,
): readonly PodCondition[] {
  const ready = containersReady(world, statuses, phase);
  const conditions: PodCondition[] = [
    initialized(world, statuses, phase),
    { ...ready, type: "Ready" },
    ready,
    condition("PodScheduled", true),
  ];
  if (isEnabled(world.input.assumptions.node, "PodReadyToStartContainersCondition"))
    conditions.unshift(readyToStart(world));
  const restarting = allContainersRestarting(world, phase);
  return restarting === undefined ? conditions : [...conditions, restarting];
}

export function isTrue(conditions: readonly PodCondition[] | undefined, type: string): boolean {
  return conditions?.some((candidate) => candidate.type === type && candidate.status === "True") === true;
}

/** True for a pod that has a rule which restarts all containers: only such pods carry the condition. */
export function hasRestartAllRule(world: World): boolean {
  return world.cells.some((cell) =>
    cell.spec.restartPolicyRules.some((rule) => rule.action === "RestartAllContainers"),
  );
}

/** The conditions as they are once the sandbox is made. */
export function withSandbox(conditions: readonly PodCondition[]): readonly PodCondition[] {
  return conditions.map((before) => (before.type === sandboxType ? condition(sandboxType, true) : before));
}

/** The conditions as they are when a container's readiness changes between two passes. */
export function withReadiness(
  world: World,
  conditions: readonly PodCondition[],
  statuses: readonly ContainerStatus[],
  phase: Phase,
): readonly PodCondition[] {
  const ready = containersReady(world, statuses, phase);
  return conditions.map((before) => {
    if (before.type === "Ready") return { ...ready, type: "Ready" };
    return before.type === "ContainersReady" ? ready : before;
  });
}

const sandboxType = "PodReadyToStartContainers";

function readyToStart(world: World): PodCondition {
  if (world.sandboxReady) return condition(sandboxType, true);
  if (!has(world.input.assumptions.node, "missing sandbox has a reason")) return condition(sandboxType, false);
  const message = world.sandboxMade ? "pod sandbox is not ready" : "no pod sandbox exists";
  return condition(sandboxType, false, "PodSandboxNotReady", message);
}

function initialized(world: World, statuses: readonly ContainerStatus[], phase: Phase): PodCondition {
  if (phase === "Succeeded") return condition("Initialized", true, "PodCompleted");
  const regular = statuses.slice(world.pod.initContainers.length);
  if (regular.some((status) => status.state.is !== "waiting")) return condition("Initialized", true);
  if (restartsAll(world) && isTrue(world.status?.conditions, "Initialized")) return condition("Initialized", true);
  const open = world.cells.filter((cell, index) => {
    const status = statuses[index];
    if (cell.spec.kind === "regular" || status === undefined) return false;
    return cell.spec.kind === "init" ? !status.ready : !status.started;
  });
  if (open.length === 0) return condition("Initialized", true);
  const names = open.map((cell) => cell.spec.name).join(" ");
  return condition("Initialized", false, "ContainersNotInitialized", `containers with incomplete status: [${names}]`);
}

function containersReady(world: World, statuses: readonly ContainerStatus[], phase: Phase): PodCondition {
  if (phase === "Failed") return condition("ContainersReady", false, "PodFailed");
  if (phase === "Succeeded") return condition("ContainersReady", false, "PodCompleted");
  const unready = world.cells.filter((cell, index) => cell.spec.kind !== "init" && statuses[index]?.ready !== true);
  if (unready.length === 0) return condition("ContainersReady", true);
  const names = unready.map((cell) => cell.spec.name).join(" ");
  return condition("ContainersReady", false, "ContainersNotReady", `containers with unready status: [${names}]`);
}

/** Models the AllContainersRestarting condition of KEP-5532 as v1.36 has it. */
function allContainersRestarting(world: World, phase: Phase): PodCondition | undefined {
  const type = "AllContainersRestarting";
  if (!restartsAll(world) || !hasRestartAllRule(world)) return undefined;
  if (phase === "Succeeded") return condition(type, false, "PodCompleted");
  if (phase === "Failed") return condition(type, false, "PodFailed");
  if (!world.resetting || world.cells.every((cell) => cell.instances.length === 0)) return condition(type, false);
  return condition(type, true, "RestartAllContainersStarted", "container exited with restart policy rule");
}

function restartsAll(world: World): boolean {
  return isEnabled(world.input.assumptions.node, "RestartAllContainersOnContainerExits");
}

function condition(type: string, isMet: boolean, reason?: string, message?: string): PodCondition {
  return { type, status: isMet ? "True" : "False", reason, message };
}
