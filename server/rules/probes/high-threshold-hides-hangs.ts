import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeAbsent, isProbeCertain } from "../support/certain.ts";

/** Kubernetes' default of failureThreshold. */
const usualThreshold = 3;
/** A threshold from which it is no reserve against a busy moment, but time for the start. */
const highThreshold = 10;
/** A hang that lasts longer than this is worth a word. */
const noticeableMs = 180_000;

/**
 * A high `failureThreshold` of the liveness probe gives a slow container time to start.
 * It has a price that lasts: each hang, at any time, goes unnoticed as long as a start may take.
 * A startup probe allows the same time for the start, and liveness can then react to a hang within three failures.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       periodSeconds: 10
 *       failureThreshold: 30
 * ```
 *
 * ## How to fix
 *
 * Add a startup probe with the same check and threshold, and lower the threshold of liveness.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       periodSeconds: 10
 *       failureThreshold: 30
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       periodSeconds: 10
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`: the threshold counts failures in a row at any time, during the start or later.
 */
export const highThresholdHidesHangs: ContainerRule = {
  id: "high-threshold-hides-hangs",
  title: "A high failureThreshold of liveness is used instead of a startup probe",
  level: "hint",
  origin: "advice",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const { liveness } = container.probes;
  if (liveness === undefined || liveness.failureThreshold < highThreshold) return [];
  if (!isProbeAbsent(subject, "startup") || !isProbeCertain(subject, "liveness")) return [];
  const hang = subject.forecast()?.hangToSigterm;
  if (hang === undefined || hang.latestMs < noticeableMs) return [];
  const allowedMs = liveness.failureThreshold * liveness.periodSeconds * 1000;
  return [
    {
      path: [...container.path, "livenessProbe", "failureThreshold"],
      on: "value",
      message:
        `The kubelet kills a container that hangs only after ${formatSpan(hang)}, whenever that happens. ` +
        `If the threshold is there for a slow start, add a startupProbe that allows ${formatDuration(allowedMs)}, and set failureThreshold to ${usualThreshold}.`,
    },
  ];
}
