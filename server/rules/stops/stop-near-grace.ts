import { hookLengthMs } from "../../../shared/learn/hook-length.ts";
import { nearGrace } from "../../../shared/learn/margins.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { measuredNote } from "../support/measured.ts";
import { firstRunOf } from "../support/story.ts";

/**
 * The slowest measured stop needed more than 90% of the grace period, with what a `preStop` hook takes of it.
 * A stop that is a little slower, on a busy node or with more connections to close, is cut off by SIGKILL.
 * The rule needs a scenario with its evidence, as `pod-cadence learn` and `Pod Cadence: Learn from Pods…` write it.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   terminationGracePeriodSeconds: 30
 *   containers:
 *   - name: app  # cadence: stops in 4s–29s — 90 stops, 31 pods, 2026-11-20 to 2026-11-28
 *     image: registry.example/app
 * ```
 *
 * ## How to fix
 *
 * Allow one and a half times the slowest stop. It costs nothing, because a pod is gone as soon as its containers have stopped.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   terminationGracePeriodSeconds: 45
 *   containers:
 *   - name: app  # cadence: stops in 4s–29s — 90 stops, 31 pods, 2026-11-20 to 2026-11-28
 *     image: registry.example/app
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kuberuntime/kuberuntime_container.go`, `killContainer`: SIGKILL follows when the grace period is over, which includes the hook.
 */
export const stopNearGrace: ContainerRule = {
  id: "stop-near-grace",
  title: "Measured stops come close to the end of the grace period",
  level: "warning",
  origin: "advice",
  checkContainer: check,
};

const field = "terminationGracePeriodSeconds";

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod, isCertain } = subject;
  const { stop } = firstRunOf(subject);
  if (container.kind !== "regular" || stop.kind === "ignores" || stop.inMs === 0 || !isCertain([field])) return [];
  const count = measuredNote(subject)?.stops ?? 0;
  if (count === 0) return [];
  const graceSeconds = pod.pod.terminationGracePeriodSeconds;
  const hookMs = hookLengthMs(container.preStop) ?? 0;
  // Another rule reports a stop that takes longer than the grace period.
  if (hookMs + stop.inMs > 1000 * graceSeconds) return [];
  const advice = nearGrace({ graceSeconds, hookMs, measured: { count, maxMs: stop.inMs } });
  if (advice === undefined) return [];
  const { value, text } = advice;
  return [
    {
      path: container.path,
      on: "key",
      message: text,
      fix: { kind: "set-field", title: `Set ${field} to ${value}`, path: [], field, value },
    },
  ];
}
