import type { Path } from "../../basics/path.ts";
import type { Span } from "../../basics/span.ts";
import type { ContainerKind } from "../../kubernetes/pod.ts";
import {
  commonTextAt,
  flagAt,
  listAt,
  type ObjectPart,
  type ObjectProblem,
  objectAt,
  placeOf,
  report,
  textAt,
  timeAt,
  wholeAt,
} from "./fields.ts";

/** A pod as the API shows it. Times are ms since 1970, each the span in which it lies. */
export interface ObservedPod {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly owners: readonly Owner[];
  readonly createdAt: Span | undefined;
  /** When it is to be gone at the latest; undefined if nobody deletes it. */
  readonly deletionAt: Span | undefined;
  /** How long before that it was deleted. */
  readonly deletionGraceSeconds: number | undefined;
  /** A pod that is deleted stays until each of them was removed. */
  readonly finalizers: readonly string[];
  readonly nodeName: string | undefined;
  readonly ip: string | undefined;
  /** When its kubelet took it up. */
  readonly startedAt: Span | undefined;
  /** The pod-template-hash label: the suffix of its ReplicaSet's name. */
  readonly templateHash: string | undefined;
  /** The spec as the object has it. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly phase: string | undefined;
  readonly reason: string | undefined;
  readonly message: string | undefined;
  readonly conditions: readonly ObservedCondition[];
  /** Init containers and sidecars, regular ones, ephemeral ones, in the order of their statuses. */
  readonly containers: readonly ObservedContainer[];
}

export interface Owner {
  readonly kind: string;
  readonly name: string;
  readonly uid: string | undefined;
  readonly isController: boolean;
}

export interface ObservedCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string | undefined;
  readonly message: string | undefined;
  readonly since: Span | undefined;
}

export interface ObservedContainer {
  readonly name: string;
  readonly kind: ContainerKind | "ephemeral";
  /** The path of the container's status in the object. */
  readonly path: Path;
  readonly state: ObservedState;
  readonly lastState: ObservedEnd | undefined;
  readonly restartCount: number;
  readonly ready: boolean;
  readonly started: boolean;
  readonly containerId: string | undefined;
  readonly image: string | undefined;
  /** What its spec asks for now, which its runs may not have. */
  readonly specImage: string | undefined;
}

export type ObservedState = ObservedWaiting | ObservedRunning | ObservedEnd;

export interface ObservedWaiting {
  readonly is: "waiting";
  readonly reason: string | undefined;
  readonly message: string | undefined;
}

export interface ObservedRunning {
  readonly is: "running";
  readonly startedAt: Span | undefined;
}

export interface ObservedEnd {
  readonly is: "terminated";
  readonly exitCode: number;
  readonly reason: string | undefined;
  readonly message: string | undefined;
  readonly startedAt: Span | undefined;
  readonly finishedAt: Span | undefined;
  readonly containerId: string | undefined;
}

/** A pod that was read, and its problems. */
export interface ReadObject<Value> {
  readonly value: Value | undefined;
  readonly problems: readonly ObjectProblem[];
}

/**
 * Reads a v1.Pod as `kubectl get -o yaml`, `-o json` and watches give it. Unknown fields pass; a field of a wrong type is a
 * problem and counts as not there. Undefined if it is not a pod, or has no name.
 */
export function readPod(object: unknown): ReadObject<ObservedPod> {
  const problems: ObjectProblem[] = [];
  const root = placeOf(object, [], problems);
  const metadata = root && objectAt(root, "metadata");
  const kind = root && textAt(root, "kind");
  const name = metadata && textAt(metadata, "name");
  if (root === undefined || metadata === undefined || name === undefined || (kind ?? "Pod") !== "Pod") {
    if (problems.length === 0) problems.push({ path: [], message: "This is not a pod: it needs kind Pod and a name." });
    return { value: undefined, problems };
  }
  const spec = objectAt(root, "spec");
  const labels = objectAt(metadata, "labels");
  const status = objectAt(root, "status") ?? { fields: {}, path: ["status"], problems };
  return {
    value: {
      name,
      namespace: commonTextAt(metadata, "namespace") ?? "default",
      uid: textAt(metadata, "uid"),
      resourceVersion: textAt(metadata, "resourceVersion"),
      owners: listAt(metadata, "ownerReferences", readOwner),
      createdAt: timeAt(metadata, "creationTimestamp"),
      deletionAt: timeAt(metadata, "deletionTimestamp"),
      deletionGraceSeconds: wholeAt(metadata, "deletionGracePeriodSeconds"),
      finalizers: namesAt(metadata, "finalizers"),
      nodeName: spec && commonTextAt(spec, "nodeName"),
      ip: textAt(status, "podIP"),
      startedAt: timeAt(status, "startTime"),
      templateHash: labels && commonTextAt(labels, "pod-template-hash"),
      spec: spec?.fields ?? {},
      phase: commonTextAt(status, "phase"),
      reason: textAt(status, "reason"),
      message: textAt(status, "message"),
      conditions: listAt(status, "conditions", readCondition),
      containers: readContainers(status, spec),
    },
    problems,
  };
}

