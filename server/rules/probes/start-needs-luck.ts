import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { probeField } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import {
  slowStartOf,
  startupProbeAdvice,
  startupProbeFix,
  thresholdAdvice,
  thresholdFix,
} from "../support/slow-start.ts";

/**
 * Probe ticks begin before the container starts, so the first attempt comes anywhere within a period.
 * With unlucky timing the startup budget is therefore one period less than `failureThreshold` times `periodSeconds`.
 * A start that takes a time in between succeeds on one node and fails on the next.
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
 *   - name: app  # cadence: starts in 55s
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 6
 * ```
 *
 * ## How to fix
 *
 * Allow at least one more attempt. Better allow a start at half the usual speed.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: starts in 55s
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       failureThreshold: 12
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `run`: the ticker starts with the worker, while the pod's images are still being pulled.
 */
export const startNeedsLuck: ContainerRule = {
  id: "start-needs-luck",
  title: "Some starts fail, depending on probe timing",
  level: "warning",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const start = slowStartOf(subject);
  if (start?.outcome !== "luck") return [];
  const fix = start.probe === "startup" ? thresholdFix(subject, start) : startupProbeFix(subject, start);
  const advice = start.probe === "startup" ? thresholdAdvice(fix) : startupProbeAdvice(start);
  return [
    {
      path: [...subject.container.path, probeField(start.probe)],
      on: "key",
      message:
        `Startup takes ${formatDuration(start.startsInMs)}, but ${start.probe === "startup" ? "the startup probe" : "liveness"} kills the container after ${formatSpan(start.budget)} depending on probe timing, ` +
        `so some starts fail. ${advice}`,
      ...(fix && { fix }),
    },
  ];
}
