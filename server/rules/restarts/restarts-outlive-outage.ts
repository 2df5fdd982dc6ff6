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
 * Each restart during an outage doubles the container's back-off: 10s, 20s, 40s and so on, up to five minutes.
 * When the outage is over, the container still waits.
 * The rule needs a scenario with the outage, such as `at 5m database is away for 4m` and `needs database`, or one whose last run is
 * healthy and whose earlier runs fail liveness: `fails liveness after 30s x5, then runs`.
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
 * A program that exits without its database waits in the back-off, too. Let it try again by itself.
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
  return [...afterKills(subject), ...afterOutage(subject)];
}

/** The first outage that a container outlives waiting, though it would run again. */
function afterOutage(subject: ContainerSubject): readonly ContainerHit[] {
  const { container, isCertain } = subject;
  if (!isCertain(["restartPolicy"])) return [];
  const needs = runsOf(subject).some(({ phasedEnds }) => phasedEnds.some(({ when }) => when.kind === "away"));
  const timeline = needs ? timelineOf(subject) : undefined;
  if (timeline === undefined) return [];
  const starts = entriesOf(timeline, container, "container-started");
  const backOffs = entriesOf(timeline, container, "back-off-started");
  for (const over of timeline.entries) {
    // What begins has no cause, its end has.
    const { dependency } = over.data;
    if (over.kind !== "note" || dependency === undefined || over.cause === undefined) continue;
    const wait = backOffs.findLast(({ tMs }) => tMs <= over.tMs);
    const start = starts.find(({ tMs }) => tMs > over.tMs);
    const isWaiting = wait !== undefined && !starts.some(({ tMs }) => tMs > wait.tMs && tMs <= over.tMs);
    if (!isWaiting || start === undefined || start.tMs - over.tMs < noticeableMs) continue;
    return [
      {
        path: container.path,
        on: "key",
        message:
          `When ${dependency} is back at ${formatDuration(over.tMs)}, the container still waits in a back-off of ${formatDuration(wait.data.delayMs ?? 0)}: it restarts only at ${formatSpan(start.at)}. ` +
          `Let the program wait for ${dependency} and try again instead of exiting.`,
      },
    ];
  }
  return [];
}

function afterKills(subject: ContainerSubject): readonly ContainerHit[] {
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
