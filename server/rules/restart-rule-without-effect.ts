import type { ContainerHit, ContainerRule } from "./model.ts";
import { decisionsWithRules, exitCodes, hasRules } from "./restart-rule-answers.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * A restart rule changes nothing when the restart policy does the same for every code that the rule matches.
 * That is often a sign that the container's `restartPolicy` is not the one that was meant: under `Always` nothing is left for a rule with the action `Restart`.
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
 * ## What to write instead
 *
 * The policy for all codes that no rule names.
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
  title: "A restart rule that changes nothing",
  level: "info",
  origin: "simulation",
  since: "1.34",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, isCertain } = subject;
  const path = [...container.path, "restartPolicyRules"];
  if (!hasRules(subject) || !container.restartPolicyRules.every((_, index) => isCertain([...path, index]))) return [];
  const decisions = decisionsWithRules(subject);
  return container.restartPolicyRules.flatMap((_, index): ContainerHit[] => {
    if (!decisions.some(({ rule }) => rule === index)) return [];
    const without = decisionsWithRules(subject, (__, at) => at !== index);
    if (exitCodes.some((code) => decisions[code]?.decision !== without[code]?.decision)) return [];
    const message = `Without this rule the same happens: the restart policy "${container.restartPolicy ?? ""}" decides alike for all of its codes. Leave the rule out, or write the policy for all other codes.`;
    return [{ path: [...path, index, "action"], on: "key", message }];
  });
}
