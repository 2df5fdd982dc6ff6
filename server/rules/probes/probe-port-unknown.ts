import { nearest } from "../../../shared/basics/nearest.ts";
import { isFields, valueAt } from "../../../shared/basics/values.ts";
import {
  allContainers,
  type Container,
  type ProbeType,
  probeField,
  probeTypes,
} from "../../../shared/kubernetes/pod.ts";
import { hasUndeclaredPortName } from "../../../shared/probe/answer.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "../core/model.ts";

/**
 * A probe can use a port name only if its own container declares it under `ports`.
 * With another name the attempt counts neither as success nor as failure. Such a readiness probe never makes the container ready, such a liveness probe never kills it, and such a startup probe never ends.
 * The API server accepts it. Names of other containers do not count, although they share the pod's network.
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
 *     ports:
 *     - {name: http, containerPort: 8080}
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: htpp}
 * ```
 *
 * ## How to fix
 *
 * Set a name that the container declares, or the number of the port.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     ports:
 *     - {name: http, containerPort: 8080}
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: http}
 * ```
 *
 * ## Source
 *
 * `pkg/probe/util.go`, `ResolveContainerPort`, and `pkg/kubelet/prober/worker.go`, `doProbe`: the result of an attempt with an error is discarded.
 */
export const probePortUnknown: ContainerRule = {
  id: "probe-port-unknown",
  title: "A probe uses a port name that its container does not declare, so it never runs",
  level: "warning",
  origin: "simulation",
  checkContainer: (subject) => probeTypes.flatMap((type) => check(subject, type)),
};

const outcomes: Readonly<Record<ProbeType, string>> = {
  startup: "the startup probe never ends, and the container is never ready",
  liveness: "liveness never kills the container, whatever happens",
  readiness: "the container is never ready",
};

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const { container, isCertain, pod } = subject;
  const handler = container.probes[type]?.handler;
  if (handler === undefined || !("port" in handler) || !hasUndeclaredPortName(handler, container)) return [];
  const path = [...container.path, probeField(type), handler.type];
  if (!isCertain([...path, "port"]) || !isCertain([...container.path, "ports"]) || !arePortsCertain(subject)) return [];
  if (actsAnyway(subject, type)) return [];
  const name = String(handler.port);
  const names = container.ports.flatMap((port) => port.name ?? []);
  const meant = nearest(name, names);
  const owner = allContainers(pod.pod).find((other) => other !== container && numberOf(other, name) !== undefined);
  const number = owner && numberOf(owner, name);
  const where =
    owner === undefined ? "declares no port with this name" : `does not declare this port, but "${owner.name}" does`;
  const advice =
    meant !== undefined
      ? `Set port to ${meant}.`
      : number !== undefined
        ? `Set port to its number, ${number}.`
        : "Declare the port under ports, or set port to its number.";
  const value = meant ?? number;
  const fix: FieldFix | undefined =
    value === undefined ? undefined : { kind: "set-field", title: `Set port to ${value}`, path, field: "port", value };
  return [
    {
      path: [...path, "port"],
      on: "value",
      message: `The container ${where}, so this probe never runs: ${outcomes[type]}. ${advice}`,
      ...(fix && { fix }),
    },
  ];
}

function numberOf({ ports }: Container, name: string): number | undefined {
  return ports.find((port) => port.name === name)?.containerPort;
}

/** True if every entry of the list is written here, without templates. The target of a patch may have more. */
function arePortsCertain({ pod, container }: ContainerSubject): boolean {
  if (pod.located.partial) return false;
  const ports = valueAt(pod.located.spec, [...container.path, "ports"]) ?? [];
  const isWhole = (port: unknown) =>
    isFields(port) && port["containerPort"] !== undefined && !("name" in port && port["name"] === undefined);
  return Array.isArray(ports) && ports.length === container.ports.length && ports.every(isWhole);
}

/** The engine decides, not the name alone. */
function actsAnyway(subject: ContainerSubject, type: ProbeType): boolean {
  if (type === "liveness") return subject.forecast()?.hangToSigterm !== undefined;
  return subject.pod.forecast()?.timeToReady !== undefined;
}
