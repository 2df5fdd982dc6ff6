import { isEnabled } from "../../../shared/kubernetes/gates/feature-gates.ts";
import type { RestartRule } from "../../../shared/kubernetes/pod.ts";
import { type Decision, decideRestart } from "../../../shared/restart/decision.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";

export const exitCodes: readonly number[] = Array.from({ length: 256 }, (_, code) => code);

/** The container has rules, and its node applies them: it does not without a policy of the container, which the API server requires. */
export function hasRules({ container, pod }: ContainerSubject): boolean {
  if (container.restartPolicy === undefined || container.restartPolicyRules.length === 0) return false;
  return isEnabled(pod.settings.assumptions.node, "ContainerRestartRules");
}

/** It has rules that nothing outside of this file can change. */
export function hasCertainRules(subject: ContainerSubject): boolean {
  const { container, isCertain } = subject;
  const isRuleCertain = (_: RestartRule, index: number) => isCertain([...container.path, "restartPolicyRules", index]);
  return hasRules(subject) && container.restartPolicyRules.every(isRuleCertain);
}

/** True if the node supports this action. */
export function isKnownAction({ pod }: ContainerSubject, action: string): boolean {
  const { node } = pod.settings.assumptions;
  return action === "Restart" || isEnabled(node, "RestartAllContainersOnContainerExits");
}

/**
 * The decision for each exit code, with the rules that are kept. An init container that exits with 0 is complete:
 * only a restart of all containers still applies.
 */
export function decisionsWithRules(
  { container, pod }: ContainerSubject,
  keeps: (rule: RestartRule, index: number) => boolean = () => true,
): readonly Decision[] {
  const changed = { ...container, restartPolicyRules: container.restartPolicyRules.filter(keeps) };
  return exitCodes.map((code) => {
    const decision = decideRestart(changed, pod.pod, pod.settings.assumptions.node, code);
    const isComplete = container.kind === "init" && code === 0 && decision.decision !== "restart-all";
    return isComplete ? { decision: "final", rule: undefined } : decision;
  });
}
