import { allContainers, type Container, type DefaultedPod, probeField, probeTypes } from "../../kubernetes/pod.ts";
import type { KubernetesEvent, Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import { containerLane } from "./container-lane.ts";
import { jobLane } from "./job-lane.ts";
import type { Bar, Lane, Mark } from "./model.ts";
import { conditionLanes, podLane } from "./pod-lanes.ts";

/** The rows of a run in the order of the picture: Ready, its Job, the pod's phase, each container with its probes, other conditions, events. */
export function lanesOf(timeline: Timeline, pod: DefaultedPod): Lane[] {
  const byContainer = entriesByContainer(timeline.entries);
  const ofPod = byContainer.get(undefined) ?? [];
  const containers = allContainers(pod).flatMap((container) => [
    containerLane(container, byContainer.get(container.name) ?? [], timeline),
    ...probeLanes(container, byContainer.get(container.name) ?? []),
  ]);
  const { ready, others } = conditionLanes(ofPod, timeline);
  const job = jobLane(ofPod, timeline);
  const ofJob = job === undefined ? [] : [job];
  return [ready, ...ofJob, podLane(ofPod, timeline), others, ...containers, eventLane(timeline.events)];
}

/** Kubernetes events are no entries; this names the n-th of a timeline where an entry's id is expected. */
export function eventId(index: number): string {
  return `event${index}`;
}

/** The index behind `eventId`, which may have a prefix before a dash; undefined for the id of an entry. */
export function eventIndex(id: string): number | undefined {
  const digits = /(?:^|-)event(\d+)$/.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function entriesByContainer(entries: readonly TimelineEntry[]): Map<string | undefined, TimelineEntry[]> {
  const groups = new Map<string | undefined, TimelineEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.container);
    if (group === undefined) groups.set(entry.container, [entry]);
    else group.push(entry);
  }
  return groups;
}

function probeLanes(container: Container, entries: readonly TimelineEntry[]): Lane[] {
  return probeTypes
    .filter((type) => container.probes[type] !== undefined)
    .map((type) => ({
      id: `probe:${container.name}:${type}`,
      kind: "probe",
      label: type,
      note: "",
      path: [...container.path, probeField(type)],
      bars: noBars,
      marks: probeMarks(entries.filter((entry) => entry.data.probe === type)),
    }));
}

const noBars: readonly Bar[] = [];

/** A probe that cannot be run at all is no failure: the kubelet does not count it. */
const attemptKinds = {
  success: "attempt-success",
  failure: "attempt-failure",
  timeout: "attempt-failure",
  error: "attempt-error",
} as const;

function probeMarks(entries: readonly TimelineEntry[]): Mark[] {
  return entries.flatMap(({ id, tMs, kind, data }): Mark[] => {
    const answer = data.answer ?? "failure";
    if (kind === "probe-attempt") return [{ kind: attemptKinds[answer], tMs, label: "", ids: [id] }];
    if (kind !== "probe-result") return [];
    return [{ kind: answer === "success" ? "result-success" : "result-failure", tMs, label: "", ids: [id] }];
  });
}

function eventLane(events: readonly KubernetesEvent[]): Lane {
  const marks = events.map(
    (event, index): Mark => ({
      kind: event.type === "Warning" ? "event-warning" : "event-normal",
      tMs: event.tMs,
      label: event.reason,
      ids: [eventId(index)],
    }),
  );
  return { id: "events", kind: "events", label: "events", note: "", path: undefined, bars: noBars, marks };
}
