import { formatSpan } from "../../shared/forecast/words.ts";
import type { Timeline, TimelineEntry } from "../../shared/simulation/timeline.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import { entriesOf, probeStops, runsOf, timelineOf } from "./story.ts";
import type { ContainerSubject } from "./subject.ts";

/** A wait for another container's end is worth a word from here on. */
const noticeableMs = 10_000;

/**
 * The kubelet stops the containers of a pod one after the other.
 * While one that ignores SIGTERM takes its whole grace period, another whose liveness has failed is not stopped, and one that has crashed is not started again.
 * The rule needs a scenario in which two containers fail at the same time and the first does not stop at once: `hangs liveness after 5m, ignores SIGTERM` for one, `hangs liveness after 5m` for the other.
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
 * ## What to write instead
 *
 * A short grace period for the probe of the container that hangs: it has nothing left to end in order.
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
 * `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `SyncPod`: it waits for the end of each container that it stops.
 */
export const killWaitsForOther: ContainerRule = {
  id: "kill-waits-for-other",
  title: "A container that must be stopped waits for the end of another",
  level: "warning",
  origin: "simulation",
  since: "1.28",
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
      `Liveness fails at ${formatSpan(failed.at)}, but the container gets SIGTERM only at ${formatSpan(stopped.at)}: until then the kubelet waits for "${other}" to end. ` +
      `Write a short "terminationGracePeriodSeconds" in the livenessProbe of "${other}".`;
    return [{ path: [...container.path, "livenessProbe"], on: "key", message }];
  }
  return [];
}

/** The container whose stop took the time between a failure and its effect. */
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
