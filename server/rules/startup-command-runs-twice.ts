import { formatDuration } from "../../shared/kubernetes/durations.ts";
import type { Probe } from "../../shared/kubernetes/pod.ts";
import { has } from "../../shared/simulation/changes.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import { runsOf, windowsOf } from "./story.ts";
import type { ContainerSubject } from "./subject.ts";

/**
 * Up to Kubernetes 1.31 a startup probe goes on for a moment after it has succeeded.
 * While a command runs for longer than `periodSeconds`, the next tick waits for it, and then the command is run once more, though the container has started.
 * That costs the time of an expensive command twice, and surprises one that has effects of its own, such as warming a cache.
 * A scenario (`answers startup in 8s`) says how long the command takes; without one it may take as long as its timeout.
 * Since 1.32 the probe rests as soon as it has succeeded.
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
 * ## What to write instead
 *
 * A period that is as long as the command may take; or a command that only asks, and leaves the work to the container.
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
  since: "1.28",
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
        `On Kubernetes ${pod.settings.assumptions.node.kubernetes} a command that takes longer than the period of ${formatDuration(periodMs)} is run once more after it has succeeded: its next tick has waited for it. ` +
        `Write "periodSeconds: ${startup.timeoutSeconds}", or a command that may run twice.`,
    },
  ];
}

/** What the scenario says of successes; else as late as an answer may come. */
function longestSuccessMs(subject: ContainerSubject, { timeoutSeconds }: Probe): number {
  const told = runsOf(subject)
    .flatMap((run) => windowsOf(run, "startup"))
    .flatMap(({ answer, latencyMs }) => (answer === "answers" && latencyMs !== undefined ? [latencyMs] : []))
    .filter((latencyMs) => latencyMs <= timeoutSeconds * 1000);
  return told.length === 0 ? timeoutSeconds * 1000 : Math.max(...told);
}
