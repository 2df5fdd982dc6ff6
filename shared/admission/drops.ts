import type { Path } from "../basics/path.ts";
import { isEnabled } from "../kubernetes/feature-gates.ts";
import type { Component } from "../kubernetes/node.ts";
import { atLeast } from "../kubernetes/versions.ts";
import type { AdmissionError, Report } from "./report.ts";
import type { WrittenContainer, WrittenHook, WrittenRule } from "./written.ts";

/** A container with its place: the same fields mean other things in the two lists. */
export interface ListedContainer extends WrittenContainer {
  readonly list: "initContainers" | "containers";
  readonly path: Path;
}

type Step = (container: ListedContainer, apiServer: Component, report: Report) => ListedContainer;

/** In this order: whether a container is a sidecar decides about its rules, probes and hooks. */
const steps: readonly Step[] = [
  dropSidecarPolicy,
  dropContainerPolicy,
  dropRules,
  dropSidecarRules,
  dropRestartAllContainers,
  dropSleep,
  dropProbesOfInitContainer,
  dropHooksOfInitContainer,
];

/** A rule that matches no exit. It stands for one that was dropped, so that the others keep their index. */
export const emptyRule: WrittenRule = { action: "", exitCodes: undefined };

/** Takes away what this API server would drop or refuse, and reports it: a pod is simulated as if the field were not there. */
// Models pkg/api/pod/util.go dropDisabledFields (v1.37.1)
export function dropFields(container: ListedContainer, apiServer: Component, report: Report): ListedContainer {
  return steps.reduce((rest, step) => step(rest, apiServer, report), container);
}

export function isSidecar({ list, restartPolicy }: ListedContainer): boolean {
  return list === "initContainers" && restartPolicy === "Always";
}

function dropSidecarPolicy(container: ListedContainer, apiServer: Component, report: Report): ListedContainer {
  const { list, restartPolicy } = container;
  if (list !== "initContainers" || restartPolicy === undefined || isEnabled(apiServer, "SidecarContainers")) {
    return container;
  }
  report.dropped.push({
    path: [...container.path, "restartPolicy"],
    reason: gateIsOff(apiServer, "SidecarContainers"),
  });
  return { ...container, restartPolicy: undefined };
}

function dropContainerPolicy(container: ListedContainer, apiServer: Component, report: Report): ListedContainer {
  const { restartPolicy } = container;
  if (restartPolicy === undefined || isSidecar(container) || isEnabled(apiServer, "ContainerRestartRules")) {
    return container;
  }
  const path = [...container.path, "restartPolicy"];
  if (atLeast(apiServer.kubernetes, "1.34")) {
    report.dropped.push({ path, reason: gateIsOff(apiServer, "ContainerRestartRules") });
  } else if (container.list === "containers") {
    refuse(report, apiServer, { path, errorType: "Forbidden", detail: "may not be set for non-init containers" });
  } else {
    refuse(report, apiServer, { path, errorType: "NotSupported", detail: 'supported values: "Always"' });
  }
  return { ...container, restartPolicy: undefined };
}

function dropRules(container: ListedContainer, apiServer: Component, report: Report): ListedContainer {
  if (container.restartPolicyRules.length === 0 || isEnabled(apiServer, "ContainerRestartRules")) return container;
  const reason = atLeast(apiServer.kubernetes, "1.34")
    ? gateIsOff(apiServer, "ContainerRestartRules")
    : doesNotKnow(apiServer);
  report.dropped.push({ path: [...container.path, "restartPolicyRules"], reason });
  return { ...container, restartPolicyRules: [] };
}

function dropSidecarRules(container: ListedContainer, apiServer: Component, report: Report): ListedContainer {
  if (container.restartPolicyRules.length === 0 || !isSidecar(container)) return container;
  if (isEnabled(apiServer, "RestartAllContainersOnContainerExits")) return container;
  refuse(report, apiServer, {
    path: [...container.path, "restartPolicyRules"],
    errorType: "Forbidden",
    detail: "restartPolicyRules are not allowed for init containers with restart policy Always",
  });
  return { ...container, restartPolicyRules: [] };
}

function dropRestartAllContainers(container: ListedContainer, apiServer: Component, report: Report): ListedContainer {
  if (isEnabled(apiServer, "RestartAllContainersOnContainerExits") || !looksAtRules(container)) return container;
  const restartPolicyRules = container.restartPolicyRules.map((rule, index) => {
    if (rule?.action !== "RestartAllContainers") return rule;
    const path = [...container.path, "restartPolicyRules", index, "action"];
    refuse(report, apiServer, { path, errorType: "NotSupported", detail: 'supported values: "Restart"' });
    return emptyRule;
  });
  return { ...container, restartPolicyRules };
}

/** The API server does not look at the rules of an init container that has no policy of its own. */
function looksAtRules({ list, restartPolicy }: ListedContainer): boolean {
  return list === "containers" || restartPolicy !== undefined;
}

function dropSleep(container: ListedContainer, apiServer: Component, report: Report): ListedContainer {
  const { lifecycle } = container;
  if (lifecycle === undefined || isEnabled(apiServer, "PodLifecycleSleepAction")) return container;
  const withoutSleep = (name: "postStart" | "preStop"): WrittenHook | undefined => {
    const hook = lifecycle[name];
    if (hook?.sleep === undefined) return hook;
    const known = atLeast(apiServer.kubernetes, "1.29");
    const reason = known ? gateIsOff(apiServer, "PodLifecycleSleepAction") : doesNotKnow(apiServer);
    report.dropped.push({ path: [...container.path, "lifecycle", name, "sleep"], reason });
    return { ...hook, sleep: undefined };
  };
  return { ...container, lifecycle: { postStart: withoutSleep("postStart"), preStop: withoutSleep("preStop") } };
}

function dropProbesOfInitContainer(container: ListedContainer, apiServer: Component, report: Report): ListedContainer {
  if (container.list === "containers" || isSidecar(container)) return container;
  for (const field of ["livenessProbe", "readinessProbe", "startupProbe"] as const) {
    if (container[field] !== undefined) refuseOnInitContainer(container, field, apiServer, report);
  }
  return { ...container, livenessProbe: undefined, readinessProbe: undefined, startupProbe: undefined };
}

function dropHooksOfInitContainer(container: ListedContainer, apiServer: Component, report: Report): ListedContainer {
  if (container.list === "containers" || isSidecar(container) || container.lifecycle === undefined) return container;
  refuseOnInitContainer(container, "lifecycle", apiServer, report);
  return { ...container, lifecycle: undefined };
}

function refuseOnInitContainer({ path }: ListedContainer, field: string, apiServer: Component, report: Report): void {
  refuse(report, apiServer, {
    path: [...path, field],
    errorType: "Forbidden",
    detail: "may not be set for init containers without restartPolicy=Always",
  });
}

/** The whole object is refused; what is simulated is the object without the field. */
function refuse(report: Report, { kubernetes }: Component, error: AdmissionError): void {
  report.errors.push(error);
  report.dropped.push({ path: error.path, reason: `Kubernetes ${kubernetes} rejects this: ${error.detail}` });
}

function gateIsOff({ kubernetes }: Component, gate: string): string {
  return `Kubernetes ${kubernetes} drops this field because the feature gate ${gate} is off on the API server`;
}

function doesNotKnow({ kubernetes }: Component): string {
  return `Kubernetes ${kubernetes} does not know this field and drops it`;
}
