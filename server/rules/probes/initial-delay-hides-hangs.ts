import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeAbsent, isProbeCertain } from "../support/certain.ts";

/** A hang that is noticed this much later than another is worth a word. */
const noticeableMs = 60_000;

/**
 * A long `initialDelaySeconds` of the liveness probe gives a slow container time to start.
 * It has a price: nothing probes the container during the delay. A hang right after a start goes unnoticed until the delay ends, after every restart.
 * A startup probe allows the same time and ends it as soon as the container responds.
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
 *       initialDelaySeconds: 180
 * ```
 *
 * ## How to fix
 *
 * Add a startup probe with the same check and remove the delay. Its `failureThreshold` times `periodSeconds` is the time that a start may take.
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
 *       failureThreshold: 20
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`: no attempt until the container has run for `initialDelaySeconds`, counted from each start.
 */
export const initialDelayHidesHangs: ContainerRule = {
  id: "initial-delay-hides-hangs",
  title: "A long initial delay of liveness is used instead of a startup probe",
  level: "hint",
  origin: "advice",
  refactoring: "Add startup probe from liveness delay",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const delayMs = (container.probes.liveness?.initialDelaySeconds ?? 0) * 1000;
  if (delayMs < noticeableMs || !isProbeAbsent(subject, "startup") || !isProbeCertain(subject, "liveness")) return [];
  const { startupBudget: afterStart, hangToSigterm: later } = subject.forecast() ?? {};
  if (afterStart === undefined || later === undefined || afterStart.latestMs - later.latestMs < noticeableMs) return [];
  return [
    {
      path: [...container.path, "livenessProbe", "initialDelaySeconds"],
      on: "value",
      message:
        `The kubelet kills a container that hangs right after its start only after ${formatSpan(afterStart)}; later hangs end after ${formatSpan(later)}. ` +
        `Replace the delay with a startupProbe that allows ${formatDuration(delayMs)}: it ends as soon as the container responds.`,
    },
  ];
}
