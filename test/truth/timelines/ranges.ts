import { addSpans, exactly, type Span } from "../../../shared/basics/span.ts";
import type { TimelineEntry } from "../../../shared/simulation/index.ts";
import type { RecordedRun } from "./recording.ts";

/** When a recorded start or end of a container was possible after the start or end that it follows from, in ms since the pod's creation. */
export interface RecordedRange {
  readonly what: string;
  readonly tMs: number;
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** How far outside of its range a moment may lie, as for all facts of a recording. */
const toleranceMs = 300;

/** Whether every image was on the node: the kubelet asked for none. */
export function hasImages({ entries }: RecordedRun): boolean {
  return !entries.some((entry) => entry.kind === "event" && entry.reason === "Pulling");
}

/**
 * The ranges of all starts and ends of an explained run: `entries` is the engine's run that does what was recorded, in the same order
 * for each container.
 */
export function rangesOf(
  run: RecordedRun,
  shiftMs: number,
  entries: readonly TimelineEntry[],
): readonly RecordedRange[] {
  const recordedMs = recordedTimes(run, shiftMs);
  const counts = new Map<string, number>();
  const timesMs = new Map<TimelineEntry, number>();
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return entries.flatMap((entry) => {
    const what = momentOf(entry);
    if (what === undefined) return [];
    const count = counts.get(what) ?? 0;
    counts.set(what, count + 1);
    const tMs = recordedMs.get(what)?.[count];
    if (tMs === undefined) return [];
    timesMs.set(entry, tMs);
    const { from, span } = wayTo(entry, byId);
    const fromMs = from === undefined ? 0 : timesMs.get(from);
    return fromMs === undefined
      ? []
      : { what, tMs, earliestMs: fromMs + span.earliestMs, latestMs: fromMs + span.latestMs };
  });
}

export function isHeld({ tMs, earliestMs, latestMs }: RecordedRange): boolean {
  return tMs >= earliestMs - toleranceMs && tMs <= latestMs + toleranceMs;
}

/** How wide a range is, as a share of the time that it speaks of. */
export function relativeWidth({ tMs, earliestMs, latestMs }: RecordedRange): number {
  return (latestMs - earliestMs) / Math.max(1, tMs);
}

/** The starts and ends that the runtime reported, by container. */
function recordedTimes({ entries }: RecordedRun, shiftMs: number): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>();
  for (const entry of entries) {
    if (entry.kind !== "cri" || (entry.op !== "started" && entry.op !== "exited")) continue;
    const what = `container-${entry.op} ${entry.container}`;
    const known = times.get(what) ?? [];
    known.push(entry.tMs + shiftMs);
    times.set(what, known);
  }
  return times;
}

function momentOf({ kind, container }: TimelineEntry): string | undefined {
  return kind === "container-started" || kind === "container-exited" ? `${kind} ${container}` : undefined;
}

/** Back along the causes to the start or end that it follows from; else to the pod's creation, or to what was done from outside. */
function wayTo(
  entry: TimelineEntry,
  byId: ReadonlyMap<string, TimelineEntry>,
): { readonly from: TimelineEntry | undefined; readonly span: Span } {
  let span = exactly(0);
  let at = entry;
  for (;;) {
    const cause = byId.get(at.cause ?? "");
    if (cause === undefined) return { from: undefined, span: addSpans(at.at, span) };
    span = addSpans(at.sinceCause, span);
    if (momentOf(cause) !== undefined) return { from: cause, span };
    at = cause;
  }
}
