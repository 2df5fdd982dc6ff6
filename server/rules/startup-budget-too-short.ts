import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import { slowStartOf, thresholdAdvice, thresholdFix } from "./slow-start.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * The startup probe gives up after `failureThreshold` attempts.
 * When a start takes longer, the container is stopped before it is ready, starts again, and is stopped again.
 * The rule needs to know how long a start takes: say it in a scenario comment.
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
 * ## What to write instead
 *
 * A `failureThreshold` that allows the start with room to spare, in the unlucky phase, too: there the budget is one period smaller than `failureThreshold` times `periodSeconds`.
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
  title: "The startup probe gives up before the start is complete, every time",
  level: "warning",
  origin: "simulation",
  since: "1.28",
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
        `The start takes ${formatDuration(start.startsInMs)}, but the startup probe gives up ${formatSpan(start.budget)} after each start: ` +
        `${subject.container.kind === "sidecar" ? "what comes after this sidecar never starts" : "the container never becomes ready"}. ${thresholdAdvice(fix)}`,
      ...(fix && { fix }),
    },
  ];
}
