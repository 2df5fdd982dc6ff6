import { formatDuration } from "../../../shared/basics/durations.ts";
import type { Probe } from "../../../shared/kubernetes/pod.ts";
import { has } from "../../../shared/simulation/world/changes.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { runsOf, windowsOf } from "../support/story.ts";

/**
 * Until Kubernetes 1.31 a startup probe can run once more after it has succeeded.
 * While a command runs for longer than `periodSeconds`, the next tick waits. The command then runs again, although the container has started.
 * That doubles the cost of an expensive command and repeats side effects, such as warming a cache.
 * A scenario (`answers startup in 8s`) gives the duration of the command. Without one, it may take as long as its timeout.
 * Since 1.32 the probe stops as soon as it has succeeded.
 *
 * ## Example
 *
 * With `kubernetes: "1.31"`:
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     startupProbe:
 *       exec: {command: [warm-up]}
 *       periodSeconds: 5
 *       timeoutSeconds: 30
 * ```
 *
 * ## How to fix
 *
 * Set a period that is at least as long as the command. Or use a command that only checks, and leave the work to the container.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app
 *     image: registry.example/app
 *     startupProbe:
 *       exec: {command: [warm-up]}
 *       periodSeconds: 30
 *       timeoutSeconds: 30
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/prober/worker.go`, `run` and `doProbe`: before kubernetes#121206 only a failure put a startup worker on hold; kubernetes#117153.
 */
export const startupCommandRunsTwice: ContainerRule = {
  id: "startup-command-runs-twice",
  title: "A startup command that takes longer than its period runs once more after its success",
  level: "info",
  origin: "advice",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod } = subject;
  const { startup } = container.probes;
  if (startup?.handler?.type !== "exec" || has(pod.settings.assumptions.node, "startup holds after success")) return [];
  const periodMs = startup.periodSeconds * 1000;
  if (longestSuccessMs(subject, startup) <= periodMs || !isProbeCertain(subject, "startup")) return [];
  return [
    {
      path: [...container.path, "startupProbe", "timeoutSeconds"],
      on: "value",
      message:
        `On Kubernetes ${pod.settings.assumptions.node.kubernetes} a command that takes longer than periodSeconds (${formatDuration(periodMs)}) runs once more after it has succeeded. ` +
        `Set periodSeconds to ${startup.timeoutSeconds}, or use a command that may run twice.`,
    },
  ];
}

/** From the scenario, else the timeout. */
function longestSuccessMs(subject: ContainerSubject, { timeoutSeconds }: Probe): number {
  const told = runsOf(subject)
    .flatMap((run) => windowsOf(run, "startup"))
    .flatMap(({ answer, latencyMs }) => (answer === "answers" && latencyMs !== undefined ? [latencyMs] : []))
    .filter((latencyMs) => latencyMs <= timeoutSeconds * 1000);
  return told.length === 0 ? timeoutSeconds * 1000 : Math.max(...told);
}
