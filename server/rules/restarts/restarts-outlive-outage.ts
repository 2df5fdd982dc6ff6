import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { TimelineEntry } from "../../../shared/simulation/timeline/timeline.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { entriesOf, probeStops, runsOf, timelineOf } from "../support/story.ts";

/** A wait in which nothing is wrong any more is worth a word from here on. */
const noticeableMs = 30_000;

/**
 * Each kill by liveness during an outage doubles the container's back-off: 10s, 20s, 40s and so on, up to five minutes.
 * When the outage is over, the container still waits.
 * The rule needs a scenario whose last run is healthy and whose earlier runs fail liveness: `fails liveness after 30s x5, then runs`.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: fails liveness x5, then runs
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /healthz, port: 8080}
 * ```
 *
 * ## How to fix
 *
 * Use a liveness probe that does not check dependencies, or one that lasts longer than the outage.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: runs
 *     image: registry.example/app
 *     livenessProbe:
 *       httpGet: {path: /alive, port: 8080}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `doBackOff`: it counts kills by probes like crashes.
 */
export const restartsOutliveOutage: ContainerRule = {
  id: "restarts-outlive-outage",
  title: "A container still waits in back-off after the outage is over",
  level: "info",
  origin: "simulation",
  checkContainer: check,
};

function check(subject: ContainerSubject): readonly ContainerHit[] {
  const { container } = subject;
  const runs = runsOf(subject);
  const last = runs.at(-1);
  if (runs.length < 2 || last === undefined || last.end !== undefined || last.answers.length > 0) return [];
  if (!isProbeCertain(subject, "liveness")) return [];
  const timeline = timelineOf(subject);
  const stops = timeline && probeStops(timeline, container, "liveness");
  const stopped = stops?.at(-1);
  if (timeline === undefined || stops === undefined || stopped === undefined) return [];
  const start = entriesOf(timeline, container, "container-started").find(({ tMs }) => tMs >= stopped.tMs);
  const wait = entriesOf(timeline, container, "back-off-started").findLast((entry) => isBetween(entry, stopped, start));
  if (start === undefined || wait?.data.delayMs === undefined || wait.data.delayMs < noticeableMs) return [];
  return [
    {
      path: [...container.path, "livenessProbe"],
      on: "key",
      message:
        `After ${stops.length} kills by liveness the container waits in a back-off of ${formatDuration(wait.data.delayMs)} and restarts only at ${formatSpan(start.at)}, although its next run is healthy. ` +
        "Let liveness check only this process, so that an outage elsewhere restarts nothing.",
    },
  ];
}

function isBetween({ tMs }: TimelineEntry, from: TimelineEntry, to: TimelineEntry | undefined): boolean {
  return to !== undefined && from.tMs <= tMs && tMs <= to.tMs;
}
