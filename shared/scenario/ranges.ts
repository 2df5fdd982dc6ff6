import { exactly, type Span } from "../basics/span.ts";
import type { OpenTime, Ranged, Run } from "./model.ts";

/** Chooses a time of a range. */
type Choose = (range: OpenTime) => number;

/** Exact timing takes this one. */
export function middleOf({ minMs, maxMs }: OpenTime): number {
  return Math.round((minMs + maxMs) / 2);
}

/** A run with a time for each of its ranges. It still says what was open, for the bounds of what follows. */
export function chosenRun(run: Run, choose: Choose): Run {
  if (!isOpen(run)) return run;
  return {
    ...chosen(run, choose),
    end: run.end && chosen(run.end, choose),
    phasedEnds: run.phasedEnds.map((end) => chosen(end, choose)),
    answers: run.answers.map((window) => chosen(window, choose)),
    stop: run.stop.kind === "stops" ? chosen(run.stop, choose) : run.stop,
  };
}

/** The run that takes longest of all that it can be: what must not be too short for it is long enough for each. */
export function longestRun(run: Run): Run {
  return chosenRun(run, ({ maxMs }) => maxMs);
}

export function isOpen({ ranges, end, phasedEnds, answers, stop }: Run): boolean {
  return (
    ranges !== undefined ||
    end?.ranges !== undefined ||
    (stop.kind === "stops" && stop.ranges !== undefined) ||
    [...phasedEnds, ...answers].some((part) => part.ranges !== undefined)
  );
}

/** A time as a step from a cause to what follows: exact, unless it is open. */
export function stepOf(nominalMs: number, range: OpenTime | undefined): Span {
  return range === undefined ? exactly(nominalMs) : { nominalMs, earliestMs: range.minMs, latestMs: range.maxMs };
}

/** How long the start of a run takes, for another run that starts so. */
export function startOfRun({ startsInMs, ranges }: Run): Pick<Run, "startsInMs" | "ranges"> {
  return { startsInMs, ...(ranges?.startsInMs && { ranges: { startsInMs: ranges.startsInMs } }) };
}

/** How long the slowest start of some runs takes; both ends are one where nothing is open. Nothing is written: 0. */
export function slowestStart(runs: readonly Run[]): OpenTime {
  const starts = runs.map(({ startsInMs, ranges }) => ranges?.startsInMs ?? { minMs: startsInMs, maxMs: startsInMs });
  const latestMs = Math.max(0, ...starts.map(({ maxMs }) => maxMs));
  return starts.findLast(({ maxMs }) => maxMs === latestMs) ?? { minMs: 0, maxMs: 0 };
}

/** A run whose start takes another time. */
export function startingIn(run: Run, startsInMs: number): Run {
  const { startsInMs: _open, ...others } = run.ranges ?? {};
  const { ranges: _ranges, ...exact } = run;
  return { ...exact, startsInMs, ...(Object.keys(others).length > 0 && { ranges: others }) };
}

function chosen<Part extends Ranged<string>>(part: Part, choose: Choose): Part {
  if (part.ranges === undefined) return part;
  const times = Object.entries(part.ranges).map(([field, range]) => [field, range && choose(range)]);
  return { ...part, ...Object.fromEntries(times) };
}
