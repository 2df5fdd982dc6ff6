import { addSpans, exactly, type Span } from "../../simulation/index.ts";
import { continueRuns } from "./continued-runs.ts";
import {
  entriesOfJobMax,
  entriesOfPodMax,
  type JobController,
  podsOfJobMax,
  storedFinishMs,
  storedMs,
  syncBy,
  terminatingCount,
  verdictOn,
} from "./controller.ts";
import { batchSpan, latestChange, storedSpan } from "./finish.ts";
import { type BackoffRecord, jobDelayMs, noFailures, remainingMs } from "./job-backoff.ts";
import type { JobSpec } from "./model.ts";
import { finishedMs, isActive, isTerminating, lastEntry, playPod, type RunningJobPod } from "./played-pod.ts";
import { addEntry, causeIn, type JobCause } from "./record.ts";
import { usedBefore } from "./used-runs.ts";

/** No more pods are created at one look at the Job. Models pkg/controller/job/job_controller.go MaxPodCreateDeletePerSync (v1.37.1) */
const createdAtOnceMax = 500;

/** Creates the pods that are missing, unless a back-off lasts; then the controller comes back when it ends. */
// Models pkg/controller/job/job_controller.go manageJob (v1.37.1)
export function createPods(controller: JobController): void {
  const { job } = controller.input;
  const missing = missingCount(controller);
  if (missing <= 0) return;
  const isPerIndex = job.backoffLimitPerIndex !== undefined;
  if (!isPerIndex && waits(controller, remainingMs(controller.record, controller.nowMs))) return;
  if (job.completionMode === "NonIndexed") {
    for (let created = 0; created < missing; created += 1) createPod(controller, undefined);
    return;
  }
  const pending = pendingIndexes(controller, missing);
  const remaining = new Map(pending.map((index) => [index, isPerIndex ? remainingOfIndex(controller, index) : 0]));
  const ready = pending.filter((index) => remaining.get(index) === 0);
  if (ready.length === 0) waits(controller, Math.min(...remaining.values()));
  for (const index of ready) createPod(controller, index);
}

/** How many pods are missing: as many as may run at once, but not more than there is left to do. */
export function missingCount(controller: JobController): number {
  const { job } = controller.input;
  const active = controller.pods.filter(isActive).length;
  const wanted = wantedPods(job, active, controller.succeeded);
  const replacedLater = job.podReplacementPolicy === "Failed" ? terminatingCount(controller) : 0;
  return Math.min(wanted - active - replacedLater, createdAtOnceMax);
}

/** How many pods are to run at one time. Without completions, none is created any more after the first that succeeds. */
export function wantedPods({ parallelism, completions }: JobSpec, active: number, succeeded: number): number {
  if (completions === undefined) return succeeded > 0 ? active : parallelism;
  return Math.min(parallelism, completions - succeeded);
}

function waits(controller: JobController, remaining: number): boolean {
  if (!Number.isFinite(remaining) || remaining <= 0) return false;
  syncBy(controller, controller.nowMs + Math.max(remaining, controller.batchMs));
  return true;
}

/** The lowest indexes without a pod. One that waits keeps its place, so that higher ones can wait behind it. */
// Models pkg/controller/job/indexed_job_utils.go firstPendingIndexes (v1.37.1)
function pendingIndexes(controller: JobController, count: number): readonly number[] {
  const { input, pods, succeededIndexes, failedIndexes } = controller;
  const replacesLater = input.job.podReplacementPolicy === "Failed";
  const taken = new Set(
    pods.filter((pod) => isActive(pod) || (replacesLater && isTerminating(pod))).map(({ index }) => index),
  );
  const pending: number[] = [];
  for (let index = 0; index < (input.job.completions ?? 0) && pending.length < count; index += 1) {
    if (!taken.has(index) && !succeededIndexes.has(index) && !failedIndexes.has(index)) pending.push(index);
  }
  return pending;
}

/** Models pkg/controller/job/backoff_utils.go getRemainingTimePerIndex (v1.37.1) */
function remainingOfIndex(controller: JobController, index: number): number {
  return remainingMs(recordOfIndex(controller, index), controller.nowMs);
}

/** Ignored failures of an index delay it as the others do. */
export function recordOfIndex(controller: JobController, index: number): BackoffRecord {
  const last = controller.lastFailedOf.get(index);
  if (last === undefined) return noFailures;
  const failures = last.failuresBefore + last.ignoredBefore + 1;
  return { failures, lastFailureMs: storedFinishMs(controller, last) };
}

