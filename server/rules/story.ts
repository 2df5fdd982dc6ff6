import type { Container, ProbeType } from "../../shared/kubernetes/pod.ts";
import type { AnswerWindow, Run } from "../../shared/scenario/model.ts";
import { plainRun, scriptOf } from "../../shared/scenario/script.ts";
import type { EntryKind, Timeline, TimelineEntry } from "../../shared/simulation/timeline.ts";
import type { ContainerSubject } from "./subject.ts";

/** What the scenario says that the container does. Empty: it does not speak of it. */
export function runsOf({ pod, container }: ContainerSubject): readonly Run[] {
  const { scenario } = pod.scenario;
  return Object.hasOwn(scenario.containers, container.name) ? scriptOf(scenario, container).runs : [];
}

/** The first run of the scenario, without its own end; a container of which it does not speak answers at once. */
export function firstRunOf(subject: ContainerSubject): Run {
  return runsOf(subject)[0] ?? plainRun;
}

/** What the scenario makes of the pod. Ask only where it speaks of the container: the answer costs a run of the engine. */
export function timelineOf({ pod }: ContainerSubject): Timeline | undefined {
  return pod.forecast()?.timeline;
}

export function entriesOf(timeline: Timeline, container: Container, kind: EntryKind): readonly TimelineEntry[] {
  return timeline.entries.filter((entry) => entry.kind === kind && entry.container === container.name);
}

/** Each time that a failed probe of this type stopped the container. */
export function probeStops(timeline: Timeline, container: Container, type: ProbeType): readonly TimelineEntry[] {
  return entriesOf(timeline, container, "container-stopping").filter(({ data }) => data.probe === type);
}

/** What the scenario says of the answers to a probe of this type. */
export function windowsOf(run: Run, type: ProbeType): readonly AnswerWindow[] {
  return run.answers.filter(({ target }) => {
    return target === undefined || (target.kind === "probe" && target.type === type);
  });
}

/** From the start of the run, and without end. */
export function isWholeRun({ afterMs, forMs }: AnswerWindow): boolean {
  return afterMs === 0 && forMs === undefined;
}
