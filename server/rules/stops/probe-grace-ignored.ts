import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { whatIf, withProbeField } from "../support/what-if.ts";

/**
 * If the failure of a probe ends the whole pod, because nothing in it restarts, the pod's grace period applies.
 * The `terminationGracePeriodSeconds` of the probe is then ignored.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: once}
 * spec:
 *   restartPolicy: Never
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       terminationGracePeriodSeconds: 5
 * ```
 *
 * ## How to fix
 *
 * Set the grace period of the pod.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: once}
 * spec:
 *   restartPolicy: Never
 *   terminationGracePeriodSeconds: 5
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `computePodActions` and `SyncPod`: with nothing to keep and nothing to start, the kubelet kills the pod as a whole.
 */
export const probeGraceIgnored: ContainerRule = {
  id: "probe-grace-ignored",
  title: "The grace period of a probe has no effect, because a failure ends the pod",
  level: "info",
  origin: "simulation",
  checkContainer: check,
};

const field = "terminationGracePeriodSeconds";

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod, isCertain } = subject;
  const own = container.probes.liveness?.terminationGracePeriodSeconds;
  const path = [...container.path, "livenessProbe", field];
  if (own === undefined || own === pod.pod.terminationGracePeriodSeconds) return [];
  if (pod.pod.restartPolicy === "Always" || !isCertain(["restartPolicy"]) || !isProbeCertain(subject, "liveness"))
    return [];
  const dead = subject.forecast()?.hangToDead;
  const without = whatIf(subject, withProbeField("livenessProbe", field, undefined))?.container.hangToDead;
  if (dead === undefined || dead.latestMs !== without?.latestMs) return [];
  return [
    {
      path,
      on: "value",
      message:
        `This has no effect: a liveness failure ends the whole pod with the pod's own grace period. A container that hangs stops after ${formatSpan(dead)}. ` +
        `Set ${field} to ${own} in the pod spec.`,
    },
  ];
}
