import { formatSpan } from "../../shared/forecast/words.ts";
import type { Container, Handler } from "../../shared/kubernetes/pod.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * The regular containers start only after the startup probe of every sidecar has succeeded.
 * A sidecar whose startup probe asks a port of a regular container waits for something that waits for the sidecar: the probe gives up, the sidecar starts again, and the pod never gets any further.
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
 * ## What to write instead
 *
 * A question that the sidecar answers itself.
 * If it should take requests only when the main container does, that is a readiness probe.
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
  title: "A sidecar's startup probe asks a container that starts only after it",
  level: "warning",
  origin: "simulation",
  since: "1.28",
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
        `Port ${port} is "${main.name}"'s, which starts only when this probe has succeeded: the sidecar is stopped ${formatSpan(budget)} after each start, and the pod never gets any further. ` +
        "Ask a port of the sidecar itself.",
    },
  ];
}

/** Only numbers: a name of another container is unknown, and told elsewhere. Another host is another machine. */
function portOf(handler: Handler): number | undefined {
  if (!("port" in handler) || ("host" in handler && handler.host !== undefined)) return undefined;
  const port = Number(handler.port);
  return Number.isInteger(port) ? port : undefined;
}

function declares({ ports }: Container, port: number): boolean {
  return ports.some(({ containerPort }) => containerPort === port);
}
