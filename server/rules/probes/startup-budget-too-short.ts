import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { slowStartOf, thresholdAdvice, thresholdFix } from "../support/slow-start.ts";

/**
 * The startup probe gives up after `failureThreshold` failures.
 * If a start takes longer, the kubelet kills the container before it is ready and restarts it, again and again.
 * The rule needs to know how long a start takes. Say it in a scenario comment.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 60s
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 3
 * ```
 *
 * ## How to fix
 *
 * Set a `failureThreshold` that allows the start with some reserve. With unlucky timing the startup budget is one period less than `failureThreshold` times `periodSeconds`.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 60s
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 10
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`, and `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `computePodActions`.
 */
export const startupBudgetTooShort: ContainerRule = {
  id: "startup-budget-too-short",
  title: "The startup probe kills the container before it has started, every time",
  level: "warning",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const start = slowStartOf(subject);
  if (start?.probe !== "startup" || start.outcome !== "never") return [];
  const fix = thresholdFix(subject, start);
  return [
    {
      path: [...subject.container.path, "startupProbe"],
      on: "key",
      message:
        `Startup takes ${formatDuration(start.startsInMs)}, but the startup probe kills the container after ${formatSpan(start.budget)}, ` +
        `so ${subject.container.kind === "sidecar" ? "the containers after this sidecar never start" : "it never becomes ready"}. ${thresholdAdvice(fix)}`,
      ...(fix && { fix }),
    },
  ];
}
