import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { Timeline, TimelineEntry } from "../../../shared/simulation/timeline/timeline.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { entriesOf, probeStops, runsOf, timelineOf } from "../support/story.ts";

/** A wait for another container's end is worth a word from here on. */
const noticeableMs = 10_000;

/**
 * Up to Kubernetes 1.37, the kubelet kills the containers of a pod one after the other. Since 1.38, those that it finds together are killed together, but what it finds later still waits.
 * While one that ignores SIGTERM uses its whole grace period, the kubelet neither kills another one whose liveness has failed nor restarts one that has crashed.
 * The rule needs a scenario in which two containers fail at the same time and the first does not stop immediately: `hangs liveness after 5m, ignores SIGTERM` for one, `hangs liveness after 5m` for the other.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: fails liveness after 5m, ignores SIGTERM
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *   - name: helper  # cadence: fails liveness after 5m
 *     image: registry.example/helper
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8081}
 * ```
 *
 * ## How to fix
 *
 * Set a short grace period in the probe of the container that hangs. It has nothing left to shut down cleanly.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: fails liveness after 5m, ignores SIGTERM
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 *       terminationGracePeriodSeconds: 3
 *   - name: helper  # cadence: fails liveness after 5m
 *     image: registry.example/helper
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8081}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `SyncPod`: it waits until each container that it kills has stopped; since v1.38.0-beta.0, until all that it kills together have stopped.
 */
export const killWaitsForOther: ContainerRule = {
  id: "kill-waits-for-other",
  title: "A container that must be killed waits for another one to stop",
  level: "warning",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, pod } = subject;
  if (Object.keys(pod.scenario.scenario.containers).length < 2 || runsOf(subject).length === 0) return [];
  if (container.probes.liveness === undefined || !isProbeCertain(subject, "liveness")) return [];
  const timeline = timelineOf(subject);
  if (timeline === undefined) return [];
  for (const stopped of probeStops(timeline, container, "liveness")) {
    const failed = entriesOf(timeline, container, "probe-result").findLast(
      ({ tMs, data }) => data.probe === "liveness" && data.status === "failure" && tMs <= stopped.tMs,
    );
    const other = failed && blockerOf(timeline, failed, stopped);
    if (failed === undefined || other === undefined) continue;
    const message =
      `Liveness fails at ${formatSpan(failed.at)}, but the container gets SIGTERM only at ${formatSpan(stopped.at)}: until then the kubelet waits for "${other}" to stop. ` +
      `Set a short terminationGracePeriodSeconds in the livenessProbe of "${other}".`;
    return [{ path: [...container.path, "livenessProbe"], on: "key", message }];
  }
  return [];
}

/** The container whose shutdown delayed the effect of the failure. */
function blockerOf({ entries }: Timeline, failed: TimelineEntry, stopped: TimelineEntry): string | undefined {
  if (stopped.tMs - failed.tMs < noticeableMs) return undefined;
  const stopping = entries.findLast(
    ({ kind, container, tMs }) => kind === "container-stopping" && container !== stopped.container && tMs < stopped.tMs,
  );
  const exit =
    stopping &&
    entries.find(
      ({ kind, container, tMs }) =>
        kind === "container-exited" && container === stopping.container && tMs >= stopping.tMs,
    );
  return exit !== undefined && exit.tMs >= failed.tMs && exit.tMs <= stopped.tMs ? exit.container : undefined;
}
