import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { stopForecast } from "../../../shared/forecast/container/stops.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "../core/model.ts";
import { stoppingRun } from "../support/stopping-run.ts";

/**
 * A liveness probe with its own `terminationGracePeriodSeconds` uses that value instead of the pod's.
 * It is meant for a container that hangs, but it applies to every kill by this probe. A container that was only slow is cut off in its preStop hook or while it shuts down.
 * The rule knows how long a sleeping hook takes. For other hooks, say it in a scenario: `answers preStop in 20s`. For the shutdown itself: `stops in 20s`.
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
 * ## How to fix
 *
 * Set a grace period that is long enough for the hook and the shutdown. Or remove the probe's own value, so that the pod's applies.
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
  title: "Liveness gives the container less time to stop than it needs",
  level: "warning",
  origin: "simulation",
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
    title: `Set ${field} to ${seconds}, like the pod`,
    path,
    field,
    value: seconds,
  };
  return [
    {
      path: [...path, field],
      on: "value",
      message:
        `A container that liveness kills has ${formatDuration(own * 1000)} to stop: ${killed}, every time. ` +
        (isEnough ? `Remove the field or set it to ${seconds}, like the pod.` : `Set a longer ${field}.`),
      ...(isEnough && { fix }),
    },
  ];
}
