import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { progressDeadlineMs } from "../support/progress-deadline.ts";
import { whatIf } from "../support/what-if.ts";

/**
 * A Deployment reports `ProgressDeadlineExceeded` if no pod becomes ready for `progressDeadlineSeconds` (10 minutes by default). `kubectl rollout status` then fails.
 * If readiness alone takes longer, every rollout fails, even if every container is healthy.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   progressDeadlineSeconds: 60
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 *         readinessProbe:
 *           httpGet: {path: /ready, port: 8080}
 *           initialDelaySeconds: 90
 * ```
 *
 * ## How to fix
 *
 * Let the probe start early and run often, or set a longer deadline.
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   progressDeadlineSeconds: 60
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 *         readinessProbe:
 *           httpGet: {path: /ready, port: 8080}
 *           periodSeconds: 5
 * ```
 *
 * ## Source
 *
 * `pkg/controller/deployment/util/deployment_util.go`, `DeploymentTimedOut`.
 */
export const readinessExceedsProgressDeadline: ContainerRule = {
  id: "readiness-exceeds-progress-deadline",
  title: "Readiness takes longer than the Deployment waits, so every rollout fails",
  level: "warning",
  origin: "simulation",
  checkContainer: check,
};

/** Shorter deadlines do not occur in practice. */
const shortestMs = 30_000;

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { readiness } = subject.container.probes;
  if (readiness === undefined) return [];
  const slowestMs = (readiness.initialDelaySeconds + readiness.periodSeconds * (readiness.successThreshold + 1)) * 1000;
  // Saves a simulation where the answer is no: most probes are faster than any deadline.
  const deadlineMs = slowestMs < shortestMs ? undefined : progressDeadlineMs(subject.pod);
  if (deadlineMs === undefined || slowestMs < deadlineMs || !isProbeCertain(subject, "readiness")) return [];
  const ready = subject.pod.forecast()?.timeToReady;
  const without = whatIf(subject, (container) => ({ ...container, readinessProbe: undefined }))?.pod.timeToReady;
  if (ready === undefined || without === undefined) return [];
  if (ready.earliestMs <= deadlineMs || without.latestMs > deadlineMs) return [];
  return [
    {
      path: [...subject.container.path, "readinessProbe"],
      on: "key",
      message:
        `With this probe the pod is ready only after ${formatSpan(ready)}, but the Deployment reports a failed rollout after ${formatDuration(deadlineMs)} (progressDeadlineSeconds). ` +
        "Set a shorter initialDelaySeconds and periodSeconds.",
    },
  ];
}
