import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { type ProbeType, probeField } from "../../../shared/kubernetes/pod.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { whatIf, withProbeField } from "../support/what-if.ts";

/**
 * A probe can give a container more time to stop than the pod gets when it is deleted.
 * Restarting a container that hangs then takes longer than deleting the whole pod. The kubelet only logs it.
 * While the container stops, the kubelet starts nothing else in this pod.
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
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       terminationGracePeriodSeconds: 300
 * ```
 *
 * ## How to fix
 *
 * Set less than the pod's grace period. A container that liveness kills hardly uses the time.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       terminationGracePeriodSeconds: 10
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kuberuntime/kuberuntime_container.go`, `setTerminationGracePeriod`.
 */
export const probeGraceExceedsPod: ContainerRule = {
  id: "probe-grace-exceeds-pod",
  title: "A probe gives the container longer to stop than a deletion does",
  level: "info",
  origin: "simulation",
  firesInPatches: true,
  checkContainer: (subject) => [...check(subject, "liveness"), ...check(subject, "startup")],
};

const field = "terminationGracePeriodSeconds";

function check(subject: ContainerSubject, type: ProbeType): readonly ContainerHit[] {
  const { container, pod, isCertain } = subject;
  const own = container.probes[type]?.terminationGracePeriodSeconds;
  const usual = pod.pod.terminationGracePeriodSeconds;
  const path = [...container.path, probeField(type), field];
  if (own === undefined || own <= usual || !isCertain([field]) || !isCertain(path)) return [];
  const without = whatIf(subject, withProbeField(probeField(type), field, undefined))?.container.hangToDead;
  const dead = subject.forecast()?.hangToDead;
  // Some kills do not use the probe's own grace period: then nothing is longer.
  if (type === "liveness" && (dead === undefined || dead.latestMs === without?.latestMs)) return [];
  const outcome =
    type === "liveness" && dead !== undefined && without !== undefined && isProbeCertain(subject, type)
      ? comparison(formatSpan(dead), formatSpan(without))
      : "";
  return [
    {
      path,
      on: "value",
      message:
        `A container that this probe kills has ${formatDuration(own * 1000)} to stop, longer than the ${formatDuration(usual * 1000)} of a deletion${outcome}. ` +
        (usual < leastOfProbe
          ? "Remove it, or give the pod as much."
          : `Set terminationGracePeriodSeconds to ${usual} or less.`),
    },
  ];
}

/** Of a probe, the API server takes no less. */
const leastOfProbe = 1;

function comparison(dead: string, without: string): string {
  return `. If it hangs, it stops after ${dead} instead of ${without}`;
}
