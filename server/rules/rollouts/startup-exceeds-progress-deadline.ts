import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { progressDeadlineMs } from "../support/progress-deadline.ts";

/**
 * A startup probe can allow a start that takes longer than the Deployment waits for a ready pod.
 * Such a start succeeds, but the rollout is still reported as failed: `progressDeadlineSeconds` is 10 minutes by default.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 *         startupProbe:
 *           httpGet: {path: /healthz, port: 8080}
 *           failureThreshold: 90
 * ```
 *
 * ## How to fix
 *
 * Set a deadline that is longer than the longest start that the probe allows.
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   progressDeadlineSeconds: 1200
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 *         startupProbe:
 *           httpGet: {path: /healthz, port: 8080}
 *           failureThreshold: 90
 * ```
 *
 * ## Source
 *
 * `pkg/controller/deployment/util/deployment_util.go`, `DeploymentTimedOut`.
 */
export const startupExceedsProgressDeadline: ContainerRule = {
  id: "startup-exceeds-progress-deadline",
  title: "The startup probe allows more time than the Deployment waits",
  level: "info",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod } = subject;
  const { startup } = container.probes;
  const deadlineMs = startup && progressDeadlineMs(pod);
  if (startup === undefined || deadlineMs === undefined) return [];
  // Saves a simulation where the answer is no.
  const stepSeconds = Math.max(startup.periodSeconds, startup.timeoutSeconds);
  if ((startup.initialDelaySeconds + stepSeconds * startup.failureThreshold) * 1000 <= deadlineMs) return [];
  if (!isProbeCertain(subject, "startup")) return [];
  const { startupBudget: budget, startupBudgetProbe: probe } = subject.forecast() ?? {};
  if (budget === undefined || probe !== "startup" || budget.earliestMs <= deadlineMs) return [];
  return [
    {
      path: [...container.path, "startupProbe"],
      on: "key",
      message:
        `The startup probe allows ${formatSpan(budget)}, but the Deployment reports a failed rollout after ${formatDuration(deadlineMs)} without a ready pod. ` +
        "Set a longer progressDeadlineSeconds or a smaller failureThreshold.",
    },
  ];
}
