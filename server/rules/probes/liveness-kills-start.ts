import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { slowStartOf, startupProbeAdvice, startupProbeFix } from "../support/slow-start.ts";

/**
 * Without a startup probe, liveness runs from the beginning.
 * If a start takes longer than liveness allows, the kubelet kills the container before it is ready and restarts it, again and again: a crash loop of a healthy program.
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
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## How to fix
 *
 * Add a startup probe with the same check that allows more time than the start takes.
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
 *       failureThreshold: 15
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
  title: "Liveness kills the container before it has started, every time",
  level: "warning",
  origin: "simulation",
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
        `Startup takes ${formatDuration(start.startsInMs)}, but liveness kills the container after ${formatSpan(start.budget)}, so it never finishes starting. ` +
        startupProbeAdvice(start),
      ...(fix && { fix }),
    },
  ];
}
