import { gateInfo, isEnabled } from "../../../shared/kubernetes/gates/feature-gates.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";

/**
 * The API server and the node each have their own version and feature gates.
 * If the API server supports restart rules, it keeps them. A kubelet that does not, or whose gate is off, restarts the container as if they were not there.
 *
 * ## Example
 *
 * With `{kubernetes: "1.34", apiServer: {kubernetes: "1.36"}}`, where the gate `ContainerRestartRules` is off by default on the node:
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: worker}
 * spec:
 *   restartPolicy: Never
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     restartPolicy: Never
 *     restartPolicyRules:
 *     - action: Restart
 *       exitCodes: {operator: In, values: [88]}
 * ```
 *
 * ## How to fix
 *
 * Turn the feature gate on, on every node that may run the pod, or keep the pod on nodes where it is on.
 * Until then only the pod's own policy applies:
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: worker}
 * spec:
 *   restartPolicy: OnFailure
 *   containers:
 *   - name: app
 *     image: registry.example/app
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/container/helpers.go`, `ShouldContainerBeRestarted`.
 */
export const restartRulesIgnoredByNode: ContainerRule = {
  id: "restart-rules-ignored-by-node",
  title: "The node ignores restart rules that the API server accepts",
  level: "warning",
  origin: "simulation",
  since: "1.34",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  return [...policyHits(subject), ...actionHits(subject)];
}

/** Without the gate, the container's policy and its rules are both ignored. */
function policyHits(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  if (container.kind === "sidecar" && container.restartPolicyRules.length === 0) return [];
  if (container.restartPolicy === undefined || isOn(subject, "ContainerRestartRules")) return [];
  const field = container.restartPolicyRules.length > 0 ? "restartPolicyRules" : "restartPolicy";
  const message = `${offIn(subject, "ContainerRestartRules")}, so only the pod's restartPolicy "${subject.pod.pod.restartPolicy}" applies. Turn the gate on, or run the pod on other nodes.`;
  return [{ path: [...container.path, field], on: "key", message }];
}

function actionHits(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const gate = "RestartAllContainersOnContainerExits";
  if (!isOn(subject, "ContainerRestartRules") || isOn(subject, gate)) return [];
  return container.restartPolicyRules.flatMap(({ action }, index): ContainerHit[] => {
    if (action !== "RestartAllContainers") return [];
    const message = `${offIn(subject, gate)}, so this rule has no effect and the container's restartPolicy applies. Turn the gate on, or run the pod on other nodes.`;
    return [{ path: [...container.path, "restartPolicyRules", index, "action"], on: "value", message }];
  });
}

function isOn({ pod }: ContainerSubject, gate: string): boolean {
  return isEnabled(pod.settings.assumptions.node, gate);
}

function offIn({ pod }: ContainerSubject, gate: string): string {
  const { kubernetes } = pod.settings.assumptions.node;
  return gateInfo(gate, kubernetes) === undefined
    ? `The node (Kubernetes ${kubernetes}) does not know the feature gate ${gate}`
    : `The feature gate ${gate} is off on the node (Kubernetes ${kubernetes})`;
}
