/**
 * Every rule there is, in the order of the table, and what it reports. A `rejection` is what Kubernetes rejects: it can only be on or off.
 * An id never changes, because settings, comments and scripts use it.
 */
const reports = {
  "liveness-kills-start": "finding",
  "startup-budget-too-short": "finding",
  "start-needs-luck": "finding",
  "initial-delay-hides-hangs": "finding",
  "first-probe-after-delay": "finding",
  "timeout-exceeds-period": "finding",
  "exec-probe-default-timeout": "finding",
  "liveness-equals-readiness": "finding",
  "liveness-before-readiness": "finding",
  "liveness-before-first-readiness": "finding",
  "probe-port-unknown": "finding",
  "grace-shorter-than-prestop": "finding",
  "probe-grace-shorter-than-prestop": "finding",
  "probe-grace-exceeds-pod": "finding",
  "probe-grace-ignored": "finding",
  "readiness-slows-rollout": "finding",
  "readiness-exceeds-progress-deadline": "finding",
  "startup-exceeds-progress-deadline": "finding",
  "slow-start-exceeds-progress-deadline": "finding",
  "crash-loop-renews-progress-deadline": "finding",
  "budget-refuses-evictions": "finding",
  "rollout-expectation-failed": "finding",
  "rollout-empties-service": "finding",
  "grace-exceeds-node-shutdown": "finding",
  "dead-pod-keeps-traffic": "finding",
  "sidecar-waits-for-main": "finding",
  "sidecar-blocks-completion": "finding",
  "deadline-cuts-back-off": "finding",
  "startup-unprotected-restart": "finding",
  "startup-command-runs-twice": "finding",
  "restart-rule-never-matches": "finding",
  "restart-rule-without-effect": "finding",
  "restart-rule-on-success": "finding",
  "restart-rules-ignored-by-node": "finding",
  "restart-all-loop": "finding",
  "crash-loop-exceeds-api-budget": "finding",
  "start-without-reserve": "finding",
  "answer-slower-than-timeout": "finding",
  "one-failure-kills": "finding",
  "outage-restarts-replicas": "finding",
  "restarts-outlive-outage": "finding",
  "outage-empties-service": "finding",
  "probe-never-succeeds": "finding",
  "grpc-probe-never-succeeds": "finding",
  "probe-cannot-run": "finding",
  "redirect-counts-as-success": "finding",
  "readiness-command-out-of-turn": "finding",
  "probe-kill-counts-as-success": "finding",
  "startup-budget-carried-over": "finding",
  "kill-waits-for-other": "finding",
  "expectation-failed": "finding",
  "scenario-syntax": "finding",
  "unused-ignore": "finding",
  "field-not-allowed": "rejection",
  "object-refused": "rejection",
  "field-type": "rejection",
  "unknown-field": "finding",
  "field-too-new": "finding",
  "duplicate-field": "finding",
  "metadata-refused": "rejection",
  "container-refused": "rejection",
  "port-refused": "rejection",
  "volume-refused": "rejection",
  "resources-refused": "rejection",
  "security-refused": "rejection",
  "scheduling-refused": "rejection",
  "network-refused": "rejection",
  "restart-policy-refused": "rejection",
  "probe-refused": "rejection",
  "lifecycle-refused": "rejection",
  "workload-refused": "rejection",
  "job-refused": "rejection",
  "invalid-image-name": "finding",
  "pods-refused": "finding",
  "static-pod-refused": "rejection",
  "static-pod-ignored": "finding",
  "static-pod-first-document": "finding",
  "feature-dropped": "finding",
  "server-warning": "finding",
  "crash-loop-maximum": "rejection",
  "crash-loop-maximum-unset": "finding",
  "kubelet-configuration-refused": "rejection",
  "kubelet-configuration-strict": "finding",
  "kubelet-first-document": "finding",
  "project-file": "finding",
  "yaml-syntax": "finding",
  "document-too-large": "finding",
} as const satisfies Readonly<Record<string, "finding" | "rejection">>;

export type RuleId = keyof typeof reports;

export const ruleIds: readonly RuleId[] = Object.keys(reports).filter(isRuleId);

export function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(reports, text);
}

export function isRejection(id: RuleId): boolean {
  return reports[id] === "rejection";
}

export const ruleLevels = ["off", "hint", "info", "warning", "error"] as const;
export type RuleLevel = (typeof ruleLevels)[number];
