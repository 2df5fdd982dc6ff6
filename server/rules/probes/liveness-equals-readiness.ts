import type { Span } from "../../../shared/basics/span.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { valueAt } from "../../../shared/basics/values.ts";
import type { Container, Handler } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { completing, mayBeServed } from "../support/services.ts";

/**
 * When readiness fails, Services stop sending traffic. When liveness fails, the kubelet kills the container.
 * If both run the same check and liveness decides no later, a busy container is killed when it should only get no traffic. Requests still reach it while it shuts down.
 * Under load this turns slowness into restarts, and restarts into more load for the other replicas.
 * Where no Service of the file or its folder selects the pods, or only one whose ports are all named `metrics` or the like, it is an
 * information: nobody sends other traffic there. A file or a folder without any Service counts so for a DaemonSet only. Pods of Jobs
 * without a Service are left out: nobody waits for their readiness.
 * It is also an information where the Services lead to other containers of the pod (without a Service: where one before it declares
 * ports), where the probes ask for `/metrics` or a port named `metrics`, or an exporter is asked, and where liveness waits for 2 minutes or more, which is more than a busy moment.
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
 * ## How to fix
 *
 * Make liveness decide clearly later: with a larger `failureThreshold` both probes keep their target.
 * Or use a liveness check that fails only if the process cannot recover.
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
 * `pkg/kubelet/prober/worker.go`: both workers count independently.
 * `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `computePodActions`: a liveness failure kills the container, whatever its readiness.
 */
export const livenessEqualsReadiness: ContainerRule = {
  id: "liveness-equals-readiness",
  title: "Liveness runs the same check as readiness and decides no later",
  level: "warning",
  origin: "simulation",
  refactoring: "Split liveness and readiness",
  checkContainer: check,
};

/** Who waits so long is not busy. */
const patientMs = 30 * 60_000;

/** Whoever lets liveness wait so long has meant it for more than a busy moment. */
const unhurriedMs = 2 * 60_000;

/** Prometheus alone asks it, so that a restart costs no more than a scrape. */
function isExporter({ container, pod, written }: ContainerSubject): boolean {
  const { handler } = container.probes.readiness ?? {};
  if (handler?.type === "httpGet" && (handler.path === "/metrics" || isForMetrics(handler.port))) return true;
  if ([container.name, pod.located.name].some((name) => /(?:^|-)exporter$/.test(name))) return true;
  // The templates of a chart that is called so: `{{ include "mysql-exporter.fullname" . }}`.
  const { objectPath, prefix } = pod.located;
  const names = [written([...objectPath, "metadata", "name"]), written([...prefix, ...container.path, "name"])];
  return names.some((name) => /["-]exporter\.(?:full)?name["\s]/.test(name));
}

function isForMetrics(port: string | number): boolean {
  return port === "metrics" || port === "exporter";
}

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const { liveness, readiness } = container.probes;
  if (liveness?.handler === undefined || readiness?.handler === undefined) return [];
  if (targetOf(liveness.handler, container) !== targetOf(readiness.handler, container)) return [];
  if (headersOf(subject, "livenessProbe") !== headersOf(subject, "readinessProbe")) return [];
  if (!isProbeCertain(subject, "liveness") || !isProbeCertain(subject, "readiness")) return [];
  const { hangToSigterm: stopped, unreadyAfter: unready } = subject.forecast() ?? {};
  if (stopped === undefined || unready === undefined || stopped.latestMs > unready.latestMs) return [];
  if (stopped.earliestMs >= patientMs) return [];
  return [
    {
      path: [...container.path, "livenessProbe"],
      on: "key",
      message:
        `Liveness runs the same check as readiness. After a hang the kubelet kills the container after ${formatSpan(stopped)}, ${stopped.earliestMs > unready.earliestMs ? "about when" : "no later than"} Services stop sending traffic (${formatSpan(unready)}). ` +
        "Set a larger failureThreshold for liveness, so that a busy container only gets no traffic.",
      ...((stopped.earliestMs >= unhurriedMs || isExporter(subject)) && { severity: "info" as const }),
      withoutService: !completing.has(subject.pod.located.kind) && messageWithoutService(stopped),
      serviceMayBeElsewhere: mayBeServed(subject.pod),
    },
  ];
}

/** Agents of nodes and operators mostly have no Service: readiness is then only a condition of the pod, and holds back a rollout. */
function messageWithoutService(stopped: Span): string {
  return (
    `Liveness runs the same check as readiness. After a hang the kubelet kills the container after ${formatSpan(stopped)}. ` +
    "No Service selects these pods here, except for metrics, so readiness keeps no traffic away: it only holds back rollouts."
  );
}

/** A program can answer by them. */
function headersOf({ pod, container }: ContainerSubject, probe: string): string {
  const headers = valueAt(pod.located.spec, [...container.path, probe, "httpGet", "httpHeaders"]);
  return JSON.stringify(headers ?? []);
}

/** Equal texts mean the same check. A named port and its number are the same. */
export function targetOf(handler: Handler, container: Container): string {
  if (!("port" in handler)) return JSON.stringify(handler);
  const named = container.ports.find(({ name }) => name !== undefined && name === handler.port);
  return JSON.stringify({ ...handler, port: named?.containerPort ?? handler.port });
}
