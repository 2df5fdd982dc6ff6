import { probeFields } from "../../../shared/api-server/pod/init-container.ts";
import { linuxSignals, windowsSignals } from "../../../shared/api-server/pod/lifecycle.ts";
import { type FieldInfo, fieldsOfType, isKnownIn } from "../../../shared/api-server/types/api-types.ts";
import type { Path } from "../../../shared/basics/path.ts";
import { isEnabled } from "../../../shared/kubernetes/gates/feature-gates.ts";
import type { Component } from "../../../shared/kubernetes/node.ts";
import {
  documentedFields,
  type FieldDocumentation,
  fieldDocumentation,
} from "../../../shared/kubernetes/pod-documentation.ts";
import type { TreeNode } from "../../manifest/text/model.ts";
import { nodeAt } from "../../manifest/text/ranges.ts";
import { textAt } from "../../manifest/text/values.ts";
import type { PodFieldPlace } from "./pod-field-place.ts";

/** A map of an object in which a key is typed. */
interface PodMap {
  readonly place: PodFieldPlace;
  readonly type: string;
  readonly written: readonly string[];
}

export interface OfferedField {
  readonly type: string;
  readonly field: FieldDocumentation;
  readonly info: FieldInfo;
}

/** The fields that can stand in the map and are not there: those that must be there first. Those that the API server would drop or refuse are left out. */
export function fieldsIn(map: PodMap, apiServer: Component): readonly OfferedField[] {
  const infos = fieldsOfType(map.type);
  const offered = documentedFields(map.type).flatMap((field) => {
    const info = infos.get(field.name);
    const isKnown = info !== undefined && isKnownIn(info, apiServer.kubernetes) && isOn(field, apiServer);
    const isFree = !map.written.includes(field.name) && fits(map, field.name, apiServer);
    return isKnown && isFree ? [{ type: map.type, field, info }] : [];
  });
  return [...offered.filter(({ field }) => field.required), ...offered.filter(({ field }) => !field.required)];
}

/** The values to choose from at a place, as far as the API server takes them there. */
export function valuesOfField(place: PodFieldPlace, apiServer: Component): readonly FieldDocumentation[] {
  const { owner, kind } = place;
  const field = owner && fieldDocumentation(owner.type, owner.name);
  if (owner === undefined || field === undefined) return [];
  const values = field.values.filter((value) => isOn(value, apiServer));
  switch (`${owner.type}.${owner.name}`) {
    case "PodSpec.restartPolicy":
      return values.filter(({ name }) => kind === "Pod" || kind === "" || (name === "Always") === !isJob(kind));
    case "Lifecycle.stopSignal":
      return stopSignals(place, values);
    case "JobSpec.podReplacementPolicy":
      return has(place, "podFailurePolicy") ? values.filter(({ name }) => name === "Failed") : values;
    default:
      return values;
  }
}

/** The texts that other fields of the object allow here: ports of the container, names of containers. */
export function namesFor({ document, path, owner }: PodFieldPlace): readonly string[] {
  if (owner?.name === "port") {
    const ports = itemsAt(nodeAt(document, [...containerPath(path), "ports"]));
    const keys = owner.type === "GRPCAction" ? ["containerPort"] : ["name", "containerPort"];
    return keys.flatMap((key) => ports.flatMap((port) => scalarAt(port, key) ?? []));
  }
  const spec =
    owner?.name === "containerName"
      ? [...path.slice(0, path.lastIndexOf("podFailurePolicy")), "template", "spec"]
      : owner?.name === "targetContainerName"
        ? path.slice(0, path.lastIndexOf("ephemeralContainers"))
        : undefined;
  if (spec === undefined) return [];
  const containers = containerLists.flatMap((list) => itemsAt(nodeAt(document, [...spec, list])));
  return containers.flatMap((container) => scalarAt(container, "name") ?? []);
}

