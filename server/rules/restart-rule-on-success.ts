import type { ContainerHit, ContainerRule } from "./model.ts";
import { decisionsWithRules, hasRules } from "./restart-rule-answers.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * `NotIn` matches every code that is not listed, and 0 is a code like any other.
 * A rule `NotIn [42]` therefore starts a container again that has done its work: it never completes, and neither does its Job.
 * With the action `RestartAllContainers` it starts the whole pod again, when an init container completes, too.
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
 *       exitCodes: {operator: NotIn, values: [42]}
 * ```
 *
 * ## What to write instead
 *
 * 0 among the codes that are left alone.
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
 *       exitCodes: {operator: NotIn, values: [0, 42]}
 * ```
 *
 * ## Source
 *
 * `pkg/api/v1/pod/util.go`, `findMatchingContainerRestartRule`.
 */
export const restartRuleOnSuccess: ContainerRule = {
  id: "restart-rule-on-success",
  title: "A restart rule starts a container again that has succeeded",
  level: "warning",
  origin: "simulation",
  since: "1.34",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, isCertain } = subject;
  if (!hasRules(subject)) return [];
  const [success] = decisionsWithRules(subject);
  const [withoutRules] = decisionsWithRules(subject, () => false);
  const rule = success?.rule === undefined ? undefined : container.restartPolicyRules[success.rule];
  // Who names 0 means it; who lets everything restart, too.
  if (success?.rule === undefined || rule?.exitCodes?.operator !== "NotIn") return [];
  const isMore = success.decision === "restart-all" || withoutRules?.decision === "final";
  if (success.decision === "final" || !isMore) return [];
  const path = [...container.path, "restartPolicyRules", success.rule, "exitCodes"];
  if (
    !isCertain([...path, "values"]) ||
    !rule.exitCodes.values.every((_, index) => isCertain([...path, "values", index]))
  )
    return [];
  const values = [0, ...rule.exitCodes.values];
  const what =
    success.decision === "restart-all"
      ? "all containers of the pod start again"
      : "the container starts again and never completes";
  return [
    {
      path: [...path, "operator"],
      on: "value",
      message: `This matches exit code 0, too: after success ${what}. Write "values: [${values.join(", ")}]".`,
    },
  ];
}
