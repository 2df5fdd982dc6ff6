import type { ContainerHit, ContainerRule } from "./model.ts";
import { decisionsWithRules, exitCodes, hasRules, isKnownAction } from "./restart-rule-answers.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * The first restart rule that matches an exit code decides; the rules after it are not looked at.
 * A rule never matches when earlier rules match all of its codes, when its list of values is empty (`In []`), when its values are no exit codes (0 to 255), or when it waits for code 0 of an init container: that is complete then, and nobody asks.
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
 * ## What to write instead
 *
 * The narrow rule before the wide one.
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
  title: "A restart rule that can never match",
  level: "warning",
  origin: "simulation",
  since: "1.34",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, isCertain } = subject;
  const path = [...container.path, "restartPolicyRules"];
  if (!hasRules(subject) || !container.restartPolicyRules.every((_, index) => isCertain([...path, index]))) return [];
  const deciding = new Set(decisionsWithRules(subject).map(({ rule }) => rule));
  return container.restartPolicyRules.flatMap(({ action, exitCodes: codes }, index): ContainerHit[] =>
    // What the API server refuses in a rule is said of it already.
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
    return `This rule never decides: ${earlier.length === 1 ? "rule" : "rules"} ${which} before it ${earlier.length === 1 ? "matches" : "match"} all of its codes, and the first match counts. Move it up.`;
  }
  const values = container.restartPolicyRules[index]?.exitCodes?.values ?? [];
  if (values.length === 0) return 'This rule never matches: "In" an empty list. Name the exit codes.';
  if (container.kind === "init" && values.includes(0))
    return "This rule never matches: an init container that exits with 0 is complete, and nobody asks the rules. Name codes of failures.";
  return "This rule never matches: an exit code is between 0 and 255. Name codes that the container exits with.";
}
