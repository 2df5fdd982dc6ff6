import { agreeing, counted } from "../../basics/counted.ts";
import { plainLine } from "../../basics/plain-line.ts";
import { listAt, textAt, timeAt, wholeAt } from "../objects/fields.ts";
import { clockText, lasting, lastingText } from "./clock.ts";
import { inNamespace } from "./commands.ts";
import type { StatusCondition, WorkloadAt, WorkloadCase } from "./workload-status.ts";

/** What the status of a Job says: how it ended, or how far it is. */
export function jobCase(at: WorkloadAt): WorkloadCase | undefined {
  const { conditions, status, spec, atMs, name, namespace } = at;
  const isTrue = (type: string) => conditions.find((each) => each.type === type && each.status === "True");
  const [failed, active] = [wholeAt(status, "failed") ?? 0, wholeAt(status, "active") ?? 0];
  const failedPods = failed === 0 ? undefined : counted(failed, "failed pod");
  const progress = progressText(at);
  const complete = isTrue("Complete");
  if (complete !== undefined) {
    const sinceMs = timeAt(status, "completionTime")?.nominalMs ?? complete.sinceMs;
    const headline = lastingText({ what: "completed", from: "at", sinceMs, tail: failedPods }, atMs);
    return { is: "completed", outlook: "ends", headline, fix: undefined, after: undefined };
  }
  const ended = isTrue("Failed") ?? isTrue("FailureTarget");
  if (ended !== undefined) {
    const what = ended.type === "Failed" ? "failed" : "fails";
    const why = ended.reason === "PodFailurePolicy" ? policyText(ended) : (ended.reason ?? ended.message);
    const tail = joined(failedPods, progress, failedIndexesText(at, "plain"), terminatingText(at));
    return {
      is: "failed",
      outlook: "fails",
      ...lasting({ what, from: "at", sinceMs: ended.sinceMs, why, tail }, atMs),
      fix: jobFix(ended.reason, at),
      after: "nothing tries it again: delete the Job and create it anew",
    };
  }
  const suspended = isTrue("Suspended");
  if (suspended !== undefined || spec.fields["suspend"] === true) {
    const headline = lastingText({ what: "is suspended", sinceMs: suspended?.sinceMs }, atMs);
    return { is: "creating", outlook: undefined, headline, fix: "suspend: false starts it", after: undefined };
  }
  const startedMs = timeAt(status, "startTime")?.nominalMs;
  if (startedMs === undefined && active === 0 && failed === 0) return undefined;
  const why = joined(
    progress,
    `${active} active`,
    failedPods && `${failedPods}${failuresLeft(spec)}`,
    failedIndexesText(at, "of limit"),
  );
  return {
    is: "starting",
    outlook: failed === 0 ? undefined : "restarts",
    ...lasting({ what: "runs", sinceMs: startedMs, why }, atMs),
    fix: failed === 0 ? undefined : `why its pods fail: kubectl logs${inNamespace(namespace)} job/${name}`,
    after: undefined,
  };
}

function joined(...parts: readonly (string | undefined)[]): string | undefined {
  return parts.filter((each) => each !== undefined).join(", ") || undefined;
}

/** `4 of 10 completed`; undefined where one pod is all, or none of a work queue has completed. */
function progressText({ spec, status }: WorkloadAt): string | undefined {
  const [completions, succeeded] = [wholeAt(spec, "completions"), wholeAt(status, "succeeded") ?? 0];
  if (completions !== undefined) return completions > 1 ? `${succeeded} of ${completions} completed` : undefined;
  return succeeded > 0 ? `${succeeded} completed` : undefined;
}

/** Where each index has a limit of its own, backoffLimit is the greatest int32 by default: no number of failed pods ends the Job. */
function failuresLeft(spec: WorkloadAt["spec"]): string {
  const isByIndex = wholeAt(spec, "backoffLimitPerIndex") !== undefined;
  const limit = wholeAt(spec, "backoffLimit") ?? (isByIndex ? unlimited : 6);
  return limit >= unlimited ? "" : ofLimit(limit);
}

const unlimited = 2_147_483_647;

