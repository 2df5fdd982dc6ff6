import { allContainers, type Container, type DefaultedPod } from "../../kubernetes/pod.ts";
import type { Run, Scenario, ScenarioEvent, When } from "../../scenario/model.ts";
import { writtenScript } from "../../scenario/script.ts";
import { endOfEvent } from "../../scenario/shifted.ts";
import type { OutageGroup, OutageWindow } from "./model.ts";

/** More than anybody reads of one pod. */
const outagesMax = 8;

/** The outages that a scenario speaks of and that end before the horizon, in the order of their ends; the first ones where there are many. */
export function outagesIn(
  pod: DefaultedPod,
  scenario: Pick<Scenario, "containers" | "events">,
  horizonMs: number,
): readonly OutageWindow[] {
  const needed = new Set(allContainers(pod).flatMap((container) => needsOf(scenario, container)));
  const found = [
    ...scenario.events.flatMap((event) => outageOfEvent(event, needed) ?? []),
    ...allContainers(pod).flatMap((container) => ownOutages(scenario, container)),
  ];
  const unique = new Map(found.map((outage) => [keyOf(outage), outage]));
  return [...unique.values()]
    .filter(({ untilMs }) => untilMs < horizonMs)
    .toSorted((left, right) => left.untilMs - right.untilMs)
    .slice(0, outagesMax);
}

/** The dependencies without which something in the container goes wrong. */
function needsOf(scenario: Pick<Scenario, "containers">, container: Container): readonly string[] {
  const script = writtenScript({ ...scenario, events: [], expectations: [] }, container);
  const needs = [
    ...(script?.runs ?? []).flatMap(whensOf).flatMap((when) => (when.kind === "away" ? [when.dependency] : [])),
    ...(script?.image?.absences ?? []).flatMap(({ dependency }) => dependency ?? []),
  ];
  return [...new Set(needs)];
}

/** Outages that overlap count as one, which the one that ends last stands for. */
export function overlapping(outages: readonly OutageWindow[]): readonly OutageGroup[] {
  const groups: [OutageWindow, ...OutageWindow[]][] = [];
  let untilMs = -1;
  for (const outage of outages.toSorted((left, right) => left.fromMs - right.fromMs)) {
    const group = groups.at(-1);
    if (group === undefined || outage.fromMs > untilMs) groups.push([outage]);
    else group.push(outage);
    untilMs = Math.max(untilMs, outage.untilMs);
  }
  for (const group of groups) group.sort((left, right) => left.untilMs - right.untilMs);
  return groups;
}

/** Whether something goes wrong with the container because of the outage. */
export function reaches(
  { kind, name }: OutageWindow,
  scenario: Pick<Scenario, "containers">,
  container: Container,
): boolean {
  if (kind === "kubelet" || kind === "node") return true;
  return kind === "dependency" ? needsOf(scenario, container).includes(name) : name === container.name;
}

function outageOfEvent(event: ScenarioEvent, needed: ReadonlySet<string>): OutageWindow | undefined {
  const times = { fromMs: event.atMs, untilMs: endOfEvent(event), isOpen: false };
  switch (event.kind) {
    case "outage":
      if (!needed.has(event.dependency)) return undefined;
      return { kind: "dependency", name: event.dependency, ...times, isOpen: event.ranges?.forMs !== undefined };
    case "kubelet-restart":
      return { kind: "kubelet", name: "", ...times, untilMs: event.atMs + event.downMs };
    case "node-reboot":
      return { kind: "node", name: "", ...times, untilMs: event.atMs + event.downMs };
    default:
      return undefined;
  }
}

/** What goes wrong with the container itself, or with its image, for a time. */
function ownOutages(scenario: Pick<Scenario, "containers">, container: Container): readonly OutageWindow[] {
  const { name } = container;
  const script = writtenScript({ ...scenario, events: [], expectations: [] }, container);
  const images = (script?.image?.absences ?? []).flatMap(({ fromMs, untilMs }): readonly OutageWindow[] =>
    untilMs === undefined ? [] : [{ kind: "image", name, fromMs, untilMs, isOpen: false }],
  );
  const faults = (script?.runs ?? [])
    .flatMap(whensOf)
    .flatMap((when): readonly OutageWindow[] =>
      when.kind === "during"
        ? [{ kind: "container", name, fromMs: when.fromMs, untilMs: when.untilMs, isOpen: false }]
        : [],
    );
  return [...images, ...faults];
}

function whensOf({ phasedEnds, answers, faultWhen }: Run): readonly When[] {
  return [
    ...phasedEnds.map(({ when }) => when),
    ...answers.flatMap(({ when }) => when ?? []),
    ...(faultWhen ? [faultWhen] : []),
  ];
}

function keyOf({ kind, name, fromMs, untilMs }: OutageWindow): string {
  return `${kind} ${fromMs} ${untilMs} ${name}`;
}
