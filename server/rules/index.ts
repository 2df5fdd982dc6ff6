import { repositoryAddress } from "../../shared/repository.ts";
import { type RuleId, ruleIds } from "../rule-ids/ids.ts";
import type { Rule } from "./core/model.ts";
import { documentTooLarge } from "./fields/document-too-large.ts";
import { duplicateField } from "./fields/duplicate-field.ts";
import { featureDropped } from "./fields/feature-dropped.ts";
import { fieldTooNew } from "./fields/field-too-new.ts";
import { unknownField } from "./fields/unknown-field.ts";
import { yamlSyntax } from "./fields/yaml-syntax.ts";
import { crashLoopMaximum } from "./kubelet/crash-loop-maximum.ts";
import { crashLoopMaximumUnset } from "./kubelet/crash-loop-maximum-unset.ts";
import { evictionHardDropsDefaults } from "./kubelet/eviction-hard-drops-defaults.ts";
import { kubeletConfigurationRefused } from "./kubelet/kubelet-configuration-refused.ts";
import { kubeletConfigurationStrict } from "./kubelet/kubelet-configuration-strict.ts";
import { kubeletFirstDocument } from "./kubelet/kubelet-first-document.ts";
import { kubeletManagersRefuseStart } from "./kubelet/kubelet-managers-refuse-start.ts";
import { answerSlowerThanTimeout } from "./probes/answer-slower-than-timeout.ts";
import { execProbeDefaultTimeout } from "./probes/exec-probe-default-timeout.ts";
import { firstProbeAfterDelay } from "./probes/first-probe-after-delay.ts";
import { grpcProbeNeverSucceeds } from "./probes/grpc-probe-never-succeeds.ts";
import { highThresholdHidesHangs } from "./probes/high-threshold-hides-hangs.ts";
import { initialDelayHidesHangs } from "./probes/initial-delay-hides-hangs.ts";
import { livenessBeforeFirstReadiness } from "./probes/liveness-before-first-readiness.ts";
import { livenessBeforeReadiness } from "./probes/liveness-before-readiness.ts";
import { livenessEqualsReadiness } from "./probes/liveness-equals-readiness.ts";
import { livenessKillsStart } from "./probes/liveness-kills-start.ts";
import { oneFailureKills } from "./probes/one-failure-kills.ts";
import { outageRestartsReplicas } from "./probes/outage-restarts-replicas.ts";
import { probeCannotRun } from "./probes/probe-cannot-run.ts";
import { probeNeverSucceeds } from "./probes/probe-never-succeeds.ts";
import { probePortUnknown } from "./probes/probe-port-unknown.ts";
import { readinessCommandOutOfTurn } from "./probes/readiness-command-out-of-turn.ts";
import { readyBeforeStarted } from "./probes/ready-before-started.ts";
import { redirectCountsAsSuccess } from "./probes/redirect-counts-as-success.ts";
import { startNeedsLuck } from "./probes/start-needs-luck.ts";
import { startWithoutReserve } from "./probes/start-without-reserve.ts";
import { startupBudgetCarriedOver } from "./probes/startup-budget-carried-over.ts";
import { startupBudgetTooShort } from "./probes/startup-budget-too-short.ts";
import { startupCommandRunsTwice } from "./probes/startup-command-runs-twice.ts";
import { startupUnprotectedRestart } from "./probes/startup-unprotected-restart.ts";
import { timeoutExceedsPeriod } from "./probes/timeout-exceeds-period.ts";
import { expectationFailed } from "./project/expectation-failed.ts";
import { projectFile } from "./project/project-file.ts";
import { rolloutExpectationFailed } from "./project/rollout-expectation-failed.ts";
import { scenarioSyntax } from "./project/scenario-syntax.ts";
import { startupBudgetUnneeded } from "./project/startup-budget-unneeded.ts";
import { unusedIgnore } from "./project/unused-ignore.ts";
import { containerRefused } from "./refused/container-refused.ts";
import { fieldNotAllowed } from "./refused/field-not-allowed.ts";
import { fieldType } from "./refused/field-type.ts";
import { invalidImageName } from "./refused/invalid-image-name.ts";
import { jobRefused } from "./refused/job-refused.ts";
import { lifecycleRefused } from "./refused/lifecycle-refused.ts";
import { metadataRefused } from "./refused/metadata-refused.ts";
import { networkRefused } from "./refused/network-refused.ts";
import { objectRefused } from "./refused/object-refused.ts";
import { podsRefused } from "./refused/pods-refused.ts";
import { portRefused } from "./refused/port-refused.ts";
import { probeRefused } from "./refused/probe-refused.ts";
import { resourcesRefused } from "./refused/resources-refused.ts";
import { restartPolicyRefused } from "./refused/restart-policy-refused.ts";
import { schedulingRefused } from "./refused/scheduling-refused.ts";
import { securityRefused } from "./refused/security-refused.ts";
import { serverWarning } from "./refused/server-warning.ts";
import { staticPodFirstDocument } from "./refused/static-pod-first-document.ts";
import { staticPodIgnored } from "./refused/static-pod-ignored.ts";
import { staticPodRefused } from "./refused/static-pod-refused.ts";
import { volumeRefused } from "./refused/volume-refused.ts";
import { workloadRefused } from "./refused/workload-refused.ts";
import { alertNeverFires } from "./restarts/alert-never-fires.ts";
import { alwaysBlocksCompletion } from "./restarts/always-blocks-completion.ts";
import { crashLoopExceedsApiBudget } from "./restarts/crash-loop-exceeds-api-budget.ts";
import { cronRunOutlastsSchedule } from "./restarts/cron-run-outlasts-schedule.ts";
import { cronStartAtClockChange } from "./restarts/cron-start-at-clock-change.ts";
import { deadlineCutsBackOff } from "./restarts/deadline-cuts-back-off.ts";
import { probeKillCountsAsSuccess } from "./restarts/probe-kill-counts-as-success.ts";
import { restartAllLoop } from "./restarts/restart-all-loop.ts";
import { restartRuleNeverMatches } from "./restarts/restart-rule-never-matches.ts";
import { restartRuleOnSuccess } from "./restarts/restart-rule-on-success.ts";
import { restartRuleWithoutEffect } from "./restarts/restart-rule-without-effect.ts";
import { restartRulesIgnoredByNode } from "./restarts/restart-rules-ignored-by-node.ts";
import { restartsOutliveOutage } from "./restarts/restarts-outlive-outage.ts";
import { shortBackOffHidesCrashLoop } from "./restarts/short-back-off-hides-crash-loop.ts";
import { sidecarBlocksCompletion } from "./restarts/sidecar-blocks-completion.ts";
import { sidecarWaitsForMain } from "./restarts/sidecar-waits-for-main.ts";
import { budgetHoldsNoRollout } from "./rollouts/budget-holds-no-rollout.ts";
import { budgetRefusesEvictions } from "./rollouts/budget-refuses-evictions.ts";
import { crashLoopRenewsProgressDeadline } from "./rollouts/crash-loop-renews-progress-deadline.ts";
import { outageEmptiesService } from "./rollouts/outage-empties-service.ts";
import { readinessDelayOutlastsStart } from "./rollouts/readiness-delay-outlasts-start.ts";
import { readinessExceedsProgressDeadline } from "./rollouts/readiness-exceeds-progress-deadline.ts";
import { readinessSlowsRollout } from "./rollouts/readiness-slows-rollout.ts";
import { rollbackStaysStuck } from "./rollouts/rollback-stays-stuck.ts";
import { rolloutEmptiesService } from "./rollouts/rollout-empties-service.ts";
import { slowStartExceedsProgressDeadline } from "./rollouts/slow-start-exceeds-progress-deadline.ts";
import { startupExceedsProgressDeadline } from "./rollouts/startup-exceeds-progress-deadline.ts";
import { volumeBlocksRollout } from "./rollouts/volume-blocks-rollout.ts";
import { deadPodKeepsTraffic } from "./stops/dead-pod-keeps-traffic.ts";
import { graceExceedsNodeShutdown } from "./stops/grace-exceeds-node-shutdown.ts";
import { graceShorterThanPrestop } from "./stops/grace-shorter-than-prestop.ts";
import { killWaitsForOther } from "./stops/kill-waits-for-other.ts";
import { probeGraceExceedsPod } from "./stops/probe-grace-exceeds-pod.ts";
import { probeGraceIgnored } from "./stops/probe-grace-ignored.ts";
import { probeGraceShorterThanPrestop } from "./stops/probe-grace-shorter-than-prestop.ts";
import { shutdownCutsRequests } from "./stops/shutdown-cuts-requests.ts";
import { stopNearGrace } from "./stops/stop-near-grace.ts";

