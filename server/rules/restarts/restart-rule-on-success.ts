import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { decisionsWithRules, hasRules } from "../support/restart-rule-answers.ts";

/**
 * `NotIn` matches every code that is not listed, including 0.
 * A rule `NotIn [42]` therefore restarts a container that has done its work. It never completes, and neither does its Job.
 * With the action `RestartAllContainers` it restarts the whole pod, even when an init container completes.
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
 * ## How to fix
 *
 * Add 0 to the list.
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
  title: "A restart rule restarts a container that has succeeded",
  level: "warning",
  origin: "simulation",
  firesInPatches: true,
  since: "1.34",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, isCertain } = subject;
  if (!hasRules(subject)) return [];
  const [success] = decisionsWithRules(subject);
  const [withoutRules] = decisionsWithRules(subject, () => false);
  const rule = success?.rule === undefined ? undefined : container.restartPolicyRules[success.rule];
  // A listed 0 is intended, and so is a policy that restarts everything.
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
    success.decision === "restart-all" ? "all containers restart" : "the container restarts and never completes";
  return [
    {
      path: [...path, "operator"],
      on: "value",
      message: `This also matches exit code 0: after success ${what}. Set values to [${values.join(", ")}].`,
    },
  ];
}
