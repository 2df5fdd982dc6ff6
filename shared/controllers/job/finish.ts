import { addSpans, exactly, type Span } from "../../simulation/index.ts";
import { type JobController, type JobTarget, terminatingCount } from "./controller.ts";
import { type JobCondition, replacedReason } from "./model.ts";
import { deletePod, isActive } from "./played-pod.ts";
import { addEntry, causeIn, type JobCause } from "./record.ts";

/** Takes the Job to its end: first its active pods are deleted, then, when the last of them is gone, the last condition is set. */
// Models pkg/controller/job/job_controller.go trackJobStatusAndRemoveFinalizers and enactJobFinished (v1.37.1)
export function finish(controller: JobController, target: JobTarget): void {
  const { features, pods, nowMs } = controller;
  if (controller.target === undefined) {
    controller.target = target;
    if (hasInterimCondition(controller, target)) {
      const type = target.type === "Failed" ? "FailureTarget" : "SuccessCriteriaMet";
      setCondition(controller, type, target, reasonOfTarget(controller, target));
    }
    const decided = decidedAt(controller, target);
    for (const pod of pods) if (isActive(pod)) deletePod(pod, nowMs, decided);
  }
  if (features.delaysLastCondition && terminatingCount(controller) > 0) return;
  const last = setCondition(controller, target.type, target, reasonOfEnd(controller, target));
  const data = { condition: target.type, reason: target.reason, message: target.message };
  addEntry(controller.entries, nowMs, { kind: "job-ended", cause: last, since: exactly(0), data });
  controller.ended = target.type === "Complete" ? "complete" : "failed";
}

/** The CronJob deletes the Job; the garbage collector deletes its pods. Models pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob, ReplaceConcurrent (v1.37.1) */
export function replace(controller: JobController, replacedAfterMs: number): void {
  const { entries, nowMs, pods } = controller;
  const since = exactly(replacedAfterMs);
  const at = entries[0] === undefined ? since : addSpans(entries[0].at, since);
  for (const pod of pods) if (isActive(pod)) deletePod(pod, nowMs, at);
  addEntry(entries, nowMs, { kind: "job-ended", cause: entries[0], since, data: { reason: replacedReason } });
  controller.ended = "replaced";
}

/** Before 1.31 only the policies for failure and success announced the end. */
function hasInterimCondition({ features }: JobController, { reason }: JobTarget): boolean {
  return features.delaysLastCondition || reason === "PodFailurePolicy" || reason === "SuccessPolicy";
}

/** What something follows from, and how long after it. */
interface Reason {
  readonly cause: JobCause | undefined;
  readonly since: Span;
}

function setCondition(
  { conditions, entries, nowMs }: JobController,
  type: JobCondition["type"],
  { reason, message }: JobTarget,
  why: Reason,
): JobCause {
  conditions.push({ tMs: nowMs, type, reason, message });
  const data = { condition: type, reason, message };
  return addEntry(entries, nowMs, { kind: "condition-changed", ...why, data });
}

/** What made the controller decide: the start of the Job for its deadline, else the latest change of a pod. */
function reasonOfTarget(controller: JobController, { reason }: JobTarget): Reason {
  if (reason !== "DeadlineExceeded") return { cause: latestChange(controller), since: batchSpan(controller) };
  const deadlineMs = (controller.input.job.activeDeadlineSeconds ?? 0) * 1000;
  return { cause: controller.entries[0], since: storedSpan(controller, deadlineMs) };
}

/** When the decision could have been at all: the pods that are stopped for it follow from it. */
function decidedAt(controller: JobController, target: JobTarget): Span {
  const announced = controller.entries.at(-1);
  if (announced?.kind === "condition-changed") return announced.at;
  const { cause, since } = reasonOfTarget(controller, target);
  return cause === undefined ? exactly(controller.nowMs) : addSpans(cause.at, since);
}

/** The announcement where nothing had to be stopped after it, else the end of the last pod. */
function reasonOfEnd(controller: JobController, target: JobTarget): Reason {
  const announced = controller.entries.at(-1);
  if (announced?.kind !== "condition-changed") return reasonOfTarget(controller, target);
  if (announced.tMs === controller.nowMs) return { cause: announced, since: exactly(0) };
  return { cause: latestChange(controller), since: batchSpan(controller) };
}

/** A change of a pod waits for the next look at the Job: at most this long. */
export function batchSpan({ batchMs }: JobController): Span {
  return { nominalMs: 0, earliestMs: 0, latestMs: batchMs };
}

/** A delay from a time that is stored in whole seconds; the controller comes back for it no sooner than after its batch. */
export function storedSpan({ batchMs }: JobController, delayMs: number): Span {
  const cutMs = batchMs === 0 ? 0 : 999;
  return { nominalMs: delayMs, earliestMs: Math.max(0, delayMs - cutMs), latestMs: delayMs + batchMs };
}

/** The latest thing that the status of a pod has shown. */
export function latestChange({ pods, nowMs }: JobController): JobCause | undefined {
  const causes = pods.map((pod) => causeIn(pod, nowMs, ["phase-changed", "container-started", "pod-removed"]));
  return causes.reduce<JobCause | undefined>(
    (latest, cause) => (latest === undefined || cause.tMs >= latest.tMs ? cause : latest),
    undefined,
  );
}
