import type { Path } from "../../basics/path.ts";
import {
  type Container,
  type ContainerKind,
  type ContainerPort,
  containerName,
  type Handler,
  type Pod,
  type Probe,
  probeField,
  probeTypes,
  type RestartPolicy,
  type RestartRule,
} from "../../kubernetes/pod.ts";
import { type Fields, fieldsAt, has, isFields, listAt, numberAt, objectsAt, textAt } from "../types/fields.ts";

type ContainerList = "initContainers" | "containers";

/** A container with its place: the same fields mean other things in the two lists. */
export interface ListedContainer {
  readonly container: Fields;
  readonly list: ContainerList;
  readonly path: Path;
}

/** Items that are no objects are left out; those that stay keep the index they have in the document. */
export function listedContainers(spec: Fields): readonly ListedContainer[] {
  return (["initContainers", "containers"] as const).flatMap((list) =>
    listAt(spec, list).flatMap((container, index) =>
      isFields(container) ? [{ container, list, path: [list, index] }] : [],
    ),
  );
}

export function isSidecar({ list, container }: ListedContainer): boolean {
  return list === "initContainers" && textAt(container, "restartPolicy") === "Always";
}

/** A spec that is decoded and has its defaults, as the engine takes it. Of several handlers the first one counts, in the order in which the API server looks at them. */
export function readPodSpec(spec: Fields): Omit<Pod, "kind" | "name" | "namespace" | "isStatic"> {
  const containers = listedContainers(spec);
  const gates = objectsAt(spec, "schedulingGates").flatMap((gate) => (has(gate, "name") ? [textAt(gate, "name")] : []));
  const unreachableSeconds = unreachableTolerationSeconds(spec);
  const listed = (list: ContainerList) => containers.filter((each) => each.list === list).map(readContainer);
  return {
    restartPolicy: policyAt(spec) ?? "Always",
    terminationGracePeriodSeconds: numberAt(spec, "terminationGracePeriodSeconds") ?? 0,
    activeDeadlineSeconds: numberAt(spec, "activeDeadlineSeconds"),
    readinessGates: objectsAt(spec, "readinessGates").flatMap((gate) =>
      has(gate, "conditionType") ? [textAt(gate, "conditionType")] : [],
    ),
    ...(gates.length > 0 && { schedulingGates: gates }),
    ...(unreachableSeconds !== undefined && { unreachableTolerationSeconds: unreachableSeconds }),
    initContainers: listed("initContainers"),
    containers: listed("containers"),
  };
}

const unreachableTaint = "node.kubernetes.io/unreachable";

/**
 * Which tolerations are of the taint of a node that cannot be reached, and what they grant together. A pod without any gets the default.
 * Models plugin/pkg/admission/defaulttolerationseconds/admission.go Admit, and pkg/controller/tainteviction/taint_eviction.go getMinTolerationTime (v1.37.1)
 */
function unreachableTolerationSeconds(spec: Fields): number | undefined {
  const named = objectsAt(spec, "tolerations").filter(
    (toleration) =>
      ["", unreachableTaint].includes(textAt(toleration, "key")) &&
      ["", "NoExecute"].includes(textAt(toleration, "effect")),
  );
  if (named.length === 0) return undefined;
  // The taint has no value.
  const used = named.filter(
    (toleration) => textAt(toleration, "operator") === "Exists" || textAt(toleration, "value") === "",
  );
  if (used.length === 0) return 0;
  const seconds = used.flatMap((toleration) => numberAt(toleration, "tolerationSeconds") ?? []);
  return Math.max(0, Math.min(Number.POSITIVE_INFINITY, ...seconds));
}

const restartPolicies: readonly RestartPolicy[] = ["Always", "OnFailure", "Never"];

function policyAt(owner: Fields): RestartPolicy | undefined {
  return restartPolicies.find((policy) => policy === owner["restartPolicy"]);
}

function readContainer(listed: ListedContainer): Container {
  const { container, path } = listed;
  const lifecycle = fieldsAt(container, "lifecycle");
  const probes = probeTypes.flatMap((type) => {
    const probe = fieldsAt(container, probeField(type));
    return probe === undefined ? [] : [[type, readProbe(probe)] as const];
  });
  return {
    name: containerName(textAt(container, "name"), path),
    kind: kindOf(listed),
    image: textAt(container, "image"),
    imagePullPolicy: textAt(container, "imagePullPolicy"),
    command: readCommand(container),
    path,
    restartPolicy: policyAt(container),
    restartPolicyRules: objectsAt(container, "restartPolicyRules").map(readRule),
    ports: objectsAt(container, "ports").flatMap(readPort),
    probes: Object.fromEntries(probes),
    postStart: readHandler(fieldsAt(lifecycle, "postStart")),
    preStop: readHandler(fieldsAt(lifecycle, "preStop")),
  };
}

/** Arguments by themselves go to a program that only the image names. */
function readCommand(container: Fields): readonly string[] {
  const command = wordsAt(container, "command");
  return command.length === 0 ? [] : [...command, ...wordsAt(container, "args")];
}

function wordsAt(owner: Fields, field: string): readonly string[] {
  return listAt(owner, field).map((word) => (typeof word === "string" ? word : ""));
}

function kindOf(listed: ListedContainer): ContainerKind {
  if (listed.list === "containers") return "regular";
  return isSidecar(listed) ? "sidecar" : "init";
}

function readRule(rule: Fields): RestartRule {
  const exitCodes = fieldsAt(rule, "exitCodes");
  const values = listAt(exitCodes, "values").filter((value) => typeof value === "number");
  return {
    action: textAt(rule, "action"),
    exitCodes: exitCodes && { operator: textAt(exitCodes, "operator"), values },
  };
}

function readPort(port: Fields): readonly ContainerPort[] {
  const name = textAt(port, "name") || undefined;
  const containerPort = numberAt(port, "containerPort");
  return name === undefined && containerPort === undefined ? [] : [{ name, containerPort }];
}

function readProbe(probe: Fields): Probe {
  return {
    handler: readHandler(probe),
    initialDelaySeconds: numberAt(probe, "initialDelaySeconds") ?? 0,
    timeoutSeconds: numberAt(probe, "timeoutSeconds") ?? 0,
    periodSeconds: numberAt(probe, "periodSeconds") ?? 0,
    successThreshold: numberAt(probe, "successThreshold") ?? 0,
    failureThreshold: numberAt(probe, "failureThreshold") ?? 0,
    terminationGracePeriodSeconds: numberAt(probe, "terminationGracePeriodSeconds"),
  };
}

function readHandler(owner: Fields | undefined): Handler | undefined {
  const { exec, httpGet, tcpSocket, grpc, sleep } = owner ?? {};
  if (isFields(exec)) return { type: "exec", command: wordsAt(exec, "command") };
  if (isFields(httpGet)) {
    const [path, scheme] = [textAt(httpGet, "path"), textAt(httpGet, "scheme")];
    return { type: "httpGet", path, port: portAt(httpGet), host: textAt(httpGet, "host") || undefined, scheme };
  }
  if (isFields(tcpSocket))
    return { type: "tcpSocket", port: portAt(tcpSocket), host: textAt(tcpSocket, "host") || undefined };
  if (isFields(grpc)) return { type: "grpc", port: numberAt(grpc, "port") ?? 0, service: textAt(grpc, "service") };
  return isFields(sleep) ? { type: "sleep", seconds: numberAt(sleep, "seconds") ?? 0 } : undefined;
}

function portAt({ port }: Fields): number | string {
  return typeof port === "number" || typeof port === "string" ? port : 0;
}
