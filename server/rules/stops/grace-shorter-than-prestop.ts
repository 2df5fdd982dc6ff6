import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { stopForecast } from "../../../shared/forecast/container/stops.ts";
import type { DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import type { Run } from "../../../shared/scenario/model.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule, FieldFix } from "../core/model.ts";
import { stoppingRun } from "../support/stopping-run.ts";

/**
 * The grace period includes the preStop hook.
 * If the hook takes longer than `terminationGracePeriodSeconds`, it is cut off. The container gets SIGTERM and two seconds later SIGKILL, so it cannot shut down cleanly.
 * The same happens if the hook and the shutdown together take longer, or if the hook takes all of the grace period.
 * The rule knows how long a sleeping hook takes: `sleep: {seconds: 60}`, `exec` of `sleep 60`, or a script that begins with `sleep 60`. For other hooks, say it in a scenario: `answers preStop in 60s`. For the shutdown itself: `stops in 20s`.
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
 *         exec: {command: [sh, -c, sleep 60]}
 * ```
 *
 * ## How to fix
 *
 * Set a grace period that is long enough for the hook and the shutdown.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   terminationGracePeriodSeconds: 90
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     lifecycle:
 *       preStop:
 *         exec: {command: [sh, -c, sleep 60]}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kuberuntime/kuberuntime_container.go`, `killContainer`: the hook's time is subtracted from the grace period, but at least two seconds remain.
 */
export const graceShorterThanPrestop: ContainerRule = {
  id: "grace-shorter-than-prestop",
  title: "The grace period ends before the container has shut down",
  level: "warning",
  origin: "simulation",
  firesInPatches: true,
  checkContainer: check,
};

const field = "terminationGracePeriodSeconds";

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod, isCertain } = subject;
  if (container.kind === "init" || !isCertain([field])) return [];
  const run = stoppingRun(subject);
  const stop = run && askOf(subject, run);
  if (run === undefined || stop === undefined) return [];
  const isCut = stop.hookCut || stop.sigkill !== undefined;
  if (!isCut && !stop.hookTakesAll) return [];
  const grace = formatDuration(pod.pod.terminationGracePeriodSeconds * 1000);
  const hook = stop.hookCut
    ? `The grace period of ${grace} includes the preStop hook, which takes longer and is cut off.`
    : isCut
      ? ""
      : `The preStop hook takes the whole grace period of ${grace}, so the container has only ${least} to shut down.`;
  const killed =
    stop.sigkill === undefined
      ? ""
      : `The container gets SIGKILL ${formatSpan(stop.sigkill)} after the deletion, before it has shut down.`;
  const fix = fixOf(subject, run);
  const advice = fix === undefined ? `Set a longer ${field}.` : `Set ${field} to ${String(fix.value)} or more.`;
  return [
    {
      path:
        stop.hookCut || container.preStop !== undefined ? [...container.path, "lifecycle", "preStop"] : container.path,
      on: "key",
      message: [hook, killed, advice].filter((part) => part !== "").join(" "),
      ...(fix && { fix }),
    },
  ];
}

/** The kubelet leaves a container that long, whatever its hook has taken. */
// Models pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer, minimumGracePeriodInSeconds (v1.37.1)
const least = "2s";

function askOf({ pod, container }: ContainerSubject, run: Run): ReturnType<typeof stopForecast> {
  return stopForecast(pod.pod, pod.settings.assumptions, { container, run }, "deletion");
}

/** Long enough for the hook and the shutdown, checked by the engine. */
function fixOf(subject: ContainerSubject, run: Run): FieldFix | undefined {
  const { pod, container } = subject;
  const { assumptions } = pod.settings;
  for (const seconds of graces(pod.pod, run)) {
    const longer = { ...pod.pod, terminationGracePeriodSeconds: seconds };
    const stop = stopForecast(longer, assumptions, { container, run }, "deletion");
    if (stop === undefined || stop.hookCut || stop.sigkill !== undefined || stop.hookTakesAll) continue;
    return { kind: "set-field", title: `Set ${field} to ${seconds}`, path: [], field, value: seconds };
  }
  return undefined;
}

/** Round numbers above the current value. */
function graces({ terminationGracePeriodSeconds: now }: DefaultedPod, run: Run): readonly number[] {
  return run.answers.some(({ answer }) => answer === "hangs")
    ? []
    : [30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600].filter((seconds) => seconds > now);
}
