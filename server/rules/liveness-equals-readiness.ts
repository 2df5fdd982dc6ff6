import { formatSpan } from "../../shared/forecast/words.ts";
import type { Container, Handler } from "../../shared/kubernetes/pod.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * Readiness takes a container out of its services; liveness stops it.
 * When both ask the same question and liveness decides no later than readiness, a container that is only busy is stopped at the moment it should have left the rotation, and requests still reach it while it is being stopped.
 * Under load this turns slowness into restarts, and restarts into more load for the others.
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
 *       httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## What to write instead
 *
 * Let liveness decide clearly later: a larger `failureThreshold` keeps both probes and their target.
 * Or ask liveness a question that only a process beyond repair fails.
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
 *       failureThreshold: 6
 *     readinessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`: both workers count alone.
 * `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `computePodActions`: a liveness failure stops the container, whatever its readiness.
 */
export const livenessEqualsReadiness: ContainerRule = {
  id: "liveness-equals-readiness",
  title: "Liveness asks what readiness asks and decides no later",
  level: "warning",
  origin: "simulation",
  since: "1.28",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const { liveness, readiness } = container.probes;
  if (liveness?.handler === undefined || readiness?.handler === undefined) return [];
  if (targetOf(liveness.handler, container) !== targetOf(readiness.handler, container)) return [];
  if (!isProbeCertain(subject, "liveness") || !isProbeCertain(subject, "readiness")) return [];
  const { hangToSigterm: stopped, unreadyAfter: unready } = subject.forecast() ?? {};
  if (stopped === undefined || unready === undefined || stopped.latestMs > unready.latestMs) return [];
  return [
    {
      path: [...container.path, "livenessProbe"],
      on: "key",
      message:
        `Liveness asks the same as readiness: a hang ends in SIGTERM after ${formatSpan(stopped)}, no later than the container leaves its services (${formatSpan(unready)}). ` +
        'Write a larger "failureThreshold" for liveness, so that a busy container only leaves the rotation.',
    },
  ];
}

/** Equal texts: the same question. A port has the same number whether it is written or named. */
export function targetOf(handler: Handler, container: Container): string {
  if (!("port" in handler)) return JSON.stringify(handler);
  const named = container.ports.find(({ name }) => name !== undefined && name === handler.port);
  return JSON.stringify({ ...handler, port: named?.containerPort ?? handler.port });
}
