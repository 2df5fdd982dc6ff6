import type { ContainerStatus, PodStatus } from "../../simulation/index.ts";
import { parseIndexes } from "./indexes.ts";
import type { ExitCodeRequirement, FailureAction, FailureRule, PodConditionPattern, SuccessRule } from "./model.ts";

/** What podFailurePolicy says of a failed pod. `message`: that of the Job's condition, where the rule fails the Job. */
export interface FailureVerdict {
  /** Undefined if no rule matched, and the failure counts. */
  readonly action: FailureAction | undefined;
  readonly message: string | undefined;
}

interface FailurePolicy {
  readonly rules: readonly FailureRule[] | undefined;
  /** FailIndex needs backoffLimitPerIndex; without it the rule matches nothing. */
  readonly perIndex: boolean;
  /** Name of the pod in messages: `default/report-0-…`. */
  readonly podName: string;
}

/** The first rule that matches decides. Only a pod that has ended has exit codes to look at. */
// Models pkg/controller/job/pod_failure_policy.go matchPodFailurePolicy (v1.37.1)
export function judgeFailure(status: PodStatus, { rules, perIndex, podName }: FailurePolicy): FailureVerdict {
  for (const [position, rule] of (rules ?? []).entries()) {
    const { action, onExitCodes, onPodConditions } = rule;
    if (action === undefined || (action === "FailIndex" && !perIndex)) continue;
    const where = `matching ${action} rule at index ${position}`;
    const container = onExitCodes && matchingContainer(status, onExitCodes);
    if (container !== undefined) {
      const message = `Container ${container.name} for pod ${podName} failed with exit code ${exitCodeOf(container)} ${where}`;
      return verdict(action, message);
    }
    const condition = onExitCodes === undefined ? matchingCondition(status, onPodConditions ?? []) : undefined;
    if (condition !== undefined) return verdict(action, `Pod ${podName} has condition ${condition} ${where}`);
  }
  return { action: undefined, message: undefined };
}

function verdict(action: FailureAction, message: string): FailureVerdict {
  return { action, message: action === "FailJob" ? message : undefined };
}

function matchingContainer(status: PodStatus, requirement: ExitCodeRequirement): ContainerStatus | undefined {
  return [...status.containerStatuses, ...status.initContainerStatuses].find((container) => {
    const code = exitCodeOf(container);
    const isNamed = requirement.containerName === undefined || requirement.containerName === container.name;
    return isNamed && code !== undefined && code !== 0 && matchesCode(code, requirement);
  });
}

function matchesCode(code: number, { operator, values }: ExitCodeRequirement): boolean {
  if (operator === "In") return values.includes(code);
  return operator === "NotIn" && !values.includes(code);
}

function exitCodeOf({ state }: ContainerStatus): number | undefined {
  return state.is === "terminated" ? state.exitCode : undefined;
}

function matchingCondition(status: PodStatus, patterns: readonly PodConditionPattern[]): string | undefined {
  const matches = (type: string, value: string): boolean =>
    patterns.some((pattern) => pattern.type === type && pattern.status === value);
  return status.conditions.find((condition) => matches(condition.type, condition.status))?.type;
}

/** The message of SuccessCriteriaMet when a rule of successPolicy is met by the indexes that have succeeded. */
// Models pkg/controller/job/success_policy.go matchSuccessPolicy (v1.37.1)
export function judgeSuccess(
  rules: readonly SuccessRule[] | undefined,
  succeeded: ReadonlySet<number>,
  completions: number,
): string | undefined {
  if (rules === undefined || succeeded.size === 0) return undefined;
  const position = rules.findIndex((rule) => isMet(rule, succeeded, completions));
  return position === -1 ? undefined : `Matched rules at index ${position}`;
}

function isMet(
  { succeededIndexes, succeededCount }: SuccessRule,
  succeeded: ReadonlySet<number>,
  completions: number,
): boolean {
  if (succeededIndexes === undefined) return succeededCount !== undefined && succeeded.size >= succeededCount;
  const required = parseIndexes(succeededIndexes, completions);
  if (required.length === 0) return false;
  const reached = required.filter((index) => succeeded.has(index)).length;
  return reached === required.length || (succeededCount !== undefined && reached >= succeededCount);
}
