import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "../core/model.ts";
import { isProbeAbsent, isProbeCertain } from "../support/certain.ts";
import { runsOf } from "../support/story.ts";
import { whatIf, withProbeField } from "../support/what-if.ts";

/**
 * The `initialDelaySeconds` of a readiness probe shows how long a start takes.
 * Without a startup probe, liveness may kill the container before that delay ends. A start as slow as the readiness probe expects then fails every time.
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
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 *       initialDelaySeconds: 120
 * ```
 *
 * ## How to fix
 *
 * Add a startup probe that allows this time, and remove the delay.
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
 *       failureThreshold: 13
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `doProbe`: each probe has its own delay, counted from the start of the container.
 */
export const livenessBeforeFirstReadiness: ContainerRule = {
  id: "liveness-before-first-readiness",
  title: "Liveness can kill the container before readiness expects it to have started",
  level: "info",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const { liveness, readiness } = container.probes;
  // With a scenario that gives the start time, other rules are more exact.
  if (
    liveness === undefined ||
    readiness === undefined ||
    readiness.initialDelaySeconds === 0 ||
    runsOf(subject).length > 0
  )
    return [];
  // Saves a simulation where the answer is no.
  if (liveness.periodSeconds * (liveness.failureThreshold - 1) >= readiness.initialDelaySeconds) return [];
  if (liveness.initialDelaySeconds >= readiness.initialDelaySeconds) return [];
  const areCertain = isProbeCertain(subject, "liveness") && isProbeCertain(subject, "readiness");
  if (!areCertain || !isProbeAbsent(subject, "startup")) return [];
  const delayMs = readiness.initialDelaySeconds * 1000;
  const budget = subject.forecast()?.startupBudget;
  if (budget === undefined || budget.latestMs >= delayMs) return [];
  const fix = fixOf(subject, delayMs);
  return [
    {
      path: [...container.path, "livenessProbe"],
      on: "key",
      message:
        `Readiness waits ${formatDuration(delayMs)} before its first attempt, but liveness kills a container that has not started after ${formatSpan(budget)}. ` +
        `Add a startupProbe that allows ${formatDuration(delayMs)}: liveness and readiness wait until it succeeds.`,
      ...(fix && { fix }),
    },
  ];
}

/** The smallest repair: liveness waits as long as readiness, if the engine shows that a start then has enough time. */
function fixOf(subject: ContainerSubject, delayMs: number): FieldFix | undefined {
  const value = delayMs / 1000;
  const budget = whatIf(subject, withProbeField("livenessProbe", "initialDelaySeconds", value))?.container
    .startupBudget;
  // A long delay hides hangs, which another rule reports.
  if (budget === undefined || budget.earliestMs < delayMs || value >= 60) return undefined;
  const path = [...subject.container.path, "livenessProbe"];
  return {
    kind: "set-field",
    title: `Set initialDelaySeconds of liveness to ${value}`,
    path,
    field: "initialDelaySeconds",
    value,
  };
}
