import { addSpans, exactly, type Span, type TimelineEntry } from "../../simulation/index.ts";
import type { JobEntry, JobEntryData, JobEntryKind } from "./model.ts";
import { lastEntry, type RunningJobPod } from "./played-pod.ts";

/** What an entry of a Job follows from: something that the Job did, or something that happened to a pod of it. */
export interface JobCause {
  readonly id: string;
  readonly tMs: number;
  readonly at: Span;
}

interface NewJobEntry {
  readonly kind: JobEntryKind;
  readonly cause: JobCause | undefined;
  readonly since: Span;
  readonly pod?: number | undefined;
  readonly index?: number | undefined;
  readonly data?: JobEntryData;
}

/** Adds an entry at `tMs`; its bounds are those of the cause and the delay, and hold what this run drew. */
export function addEntry(entries: JobEntry[], tMs: number, { cause, since, ...entry }: NewJobEntry): JobCause {
  const drawnMs = cause === undefined ? since.nominalMs : tMs - cause.tMs;
  const sinceCause = {
    nominalMs: since.nominalMs,
    earliestMs: Math.min(since.earliestMs, drawnMs),
    latestMs: Math.max(since.latestMs, drawnMs),
  };
  const at = cause === undefined ? exactly(tMs) : addSpans(cause.at, sinceCause);
  const id = `j${entries.length + 1}`;
  const { kind, pod, index, data = {} } = entry;
  entries.push({ id, tMs, at, kind, cause: cause?.id, sinceCause, pod, index, data });
  return { id, tMs, at };
}

/** The last thing of these kinds that happened to a pod; its creation where there was none. */
export function causeIn(pod: RunningJobPod, nowMs: number, kinds: Parameters<typeof lastEntry>[2]): JobCause {
  const entry = lastEntry(pod, nowMs, kinds);
  if (entry === undefined) return { id: `p${pod.number}/e1`, tMs: pod.createdMs, at: pod.createdAt };
  return {
    id: `p${pod.number}/${entry.id}`,
    tMs: pod.createdMs + entry.tMs,
    at: boundsOf(pod, entry),
  };
}

/** A pod's own timeline takes its creation and its deletion as given; here they have bounds, too. */
function boundsOf({ createdMs, createdAt, deletedMs, deletedAt }: RunningJobPod, { tMs, at }: TimelineEntry): Span {
  if (deletedMs === undefined || deletedAt === undefined || createdMs + tMs <= deletedMs)
    return addSpans(createdAt, at);
  const since = exactly(createdMs - deletedMs);
  return addSpans(deletedAt, addSpans(at, since));
}
