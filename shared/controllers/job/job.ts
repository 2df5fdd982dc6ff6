import { exactly, horizonLimitMs, type Timeline } from "../../simulation/index.ts";
import {
  createController,
  hasFailed,
  type JobController,
  type JobInput,
  storedFinishMs,
  storedMs,
  syncBy,
  verdictOn,
} from "./controller.ts";
import { createPods, missingCount, recordOfIndex } from "./create-pods.ts";
import { batchSpan, finish, replace } from "./finish.ts";
import { formatIndexes } from "./indexes.ts";
import { jobDelayMs, nextRecord, remainingMs } from "./job-backoff.ts";
import { completion, targetOf } from "./job-end.ts";
import type { JobEntryData, JobPod, JobTimeline } from "./model.ts";
import { finishedMs, isActive, phaseOf, type RunningJobPod, takeChange } from "./played-pod.ts";
import { addEntry, causeIn } from "./record.ts";
import { addUsed } from "./used-runs.ts";

export { entriesOfJobMax, entriesOfPodMax, type JobInput, podsOfJobMax } from "./controller.ts";

/** Steps of one run: far more than its pods' entries can cause. */
const stepsMax = 2_000_000;

/** Plays a Job and its pods from the first look of the controller to its end or the horizon. */
export function simulateJob(asked: JobInput): JobTimeline {
  const input = { ...asked, untilMs: Math.min(asked.untilMs, horizonLimitMs) };
  const controller = createController(input);
  if (input.job.suspend || input.job.managedByOther) leaveAlone(controller);
  for (let steps = 0; controller.ended === undefined; steps += 1) {
    if (steps >= stepsMax) controller.ended = "entry-limit";
    else step(controller);
  }
  return timelineOf(controller);
}

/** A suspended Job has no pods, and one that another controller looks after has none that we know of. */
function leaveAlone(controller: JobController): void {
  const { job } = controller.input;
  controller.ended = "horizon";
  const text = job.managedByOther
    ? "Another controller manages this Job: nothing is known of its pods"
    : "The Job is suspended: no pod is created";
  addEntry(controller.entries, 0, { kind: "note", cause: undefined, since: exactly(0), data: { text } });
  if (job.managedByOther) return;
  controller.conditions.push({ tMs: 0, type: "Suspended", reason: "JobSuspended", message: "Job suspended" });
}

/** The next change of a pod, or the next look at the Job. */
function step(controller: JobController): void {
  const { pods, input, syncMs } = controller;
  const changing = pods.reduce<RunningJobPod | undefined>((first, pod) => {
    if (pod.nextMs === undefined) return first;
    return first?.nextMs === undefined || pod.nextMs < first.nextMs ? pod : first;
  }, undefined);
  const nextMs = Math.min(changing?.nextMs ?? Number.POSITIVE_INFINITY, syncMs ?? Number.POSITIVE_INFINITY);
  if (!(nextMs <= input.untilMs)) {
    controller.ended = "horizon";
    return;
  }
  controller.nowMs = nextMs;
  if (changing?.nextMs === nextMs) change(controller, changing);
  else sync(controller);
}

function change(controller: JobController, pod: RunningJobPod): void {
  takeChange(pod);
  syncBy(controller, controller.nowMs + controller.batchMs);
  if (pod.gone && pod.simulation.timeline().ended === "event-limit") controller.ended = "entry-limit";
}

/** One look at the Job. Models pkg/controller/job/job_controller.go syncJob (v1.37.1) */
function sync(controller: JobController): void {
  const { input, nowMs, batchMs, pods, conditions } = controller;
  const before = pods.length + conditions.length;
  controller.syncMs = undefined;
  const { replacedAfterMs } = input.job;
  if (replacedAfterMs !== undefined) {
    if (nowMs >= replacedAfterMs) {
      replace(controller, replacedAfterMs);
      return;
    }
    syncBy(controller, replacedAfterMs);
  }
  const failed = countFinished(controller);
  const target = controller.target ?? targetOf(controller);
  if (target !== undefined) finish(controller, target);
  else {
    noteBackoffs(controller, failed);
    createPods(controller);
    if (isComplete(controller)) finish(controller, completion(controller));
    const { activeDeadlineSeconds } = input.job;
    if (activeDeadlineSeconds !== undefined) syncBy(controller, storedMs(controller, 0) + activeDeadlineSeconds * 1000);
  }
  // What the controller itself writes brings it back, too.
  const wrote = failed.length > 0 || pods.length + conditions.length > before;
  if (wrote && batchMs > 0) syncBy(controller, nowMs + batchMs);
}

