import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { Scenario } from "../../scenario/model.ts";
import type { Recording } from "../../simulation/index.ts";
import type { PodScenario, UsedRuns } from "./continued-runs.ts";
import { type BackoffRecord, noFailures } from "./job-backoff.ts";
import type { JobCondition, JobEnded, JobEntry, JobSpec } from "./model.ts";
import { finishedMs, isDeleted, isTerminating, phaseOf, type RunningJobPod } from "./played-pod.ts";
import { type FailureVerdict, judgeFailure } from "./policies.ts";

/** Everything the run of a Job depends on. The same input gives the same timeline on every machine. */
export interface JobInput {
  readonly job: JobSpec;
  /** What the API server made of the Job's template. */
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  readonly seed: number;
  /** Horizon in virtual ms since the controller first saw the Job; at most `horizonLimitMs`. */
  readonly untilMs: number;
  /** What is recorded of the pods; by default their entries. The Job's own entries are always recorded. */
  readonly recording?: Recording;
  /** What each pod's containers do; by default the runs of the scenario continue over the pods. */
  readonly podScenario?: PodScenario;
  /** Plays fewer pods than `podsOfJobMax`. */
  readonly podsAtMost?: number;
}

/** A Job that creates more pods than this is cut off, and the result says so. */
export const podsOfJobMax = 500;

/** A Job whose pods have recorded more than this creates no more of them and is cut off. */
export const entriesOfJobMax = 400_000;

/** A pod that records more than this ends the run. */
export const entriesOfPodMax = 20_000;

/** Changes of pods are looked at together, after this. Models pkg/controller/job/job_controller.go SyncJobBatchPeriod (v1.37.1) */
const batchMs = 1000;

/** The Job controller in the middle of a run. */
export interface JobController {
  readonly input: JobInput;
  readonly features: JobFeatures;
  readonly entries: JobEntry[];
  readonly conditions: JobCondition[];
  readonly pods: RunningJobPod[];
  readonly succeededIndexes: Set<number>;
  readonly failedIndexes: Set<number>;
  /** Zero in ideal time. */
  readonly batchMs: number;
  /** Offset of the run's start within a second: the API stores whole seconds. */
  readonly clockPhaseMs: number;
  nowMs: number;
  /** When the controller looks at the Job next. */
  syncMs: number | undefined;
  succeeded: number;
  failed: number;
  record: BackoffRecord;
  /** The pod that the record's last failure is of. */
  lastFailed: RunningJobPod | undefined;
  /** Per index: the last pod of it that failed. */
  readonly lastFailedOf: Map<number, RunningJobPod>;
  /** Used up by the pods that have ended: of each index, or of all under undefined. */
  readonly used: Map<number | undefined, UsedRuns>;
  /** The end that the Job is heading for while its pods are stopped. */
  target: JobTarget | undefined;
  ended: JobEnded | undefined;
}

export interface JobTarget {
  readonly type: "Complete" | "Failed";
  readonly reason: string;
  readonly message: string;
}

/** What the controller of this version does. Its version and gates are taken to be those of the API server. */
interface JobFeatures {
  /** The last condition waits for the last pod to end, and another one is set before it. */
  readonly delaysLastCondition: boolean;
  readonly completionReason: boolean;
}

export function createController(input: JobInput): JobController {
  const { apiServer, timing } = input.assumptions;
  const since131 = atLeast(apiServer.kubernetes, "1.31");
  const isIdeal = timing === "ideal";
  return {
    input,
    features: {
      // Models pkg/controller/job/job_controller.go delayTerminalCondition (v1.31 to v1.36) and enactJobFinished (v1.37.1)
      delaysLastCondition:
        since131 && (isEnabled(apiServer, "JobPodReplacementPolicy") || isEnabled(apiServer, "JobManagedBy")),
      completionReason: since131 && isEnabled(apiServer, "JobSuccessPolicy"),
    },
    entries: [],
    conditions: [],
    pods: [],
    succeededIndexes: new Set(),
    failedIndexes: new Set(),
    batchMs: isIdeal ? 0 : batchMs,
    clockPhaseMs: isIdeal ? 0 : clockPhaseMs(input.seed),
    nowMs: 0,
    syncMs: 0,
    succeeded: 0,
    failed: 0,
    record: noFailures,
    lastFailed: undefined,
    lastFailedOf: new Map(),
    used: new Map(),
    target: undefined,
    ended: undefined,
  };
}

/** Successive seeds fall evenly over the second. */
function clockPhaseMs(seed: number): number {
  const golden = 0.618_033_988_75;
  return Math.floor((Math.abs(seed * golden) % 1) * 1000);
}

/** Lets the controller look at the Job no later than this. */
export function syncBy(controller: JobController, atMs: number): void {
  controller.syncMs = Math.min(controller.syncMs ?? atMs, Math.max(atMs, controller.nowMs));
}

/** A time as the API stores it. In ideal time nothing is cut off. */
export function storedMs({ batchMs: batch, clockPhaseMs: phase }: JobController, tMs: number): number {
  return batch === 0 ? tMs : Math.floor((tMs + phase) / 1000) * 1000 - phase;
}

export function storedFinishMs(controller: JobController, pod: RunningJobPod): number {
  return storedMs(controller, finishedMs(pod));
}

/** Whether a pod counts as failed: with TerminatingOrFailed one that was deleted does at once. */
// Models pkg/controller/job/job_controller.go isPodFailed (v1.37.1)
export function hasFailed({ input }: JobController, pod: RunningJobPod): boolean {
  if (phaseOf(pod) === "Failed") return true;
  const isOver = input.job.podReplacementPolicy === "TerminatingOrFailed" ? isDeleted(pod) : isDeleted(pod) && pod.gone;
  return isOver && phaseOf(pod) !== "Succeeded";
}

export function verdictOn({ input: { job, pod: template } }: JobController, pod: RunningJobPod): FailureVerdict {
  if (pod.status === undefined) return { action: undefined, message: undefined };
  const perIndex = job.backoffLimitPerIndex !== undefined;
  const suffix = pod.index === undefined ? "" : `-${pod.index}`;
  // The API server appends five random characters to the name.
  const podName = `${template.namespace}/${template.name || "job"}${suffix}-…`;
  return judgeFailure(pod.status, { rules: job.podFailurePolicy, perIndex, podName });
}

export function terminatingCount({ pods }: JobController): number {
  return pods.filter(isTerminating).length;
}
