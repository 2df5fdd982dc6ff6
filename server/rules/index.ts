import { repositoryAddress } from "../../shared/repository.ts";
import { alertNeverFires } from "./alert-never-fires.ts";
import { answerSlowerThanTimeout } from "./answer-slower-than-timeout.ts";
import { budgetRefusesEvictions } from "./budget-refuses-evictions.ts";
import { containerRefused } from "./container-refused.ts";
import { crashLoopExceedsApiBudget } from "./crash-loop-exceeds-api-budget.ts";
import { crashLoopMaximum } from "./crash-loop-maximum.ts";
import { crashLoopMaximumUnset } from "./crash-loop-maximum-unset.ts";
import { crashLoopRenewsProgressDeadline } from "./crash-loop-renews-progress-deadline.ts";
import { deadPodKeepsTraffic } from "./dead-pod-keeps-traffic.ts";
import { deadlineCutsBackOff } from "./deadline-cuts-back-off.ts";
import { documentTooLarge } from "./document-too-large.ts";
import { duplicateField } from "./duplicate-field.ts";
import { execProbeDefaultTimeout } from "./exec-probe-default-timeout.ts";
import { expectationFailed } from "./expectation-failed.ts";
import { featureDropped } from "./feature-dropped.ts";
import { fieldNotAllowed } from "./field-not-allowed.ts";
import { fieldTooNew } from "./field-too-new.ts";
import { fieldType } from "./field-type.ts";
import { firstProbeAfterDelay } from "./first-probe-after-delay.ts";
import { graceExceedsNodeShutdown } from "./grace-exceeds-node-shutdown.ts";
import { graceShorterThanPrestop } from "./grace-shorter-than-prestop.ts";
import { grpcProbeNeverSucceeds } from "./grpc-probe-never-succeeds.ts";
import { type RuleId, ruleIds } from "./ids.ts";
import { initialDelayHidesHangs } from "./initial-delay-hides-hangs.ts";
import { invalidImageName } from "./invalid-image-name.ts";
import { jobRefused } from "./job-refused.ts";
import { killWaitsForOther } from "./kill-waits-for-other.ts";
import { kubeletConfigurationRefused } from "./kubelet-configuration-refused.ts";
import { kubeletConfigurationStrict } from "./kubelet-configuration-strict.ts";
import { kubeletFirstDocument } from "./kubelet-first-document.ts";
import { lifecycleRefused } from "./lifecycle-refused.ts";
import { livenessBeforeFirstReadiness } from "./liveness-before-first-readiness.ts";
import { livenessBeforeReadiness } from "./liveness-before-readiness.ts";
import { livenessEqualsReadiness } from "./liveness-equals-readiness.ts";
import { livenessKillsStart } from "./liveness-kills-start.ts";
import { metadataRefused } from "./metadata-refused.ts";
import type { Rule } from "./model.ts";
import { networkRefused } from "./network-refused.ts";
import { objectRefused } from "./object-refused.ts";
import { oneFailureKills } from "./one-failure-kills.ts";
import { outageEmptiesService } from "./outage-empties-service.ts";
import { outageRestartsReplicas } from "./outage-restarts-replicas.ts";
import { podsRefused } from "./pods-refused.ts";
import { portRefused } from "./port-refused.ts";
import { probeCannotRun } from "./probe-cannot-run.ts";
import { probeGraceExceedsPod } from "./probe-grace-exceeds-pod.ts";
import { probeGraceIgnored } from "./probe-grace-ignored.ts";
import { probeGraceShorterThanPrestop } from "./probe-grace-shorter-than-prestop.ts";
import { probeKillCountsAsSuccess } from "./probe-kill-counts-as-success.ts";
import { probeNeverSucceeds } from "./probe-never-succeeds.ts";
import { probePortUnknown } from "./probe-port-unknown.ts";
import { probeRefused } from "./probe-refused.ts";
import { projectFile } from "./project-file.ts";
import { readinessCommandOutOfTurn } from "./readiness-command-out-of-turn.ts";
import { readinessExceedsProgressDeadline } from "./readiness-exceeds-progress-deadline.ts";
import { readinessSlowsRollout } from "./readiness-slows-rollout.ts";
import { redirectCountsAsSuccess } from "./redirect-counts-as-success.ts";
import { resourcesRefused } from "./resources-refused.ts";
import { restartAllLoop } from "./restart-all-loop.ts";
import { restartPolicyRefused } from "./restart-policy-refused.ts";
import { restartRuleNeverMatches } from "./restart-rule-never-matches.ts";
import { restartRuleOnSuccess } from "./restart-rule-on-success.ts";
import { restartRuleWithoutEffect } from "./restart-rule-without-effect.ts";
import { restartRulesIgnoredByNode } from "./restart-rules-ignored-by-node.ts";
import { restartsOutliveOutage } from "./restarts-outlive-outage.ts";
import { rollbackStaysStuck } from "./rollback-stays-stuck.ts";
import { rolloutEmptiesService } from "./rollout-empties-service.ts";
import { rolloutExpectationFailed } from "./rollout-expectation-failed.ts";
import { scenarioSyntax } from "./scenario-syntax.ts";
import { schedulingRefused } from "./scheduling-refused.ts";
import { securityRefused } from "./security-refused.ts";
import { serverWarning } from "./server-warning.ts";
import { shortBackOffHidesCrashLoop } from "./short-back-off-hides-crash-loop.ts";
import { shutdownCutsRequests } from "./shutdown-cuts-requests.ts";
import { sidecarBlocksCompletion } from "./sidecar-blocks-completion.ts";
import { sidecarWaitsForMain } from "./sidecar-waits-for-main.ts";
import { slowStartExceedsProgressDeadline } from "./slow-start-exceeds-progress-deadline.ts";
import { startNeedsLuck } from "./start-needs-luck.ts";
import { startWithoutReserve } from "./start-without-reserve.ts";
import { startupBudgetCarriedOver } from "./startup-budget-carried-over.ts";
import { startupBudgetTooShort } from "./startup-budget-too-short.ts";
import { startupCommandRunsTwice } from "./startup-command-runs-twice.ts";
import { startupExceedsProgressDeadline } from "./startup-exceeds-progress-deadline.ts";
import { startupUnprotectedRestart } from "./startup-unprotected-restart.ts";
import { staticPodFirstDocument } from "./static-pod-first-document.ts";
import { staticPodIgnored } from "./static-pod-ignored.ts";
import { staticPodRefused } from "./static-pod-refused.ts";
import { timeoutExceedsPeriod } from "./timeout-exceeds-period.ts";
import { unknownField } from "./unknown-field.ts";
import { unusedIgnore } from "./unused-ignore.ts";
import { volumeRefused } from "./volume-refused.ts";
import { workloadRefused } from "./workload-refused.ts";
import { yamlSyntax } from "./yaml-syntax.ts";

