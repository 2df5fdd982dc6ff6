import { isEnabled } from "../kubernetes/gates/feature-gates.ts";
import type { Node } from "../kubernetes/node.ts";
import { allContainers, type Container, type Pod, type RestartPolicy, type RestartRule } from "../kubernetes/pod.ts";

/** What follows an exit: a new run of this container, a restart of all containers in place, or nothing any more. */
type RestartDecision = "restart" | "restart-all" | "final";

export interface Decision {
  readonly decision: RestartDecision;
  /** Index of the restart rule that decided; undefined if a policy did. */
  readonly rule: number | undefined;
}

/**
 * Decides what follows the exit of a regular container, a sidecar or a failed init container. An init container that
 * exited with 0 is complete and is never asked about.
 * Models pkg/kubelet/container/helpers.go ShouldContainerBeRestarted and pkg/api/v1/pod/util.go (v1.37.1).
 */
export function decideRestart(container: Container, pod: Pod, node: Node, exitCode: number): Decision {
  const rule = matchingRule(container, node, exitCode);
  if (rule !== undefined) {
    const action = container.restartPolicyRules[rule]?.action;
    if (action === "Restart") return { decision: "restart", rule };
    if (action === "RestartAllContainers" && canRestartAll(node)) return { decision: "restart-all", rule };
  }
  return { decision: decidedByPolicy(effectivePolicy(container, pod, node), exitCode), rule: undefined };
}

/**
 * The policy that counts when no rule matches: the container's own where the node knows it, else the pod's.
 * A sidecar is always restarted.
 */
export function effectivePolicy(container: Container, pod: Pod, node: Node): RestartPolicy {
  if (container.kind === "sidecar") return "Always";
  if (container.restartPolicy !== undefined && isEnabled(node, "ContainerRestartRules")) return container.restartPolicy;
  return pod.restartPolicy;
}

/** The regular container that keeps a pod from completing that is meant to: it is restarted whatever it exits with. */
export function completionBlocker(pod: Pod, node: Node): Container | undefined {
  if (pod.restartPolicy === "Always") return undefined;
  return pod.containers.find((container) => effectivePolicy(container, pod, node) === "Always");
}

/** Index of the first rule that matches; later rules are not looked at, whatever its action is. */
export function firstMatch({ restartPolicyRules }: Container, exitCode: number): number | undefined {
  const index = restartPolicyRules.findIndex((rule) => matches(rule, exitCode));
  return index < 0 ? undefined : index;
}

/** An exit after which the container runs again, alone or with all others. */
interface RestartingExit {
  readonly exitCode: number;
  readonly decision: Exclude<RestartDecision, "final">;
}

/**
 * The exit that people mean when they ask what a crash does: code 1 where it restarts anything, else the lowest code that
 * does. Undefined if nothing that the container does makes it run again.
 */
export function restartingExit(container: Container, pod: Pod, node: Node): RestartingExit | undefined {
  for (const exitCode of [1, ...allExitCodes]) {
    // An init container that exits with 0 is complete.
    if (container.kind === "init" && exitCode === 0) continue;
    const { decision } = decideRestart(container, pod, node, exitCode);
    if (decision !== "final") return { exitCode, decision };
  }
  return undefined;
}

const allExitCodes: readonly number[] = Array.from({ length: 256 }, (_, exitCode) => exitCode);

/** On a node that knows rules. */
function matchingRule(container: Container, node: Node, exitCode: number): number | undefined {
  return hasRules(container, node) ? firstMatch(container, exitCode) : undefined;
}

function hasRules(container: Container, node: Node): boolean {
  return container.restartPolicy !== undefined && isEnabled(node, "ContainerRestartRules");
}

function canRestartAll(node: Node): boolean {
  return isEnabled(node, "RestartAllContainersOnContainerExits");
}

function matches(rule: RestartRule, exitCode: number): boolean {
  if (rule.exitCodes === undefined) return false;
  const listed = rule.exitCodes.values.includes(exitCode);
  if (rule.exitCodes.operator === "In") return listed;
  return rule.exitCodes.operator === "NotIn" && !listed;
}

function decidedByPolicy(policy: RestartPolicy, exitCode: number): RestartDecision {
  if (policy === "Always") return "restart";
  return policy === "OnFailure" && exitCode !== 0 ? "restart" : "final";
}

/** Whether a container of the pod can restart alone: by its policy, which also counts after a probe kill, or by a rule. */
export function canRestart(pod: Pod, node: Node): boolean {
  return allContainers(pod).some(
    (container) =>
      effectivePolicy(container, pod, node) !== "Never" ||
      container.restartPolicyRules.some(({ action }) => action === "Restart"),
  );
}
