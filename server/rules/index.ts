import { crashLoopMaximum } from "./crash-loop-maximum.ts";
import { documentTooLarge } from "./document-too-large.ts";
import { execProbeDefaultTimeout } from "./exec-probe-default-timeout.ts";
import { expectationFailed } from "./expectation-failed.ts";
import { featureDropped } from "./feature-dropped.ts";
import { fieldNotAllowed } from "./field-not-allowed.ts";
import { firstProbeAfterDelay } from "./first-probe-after-delay.ts";
import { initialDelayHidesHangs } from "./initial-delay-hides-hangs.ts";
import { kubeletConfigurationRefused } from "./kubelet-configuration-refused.ts";
import { kubeletConfigurationStrict } from "./kubelet-configuration-strict.ts";
import { livenessEqualsReadiness } from "./liveness-equals-readiness.ts";
import { livenessKillsStart } from "./liveness-kills-start.ts";
import { type Rule, type RuleId, ruleIds } from "./model.ts";
import { projectFile } from "./project-file.ts";
import { scenarioSyntax } from "./scenario-syntax.ts";
import { startNeedsLuck } from "./start-needs-luck.ts";
import { startupBudgetTooShort } from "./startup-budget-too-short.ts";
import { timeoutExceedsPeriod } from "./timeout-exceeds-period.ts";
import { yamlSyntax } from "./yaml-syntax.ts";

/** The table of rules. A rule that is not here does not exist. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  "liveness-kills-start": livenessKillsStart,
  "startup-budget-too-short": startupBudgetTooShort,
  "start-needs-luck": startNeedsLuck,
  "initial-delay-hides-hangs": initialDelayHidesHangs,
  "first-probe-after-delay": firstProbeAfterDelay,
  "timeout-exceeds-period": timeoutExceedsPeriod,
  "exec-probe-default-timeout": execProbeDefaultTimeout,
  "liveness-equals-readiness": livenessEqualsReadiness,
  "expectation-failed": expectationFailed,
  "scenario-syntax": scenarioSyntax,
  "field-not-allowed": fieldNotAllowed,
  "feature-dropped": featureDropped,
  "crash-loop-maximum": crashLoopMaximum,
  "kubelet-configuration-refused": kubeletConfigurationRefused,
  "kubelet-configuration-strict": kubeletConfigurationStrict,
  "project-file": projectFile,
  "yaml-syntax": yamlSyntax,
  "document-too-large": documentTooLarge,
};

/** All rules in the order of the table. */
export const allRules: readonly Rule[] = ruleIds.map((id) => rules[id]);

export function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(rules, text);
}

/** The page of a rule. */
export function docsOf(id: RuleId): string {
  return `https://github.com/pod-cadence/pod-cadence/blob/main/docs/rules/${id}.md`;
}
