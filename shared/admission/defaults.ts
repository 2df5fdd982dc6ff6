import { parseImageName } from "../kubernetes/image-name.ts";
import {
  type Container,
  type ContainerKind,
  type ContainerPort,
  containerName,
  type Handler,
  type Probe,
  type ProbeType,
  type RestartPolicy,
  type RestartRule,
} from "../kubernetes/pod.ts";
import { emptyRule, isSidecar, type ListedContainer } from "./drops.ts";
import type { WrittenContainer, WrittenHook, WrittenProbe, WrittenRule } from "./written.ts";

const restartPolicies: readonly RestartPolicy[] = ["Always", "OnFailure", "Never"];

const terminationGracePeriodSecondsDefault = 30;

/** Empty, missing and what the API server would refuse: `Always`. */
// Models pkg/apis/core/v1/defaults.go SetDefaults_PodSpec (v1.37.1)
export function defaultRestartPolicy(written: string | undefined): RestartPolicy {
  return restartPolicies.find((policy) => policy === written) ?? "Always";
}

/** A negative one is stored as 1 in a pod, whatever its template says. */
// Models pkg/apis/core/v1/defaults.go SetDefaults_Pod (v1.37.1); up to 1.36 conversion.go Convert_v1_Pod_To_core_Pod
export function defaultGracePeriodSeconds(written: number | undefined): number {
  if (written === undefined) return terminationGracePeriodSecondsDefault;
  return written < 0 ? 1 : written;
}

/** Fills in what the API server fills in. A number that it would refuse (negative, say) counts as not written. */
export function toContainer(written: ListedContainer): Container {
  return {
    name: containerName(written.name, written.path),
    kind: kindOf(written),
    image: written.image ?? "",
    imagePullPolicy: written.imagePullPolicy || pullPolicyOf(written.image ?? ""),
    path: written.path,
    restartPolicy: restartPolicies.find((policy) => policy === written.restartPolicy),
    restartPolicyRules: written.restartPolicyRules.map((rule) => toRule(rule ?? emptyRule)),
    ports: written.ports.flatMap((port) => toPort(port)),
    probes: toProbes(written),
    postStart: toHandler(written.lifecycle?.postStart),
    preStop: toHandler(written.lifecycle?.preStop),
  };
}

function kindOf(container: ListedContainer): ContainerKind {
  if (container.list === "containers") return "regular";
  return isSidecar(container) ? "sidecar" : "init";
}

function toRule({ action, exitCodes }: WrittenRule): RestartRule {
  if (exitCodes === undefined) return { action: action ?? "", exitCodes: undefined };
  const values = exitCodes.values.filter((value) => value !== undefined);
  return { action: action ?? "", exitCodes: { operator: exitCodes.operator ?? "", values } };
}

function toPort(port: WrittenContainer["ports"][number]): ContainerPort[] {
  const { containerPort } = port ?? {};
  const name = orUndefined(port?.name);
  return name === undefined && containerPort === undefined ? [] : [{ name, containerPort }];
}

function toProbes(written: WrittenContainer): Partial<Record<ProbeType, Probe>> {
  const { startupProbe, livenessProbe, readinessProbe } = written;
  return {
    ...(startupProbe && { startup: toProbe(startupProbe) }),
    ...(livenessProbe && { liveness: toProbe(livenessProbe) }),
    ...(readinessProbe && { readiness: toProbe(readinessProbe) }),
  };
}

// Models pkg/apis/core/v1/defaults.go SetDefaults_Probe (v1.37.1): 0 is "not set" there, so that no minimum of 1 is ever checked.
function toProbe(written: WrittenProbe): Probe {
  return {
    handler: toHandler(written),
    initialDelaySeconds: positiveOr(0, written.initialDelaySeconds),
    timeoutSeconds: positiveOr(1, written.timeoutSeconds),
    periodSeconds: positiveOr(10, written.periodSeconds),
    successThreshold: positiveOr(1, written.successThreshold),
    failureThreshold: positiveOr(3, written.failureThreshold),
    terminationGracePeriodSeconds: positiveOr(undefined, written.terminationGracePeriodSeconds),
  };
}

/** Of several handlers the first one counts, in the order in which the API server looks at them. */
function toHandler(written: (Partial<WrittenHook> & Partial<WrittenProbe>) | undefined): Handler | undefined {
  const { exec, httpGet, tcpSocket, grpc, sleep } = written ?? {};
  if (exec) return { type: "exec", command: exec.command.map((word) => word ?? "") };
  if (httpGet) {
    const { path, port, host, scheme } = httpGet;
    return { type: "httpGet", path: path || "/", port, host: orUndefined(host), scheme: scheme || "HTTP" };
  }
  if (tcpSocket) return { type: "tcpSocket", port: tcpSocket.port, host: orUndefined(tcpSocket.host) };
  if (grpc) return { type: "grpc", port: grpc.port, service: grpc.service ?? "" };
  return sleep && { type: "sleep", seconds: positiveOr(0, sleep.seconds) };
}

function positiveOr<Fallback>(fallback: Fallback, written: number | undefined): number | Fallback {
  return written !== undefined && written > 0 ? written : fallback;
}

function orUndefined(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** Models pkg/apis/core/v1/defaults.go SetDefaults_Container (v1.37.1). */
function pullPolicyOf(image: string): string {
  const name = parseImageName(image);
  return image !== "" && name.isValid && name.pullsByDefault ? "Always" : "IfNotPresent";
}
