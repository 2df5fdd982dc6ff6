import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { decisionsWithRules, exitCodes, hasCertainRules } from "../support/restart-rule-answers.ts";

/**
 * A restart rule has no effect if the restart policy does the same for every code that the rule matches.
 * Often the container's `restartPolicy` is then the wrong one: under `Always`, a rule with the action `Restart` has nothing to do.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: worker}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     restartPolicy: Always
 *     restartPolicyRules:
 *     - action: Restart
 *       exitCodes: {operator: In, values: [88]}
 * ```
 *
 * ## How to fix
 *
 * Set the policy that applies to all codes without a rule.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: worker}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     restartPolicy: Never
 *     restartPolicyRules:
 *     - action: Restart
 *       exitCodes: {operator: In, values: [88]}
 * ```
 *
 * ## Source
 *
 * `pkg/api/v1/pod/util.go`, `ContainerShouldRestart`.
 */
export const restartRuleWithoutEffect: ContainerRule = {
  id: "restart-rule-without-effect",
  title: "A restart rule has no effect",
  level: "info",
  origin: "simulation",
  firesInPatches: true,
  since: "1.34",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const path = [...container.path, "restartPolicyRules"];
  if (!hasCertainRules(subject)) return [];
  const decisions = decisionsWithRules(subject);
  return container.restartPolicyRules.flatMap((_, index): ContainerHit[] => {
    if (!decisions.some(({ rule }) => rule === index)) return [];
    const without = decisionsWithRules(subject, (__, at) => at !== index);
    if (exitCodes.some((code) => decisions[code]?.decision !== without[code]?.decision)) return [];
    const message = `This rule has no effect: restartPolicy "${container.restartPolicy ?? ""}" does the same for all of its codes. Remove the rule, or set restartPolicy for the other codes.`;
    return [{ path: [...path, index, "action"], on: "key", message }];
  });
}