/** A Job counts as failed when its last pod has ended. Models pkg/controller/job/job_controller.go syncJob (v1.37.1). */
function terminatingText({ status }: WorkloadAt): string | undefined {
  const terminating = wholeAt(status, "terminating") ?? 0;
  return terminating === 0 ? undefined : `${counted(terminating, "pod")} still terminating`;
}

/** `2 failed indexes of 6 that end it: 1, 3`. Models pkg/controller/job/job_controller.go syncJob, maxFailedIndexes (v1.37.1). */
function failedIndexesText({ spec, status }: WorkloadAt, limited: "of limit" | "plain"): string | undefined {
  const list = textAt(status, "failedIndexes") ?? "";
  const failed = indexCount(list);
  if (failed === 0) return undefined;
  const limit = limited === "plain" ? undefined : wholeAt(spec, "maxFailedIndexes");
  const which = plainLine(list.split(",").join(", "), indexesMax);
  return `${counted(failed, "failed index")}${limit === undefined ? "" : ofLimit(limit)}: ${which}`;
}

const indexesMax = 40;

function ofLimit(limit: number): string {
  return ` of ${limit + 1} that ${agreeing(limit + 1, "end")} it`;
}

/** How many indexes a list such as `1,3-5` has. */
function indexCount(list: string): number {
  return list.split(",").reduce((sum, part) => {
    const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part.trim()) ?? [];
    return first === undefined ? sum : sum + Math.max(0, Number(last) - Number(first) + 1);
  }, 0);
}

/** Its message names the container, the exit code, and the rule: `Container main for pod prod/import-x failed with exit code 42 …`. */
function policyText({ reason = "", message }: StatusCondition): string {
  return message === undefined ? reason : `${reason}: ${plainLine(message, messageMax)}`;
}

const messageMax = 200;

function jobFix(reason: string | undefined, { name, namespace }: WorkloadAt): string {
  switch (reason) {
    case "DeadlineExceeded":
      return "a longer activeDeadlineSeconds, or less work";
    case "PodFailurePolicy":
      return "the failure that its podFailurePolicy names as final";
    default:
      return `why its pods failed: kubectl logs${inNamespace(namespace)} job/${name}, as long as they are there`;
  }
}

/** What becomes of the starts that come while a run goes on. */
const meanwhile: Readonly<Record<string, string>> = {
  Forbid: "starts are left out until it ends (concurrencyPolicy: Forbid)",
  Replace: "the next start ends it and takes its place (concurrencyPolicy: Replace)",
};

/** What the status of a CronJob says of its last run. */
export function cronJobCase({ status, spec, namespace, atMs }: WorkloadAt): WorkloadCase | undefined {
  const lastMs = timeAt(status, "lastScheduleTime")?.nominalMs;
  const successMs = timeAt(status, "lastSuccessfulTime")?.nominalMs;
  const active = listAt(status, "active", (place) => textAt(place, "name") ?? "");
  if (lastMs === undefined) return undefined;
  const policy = textAt(spec, "concurrencyPolicy") ?? "Allow";
  const tail = spec.fields["suspend"] === true ? "suspended: no further run" : undefined;
  if (active.length > 0) {
    const what = active.length === 1 ? "a run goes on" : `${active.length} runs go on`;
    const headline = lastingText({ what, sinceMs: lastMs, tail }, atMs);
    return { is: "starting", outlook: undefined, headline, fix: undefined, after: meanwhile[policy] };
  }
  if (successMs === undefined || successMs < lastMs) {
    const since = successMs === undefined ? "none did yet" : `the last that did: ${clockText(successMs, atMs)} UTC`;
    return {
      is: "not-ready",
      outlook: "never-ready",
      headline: `${lastingText({ what: "its run", from: "at", sinceMs: lastMs }, atMs)} did not complete; ${since}`,
      fix: `why its Job failed: kubectl get jobs${inNamespace(namespace)}`,
      after: undefined,
    };
  }
  const headline = lastingText({ what: "its last run completed", from: "at", sinceMs: successMs, tail }, atMs);
  return { is: "ready", outlook: "healthy", headline, fix: undefined, after: undefined };
}
