import { allContainers, type Container, type ProbeType, probeField, probeTypes } from "../../shared/kubernetes/pod.ts";
import { hasUndeclaredPortName } from "../../shared/probe/answer.ts";
import { nearest } from "../../shared/scenario/nearest.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "./model.ts";
import type { ContainerSubject } from "./subject.ts";
import { isFields, valueAt } from "./values.ts";

/**
 * A probe may name its port only by a name that its own container declares under `ports`.
 * With another name the kubelet cannot ask at all. Such an attempt counts neither as success nor as failure: a readiness probe never lets the container be ready, a liveness probe never stops it, a startup probe never ends.
 * The API server accepts it. Names of other containers do not count, though they share the pod's network.
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
 * ## What to write instead
 *
 * A name that the container declares, or the number of the port.
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
 * `pkg/probe/util.go`, `ResolveContainerPort`, and `pkg/kubelet/prober/worker.go`, `doProbe`: the result of an attempt with an error is thrown away.
 */
export const probePortUnknown: ContainerRule = {
  id: "probe-port-unknown",
  title: "A probe names a port that its container does not declare, so it never asks",
  level: "warning",
  origin: "simulation",
  since: "1.28",
  checkContainer: (subject) => probeTypes.flatMap((type) => check(subject, type)),
};

const outcomes: Readonly<Record<ProbeType, string>> = {
  startup: "the startup probe never ends, and the container is never ready",
  liveness: "liveness never stops the container, whatever it does",
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
    owner === undefined ? "declares no port of that name" : `does not declare this port, "${owner.name}" does`;
  const advice =
    meant !== undefined
      ? `Write "${meant}".`
      : number !== undefined
        ? `Write its number, ${number}.`
        : 'Declare the port under "ports" or write its number.';
  const value = meant ?? number;
  const fix: FieldFix | undefined =
    value === undefined ? undefined : { kind: "set-field", title: `Write port: ${value}`, path, field: "port", value };
  return [
    {
      path: [...path, "port"],
      on: "value",
      message: `The container ${where}, and what cannot be asked counts neither as success nor as failure: ${outcomes[type]}. ${advice}`,
      ...(fix && { fix }),
    },
  ];
}

function numberOf({ ports }: Container, name: string): number | undefined {
  return ports.find((port) => port.name === name)?.containerPort;
}

/** Each entry of the list is written here, and no template decides its name or number. What a patch changes may have more. */
function arePortsCertain({ pod, container }: ContainerSubject): boolean {
  if (pod.located.partial) return false;
  const ports = valueAt(pod.located.spec, [...container.path, "ports"]) ?? [];
  const isWhole = (port: unknown) =>
    isFields(port) && port["containerPort"] !== undefined && !("name" in port && port["name"] === undefined);
  return Array.isArray(ports) && ports.length === container.ports.length && ports.every(isWhole);
}

/** What the engine says of a hang or of a start decides, not the name alone. */
function actsAnyway(subject: ContainerSubject, type: ProbeType): boolean {
  if (type === "liveness") return subject.forecast()?.hangToSigterm !== undefined;
  return subject.pod.forecast()?.timeToReady !== undefined;
}
