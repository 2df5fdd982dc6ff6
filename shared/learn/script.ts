import { formatScript } from "../scenario/language/format.ts";
import type { ImageBehavior, OpenTime, Run, RunEnd, StopBehavior } from "../scenario/model.ts";
import { middleOf } from "../scenario/ranges.ts";
import { plainRun } from "../scenario/script.ts";
import type { EndSample } from "./ends.ts";
import { measuredOf } from "./measured.ts";
import type { LearnedEnd, LearnedStarts, LearnedStops } from "./model.ts";

/** Runs that are written one by one. */
const runsMax = 8;

/** What a scenario is made of. */
interface LearnedScript {
  readonly starts: LearnedStarts;
  readonly stops: LearnedStops;
  /** Ends of the only container, run after run, from the first; undefined where there are several, or not all are known. */
  readonly inOrder: readonly EndSample[] | undefined;
  /** The end that every run comes to; undefined if they go on. */
  readonly last: LearnedEnd | undefined;
}

const noImage: ImageBehavior | undefined = undefined;

/** What was measured, as a scenario says it. Undefined if that is nothing. */
export function scriptText({ starts, stops, inOrder, last }: LearnedScript): string | undefined {
  const base: Run = { ...plainRun, ...startOf(starts.measured), stop: stopOf(stops) };
  const lastRun = last === undefined ? base : { ...base, end: endOf(last, last.lengths) };
  const runs =
    inOrder === undefined || inOrder.length === 0 || inOrder.length > runsMax
      ? [lastRun]
      : [...groupsOf(inOrder).map((group) => ({ ...base, ...group })), ...(last === undefined ? [base] : [])];
  const text = formatScript({ runs, image: noImage });
  return text === "runs" ? undefined : text;
}

function startOf(range: OpenTime | undefined): Pick<Run, "startsInMs" | "ranges"> {
  if (range === undefined) return { startsInMs: 0 };
  const { minMs, maxMs } = range;
  return minMs === maxMs
    ? { startsInMs: maxMs }
    : { startsInMs: middleOf(range), ranges: { startsInMs: { minMs, maxMs } } };
}

/** How long a stop takes that was cut off is not known. */
function stopOf({ measured, cutOff, exitCode }: LearnedStops): StopBehavior {
  if (measured === undefined || cutOff > 0) return plainRun.stop;
  const { minMs, maxMs } = measured;
  const range = { minMs, maxMs };
  return {
    kind: "stops",
    exitCode: exitCode ?? 143,
    inMs: middleOf(range),
    ...(minMs < maxMs && { ranges: { inMs: range } }),
  };
}

function endOf(end: Pick<LearnedEnd, "exitCode" | "reason">, { minMs, maxMs }: OpenTime): RunEnd {
  const { exitCode, reason } = end;
  const range = { minMs, maxMs };
  return { exitCode, reason, afterMs: middleOf(range), ...(minMs < maxMs && { ranges: { afterMs: range } }) };
}

/** Runs that end alike and follow one another are one that is repeated. */
function groupsOf(ends: readonly EndSample[]): readonly Pick<Run, "end" | "times">[] {
  const groups: EndSample[][] = [];
  for (const end of ends) {
    const group = groups.at(-1);
    const first = group?.[0];
    const isAlike =
      first?.exitCode === end.exitCode &&
      first.reason === end.reason &&
      group?.every((each) => each.lowMs <= end.highMs && end.lowMs <= each.highMs);
    if (group !== undefined && isAlike) group.push(end);
    else groups.push([end]);
  }
  return groups.flatMap((group) => {
    const [first] = group;
    const lengths = measuredOf(group);
    return first === undefined || lengths === undefined ? [] : [{ end: endOf(first, lengths), times: group.length }];
  });
}
