import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { Container, Handler } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";

/**
 * The regular containers start only after the startup probe of every sidecar has succeeded.
 * A sidecar whose startup probe checks a port of a regular container waits for a container that waits for the sidecar. The probe fails, the kubelet restarts the sidecar, and the pod never starts.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   initContainers:
 *   - name: proxy
 *     image: registry.example/proxy
 *     restartPolicy: Always
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     ports:
 *     - {name: http, containerPort: 8080}
 * ```
 *
 * ## How to fix
 *
 * Check something that the sidecar itself serves.
 * If the sidecar should get traffic only when the main container does, use a readiness probe.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   initContainers:
 *   - name: proxy
 *     image: registry.example/proxy
 *     restartPolicy: Always
 *     ports:
 *     - {name: admin, containerPort: 15021}
 *     startupProbe:
 *       httpGet: {path: /healthz, port: 15021}
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     ports:
 *     - {name: http, containerPort: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `computeInitContainerActions`: a sidecar counts as initialized when its startup probe has succeeded.
 */
export const sidecarWaitsForMain: ContainerRule = {
  id: "sidecar-waits-for-main",
  title: "A sidecar's startup probe checks a container that starts only after it",
  level: "warning",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod, isCertain } = subject;
  const { startup } = container.probes;
  if (container.kind !== "sidecar" || startup?.handler === undefined) return [];
  const path = [...container.path, "startupProbe"];
  const port = portOf(startup.handler);
  if (port === undefined || declares(container, port) || !isCertain([...path, startup.handler.type, "port"])) return [];
  if (!isCertain([...container.path, "ports"])) return [];
  const main = pod.pod.containers.find((other) => declares(other, port));
  if (main === undefined) return [];
  const budget = subject.forecast()?.startupBudget;
  if (budget === undefined) return [];
  return [
    {
      path,
      on: "key",
      message:
        `Port ${port} belongs to "${main.name}", which starts only after this probe has succeeded. The kubelet kills the sidecar after ${formatSpan(budget)}, every time, and the pod never starts. ` +
        "Use a port of the sidecar itself.",
    },
  ];
}

/** Only numbers: port names of other containers are unknown, which another rule reports. Another host is another machine. */
function portOf(handler: Handler): number | undefined {
  if (!("port" in handler) || ("host" in handler && handler.host !== undefined)) return undefined;
  const port = Number(handler.port);
  return Number.isInteger(port) ? port : undefined;
}

function declares({ ports }: Container, port: number): boolean {
  return ports.some(({ containerPort }) => containerPort === port);
}