/** The table of all rules. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  "liveness-kills-start": livenessKillsStart,
  "startup-budget-too-short": startupBudgetTooShort,
  "start-needs-luck": startNeedsLuck,
  "initial-delay-hides-hangs": initialDelayHidesHangs,
  "first-probe-after-delay": firstProbeAfterDelay,
  "timeout-exceeds-period": timeoutExceedsPeriod,
  "exec-probe-default-timeout": execProbeDefaultTimeout,
  "liveness-equals-readiness": livenessEqualsReadiness,
  "liveness-before-readiness": livenessBeforeReadiness,
  "liveness-before-first-readiness": livenessBeforeFirstReadiness,
  "probe-port-unknown": probePortUnknown,
  "grace-shorter-than-prestop": graceShorterThanPrestop,
  "probe-grace-shorter-than-prestop": probeGraceShorterThanPrestop,
  "probe-grace-exceeds-pod": probeGraceExceedsPod,
  "probe-grace-ignored": probeGraceIgnored,
  "readiness-slows-rollout": readinessSlowsRollout,
  "readiness-exceeds-progress-deadline": readinessExceedsProgressDeadline,
  "startup-exceeds-progress-deadline": startupExceedsProgressDeadline,
  "slow-start-exceeds-progress-deadline": slowStartExceedsProgressDeadline,
  "crash-loop-renews-progress-deadline": crashLoopRenewsProgressDeadline,
  "budget-refuses-evictions": budgetRefusesEvictions,
  "rollout-expectation-failed": rolloutExpectationFailed,
  "rollout-empties-service": rolloutEmptiesService,
  "rollback-stays-stuck": rollbackStaysStuck,
  "shutdown-cuts-requests": shutdownCutsRequests,
  "grace-exceeds-node-shutdown": graceExceedsNodeShutdown,
  "dead-pod-keeps-traffic": deadPodKeepsTraffic,
  "sidecar-waits-for-main": sidecarWaitsForMain,
  "sidecar-blocks-completion": sidecarBlocksCompletion,
  "deadline-cuts-back-off": deadlineCutsBackOff,
  "startup-unprotected-restart": startupUnprotectedRestart,
  "startup-command-runs-twice": startupCommandRunsTwice,
  "restart-rule-never-matches": restartRuleNeverMatches,
  "restart-rule-without-effect": restartRuleWithoutEffect,
  "restart-rule-on-success": restartRuleOnSuccess,
  "restart-rules-ignored-by-node": restartRulesIgnoredByNode,
  "restart-all-loop": restartAllLoop,
  "crash-loop-exceeds-api-budget": crashLoopExceedsApiBudget,
  "short-back-off-hides-crash-loop": shortBackOffHidesCrashLoop,
  "alert-never-fires": alertNeverFires,
  "start-without-reserve": startWithoutReserve,
  "answer-slower-than-timeout": answerSlowerThanTimeout,
  "one-failure-kills": oneFailureKills,
  "outage-restarts-replicas": outageRestartsReplicas,
  "restarts-outlive-outage": restartsOutliveOutage,
  "outage-empties-service": outageEmptiesService,
  "probe-never-succeeds": probeNeverSucceeds,
  "grpc-probe-never-succeeds": grpcProbeNeverSucceeds,
  "probe-cannot-run": probeCannotRun,
  "redirect-counts-as-success": redirectCountsAsSuccess,
  "readiness-command-out-of-turn": readinessCommandOutOfTurn,
  "probe-kill-counts-as-success": probeKillCountsAsSuccess,
  "startup-budget-carried-over": startupBudgetCarriedOver,
  "kill-waits-for-other": killWaitsForOther,
  "expectation-failed": expectationFailed,
  "scenario-syntax": scenarioSyntax,
  "unused-ignore": unusedIgnore,
  "field-not-allowed": fieldNotAllowed,
  "object-refused": objectRefused,
  "field-type": fieldType,
  "unknown-field": unknownField,
  "field-too-new": fieldTooNew,
  "duplicate-field": duplicateField,
  "metadata-refused": metadataRefused,
  "container-refused": containerRefused,
  "port-refused": portRefused,
  "volume-refused": volumeRefused,
  "resources-refused": resourcesRefused,
  "security-refused": securityRefused,
  "scheduling-refused": schedulingRefused,
  "network-refused": networkRefused,
  "restart-policy-refused": restartPolicyRefused,
  "probe-refused": probeRefused,
  "lifecycle-refused": lifecycleRefused,
  "workload-refused": workloadRefused,
  "job-refused": jobRefused,
  "invalid-image-name": invalidImageName,
  "pods-refused": podsRefused,
  "static-pod-refused": staticPodRefused,
  "static-pod-ignored": staticPodIgnored,
  "static-pod-first-document": staticPodFirstDocument,
  "feature-dropped": featureDropped,
  "server-warning": serverWarning,
  "crash-loop-maximum": crashLoopMaximum,
  "crash-loop-maximum-unset": crashLoopMaximumUnset,
  "kubelet-configuration-refused": kubeletConfigurationRefused,
  "kubelet-configuration-strict": kubeletConfigurationStrict,
  "kubelet-first-document": kubeletFirstDocument,
  "project-file": projectFile,
  "yaml-syntax": yamlSyntax,
  "document-too-large": documentTooLarge,
};

/** All rules in the order of the table. */
export const allRules: readonly Rule[] = ruleIds.map((id) => rules[id]);

/** The page of a rule. */
export function docsOf(id: RuleId): string {
  return `${repositoryAddress}/blob/main/docs/rules/${id}.md`;
}