function createPod(controller: JobController, index: number | undefined): void {
  const { input, pods, entries, nowMs } = controller;
  const number = pods.length + 1;
  if (number > Math.min(input.podsAtMost ?? podsOfJobMax, podsOfJobMax)) controller.ended = "pod-limit";
  else if (recordedEntries(controller) > entriesOfJobMax) controller.ended = "entry-limit";
  if (controller.ended !== undefined) return;
  const { cause, since } = reasonOfPod(controller, index);
  const entry = addEntry(entries, nowMs, { kind: "job-pod-created", cause, since, pod: number, index });
  const place = { number, index, createdMs: nowMs, used: usedBefore(controller, index) };
  const podScenario = input.podScenario ?? continueRuns;
  const podInput = {
    pod: input.pod,
    assumptions: input.assumptions,
    scenario: podScenario(input.scenario, input.pod, place),
    seed: seedOf(input.seed, number),
    untilMs: Math.max(0, input.untilMs - nowMs),
    entriesAtMost: Math.max(1000, Math.min(entriesOfPodMax, Math.floor(entriesOfJobMax / input.job.parallelism))),
  };
  const about = { number, index, createdMs: nowMs, createdAt: entry.at, ...failuresBefore(controller, index) };
  pods.push(playPod(podInput, about));
}

function recordedEntries({ pods }: JobController): number {
  return pods.reduce((sum, pod) => sum + pod.simulation.timeline().counts.entries, 0);
}

/** The first pod has the seed of the Job: a Job of one pod plays as that pod alone would. */
function seedOf(seed: number, number: number): number {
  return seed + (number - 1) * 1_000_003;
}

function failuresBefore(
  controller: JobController,
  index: number | undefined,
): Pick<RunningJobPod, "failuresBefore" | "ignoredBefore"> {
  const last = index === undefined ? undefined : controller.lastFailedOf.get(index);
  if (last === undefined) return { failuresBefore: 0, ignoredBefore: 0 };
  const isIgnored = verdictOn(controller, last).action === "Ignore";
  return {
    failuresBefore: last.failuresBefore + (isIgnored ? 0 : 1),
    ignoredBefore: last.ignoredBefore + (isIgnored ? 1 : 0),
  };
}

/** A pod follows from the end of the failed one and its back-off; without a failure from the latest change of a pod; the first from nothing. */
function reasonOfPod(
  controller: JobController,
  index: number | undefined,
): { cause: JobCause | undefined; since: Span } {
  const { input, nowMs, pods } = controller;
  const isPerIndex = input.job.backoffLimitPerIndex !== undefined && index !== undefined;
  const failed = isPerIndex ? controller.lastFailedOf.get(index) : controller.lastFailed;
  const { failures } = isPerIndex ? recordOfIndex(controller, index) : controller.record;
  if (failed !== undefined && failures > 0) {
    const cause = endOf(failed, nowMs);
    const noticed = causeIn(failed, nowMs, ["phase-changed"]).at.latestMs - cause.at.latestMs;
    return { cause, since: delaySpan(controller, failed, { delayMs: jobDelayMs(failures), noticedMs: noticed }) };
  }
  return pods.length === 0 || nowMs === 0
    ? { cause: undefined, since: exactly(0) }
    : { cause: latestChange(controller), since: batchSpan(controller) };
}

/** Looks at the Job that can follow a failure: for the pod's last changes, and for what the controller itself has written. */
const looksAfterFailure = 4;

/**
 * The back-off as it comes out: shorter, because it counts from a time that is cut to a whole second; longer where the failure is noticed late,
 * or something else brings the controller in the last second of it, so that it comes back a whole second later.
 */
function delaySpan(
  controller: JobController,
  failed: RunningJobPod,
  { delayMs, noticedMs }: { readonly delayMs: number; readonly noticedMs: number },
): Span {
  const since = storedSpan(controller, delayMs);
  const { batchMs, input, nowMs } = controller;
  if (input.job.parallelism !== 1 || noticedMs + looksAfterFailure * batchMs > delayMs - 1000)
    return { ...since, latestMs: Math.max(since.latestMs, noticedMs + batchMs) };
  const exit = lastEntry(failed, nowMs, ["container-exited"])?.at;
  const isOnSecond = failed.number > 1 && storedMs(controller, failed.createdMs) === failed.createdMs;
  const isCertain = exit !== undefined && Math.floor(exit.earliestMs / 1000) === Math.floor(exit.latestMs / 1000);
  // A pod that was created on a whole second loses only what its run is longer than whole seconds.
  const earliestMs = isOnSecond && isCertain && batchMs > 0 ? delayMs - (exit.latestMs % 1000) : since.earliestMs;
  return { nominalMs: delayMs, earliestMs, latestMs: delayMs };
}

/** The moment that the back-off counts from. */
function endOf(pod: RunningJobPod, nowMs: number): JobCause {
  const endMs = finishedMs(pod);
  const exit = lastEntry(pod, nowMs, ["container-exited"]);
  if (exit !== undefined && pod.createdMs + exit.tMs === endMs) return causeIn(pod, nowMs, ["container-exited"]);
  const at = addSpans(pod.createdAt, exactly(endMs - pod.createdMs));
  return { id: `p${pod.number}/e1`, tMs: endMs, at };
}