const containerLists = ["containers", "initContainers"];
const handlers = ["httpGet", "tcpSocket", "exec", "grpc", "sleep"];

function isOn({ gate }: FieldDocumentation, apiServer: Component): boolean {
  return gate === undefined || isEnabled(apiServer, gate);
}

function isJob(kind: string): boolean {
  return kind === "Job" || kind === "CronJob";
}

/** What the API server would refuse because of where the map stands or what else is in it is not offered. */
function fits(map: PodMap, name: string, apiServer: Component): boolean {
  const { place, written } = map;
  switch (map.type) {
    case "Probe":
      return fitsProbe(place, name, written);
    case "LifecycleHandler":
      return name !== "tcpSocket" && !written.some((each) => handlers.includes(each));
    case "Container":
      return fitsContainer(place, name, apiServer);
    case "PodSpec":
      return name !== "activeDeadlineSeconds" || ["Pod", "Job", "CronJob", ""].includes(place.kind);
    case "JobSpec":
      return name !== "manualSelector" || place.kind !== "CronJob";
    case "PodFailurePolicyRule":
      return !name.startsWith("on") || !written.some((each) => each.startsWith("on"));
    default:
      return name !== "rollingUpdate" || (own(place, "type") ?? "RollingUpdate") === "RollingUpdate";
  }
}

function fitsProbe({ names }: PodFieldPlace, name: string, written: readonly string[]): boolean {
  const isReadiness = names.at(-1) === "readinessProbe";
  if (handlers.includes(name)) return !written.some((each) => handlers.includes(each));
  if (name === "successThreshold") return isReadiness;
  return name !== "terminationGracePeriodSeconds" || !isReadiness;
}

function fitsContainer(place: PodFieldPlace, name: string, apiServer: Component): boolean {
  const isInit = place.names.at(-1) === "initContainers";
  const isSidecar = own(place, "restartPolicy") === "Always";
  const probes: readonly string[] = probeFields;
  if (name === "lifecycle" || probes.includes(name)) return !isInit || isSidecar;
  if (name === "restartPolicyRules" && isInit && isSidecar)
    return isEnabled(apiServer, "RestartAllContainersOnContainerExits");
  if (name !== "restartPolicy" || isEnabled(apiServer, "ContainerRestartRules")) return true;
  return isInit && isEnabled(apiServer, "SidecarContainers");
}

/** A text of the map at the place itself. */
function own({ document, path }: PodFieldPlace, name: string): string | undefined {
  return textAt(nodeAt(document, path), name);
}

function has({ document, path }: PodFieldPlace, name: string): boolean {
  return nodeAt(document, [...path.slice(0, -1), name]) !== undefined;
}

function stopSignals(
  { document, path }: PodFieldPlace,
  known: readonly FieldDocumentation[],
): readonly FieldDocumentation[] {
  const spec = containerPath(path).slice(0, -2);
  const isWindows = textAt(nodeAt(document, [...spec, "os", "name"])) === "windows";
  if (isWindows) return known.filter(({ name }) => windowsSignals.includes(name));
  const others = linuxSignals.filter((name) => !known.some((each) => each.name === name));
  const [first] = known;
  return first === undefined ? [] : [...known, ...others.map((name) => ({ ...first, name, text: "" }))];
}

/** Of the container that a path leads into. */
function containerPath(path: Path): Path {
  const index = path.findIndex((step, at) => containerLists.includes(String(step)) && typeof path[at + 1] === "number");
  return index === -1 ? [] : path.slice(0, index + 2);
}

function itemsAt(node: TreeNode | undefined): readonly TreeNode[] {
  return node?.type === "sequence" ? node.items.map(({ value }) => value) : [];
}

function scalarAt(node: TreeNode, key: string): string | undefined {
  const found = node.type === "map" ? node.entries.find((entry) => entry.key === key)?.value : undefined;
  return found?.type === "scalar" && found.value !== null ? String(found.value) : undefined;
}
