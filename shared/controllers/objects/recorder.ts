import { addSpans, exactly, type Span } from "../../simulation/index.ts";
import type { WorkloadEntry, WorkloadEntryData, WorkloadEntryKind } from "./model.ts";

/** What something follows from. */
export interface WorkloadCause {
  readonly id: string | undefined;
  readonly tMs: number;
  readonly at: Span;
}

export interface NewEntry {
  readonly kind: WorkloadEntryKind;
  readonly object: string;
  readonly pod?: number | undefined;
  readonly cause: WorkloadCause | undefined;
  readonly since: Span;
  readonly data?: WorkloadEntryData;
}

const noData: WorkloadEntryData = {};

/** The story of a run. */
export class WorkloadRecorder {
  readonly entries: WorkloadEntry[] = [];

  /** Adds an entry; its bounds are those of the cause and the delay, and hold what this run drew. */
  add(tMs: number, { cause, since, kind, object, pod, data = noData }: NewEntry): WorkloadCause {
    const drawnMs = cause === undefined ? since.nominalMs : tMs - cause.tMs;
    const sinceCause = holding(since, drawnMs);
    const at = cause === undefined ? exactly(tMs) : addSpans(cause.at, sinceCause);
    const id = `w${this.entries.length + 1}`;
    this.entries.push({ id, tMs, at, kind, cause: cause?.id, sinceCause, object, pod, data });
    return { id, tMs, at };
  }
}

function holding(span: Span, ms: number): Span {
  if (ms >= span.earliestMs && ms <= span.latestMs) return span;
  const { nominalMs, earliestMs, latestMs } = span;
  return { nominalMs, earliestMs: Math.min(earliestMs, ms), latestMs: Math.max(latestMs, ms) };
}

/** Something that waits for several causes follows from the last of them. */
export function laterOf(left: WorkloadCause | undefined, right: WorkloadCause): WorkloadCause {
  if (left === undefined) return right;
  const last = right.tMs >= left.tMs ? right : left;
  return {
    id: last.id,
    tMs: last.tMs,
    at: {
      nominalMs: Math.max(left.at.nominalMs, right.at.nominalMs),
      earliestMs: Math.max(left.at.earliestMs, right.at.earliestMs),
      latestMs: Math.max(left.at.latestMs, right.at.latestMs),
    },
  };
}
