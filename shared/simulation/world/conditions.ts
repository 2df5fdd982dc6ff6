import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Phase } from "../../scenario/model.ts";
import { conditionOf, isTrue } from "../timeline/pod-conditions.ts";
import type { ContainerStatus, PodCondition } from "../timeline/timeline.ts";
import { has } from "./changes.ts";
import { knownStatus, type World } from "./world.ts";

/** The conditions of a status. Models pkg/kubelet/status/generate.go (v1.37.1). */
export function computedConditions(
  world: World,
  statuses: readonly ContainerStatus[],
  phase: Phase,
): readonly PodCondition[] {
  const conditions: PodCondition[] = [];
  if (isEnabled(world.input.assumptions.node, "PodReadyToStartContainersCondition"))
    conditions.push(readyToStart(world));
  const ready = containersReady(world, statuses, phase);
  const { gatesAreTrue } = world.lifecycle;
  conditions.push(initialized(world, statuses, phase), readyLike(world, ready, gatesAreTrue), ready, isScheduled);
  const restarting = allContainersRestarting(world, phase);
  if (restarting !== undefined) conditions.push(restarting);
  return conditions;
}

/** True for a pod that has a rule which restarts all containers: only such pods carry the condition. */
export function hasRestartAllRule(world: World): boolean {
  return world.containers.some((container) =>
    container.spec.restartPolicyRules.some((rule) => rule.action === "RestartAllContainers"),
  );
}

/** The conditions once the sandbox exists. */
export function withSandbox(conditions: readonly PodCondition[]): readonly PodCondition[] {
  return conditions.map((before) => (before.type === sandboxType ? hasSandbox : before));
}

/**
 * The conditions as they are when a container's readiness changes between two passes. What became of the gates since the last
 * status was made counts no more than by the next pass. Models status_manager.go SetContainerReadiness (v1.37.1).
 */
export function withReadiness(
  world: World,
  conditions: readonly PodCondition[],
  statuses: readonly ContainerStatus[],
  phase: Phase,
): readonly PodCondition[] {
  const ready = containersReady(world, statuses, phase);
  return conditions.map((before) => {
    if (before.type === "Ready") return readyLike(world, ready, world.lifecycle.gatesInStatus);
    return before.type === "ContainersReady" ? ready : before;
  });
}

const sandboxType = "PodReadyToStartContainers";
// Most statuses have these, so that they are made once.
const hasSandbox = condition(sandboxType, true);
const isInitialized = condition("Initialized", true);
const isScheduled = condition("PodScheduled", true);

/**
 * Whether the API shows another Ready condition than the containers and the gates that it shows make. Sidecars are left out of
 * that comparison, so that with them it always does.
 * Models pkg/kubelet/status/status_manager.go NeedToReconcilePodReadiness (v1.37.1).
 */
export function isReadyOutdated(world: World): boolean {
  const { lifecycle, containers } = world;
  const { shown: status } = lifecycle;
  const shown = conditionOf(status?.conditions ?? [], "Ready");
  if (status === undefined || shown === undefined) return false;
  if (containers.some(({ spec }) => spec.kind === "sidecar")) return true;
  const statuses = [...status.initContainerStatuses, ...status.containerStatuses];
  const made = readyLike(world, containersReady(world, statuses, status.phase), lifecycle.gatesAreTrue);
  return made.status !== shown.status || made.message !== shown.message;
}

/** A pod is ready when its containers are and all readiness gates are set. Models GeneratePodReadyCondition (v1.37.1). */
function readyLike(
  { pod }: World,
  { status, reason, message }: PodCondition,
  gatesAreTrue: boolean | undefined,
): PodCondition {
  if (status !== "True" || pod.readinessGates.length === 0 || gatesAreTrue === true)
    return { type: "Ready", status, reason, message };
  const messages = pod.readinessGates.map((gate) =>
    gatesAreTrue === undefined
      ? `corresponding condition of pod readiness gate "${gate}" does not exist.`
      : `the status of pod readiness gate "${gate}" is not "True", but False`,
  );
  return condition("Ready", false, "ReadinessGatesNotReady", messages.join(", "));
}

