import { formatSpan } from "../../shared/forecast/words.ts";
import { formatDuration } from "../../shared/kubernetes/durations.ts";
import type { TimelineEntry } from "../../shared/simulation/timeline.ts";
import { isProbeCertain } from "./certain.ts";
import type { ContainerHit, ContainerRule } from "./model.ts";
import { entriesOf, probeStops, runsOf, timelineOf } from "./story.ts";
import type { ContainerSubject } from "./subject.ts";

/** A wait in which nothing is wrong any more is worth a word from here on. */
const noticeableMs = 30_000;

/**
 * Liveness that restarts a container during an outage makes its back-off grow: 10s, 20s, 40s … up to five minutes.
 * When what was missing is back, the container still waits: the restarts outlive the outage.
 * The rule needs a scenario whose last run is well and whose earlier ones fail liveness: `fails liveness after 30s x5, then runs`.
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
 * ## What to write instead
 *
 * A liveness probe that does not ask for what the container depends on, or the patience to sit the outage out.
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
 * `pkg/kubelet/kuberuntime/kuberuntime_manager.go`, `doBackOff`: it counts stops by probes like crashes.
 */
export const restartsOutliveOutage: ContainerRule = {
  id: "restarts-outlive-outage",
  title: "A container waits in back-off after what stopped it is over",
  level: "info",
  origin: "simulation",
  since: "1.28",
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
        `After ${stops.length} stops by liveness the container waits in a back-off of ${formatDuration(wait.data.delayMs)} and starts only at ${formatSpan(start.at)}, though its next run is well. ` +
        "Ask liveness what this process alone answers, so that an outage elsewhere restarts nothing.",
    },
  ];
}

function isBetween({ tMs }: TimelineEntry, from: TimelineEntry, to: TimelineEntry | undefined): boolean {
  return to !== undefined && from.tMs <= tMs && tMs <= to.tMs;
}
