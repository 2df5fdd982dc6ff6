import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import { isProbeAbsent, isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "./model.ts";
import { runsOf } from "./story.ts";
import type { ContainerSubject } from "./subject.ts";
import { whatIf, withProbeField } from "./what-if.ts";

/**
 * An `initialDelaySeconds` of readiness says how long a start takes.
 * When liveness may stop the container before that time is over, and no startup probe holds it back, a start that is as slow as the readiness probe expects is stopped every time.
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
 * ## What to write instead
 *
 * A startup probe that allows the time, and no delay.
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
  title: "Liveness can stop the container before readiness expects it to have started",
  level: "info",
  origin: "simulation",
  since: "1.28",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const { liveness, readiness } = container.probes;
  // Who says how long a start takes is told more exactly.
  if (
    liveness === undefined ||
    readiness === undefined ||
    readiness.initialDelaySeconds === 0 ||
    runsOf(subject).length > 0
  )
    return [];
  // Spares the engine the question where the answer is no.
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
        `Readiness is asked only after ${formatDuration(delayMs)}, but liveness stops a container that does not answer yet ${formatSpan(budget)} after its start. ` +
        `Write a startupProbe that allows ${formatDuration(delayMs)}: until it succeeds, both wait.`,
      ...(fix && { fix }),
    },
  ];
}

/** The least loss-free repair: liveness waits as long as readiness does, if the engine agrees that a start has the time then. */
function fixOf(subject: ContainerSubject, delayMs: number): FieldFix | undefined {
  const value = delayMs / 1000;
  const budget = whatIf(subject, withProbeField("livenessProbe", "initialDelaySeconds", value))?.container
    .startupBudget;
  // A long delay hides hangs, which is another finding.
  if (budget === undefined || budget.earliestMs < delayMs || value >= 60) return undefined;
  const path = [...subject.container.path, "livenessProbe"];
  return {
    kind: "set-field",
    title: `Write initialDelaySeconds: ${value} for liveness, too`,
    path,
    field: "initialDelaySeconds",
    value,
  };
}
