import { stopForecast } from "../../shared/forecast/stops.ts";
import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "./model.ts";
import { stoppingRun } from "./stopping-run.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * A liveness probe with a `terminationGracePeriodSeconds` of its own stops the container with that, in place of the pod's.
 * It is meant for a container that hangs, but it counts for every stop by this probe: a container that was only slow is cut off in its preStop hook or while it ends its work.
 * The rule knows how long a hook takes that sleeps; of others a scenario says it: `answers preStop in 20s`, and of the container's own end `stops in 20s`.
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
 *     lifecycle:
 *       preStop:
 *         exec: {command: [sleep, "20"]}
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       terminationGracePeriodSeconds: 5
 * ```
 *
 * ## What to write instead
 *
 * A grace period in which the hook and the container's own end have room, or none of the probe's own: then the pod's counts.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     lifecycle:
 *       preStop:
 *         exec: {command: [sleep, "20"]}
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       terminationGracePeriodSeconds: 30
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kuberuntime/kuberuntime_container.go`, `setTerminationGracePeriod` and `killContainer`.
 */
export const probeGraceShorterThanPrestop: ContainerRule = {
  id: "probe-grace-shorter-than-prestop",
  title: "A stop by liveness is shorter than the container's way to stop",
  level: "warning",
  origin: "simulation",
  since: "1.28",
  checkContainer: check,
};

const field = "terminationGracePeriodSeconds";

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod, isCertain } = subject;
  const own = container.probes.liveness?.terminationGracePeriodSeconds;
  const path = [...container.path, "livenessProbe"];
  if (own === undefined || !isCertain([...path, field]) || !isCertain([field])) return [];
  const run = stoppingRun(subject);
  if (run === undefined) return [];
  const ask = (order: "liveness" | "deletion") =>
    stopForecast(pod.pod, pod.settings.assumptions, { container, run }, order);
  const stop = ask("liveness");
  if (stop === undefined || (!stop.hookCut && stop.sigkill === undefined)) return [];
  const usual = ask("deletion");
  const isEnough = usual !== undefined && !usual.hookCut && usual.sigkill === undefined;
  const killed =
    stop.sigkill === undefined ? "its preStop hook is cut off" : `it gets SIGKILL after ${formatSpan(stop.sigkill)}`;
  const seconds = pod.pod.terminationGracePeriodSeconds;
  const fix: FieldFix = {
    kind: "set-field",
    title: `Write ${field}: ${seconds}, as for the pod`,
    path,
    field,
    value: seconds,
  };
  return [
    {
      path: [...path, field],
      on: "value",
      message:
        `When liveness stops the container, it has ${formatDuration(own * 1000)} to end: ${killed}, every time. ` +
        (isEnough
          ? `Leave the field out or write "${field}: ${seconds}", as for the pod.`
          : `Write a larger "${field}".`),
      ...(isEnough && { fix }),
    },
  ];
}
