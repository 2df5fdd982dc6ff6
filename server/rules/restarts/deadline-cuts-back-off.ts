import { agreeing } from "../../../shared/basics/counted.ts";
import { formatDuration } from "../../../shared/basics/durations.ts";
import type { Span } from "../../../shared/basics/span.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { valueAt } from "../../../shared/basics/values.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { isWritten } from "../support/places.ts";

const field = "activeDeadlineSeconds";
/** At most this many retries: hardly what a restart policy or a back-off limit is for. */
const fewTries = 2;

/**
 * `activeDeadlineSeconds` includes the back-off between retries.
 * After a failure the next try waits 10s, then 20s, 40s and so on. A short deadline leaves time for one or two retries, however high the `backoffLimit` is.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: Job
 * metadata: {name: import}
 * spec:
 *   backoffLimit: 6
 *   activeDeadlineSeconds: 25
 *   template:
 *     spec:
 *       restartPolicy: Never
 *       containers:
 *       - name: import
 *         image: registry.example/import
 * ```
 *
 * ## How to fix
 *
 * Set a deadline that is long enough for the retries, or a `backoffLimit` that fits into the deadline.
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: Job
 * metadata: {name: import}
 * spec:
 *   backoffLimit: 6
 *   activeDeadlineSeconds: 900
 *   template:
 *     spec:
 *       restartPolicy: Never
 *       containers:
 *       - name: import
 *         image: registry.example/import
 * ```
 *
 * ## Source
 *
 * `pkg/controller/job/job_controller.go`, `pastActiveDeadline`, and `pkg/kubelet/active_deadline.go`.
 */
export const deadlineCutsBackOff: DocumentRule = {
  id: "deadline-cuts-back-off",
  title: "The deadline leaves no time for the retries that are allowed",
  level: "info",
  origin: "simulation",
  checkDocument: (document) => document.pods.flatMap((pod) => [...jobHits(document, pod), ...podHits(document, pod)]),
};

function jobHits({ document }: AnalyzedDocument, analyzed: AnalyzedPod): readonly DocumentHit[] {
  const { located } = analyzed;
  const spec = located.kind === "CronJob" ? ["spec", "jobTemplate", "spec"] : ["spec"];
  const path = [...located.objectPath, ...spec, field];
  const seconds = valueAt(located.owner, [...spec, field]);
  if (typeof seconds !== "number" || !located.kind.endsWith("Job") || !isWritten(document, path)) return [];
  const job = analyzed.job();
  if (job === undefined || job.isExplicit || job.end?.reason !== "DeadlineExceeded") return [];
  const again = job.tries.length - 1;
  if (again > fewTries || again >= job.backoffLimit) return [];
  const start = again === 0 ? "none starts" : `only ${again} ${agreeing(again, "start")}`;
  return [
    {
      path,
      on: "value",
      item: located.item,
      message:
        `The deadline of ${formatDuration(seconds * 1000)} includes the back-off between retries: of ${job.backoffLimit} retries ${start}${listOf(job.tries.slice(1))}, even if each try fails immediately. ` +
        "Set a longer activeDeadlineSeconds or a smaller backoffLimit.",
    },
  ];
}

function podHits({ document }: AnalyzedDocument, analyzed: AnalyzedPod): readonly DocumentHit[] {
  const { located, pod } = analyzed;
  const path = [...located.prefix, field];
  // Elsewhere the API server rejects it.
  if (!["Pod", "Job", "CronJob"].includes(located.kind)) return [];
  if (pod?.activeDeadlineSeconds === undefined || pod.restartPolicy === "Never" || !isWritten(document, path))
    return [];
  // The engine ends the pod at its deadline: only the restarts before it are there.
  const first = analyzed.forecast()?.containers.find(({ kind }) => kind === "regular")?.restarts;
  if (first === undefined || first.story !== undefined || !first.canRestart || first.next.length > fewTries) return [];
  const deadlineMs = pod.activeDeadlineSeconds * 1000;
  return [
    {
      path,
      on: "value",
      item: located.item,
      message:
        `The deadline of ${formatDuration(deadlineMs)} includes the back-off between restarts: a container that fails immediately ${restartsOf(first.next.length)}${listOf(first.next.map((span) => before(span, deadlineMs)))} before the pod fails. ` +
        "Set a longer activeDeadlineSeconds, or set restartPolicy to Never.",
    },
  ];
}

function listOf(times: readonly Span[]): string {
  return times.length === 0 ? "" : ` (after ${times.map(formatSpan).join(", ")})`;
}

/** A pull can take longer than the deadline leaves: what comes after it does not happen. */
function before({ earliestMs, nominalMs, latestMs }: Span, deadlineMs: number): Span {
  return { earliestMs, nominalMs, latestMs: Math.min(latestMs, deadlineMs) };
}

function restartsOf(count: number): string {
  return count === 0 ? "does not restart" : count === 1 ? "restarts at most once" : "restarts at most twice";
}
