import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import type { OutageWindow } from "../../../shared/forecast/outage/model.ts";
import { outagesIn } from "../../../shared/forecast/outage/outages.ts";
import type { Container, ProbeType } from "../../../shared/kubernetes/pod.ts";
import { hasPhases } from "../../../shared/scenario/phases.ts";
import { scriptOf } from "../../../shared/scenario/script.ts";
import type { Timeline, TimelineEntry } from "../../../shared/simulation/timeline/timeline.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";
import type { ContainerHit, ContainerRule } from "../core/model.ts";
import { isProbeCertain } from "../support/certain.ts";
import { entriesOf, probeStops, runsOf, timelineOf } from "../support/story.ts";

/** A wait in which nothing is wrong any more is worth a word from here on. */
const noticeableMs = 30_000;

/**
 * Each restart during an outage doubles the container's back-off: 10s, 20s, 40s and so on, up to five minutes.
 * When the outage is over, the container still waits.
 * The rule needs a scenario with the outage: `at 5m database is away for 4m` and `needs database` or `fails liveness while database
 * is away`, `crashes until 4m`, `image missing until 10m`, or one whose last run is healthy and whose earlier runs fail liveness: `fails liveness after 30s x5,
 * then runs`. `forecast` plays what makes the wait shorter.
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
 * Pulls of an image that is missing have a back-off of their own. A new pod pulls without it.
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
  const after = afterOutage(subject);
  return after.length > 0 ? after : afterKills(subject);
}

/** The first outage that a container outlives waiting, though it would run again. */
function afterOutage(subject: ContainerSubject): readonly ContainerHit[] {
  const { pod, container, isCertain } = subject;
  const isImageAway = scriptOf(pod.scenario.scenario, container).image?.absences.some(
    ({ untilMs }) => untilMs !== undefined,
  );
  if (!isCertain(["restartPolicy"]) || !(runsOf(subject).some(hasPhases) || isImageAway)) return [];
  const timeline = timelineOf(subject);
  if (timeline === undefined) return [];
  const outages = outagesIn(pod.pod, pod.scenario.scenario, timeline.untilMs).filter(
    ({ kind, name }) =>
      kind === "dependency" || ((kind === "container" || kind === "image") && name === container.name),
  );
  for (const outage of outages) {
    const overMs = overIn(timeline, outage);
    if (outage.kind === "image") {
      const pull = pullAfter(timeline, container, overMs);
      if (pull === undefined || pull.tMs - overMs < noticeableMs) continue;
      return [{ path: container.path, on: "key", message: imageMessageOf(overMs, pull) }];
    }
    const wait = waitAt(timeline, container, overMs);
    if (wait === undefined || wait.start.tMs - overMs < noticeableMs) continue;
    const probe = killingProbe(timeline, container, wait.backOff.tMs);
    if (probe !== undefined && !isProbeCertain(subject, probe)) continue;
    return [{ path: container.path, on: "key", message: messageOf(outage, { overMs, ...wait, probe }) }];
  }
  return [];
}

/** What begins has no cause, its end has. Other outages end as the scenario says. */
function overIn({ entries }: Timeline, { kind, name, fromMs, untilMs }: OutageWindow): number {
  if (kind !== "dependency") return untilMs;
  const over = entries.find((entry) => {
    const isEnd = entry.kind === "note" && entry.data.dependency === name && entry.cause !== undefined;
    return isEnd && entry.tMs > fromMs;
  });
  return over?.tMs ?? untilMs;
}

interface Wait {
  readonly backOff: TimelineEntry;
  readonly start: TimelineEntry;
}

/** The back-off that the container is in, and the start that follows it. */
function waitAt(timeline: Timeline, container: Container, tMs: number): Wait | undefined {
  const starts = entriesOf(timeline, container, "container-started");
  const backOff = entriesOf(timeline, container, "back-off-started").findLast((entry) => entry.tMs <= tMs);
  const start = starts.find((entry) => entry.tMs > tMs);
  if (backOff === undefined || start === undefined) return undefined;
  return starts.some((entry) => entry.tMs > backOff.tMs && entry.tMs <= tMs) ? undefined : { backOff, start };
}

/** The next try to pull, if the last one before has failed. */
function pullAfter(timeline: Timeline, container: Container, tMs: number): TimelineEntry | undefined {
  const hasFailed = entriesOf(timeline, container, "image-pull-failed").some((entry) => entry.tMs <= tMs);
  return hasFailed ? entriesOf(timeline, container, "image-pulling").find((entry) => entry.tMs > tMs) : undefined;
}

function imageMessageOf(overMs: number, pull: TimelineEntry): string {
  return `When the image is there at ${formatDuration(overMs)}, the container still waits in the back-off of its pulls: the next pull is at ${formatSpan(pull.at)}. Delete the pod once the image is there: a new one pulls immediately.`;
}

/** The probe that had ended the run before the wait. */
function killingProbe(timeline: Timeline, container: Container, beforeMs: number): ProbeType | undefined {
  const exit = entriesOf(timeline, container, "container-exited").findLast(({ tMs }) => tMs <= beforeMs);
  const stop = entriesOf(timeline, container, "container-stopping").findLast(({ tMs }) => tMs <= beforeMs);
  return stop !== undefined && stop.run === exit?.run ? stop.data.probe : undefined;
}

function messageOf(
  { kind, name }: OutageWindow,
  { overMs, backOff, start, probe }: Wait & { readonly overMs: number; readonly probe: ProbeType | undefined },
): string {
  const over = kind === "dependency" ? `${name} is back` : "the fault is over";
  const advice =
    probe === undefined
      ? `Let the program wait${kind === "dependency" ? ` for ${name}` : ""} and try again instead of exiting.`
      : `Let ${probe} check only this process, so that an outage elsewhere restarts nothing.`;
  return `When ${over} at ${formatDuration(overMs)}, the container still waits in a back-off of ${formatDuration(backOff.data.delayMs ?? 0)}: it restarts only at ${formatSpan(start.at)}. ${advice}`;
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