function readyToStart(world: World): PodCondition {
  if (world.sandbox.isReady) return hasSandbox;
  if (!has(world.input.assumptions.node, "missing sandbox has a reason")) return condition(sandboxType, false);
  const { count, isCollected } = world.sandbox;
  const message = count > 0 && !isCollected ? "pod sandbox is not ready" : "no pod sandbox exists";
  return condition(sandboxType, false, "PodSandboxNotReady", message);
}

function initialized(world: World, statuses: readonly ContainerStatus[], phase: Phase): PodCondition {
  if (phase === "Succeeded") return condition("Initialized", true, "PodCompleted");
  if (someRegularBegan(world, statuses)) return isInitialized;
  if (restartsAll(world) && isTrue(knownStatus(world)?.conditions, "Initialized")) return isInitialized;
  let names: string | undefined;
  for (let index = 0; index < statuses.length; index += 1) {
    const spec = world.containers[index]?.spec;
    const status = statuses[index];
    if (spec === undefined || status === undefined || spec.kind === "regular") continue;
    if (spec.kind === "init" ? status.ready : status.started) continue;
    names = names === undefined ? spec.name : `${names} ${spec.name}`;
  }
  if (names === undefined) return isInitialized;
  return condition("Initialized", false, "ContainersNotInitialized", `containers with incomplete status: [${names}]`);
}

function someRegularBegan({ pod }: World, statuses: readonly ContainerStatus[]): boolean {
  for (let index = pod.initContainers.length; index < statuses.length; index += 1)
    if (statuses[index]?.state.is !== "waiting") return true;
  return false;
}

function containersReady(world: World, statuses: readonly ContainerStatus[], phase: Phase): PodCondition {
  if (phase === "Failed") return condition("ContainersReady", false, "PodFailed");
  if (phase === "Succeeded") return condition("ContainersReady", false, "PodCompleted");
  let names: string | undefined;
  for (let index = 0; index < statuses.length; index += 1) {
    const spec = world.containers[index]?.spec;
    if (spec === undefined || spec.kind === "init" || statuses[index]?.ready === true) continue;
    names = names === undefined ? spec.name : `${names} ${spec.name}`;
  }
  if (names === undefined) return condition("ContainersReady", true);
  return condition("ContainersReady", false, "ContainersNotReady", `containers with unready status: [${names}]`);
}

/** Models pkg/kubelet/status/generate.go GenerateAllContainersRestartingCondition (v1.37.1). */
function allContainersRestarting(world: World, phase: Phase): PodCondition | undefined {
  const type = "AllContainersRestarting";
  if (!restartsAll(world) || !hasRestartAllRule(world)) return undefined;
  if (phase === "Succeeded") return condition(type, false, "PodCompleted");
  if (phase === "Failed") return condition(type, false, "PodFailed");
  if (!world.reset.isUnderWay || world.containers.every((container) => container.instances.length === 0))
    return condition(type, false);
  const [reason, message] = restartingReason(world);
  return condition(type, true, reason, message);
}

/** KEP-5532 names the container and its exit code; the released code does not. */
function restartingReason({ input, reset }: World): readonly [string, string] {
  const { initiator } = reset;
  if (input.assumptions.semantics !== "kep" || initiator === undefined)
    return ["RestartAllContainersStarted", "container exited with restart policy rule"];
  return ["ContainerExited", `container ${initiator.container} exited with code ${initiator.exitCode}`];
}

function restartsAll(world: World): boolean {
  return isEnabled(world.input.assumptions.node, "RestartAllContainersOnContainerExits");
}

function condition(type: string, isMet: boolean, reason?: string, message?: string): PodCondition {
  return { type, status: isMet ? "True" : "False", reason, message };
}
