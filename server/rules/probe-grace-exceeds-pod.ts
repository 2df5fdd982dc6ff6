import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import { type ProbeType, probeField } from "../../shared/kubernetes/pod.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import type { ContainerSubject } from "./subject.ts";
import { whatIf, withProbeField } from "./what-if.ts";

/**
 * A probe may give a container more time to stop than the pod gives it at its deletion.
 * A container that hangs then blocks its restart for longer than it would take to delete the whole pod; the kubelet only logs it.
 * While it is being stopped, the kubelet starts nothing else in this pod.
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
 * ## What to write instead
 *
 * Less than the pod's grace period: a container that liveness stops is hardly going to use the time.
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
  since: "1.28",
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
  // Some stops do not use the probe's own period: there nothing is longer.
  if (type === "liveness" && (dead === undefined || dead.latestMs === without?.latestMs)) return [];
  const outcome =
    type === "liveness" && dead !== undefined && without !== undefined
      ? comparison(formatSpan(dead), formatSpan(without))
      : "";
  return [
    {
      path,
      on: "value",
      message:
        `A container that this probe stops has ${formatDuration(own * 1000)} to end, longer than the ${formatDuration(usual * 1000)} of a deletion${outcome}. ` +
        `Write ${usual} or less.`,
    },
  ];
}

function comparison(dead: string, without: string): string {
  return `: one that hangs is gone after ${dead}, not ${without}`;
}
