import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import { slowStartOf, startupProbeAdvice, startupProbeFix } from "./slow-start.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * Without a startup probe the liveness probe asks from the beginning.
 * When a start takes longer than liveness allows, the container is stopped before it is ready, starts again, and is stopped again: a crash loop of a healthy program.
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
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## What to write instead
 *
 * A startup probe with the same question that allows more than the start takes.
 * Liveness and readiness begin when it has succeeded.
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
 *       failureThreshold: 13
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`, and `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `computePodActions`.
 */
export const livenessKillsStart: ContainerRule = {
  id: "liveness-kills-start",
  title: "Liveness stops the container before its start is complete, every time",
  level: "warning",
  origin: "simulation",
  since: "1.28",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const start = slowStartOf(subject);
  if (start?.probe !== "liveness" || start.outcome !== "never") return [];
  const fix = startupProbeFix(subject, start);
  return [
    {
      path: [...subject.container.path, "livenessProbe"],
      on: "key",
      message:
        `The start takes ${formatDuration(start.startsInMs)}, but liveness stops the container ${formatSpan(start.budget)} after each start: ` +
        `it never becomes ready. ${startupProbeAdvice(start)}`,
      ...(fix && { fix }),
    },
  ];
}
