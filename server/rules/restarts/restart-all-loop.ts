import { formatDuration } from "../../../shared/basics/durations.ts";
import { resetsPerMinute } from "../../../shared/forecast/container/resets.ts";
import { decideRestart } from "../../../shared/restart/decision.ts";
import type { RunEnd } from "../../../shared/scenario/model.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { runsOf } from "../support/story.ts";

/** Less frequent restarts of all containers do no harm, but where the scenario has them go on like that. */
const noticeablePerMinute = 12;
const loopPerMinute = 1;
/** A run that ends sooner than this ends at its start. */
const atStartMs = 1000;

/**
 * A restart of all containers has no back-off: the pod restarts immediately, however often.
 * If a container asks for it right after its start, the pod restarts many times a second, without end. That loads the node and the API server.
 * A scenario says how the container exits (`exits 88 after 0s`). Runs that last longer make the same loop, if more than one a minute ends so.
 * Without one, the rule reports only restart rules that match exit code 1, the usual code of a program that fails at its start.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: training}
 * spec:
 *   restartPolicy: Never
 *   containers:
 *   - name: trainer
 *     image: registry.example/trainer
 *     restartPolicy: Never
 *     restartPolicyRules:
 *     - action: RestartAllContainers
 *       exitCodes: {operator: NotIn, values: [0]}
 * ```
 *
 * ## How to fix
 *
 * Use a code that the program uses for nothing else. Any other failure then waits in back-off or ends the pod.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: training}
 * spec:
 *   restartPolicy: Never
 *   containers:
 *   - name: trainer
 *     image: registry.example/trainer
 *     restartPolicy: OnFailure
 *     restartPolicyRules:
 *     - action: RestartAllContainers
 *       exitCodes: {operator: In, values: [88]}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `SyncPod`: the back-off is keyed by containers that are removed in the reset.
 * Observed on v1.37.1: about 90 resets a second.
 */
export const restartAllLoop: ContainerRule = {
  id: "restart-all-loop",
  title: "All containers restart in a loop without back-off",
  level: "warning",
  origin: "simulation",
  firesInPatches: true,
  since: "1.35",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod, isCertain } = subject;
  if (!container.restartPolicyRules.some(({ action }) => action === "RestartAllContainers")) return [];
  const { node } = pod.settings.assumptions;
  const end = lastEnd(subject);
  if (end === undefined) return [];
  const { exitCode, afterMs } = end;
  const { decision, rule } = decideRestart(container, pod.pod, node, exitCode);
  const path = [...container.path, "restartPolicyRules", rule ?? 0, "action"];
  if (decision !== "restart-all" || rule === undefined || !isCertain(path)) return [];
  const perMinute = resetsPerMinute(pod.pod, pod.settings.assumptions, { container, exitCode, afterMs });
  const isAtStart = afterMs < atStartMs;
  if (perMinute < (isAtStart ? noticeablePerMinute : loopPerMinute)) return [];
  const when = isAtStart ? "at its start" : `${formatDuration(afterMs)} after each start`;
  return [
    {
      path,
      on: "value",
      message:
        `If "${container.name}" exits with ${exitCode} ${when}, all containers restart ${rateOf(perMinute)}, without end and without back-off. ` +
        "Use an exit code that the program uses for nothing else.",
    },
  ];
}

/** How all runs of the container end from some point on; without a scenario, with 1 at their start. Undefined if in the scenario the last run does not end. */
function lastEnd(subject: ContainerSubject): Pick<RunEnd, "exitCode" | "afterMs"> | undefined {
  const last = runsOf(subject).at(-1);
  return last === undefined ? { exitCode: 1, afterMs: 0 } : last.end;
}

/** Above that, the rate depends on the container runtime. */
function rateOf(perMinute: number): string {
  if (perMinute >= 120) return "many times a second";
  return perMinute === 1 ? "once a minute" : `${perMinute} times a minute`;
}
