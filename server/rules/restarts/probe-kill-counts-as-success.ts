import { actingMs, play, settlingMs } from "../../../shared/forecast/runs/experiments.ts";
import type { Run } from "../../../shared/scenario/model.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { runsOf } from "../support/story.ts";

/**
 * A program that exits with 0 on SIGTERM reports success, even if liveness killed it.
 * Under `OnFailure`, the restart after a kill by a probe happens only if no back-off delays it. After a few kills the pod counts as Succeeded and its Job as complete, although the work is not done.
 * Under `Never` the first kill is enough.
 * The rule needs a scenario that gives the exit code: `stops with 0`.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: Job
 * metadata: {name: import}
 * spec:
 *   template:
 *     spec:
 *       restartPolicy: OnFailure
 *       containers:
 *       - name: import  # cadence: stops with 0
 *         image: registry.example/import
 *         livenessProbe:
 *           httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## How to fix
 *
 * Exit with a code other than 0 when the work was interrupted.
 *
 * ```yaml
 * apiVersion: batch/v1
 * kind: Job
 * metadata: {name: import}
 * spec:
 *   template:
 *     spec:
 *       restartPolicy: OnFailure
 *       containers:
 *       - name: import  # cadence: stops with 143
 *         image: registry.example/import
 *         livenessProbe:
 *           httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `computePodActions` and `ShouldContainerBeRestarted`; kubernetes#109537.
 */
export const probeKillCountsAsSuccess: ContainerRule = {
  id: "probe-kill-counts-as-success",
  title: "A container that liveness kills counts as successful",
  level: "warning",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod, isCertain } = subject;
  const run = runsOf(subject)[0];
  if (container.kind !== "regular" || container.probes.liveness === undefined || run === undefined) return [];
  if (run.stop.kind !== "stops" || run.stop.exitCode !== 0 || !isProbeCertain(subject, "liveness")) return [];
  if (!isCertain(["restartPolicy"])) return [];
  const stops = stopsUntilDone(subject, run);
  if (stops === undefined) return [];
  const counts = pod.located.kind.endsWith("Job") ? "the Job counts as complete" : "the container counts as complete";
  const times = stops === 1 ? "the first kill" : `${stops} kills in a row`;
  return [
    {
      path: [...container.path, "livenessProbe"],
      on: "key",
      message: `The program exits with 0 on SIGTERM, so after ${times} by liveness ${counts} although its work is not done. Exit with another code when the work is interrupted.`,
    },
  ];
}

/** How many kills by liveness it takes until the container is not restarted. */
function stopsUntilDone({ pod: { pod, settings }, container }: ContainerSubject, run: Run): number | undefined {
  const afterMs = run.startsInMs + settlingMs(container);
  const hung: Run = {
    ...run,
    end: undefined,
    answers: [{ answer: "fails", latencyMs: undefined, target: undefined, afterMs, forMs: undefined }],
  };
  const experiment = { pod, assumptions: settings.assumptions, container };
  const { entries } = play(experiment, [hung], 8 * (afterMs + actingMs(pod, container)));
  const own = entries.filter((entry) => entry.container === container.name);
  const lastExit = own.findLast(({ kind }) => kind === "container-exited");
  const lastStart = own.findLast(({ kind }) => kind === "container-started");
  if (lastExit?.data.exitCode !== 0 || lastStart === undefined || lastStart.tMs > lastExit.tMs) return undefined;
  const waits = own.findLast(({ kind }) => kind === "back-off-started");
  if (waits !== undefined && waits.tMs >= lastExit.tMs) return undefined;
  const stops = own.filter(({ kind }) => kind === "container-stopping").length;
  return stops === 0 ? undefined : stops;
}