/** The table of all rules. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  "liveness-kills-start": livenessKillsStart,
  "startup-budget-too-short": startupBudgetTooShort,
  "start-needs-luck": startNeedsLuck,
  "initial-delay-hides-hangs": initialDelayHidesHangs,
  "high-threshold-hides-hangs": highThresholdHidesHangs,
  "ready-before-started": readyBeforeStarted,
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
  "readiness-delay-outlasts-start": readinessDelayOutlastsStart,
  "readiness-exceeds-progress-deadline": readinessExceedsProgressDeadline,
  "startup-exceeds-progress-deadline": startupExceedsProgressDeadline,
  "slow-start-exceeds-progress-deadline": slowStartExceedsProgressDeadline,
  "crash-loop-renews-progress-deadline": crashLoopRenewsProgressDeadline,
  "cron-run-outlasts-schedule": cronRunOutlastsSchedule,
  "cron-start-at-clock-change": cronStartAtClockChange,
  "budget-refuses-evictions": budgetRefusesEvictions,
  "budget-holds-no-rollout": budgetHoldsNoRollout,
  "rollout-expectation-failed": rolloutExpectationFailed,
  "rollout-empties-service": rolloutEmptiesService,
  "rollback-stays-stuck": rollbackStaysStuck,
  "volume-blocks-rollout": volumeBlocksRollout,
  "shutdown-cuts-requests": shutdownCutsRequests,
  "grace-exceeds-node-shutdown": graceExceedsNodeShutdown,
  "dead-pod-keeps-traffic": deadPodKeepsTraffic,
  "sidecar-waits-for-main": sidecarWaitsForMain,
  "sidecar-blocks-completion": sidecarBlocksCompletion,
  "always-blocks-completion": alwaysBlocksCompletion,
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
  "startup-budget-unneeded": startupBudgetUnneeded,
  "stop-near-grace": stopNearGrace,
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
  "kubelet-managers-refuse-start": kubeletManagersRefuseStart,
  "eviction-hard-drops-defaults": evictionHardDropsDefaults,
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
