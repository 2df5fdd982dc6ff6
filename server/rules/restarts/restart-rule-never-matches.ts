import { agreeing, inNumber } from "../../../shared/basics/counted.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { decisionsWithRules, exitCodes, hasCertainRules, isKnownAction } from "../support/restart-rule-answers.ts";

/**
 * The first restart rule that matches an exit code decides. Later rules are ignored.
 *
 * A rule never matches in these cases:
 *
 * * Earlier rules match all of its codes.
 * * Its list of values is empty (`In []`).
 * * Its values are not exit codes (0 to 255).
 * * It matches code 0 of an init container, which is then complete.
 *
 * The API server accepts all of this.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: worker}
 * spec:
 *   restartPolicy: Never
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     restartPolicy: Never
 *     restartPolicyRules:
 *     - action: Restart
 *       exitCodes: {operator: NotIn, values: [0]}
 *     - action: RestartAllContainers
 *       exitCodes: {operator: In, values: [88]}
 * ```
 *
 * ## How to fix
 *
 * Put the narrow rule before the wide one.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: worker}
 * spec:
 *   restartPolicy: Never
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     restartPolicy: Never
 *     restartPolicyRules:
 *     - action: RestartAllContainers
 *       exitCodes: {operator: In, values: [88]}
 *     - action: Restart
 *       exitCodes: {operator: NotIn, values: [0]}
 * ```
 *
 * ## Source
 *
 * `pkg/api/v1/pod/util.go`, `ContainerShouldRestart` and `findMatchingContainerRestartRule`.
 */
export const restartRuleNeverMatches: ContainerRule = {
  id: "restart-rule-never-matches",
  title: "A restart rule can never match",
  level: "warning",
  origin: "simulation",
  firesInPatches: true,
  since: "1.34",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const path = [...container.path, "restartPolicyRules"];
  if (!hasCertainRules(subject)) return [];
  const deciding = new Set(decisionsWithRules(subject).map(({ rule }) => rule));
  return container.restartPolicyRules.flatMap(({ action, exitCodes: codes }, index): ContainerHit[] =>
    // What the API server rejects in a rule is already reported.
    deciding.has(index) || !isKnownAction(subject, action) || !["In", "NotIn"].includes(codes?.operator ?? "")
      ? []
      : [{ path: [...path, index, "exitCodes"], on: "key", message: reasonOf(subject, index) }],
  );
}

function reasonOf(subject: ContainerSubject, index: number): string {
  const { container } = subject;
  const alone = decisionsWithRules(subject, (_, at) => at === index);
  const codes = exitCodes.filter((code) => alone[code]?.rule === 0);
  if (codes.length > 0) {
    const decisions = decisionsWithRules(subject);
    const earlier = [...new Set(codes.map((code) => decisions[code]?.rule))].flatMap((rule) => rule ?? []);
    const which = earlier.map((rule) => rule + 1).join(", ");
    return `This rule never applies: ${inNumber(earlier.length, "rule")} ${which} before it ${agreeing(earlier.length, "match")} all of its codes, and the first match wins. Move it up.`;
  }
  const values = container.restartPolicyRules[index]?.exitCodes?.values ?? [];
  if (values.length === 0) return "This rule never matches, because its list of exit codes is empty. Add exit codes.";
  if (container.kind === "init" && values.includes(0))
    return "This rule never matches, because an init container that exits with 0 is complete. Use codes of failures.";
  return "This rule never matches, because exit codes are between 0 and 255. Use codes that the container exits with.";
}