function isComplete({ input: { job }, succeeded, pods }: JobController): boolean {
  const isEnough = job.completions === undefined ? succeeded > 0 : succeeded >= job.completions;
  return isEnough && !pods.some(isActive);
}

/** Counts the pods that have ended since the last look; gives those that failed. */
// Models pkg/controller/job/job_controller.go getNewFinishedPods (v1.37.1)
function countFinished(controller: JobController): readonly RunningJobPod[] {
  const fresh = controller.pods.filter((pod) => !pod.counted);
  const succeeded = fresh.filter((pod) => phaseOf(pod) === "Succeeded");
  const failed = fresh.filter((pod) => hasFailed(controller, pod));
  for (const pod of succeeded) countSuccess(controller, pod);
  for (const pod of failed) countFailure(controller, pod);
  const finishOf = (pod: RunningJobPod): number => storedFinishMs(controller, pod);
  controller.record = nextRecord(controller.record, succeeded.map(finishOf), failed.map(finishOf));
  if (controller.record.failures === 0) controller.lastFailed = undefined;
  for (const pod of failed) {
    const last = controller.lastFailed;
    if (last === undefined || finishedMs(pod) >= finishedMs(last)) controller.lastFailed = pod;
  }
  return failed;
}

function countSuccess(controller: JobController, pod: RunningJobPod): void {
  pod.counted = true;
  addUsed(controller, pod);
  if (pod.index !== undefined) controller.succeededIndexes.add(pod.index);
  controller.succeeded = pod.index === undefined ? controller.succeeded + 1 : controller.succeededIndexes.size;
}

function countFailure(controller: JobController, pod: RunningJobPod): void {
  pod.counted = true;
  addUsed(controller, pod);
  const { action } = verdictOn(controller, pod);
  const counts = action !== "Ignore";
  if (counts) controller.failed += 1;
  const { backoffLimitPerIndex } = controller.input.job;
  if (pod.index === undefined) return;
  controller.lastFailedOf.set(pod.index, pod);
  if (backoffLimitPerIndex === undefined) return;
  // Models pkg/controller/job/indexed_job_utils.go isIndexFailed (v1.37.1)
  if (action === "FailIndex" || (counts && pod.failuresBefore >= backoffLimitPerIndex))
    controller.failedIndexes.add(pod.index);
}

function noteBackoffs(controller: JobController, failed: readonly RunningJobPod[]): void {
  const { job } = controller.input;
  if (failed.length === 0 || missingCount(controller) <= 0) return;
  if (job.backoffLimitPerIndex === undefined) {
    const { record, lastFailed, nowMs } = controller;
    if (lastFailed !== undefined && remainingMs(record, nowMs) > 0)
      noteBackoff(controller, lastFailed, record.failures);
    return;
  }
  for (const pod of failed) {
    if (pod.index === undefined || controller.failedIndexes.has(pod.index)) continue;
    noteBackoff(controller, pod, recordOfIndex(controller, pod.index).failures);
  }
}

function noteBackoff(controller: JobController, pod: RunningJobPod, failures: number): void {
  const { entries, nowMs } = controller;
  const data: JobEntryData = { delayMs: jobDelayMs(failures), failures };
  const cause = causeIn(pod, nowMs, ["phase-changed"]);
  const { number, index } = pod;
  addEntry(entries, nowMs, {
    kind: "job-back-off-started",
    cause,
    since: batchSpan(controller),
    pod: number,
    index,
    data,
  });
}

function timelineOf(controller: JobController): JobTimeline {
  const { input, entries, conditions, succeeded, failed, pods, ended } = controller;
  return {
    entries,
    conditions,
    pods: pods.map((pod) => podOf(controller, pod)),
    ended: ended ?? "horizon",
    succeeded,
    failed,
    completedIndexes: formatIndexes(controller.succeededIndexes),
    failedIndexes: formatIndexes(controller.failedIndexes),
    untilMs: input.untilMs,
    seed: input.seed,
  };
}

function podOf({ input, ended }: JobController, pod: RunningJobPod): JobPod {
  // Before 1.31 a Job could end while its pods were still being stopped.
  if (ended === "failed" || ended === "complete" || ended === "replaced") pod.simulation.runUntil(pod.input.untilMs);
  const { number, index, createdMs, createdAt } = pod;
  const timeline: Timeline = pod.simulation.timeline();
  const { recording = "entries" } = input;
  return {
    number,
    index,
    createdMs,
    createdAt,
    timeline: {
      ...timeline,
      entries: recording === "counts" ? [] : timeline.entries,
      events: recording === "counts" ? [] : timeline.events,
      statuses: recording === "statuses" ? timeline.statuses : [],
    },
  };
}
