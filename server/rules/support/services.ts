import { memo } from "../../../shared/basics/once.ts";
import type { Path } from "../../../shared/basics/path.ts";
import { isFields, valueAt } from "../../../shared/basics/values.ts";
import { allContainers, type DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import { applicationOf } from "../../analysis/workloads.ts";
import type { LocatedPod, Manifest, ManifestDocument } from "../../manifest/text/model.ts";

/** What a Service selects. A label is undefined where a template decides it. */
interface Service {
  readonly namespace: string;
  /** Undefined if a template decides all of it. */
  readonly selector: Readonly<Record<string, unknown>> | undefined;
  /** All of its ports are for metrics, so that only Prometheus or the like sends requests to it. */
  readonly isForMetrics: boolean;
  /** The ports of containers that its ports lead to, by name or number. Undefined where a template decides it. */
  readonly targets: readonly unknown[];
}

/** True if a Service of the same application, other than one for metrics, selects the pods of the object, or can: what templates decide is taken to fit. */
export function isSelected(manifest: Manifest, pod: LocatedPod): boolean {
  return servicesFor(manifest, pod).length > 0;
}

/** False if all ports of the Services that select the pods are ports of other containers: then the container only stands beside one that serves. */
export function leadsTo(manifest: Manifest, pod: LocatedPod, containerPath: Path): boolean {
  const containers = valueAt(pod.spec, ["containers"]);
  const own = valueAt(pod.spec, containerPath);
  if (!Array.isArray(containers) || !containers.includes(own)) return true;
  return servicesFor(manifest, pod).some(({ targets }) =>
    targets.some((target) => {
      const serving = containers.filter((container) => declares(container, target));
      return serving.length === 0 || serving.includes(own);
    }),
  );
}

/** True if the pod has a container before this one that declares ports: where no Service is known, the first one that does most likely serves. */
export function standsBehindServing(pod: LocatedPod, containerPath: Path): boolean {
  const containers = valueAt(pod.spec, ["containers"]);
  const own = valueAt(pod.spec, containerPath);
  if (!Array.isArray(containers)) return false;
  return containers.slice(0, containers.indexOf(own)).some((container) => Array.isArray(valueAt(container, ["ports"])));
}

function declares(container: unknown, target: unknown): boolean {
  const ports = valueAt(container, ["ports"]);
  if (!Array.isArray(ports) || target === undefined) return false;
  return ports.some((port) => [valueAt(port, ["name"]), valueAt(port, ["containerPort"])].includes(target));
}

function servicesFor(manifest: Manifest, pod: LocatedPod): readonly Service[] {
  const labels = labelsOf(pod);
  return servicesOf(manifest).filter(
    ({ namespace, selector, isForMetrics }) =>
      !isForMetrics &&
      namespace === pod.namespace &&
      (selector === undefined || labels === undefined || Object.entries(selector).every(fits(labels))),
  );
}

/**
 * Agents of nodes mostly have no Service, and neither have pods that complete, nor those that declare no other ports than those
 * to be watched: where none is declared, none is elsewhere.
 */
export function mayBeServed({ located, pod }: Pick<AnalyzedPod, "located"> & { readonly pod: DefaultedPod }): boolean {
  const { kind } = located;
  if (kind === "DaemonSet" || completing.has(kind)) return false;
  const ports = allContainers(pod).flatMap((container) => container.ports);
  return ports.length === 0 || ports.some(({ name = "" }) => !watching.test(name));
}

/** Names of ports that Prometheus or the kubelet asks, and nobody else. */
const watching = /metrics|^prom|^monitoring$|health|probe|^live|^ready/;

/** Nobody waits for the readiness of their pods. */
export const completing: ReadonlySet<string> = new Set(["Job", "CronJob"]);

/** True if the application has a Service, so that it most likely has all of its Services. */
export function declaresServices(manifest: Manifest): boolean {
  return servicesOf(manifest).length > 0;
}

function fits(labels: Readonly<Record<string, unknown>>): (entry: readonly [string, unknown]) => boolean {
  return ([key, value]) =>
    value === undefined || (Object.hasOwn(labels, key) && [value, undefined].includes(labels[key]));
}

/** Undefined if a template decides them. */
function labelsOf({ kind, owner, partial }: LocatedPod): Readonly<Record<string, unknown>> | undefined {
  const labels = valueAt(owner, [...(kind === "Pod" ? [] : ["spec", "template"]), "metadata", "labels"]);
  if (isFields(labels)) return labels;
  return partial ? undefined : {};
}

const servicesOf = memo((manifest: Manifest): readonly Service[] =>
  applicationOf(manifest).flatMap((document) => servicesIn(document)),
);

const servicesIn = memo((document: ManifestDocument): readonly Service[] => {
  if (!document.text.includes("Service")) return [];
  const value = document.value();
  const items = valueAt(value, ["items"]);
  const objects: readonly unknown[] = Array.isArray(items) ? items : [value];
  return objects.flatMap((object) => serviceOf(object, document.templated) ?? []);
});

/** A Service without a selector selects nothing. */
function serviceOf(object: unknown, isTemplated: boolean): Service | undefined {
  if (!isFields(object) || object["kind"] !== "Service" || object["apiVersion"] !== "v1") return undefined;
  const selector = valueAt(object, ["spec", "selector"]);
  const isKnown = isFields(selector) && Object.keys(selector).length > 0;
  if (!isKnown && !isTemplated) return undefined;
  const namespace = valueAt(object, ["metadata", "namespace"]);
  return {
    namespace: typeof namespace === "string" ? namespace : "default",
    selector: isKnown ? selector : undefined,
    isForMetrics: isForMetrics(valueAt(object, ["spec", "ports"])),
    targets: targetsOf(valueAt(object, ["spec", "ports"])),
  };
}

function targetsOf(ports: unknown): readonly unknown[] {
  if (!Array.isArray(ports) || ports.length === 0) return [undefined];
  return ports.map((port) =>
    valueAt(port, [isFields(port) && Object.hasOwn(port, "targetPort") ? "targetPort" : "port"]),
  );
}

/** A port is for metrics if it or the port of the container that it leads to is named so. Other names say nothing: many programs serve metrics beside all else. */
function isForMetrics(ports: unknown): boolean {
  if (!Array.isArray(ports) || ports.length === 0) return false;
  return ports.every((port) =>
    [valueAt(port, ["name"]), valueAt(port, ["targetPort"])].some(
      (name) => typeof name === "string" && metrics.test(name),
    ),
  );
}

/** Not `http-metrics`: Loki and its like serve users there. */
const metrics = /^(?:(?:https|tcp|prom|prometheus)-)?metrics(?:-(?:https?|tcp))?$/;