function namesAt({ fields }: ObjectPart, key: string): readonly string[] {
  const list: unknown = fields[key];
  return Array.isArray(list) ? list.filter((each: unknown) => typeof each === "string") : [];
}

function readOwner(place: ObjectPart): Owner | undefined {
  const kind = commonTextAt(place, "kind");
  const name = commonTextAt(place, "name");
  if (kind === undefined || name === undefined) return undefined;
  return { kind, name, uid: commonTextAt(place, "uid"), isController: flagAt(place, "controller") ?? false };
}

function readCondition(place: ObjectPart): ObservedCondition | undefined {
  const type = commonTextAt(place, "type");
  if (type === undefined) return undefined;
  return {
    type,
    status: commonTextAt(place, "status") ?? "Unknown",
    reason: commonTextAt(place, "reason"),
    message: commonTextAt(place, "message"),
    since: timeAt(place, "lastTransitionTime"),
  };
}

function readContainers(status: ObjectPart, spec: ObjectPart | undefined): readonly ObservedContainer[] {
  const specs = specsByName(spec);
  const read = (list: string, kind: ObservedContainer["kind"]) =>
    listAt(status, list, (place) => readContainer(place, kind, specs));
  const containers = read("initContainerStatuses", "init").concat(
    read("containerStatuses", "regular"),
    read("ephemeralContainerStatuses", "ephemeral"),
  );
  const first = new Map(containers.toReversed().map((container) => [container.name, container]));
  if (first.size === containers.length) return containers;
  return containers.filter((container) => {
    const isFirst = first.get(container.name) === container;
    if (!isFirst) report(status.problems, container.path, `the first status of ${container.name}`);
    return isFirst;
  });
}

/** What the statuses of containers do not say. */
interface ContainerSpec {
  readonly image: string | undefined;
  readonly isSidecar: boolean;
}

type ContainerSpecs = ReadonlyMap<string | undefined, ContainerSpec>;

function specsByName(spec: ObjectPart | undefined): ContainerSpecs {
  const quiet = spec && { ...spec, problems: [] };
  const read = (list: string, mayBeSidecar: boolean) =>
    quiet === undefined
      ? []
      : listAt(quiet, list, (place) => {
          const isSidecar = mayBeSidecar && textAt(place, "restartPolicy") === "Always";
          return [textAt(place, "name"), { image: commonTextAt(place, "image"), isSidecar }] as const;
        });
  return new Map([...read("initContainers", true), ...read("containers", false)]);
}

function readContainer(
  place: ObjectPart,
  kind: ObservedContainer["kind"],
  specs: ContainerSpecs,
): ObservedContainer | undefined {
  const name = commonTextAt(place, "name");
  if (name === undefined) return undefined;
  const lastState = objectAt(place, "lastState");
  const spec = specs.get(name);
  return {
    name,
    kind: kind === "init" && spec?.isSidecar === true ? "sidecar" : kind,
    path: place.path,
    state: readState(objectAt(place, "state")),
    lastState: readEnd(lastState && objectAt(lastState, "terminated")),
    restartCount: Math.max(0, wholeAt(place, "restartCount") ?? 0),
    ready: flagAt(place, "ready") ?? false,
    started: flagAt(place, "started") ?? false,
    containerId: textAt(place, "containerID"),
    image: commonTextAt(place, "image"),
    specImage: spec?.image,
  };
}

/** A state that says nothing is a waiting one, as the API has it. */
function readState(place: ObjectPart | undefined): ObservedState {
  const end = readEnd(place && objectAt(place, "terminated"));
  if (end !== undefined) return end;
  const running = place && objectAt(place, "running");
  if (running !== undefined) return { is: "running", startedAt: timeAt(running, "startedAt") };
  const waiting = place && objectAt(place, "waiting");
  return {
    is: "waiting",
    reason: waiting && textAt(waiting, "reason"),
    message: waiting && textAt(waiting, "message"),
  };
}

function readEnd(place: ObjectPart | undefined): ObservedEnd | undefined {
  if (place === undefined) return undefined;
  return {
    is: "terminated",
    exitCode: wholeAt(place, "exitCode") ?? 0,
    reason: textAt(place, "reason"),
    message: textAt(place, "message"),
    startedAt: timeAt(place, "startedAt"),
    finishedAt: timeAt(place, "finishedAt"),
    containerId: textAt(place, "containerID"),
  };
}
