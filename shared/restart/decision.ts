import { isEnabled } from "../kubernetes/gates/feature-gates.ts";
import type { Node } from "../kubernetes/node.ts";
import type { Container, Pod, RestartPolicy, RestartRule } from "../kubernetes/pod.ts";

/** What follows an exit: a new run of this container, a restart of all containers in place, or nothing any more. */
export type RestartDecision = "restart" | "restart-all" | "final";

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

/** Index of the first rule that matches; later rules are not looked at, whatever its action is. */
export function firstMatch({ restartPolicyRules }: Container, exitCode: number): number | undefined {
  const index = restartPolicyRules.findIndex((rule) => matches(rule, exitCode));
  return index < 0 ? undefined : index;
}

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
