import type { Span, Timeline } from "../../simulation/index.ts";

/** The part of a Job's spec that decides when its pods are created and when it ends, after defaulting. Times are seconds, as in the API. */
export interface JobSpec {
  readonly parallelism: number;
  /** Undefined if the first success is enough, and no pod is created after it. */
  readonly completions: number | undefined;
  readonly completionMode: "NonIndexed" | "Indexed";
  readonly backoffLimit: number;
  readonly backoffLimitPerIndex: number | undefined;
  readonly maxFailedIndexes: number | undefined;
  readonly activeDeadlineSeconds: number | undefined;
  readonly suspend: boolean;
  readonly podReplacementPolicy: PodReplacementPolicy;
  readonly podFailurePolicy: readonly FailureRule[] | undefined;
  readonly successPolicy: readonly SuccessRule[] | undefined;
  /** Another controller than Kubernetes' own looks after the Job; nothing is known of what it does. */
  readonly managedByOther: boolean;
  /** The next start of its CronJob deletes what is not over by then. Milliseconds, because that is what schedules are read in. */
  readonly replacedAfterMs: number | undefined;
  /** The next start of its CronJob, which does not come while the Job is not over (concurrencyPolicy: Forbid). */
  readonly heldStartMs: number | undefined;
}

/** When a pod that is going away is replaced: at once, or when it has ended. */
type PodReplacementPolicy = "TerminatingOrFailed" | "Failed";

/** What a rule of podFailurePolicy makes of a failed pod. An unknown action matches nothing. */
export type FailureAction = "Count" | "FailIndex" | "FailJob" | "Ignore";

/** A rule without a requirement matches nothing. */
export interface FailureRule {
  readonly action: FailureAction | undefined;
  readonly onExitCodes: ExitCodeRequirement | undefined;
  readonly onPodConditions: readonly PodConditionPattern[] | undefined;
}

export interface ExitCodeRequirement {
  /** Undefined means any container. */
  readonly containerName: string | undefined;
  readonly operator: string;
  readonly values: readonly number[];
}

export interface PodConditionPattern {
  readonly type: string;
  readonly status: string;
}

export interface SuccessRule {
  /** The indexes as the rule writes them: `0,2-4`. */
  readonly succeededIndexes: string | undefined;
  readonly succeededCount: number | undefined;
}

export type JobEntryKind = "job-pod-created" | "job-back-off-started" | "condition-changed" | "job-ended" | "note";

/** One thing that the Job's controller did. `tMs` is virtual time since it first saw the Job. */
export interface JobEntry {
  /** `j1`, `j2`, … */
  readonly id: string;
  readonly tMs: number;
  /** When this could have happened at all, on the same path of events. */
  readonly at: Span;
  readonly kind: JobEntryKind;
  /** The entry this follows from: of the Job (`j1`) or of a pod of it (`p2/e14`). */
  readonly cause: string | undefined;
  readonly sinceCause: Span;
  /** Counts the pods of the Job from 1. */
  readonly pod: number | undefined;
  /** The completion index of an Indexed Job. */
  readonly index: number | undefined;
  readonly data: JobEntryData;
}

/** Every field that does not apply is absent. */
export interface JobEntryData {
  /** How long no pod is created, from the end of the failed one. */
  readonly delayMs?: number;
  /** Failures in a row that the delay comes from. */
  readonly failures?: number;
  readonly condition?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly text?: string;
}

/** Of the end of a Job that its CronJob deletes: it gets no condition, because it is gone. */
export const replacedReason = "Replaced";

export interface JobCondition {
  readonly tMs: number;
  readonly type: "Suspended" | "SuccessCriteriaMet" | "FailureTarget" | "Complete" | "Failed";
  readonly reason: string;
  readonly message: string;
}

/** `replaced`: deleted by the next start of its CronJob. `pod-limit`, `entry-limit`: the run was cut off, because it made more pods or entries than we play. */
export type JobEnded = "complete" | "failed" | "replaced" | "horizon" | "pod-limit" | "entry-limit";

/** A pod of the Job. The times of its timeline count from its creation. */
export interface JobPod {
  readonly number: number;
  readonly index: number | undefined;
  readonly createdMs: number;
  readonly createdAt: Span;
  readonly timeline: Timeline;
}

export interface JobTimeline {
  readonly entries: readonly JobEntry[];
  readonly pods: readonly JobPod[];
  readonly conditions: readonly JobCondition[];
  readonly ended: JobEnded;
  readonly succeeded: number;
  /** Without those that a rule of podFailurePolicy ignores. */
  readonly failed: number;
  /** As in the Job's status: `0,2-4`; empty where the Job is not Indexed. */
  readonly completedIndexes: string;
  readonly failedIndexes: string;
  readonly untilMs: number;
  readonly seed: number;
}
