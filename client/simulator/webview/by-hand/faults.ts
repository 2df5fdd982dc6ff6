import { wholeSecond } from "../../../../shared/drawing/lanes/moments.ts";
import { allContainers, type ProbeType } from "../../../../shared/kubernetes/pod.ts";
import type { Setup } from "../../../../shared/protocol/pod/setup.ts";
import { formatEvent } from "../../../../shared/scenario/language/format.ts";
import { parseScenario, textsOfLines } from "../../../../shared/scenario/language/parse.ts";
import type { Fault, ScenarioEvent } from "../../../../shared/scenario/model.ts";
import { attemptAt } from "../../../../shared/simulation/timeline/attempt-at.ts";
import type { TimelineEntry } from "../../../../shared/simulation/timeline/timeline.ts";
import type { Model } from "../model/model.ts";
import { entryOfFault } from "../run/fault-entries.ts";
import type { PanelRun } from "../run/run.ts";
import { linesOf } from "../scenario/scenario-rows.ts";

/** A line of the scenario that has something go wrong in a container at a moment: `at 5m app: hangs for 40s`. */
export type FaultEvent = ScenarioEvent & { readonly kind: "container-fault" };

export interface PlacedFault {
  /** Its place among the lines of the scenario. */
  readonly line: number;
  readonly event: FaultEvent;
  /** When it is over: what lasts until the container is killed ends with that run. */
  readonly untilMs: number;
  /** It waits for the next start: the container does not run at its moment. */
  readonly waits: boolean;
}

type Played = Pick<Model, "run" | "setup">;

const known = new WeakMap<PanelRun, readonly PlacedFault[]>();

/** What the scenario injects, in the order of its lines. Asked at each drawing, worked out once for each run. */
export function faultsOf(model: Played): readonly PlacedFault[] {
  const faults = known.get(model.run) ?? readFaults(model);
  known.set(model.run, faults);
  return faults;
}

function readFaults({ run, setup }: Played): readonly PlacedFault[] {
  if (!run.scenario.events.some(({ kind }) => kind === "container-fault")) return [];
  const containers = allContainers(run.pod);
  return linesOf({ run, setup }).flatMap((line, index): readonly PlacedFault[] => {
    const { events } = parseScenario(textsOfLines([line]), containers).scenario;
    const [event] = events;
    return events.length === 1 && event?.kind === "container-fault" ? [placed(run, event, index)] : [];
  });
}

function placed(run: PanelRun, event: FaultEvent, line: number): PlacedFault {
  const { atMs, container, fault } = event;
  const { sinceStartMs } = attemptAt(run.timeline.entries, container, atMs - 1);
  const waits = sinceStartMs === 0 && fault.kind !== "image-missing";
  const lastsMs = lengthOf(fault);
  const untilMs = lastsMs === undefined ? endOf(run, event) : atMs + lastsMs;
  return { line, event, untilMs, waits };
}

/** Undefined: until the container is killed, or at once. */
export function lengthOf(fault: Fault): number | undefined {
  return fault.kind === "hang" || fault.kind === "slow" ? fault.forMs : undefined;
}

/** Whether it has a length that can be dragged. */
export function lasts({ kind }: Fault): boolean {
  return kind === "hang" || kind === "slow";
}

function endOf({ timeline }: PanelRun, { atMs, container, fault }: FaultEvent): number {
  if (!lasts(fault)) return atMs;
  const exit = timeline.entries.find(
    (entry) => entry.kind === "container-exited" && entry.container === container && entry.tMs >= atMs,
  );
  return exit?.tMs ?? timeline.untilMs;
}

/** The entry in which it shows. */
export function effectOf(run: PanelRun, { atMs, container, fault }: FaultEvent): TimelineEntry | undefined {
  // At that instant it may have ended the attempt already.
  const place = attemptAt(run.timeline.entries, container, atMs - 1);
  return entryOfFault(run, container, fault, { ...place, tMs: atMs });
}

/** How long after its beginning a probe has the container stopped for it; undefined if it comes through. */
export function killAfterMs({ timeline }: PanelRun, { event, untilMs }: PlacedFault): number | undefined {
  const { atMs, container, fault } = event;
  const target = "target" in fault ? fault.target : undefined;
  const isMeant = (probe: ProbeType | undefined): boolean =>
    probe !== undefined && (target?.kind !== "probe" || target.type === probe);
  const kill = timeline.entries.find(
    ({ kind, container: of, tMs, data }) =>
      kind === "container-stopping" && of === container && isMeant(data.probe) && tMs >= atMs,
  );
  return kill === undefined || kill.tMs > untilMs + answerMs ? undefined : kill.tMs - atMs;
}

/** The answer that a fault spoils may come a moment after it. */
const answerMs = 2000;

/** Written behind the others, in whole seconds as a person would write it. */
export function withFault(model: Played, event: FaultEvent): Setup {
  const text = formatEvent({ ...event, atMs: wholeSecond(event.atMs) });
  return { ...model.setup, lines: [...linesOf(model).filter((line) => line.text !== ""), { text }] };
}

export function withoutFault(model: Played, { line }: PlacedFault): Setup {
  return { ...model.setup, lines: linesOf(model).filter((_, index) => index !== line) };
}

/** The same one at another moment, or with another length. */
export function withMoved(model: Played, { line }: PlacedFault, event: FaultEvent): Setup {
  const text = formatEvent(event);
  return { ...model.setup, lines: linesOf(model).map((each, index) => (index === line ? { text } : each)) };
}

const shortestMs = 1000;

/** Moved as a whole, within the run. */
export function movedTo({ event }: PlacedFault, atMs: number, untilMs: number): FaultEvent {
  return { ...event, atMs: Math.min(Math.max(atMs, 0), untilMs) };
}

/** With another end; the start stays, and so does a second of it. */
export function endingAt({ event }: PlacedFault, endMs: number): FaultEvent {
  const { fault } = event;
  if (fault.kind !== "hang" && fault.kind !== "slow") return event;
  return { ...event, fault: { ...fault, forMs: Math.max(endMs - event.atMs, shortestMs) } };
}

/** With another start; the end stays. */
export function startingAt({ event, untilMs }: PlacedFault, startMs: number): FaultEvent {
  const atMs = Math.min(Math.max(startMs, 0), untilMs - shortestMs);
  const { fault } = event;
  if ((fault.kind !== "hang" && fault.kind !== "slow") || fault.forMs === undefined) return { ...event, atMs };
  return { ...event, atMs, fault: { ...fault, forMs: untilMs - atMs } };
}
