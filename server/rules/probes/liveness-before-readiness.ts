import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { Probe } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { mayBeServed } from "../support/services.ts";
import { whatIf, withProbeField } from "../support/what-if.ts";
import { targetOf } from "./liveness-equals-readiness.ts";

/**
 * When a container hangs, Services should stop sending traffic first. Liveness should kill it only if it does not recover.
 * If liveness always decides before readiness, requests still reach a container that is shutting down. If it hangs, that lasts for its whole grace period.
 * Pods that no Service of the file or its folder selects get no requests, so nothing is reported. A file or a folder without any Service counts so for a DaemonSet only.
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
 * ## How to fix
 *
 * Probe readiness more often, or give liveness a larger `failureThreshold`.
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
 * `pkg/kubelet/prober/worker.go`: both workers count independently.
 * `pkg/kubelet/prober/prober_manager.go`, `UpdatePodStatus`: a container that is shutting down stays ready until readiness fails.
 */
export const livenessBeforeReadiness: ContainerRule = {
  id: "liveness-before-readiness",
  title: "Liveness kills a container that hangs before Services stop sending traffic",
  level: "warning",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const { liveness, readiness } = container.probes;
  if (liveness === undefined || readiness === undefined || container.kind !== "regular") return [];
  // With equal numbers both decide at the same time.
  if (liveness.periodSeconds * liveness.failureThreshold >= readiness.periodSeconds * readiness.failureThreshold)
    return [];
  const isSameCheck =
    liveness.handler &&
    readiness.handler &&
    targetOf(liveness.handler, container) === targetOf(readiness.handler, container);
  // Another rule reports that.
  if (isSameCheck === true) return [];
  if (!isProbeCertain(subject, "liveness") || !isProbeCertain(subject, "readiness")) return [];
  const { hangToSigterm: stopped, unreadyAfter: unready } = subject.forecast() ?? {};
  if (stopped === undefined || unready === undefined || stopped.latestMs >= unready.earliestMs) return [];
  const fix = fixOf(subject, readiness);
  const advice =
    fix === undefined
      ? "Set a shorter periodSeconds for readiness"
      : `Set periodSeconds of readiness to ${String(fix.value)}`;
  return [
    {
      path: [...container.path, "livenessProbe"],
      on: "key",
      message:
        `A hang leads to SIGTERM after ${formatSpan(stopped)}, but Services stop sending traffic only after ${formatSpan(unready)}. ` +
        `Until then requests reach a container that is shutting down. ${advice}, or set a larger failureThreshold here.`,
      withoutService: false,
      serviceMayBeElsewhere: mayBeServed(subject.pod),
      ...(fix && { fix }),
    },
  ];
}

/** The longest period with which readiness decides first in the simulation. Probing more often costs little. */
function fixOf(subject: ContainerSubject, { periodSeconds, timeoutSeconds }: Probe): FieldFix | undefined {
  for (let value = Math.min(periodSeconds, 60) - 1; value >= timeoutSeconds; value -= 1) {
    const { hangToSigterm: stopped, unreadyAfter: unready } =
      whatIf(subject, withProbeField("readinessProbe", "periodSeconds", value))?.container ?? {};
    if (stopped === undefined || unready === undefined) return undefined;
    if (unready.latestMs > stopped.earliestMs) continue;
    const path = [...subject.container.path, "readinessProbe"];
    return {
      kind: "set-field",
      title: `Set periodSeconds of readiness to ${value}`,
      path,
      field: "periodSeconds",
      value,
    };
  }
  return undefined;
}
