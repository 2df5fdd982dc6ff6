import { formatSpan } from "../../shared/forecast/words.ts";
import type { Probe } from "../../shared/kubernetes/pod.ts";
import { isProbeCertain } from "./certain.ts";
import { targetOf } from "./liveness-equals-readiness.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "./model.ts";
import type { ContainerSubject } from "./subject.ts";
import { whatIf, withProbeField } from "./what-if.ts";

/**
 * A container that answers nothing any more should leave its services first, and be stopped if it does not recover.
 * When liveness decides before readiness in every phase of their ticks, requests still go to a container that is being stopped, for the whole of its grace period if it hangs.
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
 *       periodSeconds: 5
 *       failureThreshold: 2
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 *       periodSeconds: 30
 * ```
 *
 * ## What to write instead
 *
 * Let readiness look more often, or liveness more patiently.
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
 *       periodSeconds: 5
 *       failureThreshold: 6
 *     readinessProbe:
 *       httpGet: {path: /ready, port: 8080}
 *       periodSeconds: 5
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`: both workers count alone.
 * `pkg/kubelet/prober/prober_manager.go`, `UpdatePodStatus`: a container that is being stopped stays ready until readiness says otherwise.
 */
export const livenessBeforeReadiness: ContainerRule = {
  id: "liveness-before-readiness",
  title: "Liveness stops a container that hangs before it leaves its services",
  level: "warning",
  origin: "simulation",
  since: "1.28",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const { liveness, readiness } = container.probes;
  if (liveness === undefined || readiness === undefined || container.kind !== "regular") return [];
  // Equal numbers end in one moment, which is no order.
  if (liveness.periodSeconds * liveness.failureThreshold >= readiness.periodSeconds * readiness.failureThreshold)
    return [];
  const asksTheSame =
    liveness.handler &&
    readiness.handler &&
    targetOf(liveness.handler, container) === targetOf(readiness.handler, container);
  // That is told by another rule.
  if (asksTheSame === true) return [];
  if (!isProbeCertain(subject, "liveness") || !isProbeCertain(subject, "readiness")) return [];
  const { hangToSigterm: stopped, unreadyAfter: unready } = subject.forecast() ?? {};
  if (stopped === undefined || unready === undefined || stopped.latestMs >= unready.earliestMs) return [];
  const fix = fixOf(subject, readiness);
  const advice =
    fix === undefined
      ? "Write a shorter readiness period"
      : `Write "periodSeconds: ${String(fix.value)}" for readiness`;
  return [
    {
      path: [...container.path, "livenessProbe"],
      on: "key",
      message:
        `A hang ends in SIGTERM after ${formatSpan(stopped)}, but the container leaves its services only after ${formatSpan(unready)}: ` +
        `until then requests go to a container that is being stopped. ${advice}, or a larger "failureThreshold" here.`,
      ...(fix && { fix }),
    },
  ];
}

/** The longest period with which readiness decides first, as the engine sees it. Looking more often loses nothing. */
function fixOf(subject: ContainerSubject, { periodSeconds, timeoutSeconds }: Probe): FieldFix | undefined {
  for (let value = Math.min(periodSeconds, 60) - 1; value >= timeoutSeconds; value -= 1) {
    const { hangToSigterm: stopped, unreadyAfter: unready } =
      whatIf(subject, withProbeField("readinessProbe", "periodSeconds", value))?.container ?? {};
    if (stopped === undefined || unready === undefined) return undefined;
    if (unready.latestMs > stopped.earliestMs) continue;
    const path = [...subject.container.path, "readinessProbe"];
    return {
      kind: "set-field",
      title: `Write periodSeconds: ${value} for readiness`,
      path,
      field: "periodSeconds",
      value,
    };
  }
  return undefined;
}
