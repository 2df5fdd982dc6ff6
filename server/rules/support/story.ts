import { type Container, type ProbeType, probeTypes } from "../../../shared/kubernetes/pod.ts";
import type { AnswerWindow, Run } from "../../../shared/scenario/model.ts";
import { longestRun } from "../../../shared/scenario/ranges.ts";
import { hasOwnScript, plainRun, scriptOf } from "../../../shared/scenario/script.ts";
import type { EntryKind, Timeline, TimelineEntry } from "../../../shared/simulation/timeline/timeline.ts";
import type { ContainerSubject } from "../../analysis/subject.ts";

/** The runs of the container in the scenario, or by its command, with the longest time of each range. Empty: neither describes it. */
export function runsOf({ pod, container }: ContainerSubject): readonly Run[] {
  const { scenario } = pod.scenario;
  return hasOwnScript(scenario, container) ? scriptOf(scenario, container).runs.map(longestRun) : [];
}

/** The probes to look at where a scenario describes the container; none without one. */
export function probesInScenario(subject: ContainerSubject): readonly ProbeType[] {
  return runsOf(subject).length === 0 ? [] : probeTypes;
}

/** The first run of the scenario, without its end; a container without a scenario responds immediately. */
export function firstRunOf(subject: ContainerSubject): Run {
  return runsOf(subject)[0] ?? plainRun;
}

/** The timeline of the scenario. Call it only if the scenario describes the container, because it costs a simulation. */
export function timelineOf({ pod }: ContainerSubject): Timeline | undefined {
  return pod.forecast()?.timeline;
}

export function entriesOf(timeline: Timeline, container: Container, kind: EntryKind): readonly TimelineEntry[] {
  return timeline.entries.filter((entry) => entry.kind === kind && entry.container === container.name);
}

/** Each kill after a failed probe of this type. */
export function probeStops(timeline: Timeline, container: Container, type: ProbeType): readonly TimelineEntry[] {
  return entriesOf(timeline, container, "container-stopping").filter(({ data }) => data.probe === type);
}

/** How the container responds to probes of this type in the scenario. */
export function windowsOf(run: Run, type: ProbeType): readonly AnswerWindow[] {
  return run.answers.filter(({ target }) => {
    return target === undefined || (target.kind === "probe" && target.type === type);
  });
}

/** From the start of the run, and without end. */
export function isWholeRun({ afterMs, forMs, when, everyMs }: AnswerWindow): boolean {
  return afterMs === 0 && forMs === undefined && when === undefined && everyMs === undefined;
}
