import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import type { Span } from "../../shared/simulation/span.ts";
import type { DocumentHit, DocumentRule } from "./model.ts";
import { isWritten } from "./places.ts";
import type { AnalysedDocument, AnalysedPod } from "./subject.ts";
import { valueAt } from "./values.ts";

const field = "activeDeadlineSeconds";
/** So few further tries are hardly what a policy with restarts, or a back-off limit, is for. */
const fewTries = 2;

/**
 * `activeDeadlineSeconds` counts the waits between tries, too.
 * A container that fails waits 10s, 20s, 40s … before it starts again, so that a short deadline leaves room for a try or two, however high the `backoffLimit` is.
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
 * ## What to write instead
 *
 * A deadline in which the tries have room, or as many tries as have room in it.
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
  title: "The deadline leaves no room for the tries that are allowed",
  level: "info",
  origin: "simulation",
  since: "1.28",
  checkDocument: (document) => document.pods.flatMap((pod) => [...jobHits(document, pod), ...podHits(document, pod)]),
};

function jobHits({ document }: AnalysedDocument, analysed: AnalysedPod): readonly DocumentHit[] {
  const { located } = analysed;
  const spec = located.kind === "CronJob" ? ["spec", "jobTemplate", "spec"] : ["spec"];
  const path = [...located.objectPath, ...spec, field];
  const seconds = valueAt(located.owner, [...spec, field]);
  if (typeof seconds !== "number" || !located.kind.endsWith("Job") || !isWritten(document, path)) return [];
  const job = analysed.job();
  if (job === undefined || job.isTold || job.end?.reason !== "DeadlineExceeded") return [];
  const again = job.tries.length - 1;
  if (again > fewTries || again >= job.backoffLimit) return [];
  const begin = again === 1 ? "one begins" : `${again === 0 ? "none" : again} begin`;
  return [
    {
      path,
      on: "value",
      item: located.item,
      message:
        `The deadline of ${formatDuration(seconds * 1000)} counts the waits between tries, too: of ${job.backoffLimit} further tries ${begin}${listOf(job.tries.slice(1))}, even if each fails at once. ` +
        'Write a longer deadline or a smaller "backoffLimit".',
    },
  ];
}

function podHits({ document }: AnalysedDocument, analysed: AnalysedPod): readonly DocumentHit[] {
  const { located, pod } = analysed;
  const path = [...located.prefix, field];
  // Elsewhere the API server refuses it.
  if (!["Pod", "Job", "CronJob"].includes(located.kind)) return [];
  if (pod?.activeDeadlineSeconds === undefined || pod.restartPolicy === "Never" || !isWritten(document, path))
    return [];
  // The engine ends the pod at its deadline: only the restarts before it are there.
  const first = analysed.forecast()?.containers.find(({ kind }) => kind === "regular")?.restarts;
  if (first === undefined || first.story !== undefined || !first.canRestart || first.next.length > fewTries) return [];
  return [
    {
      path,
      on: "value",
      item: located.item,
      message:
        `The deadline of ${formatDuration(pod.activeDeadlineSeconds * 1000)} counts the waits between restarts, too: a container that fails at once is restarted ${restartsOf(first.next.length)}${listOf(first.next)} before the pod is ended. ` +
        'Write a longer deadline, or "restartPolicy: Never".',
    },
  ];
}

function listOf(times: readonly Span[]): string {
  return times.length === 0 ? "" : ` (after ${times.map(formatSpan).join(", ")})`;
}

function restartsOf(count: number): string {
  return count === 0 ? "not once" : count === 1 ? "once" : "twice";
}
