import { hasFailed, type JobController, type JobTarget, storedMs, verdictOn } from "./controller.ts";
import { phaseOf, type RunningJobPod, restartsOf } from "./played-pod.ts";
import { judgeSuccess } from "./policies.ts";

/** Whether the Job is to end now though not all of its work is done, and how. The order of the questions is the controller's. */
// Models pkg/controller/job/job_controller.go syncJob (v1.37.1)
export function targetOf(controller: JobController): JobTarget | undefined {
  const { job } = controller.input;
  const policy = failJobMessage(controller);
  if (policy !== undefined) return failed("PodFailurePolicy", policy);
  if (controller.failed > job.backoffLimit || isPastRestarts(controller))
    return failed("BackoffLimitExceeded", "Job has reached the specified backoff limit");
  if (isPastDeadline(controller)) return failed("DeadlineExceeded", "Job was active longer than specified deadline");
  return indexTarget(controller) ?? successTarget(controller);
}

/** The end of a Job that has all of its successes. */
export function completion({ features }: JobController): JobTarget {
  return features.completionReason
    ? { type: "Complete", reason: "CompletionsReached", message: "Reached expected number of succeeded pods" }
    : { type: "Complete", reason: "", message: "" };
}

function failed(reason: string, message: string): JobTarget {
  return { type: "Failed", reason, message };
}

function failJobMessage(controller: JobController): string | undefined {
  if (controller.input.job.podFailurePolicy === undefined) return undefined;
  for (const pod of controller.pods) {
    const message = hasFailed(controller, pod) ? verdictOn(controller, pod).message : undefined;
    if (message !== undefined) return message;
  }
  return undefined;
}

/** With OnFailure the kubelet restarts containers in place; their restarts count while the pod is Pending or Running. */
// Models pkg/controller/job/job_controller.go pastBackoffLimitOnFailure (v1.37.1)
function isPastRestarts({ input: { job, pod }, pods }: JobController): boolean {
  if (pod.restartPolicy !== "OnFailure") return false;
  const restarts = pods.filter(isPlayedOn).reduce((sum, each) => sum + restartsOf(each), 0);
  return restarts >= Math.max(1, job.backoffLimit);
}

function isPlayedOn(pod: RunningJobPod): boolean {
  return !pod.gone && (phaseOf(pod) === "Pending" || phaseOf(pod) === "Running");
}

function isPastDeadline(controller: JobController): boolean {
  const { activeDeadlineSeconds } = controller.input.job;
  if (activeDeadlineSeconds === undefined) return false;
  return controller.nowMs - storedMs(controller, 0) >= activeDeadlineSeconds * 1000;
}

function indexTarget({ input: { job }, failedIndexes, succeededIndexes }: JobController): JobTarget | undefined {
  if (job.backoffLimitPerIndex === undefined || failedIndexes.size === 0) return undefined;
  if (job.maxFailedIndexes !== undefined && failedIndexes.size > job.maxFailedIndexes)
    return failed("MaxFailedIndexesExceeded", "Job has exceeded the specified maximal number of failed indexes");
  if (failedIndexes.size + succeededIndexes.size >= (job.completions ?? 1))
    return failed("FailedIndexes", "Job has failed indexes");
  return undefined;
}

function successTarget({ input: { job }, succeededIndexes }: JobController): JobTarget | undefined {
  const message = judgeSuccess(job.successPolicy, succeededIndexes, job.completions ?? 1);
  return message === undefined ? undefined : { type: "Complete", reason: "SuccessPolicy", message };
}
