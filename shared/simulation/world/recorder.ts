import type { Path } from "../../basics/path.ts";
import { addSpans, exactly, type Span } from "../../basics/span.ts";
import type { SimulationInput } from "../timeline/input.ts";
import { isTrue } from "../timeline/pod-conditions.ts";
import type {
  Counts,
  EntryData,
  EntryKind,
  KubernetesEvent,
  PodStatus,
  PublishedStatus,
  Recording,
  TimelineEntry,
  WatchedEntry,
} from "../timeline/timeline.ts";

/**
 * A point that others can follow from: the entry's id, its time in this run, and when it could have been at all.
 * Where nobody receives entries, only the time is known.
 */
export interface Moment {
  readonly id: string;
  readonly tMs: number;
  readonly at: Span;
}

interface NewEntry {
  readonly kind: EntryKind;
  readonly cause: Moment | undefined;
  readonly since: Span;
  /** When this can happen at all, where it needs more than its cause. */
  readonly at?: Span | undefined;
  readonly container?: string | undefined;
  readonly run?: number | undefined;
  readonly attempt?: number | undefined;
  readonly restartCount?: number | undefined;
  readonly path?: Path;
  readonly data?: EntryData | undefined;
}

const noPath: Path = [];
const noData: EntryData = {};
const noId = "";
const notKept = exactly(Number.NaN);

/** Keeps what the run is asked to keep, and counts the rest. */
export class Recorder {
  entries: TimelineEntry[] = [];
  statuses: PublishedStatus[] = [];
  events: KubernetesEvent[] = [];
  restarts: Record<string, number> = {};
  entryCount = 0;
  eventCount = 0;
  statusWrites = 0;
  probeKills = 0;
  readyMs = 0;
  #readySinceMs: number | undefined;
  readonly #recording: Recording;
  readonly #watch: ((entry: WatchedEntry) => void) | undefined;

  constructor({ recording, watch }: Pick<SimulationInput, "recording" | "watch">) {
    this.#recording = recording;
    this.#watch = watch;
  }

  get keepsEntries(): boolean {
    return this.#recording !== "counts";
  }

  /** Of probes that go on to succeed, too. */
  get keepsAttempts(): boolean {
    return this.keepsEntries && this.#recording !== "changes";
  }

  /** Adds an entry at `tMs`. The bounds are those of what it needs plus the delay; they always hold what this run drew. */
  add(tMs: number, entry: NewEntry): Moment {
    this.entryCount += 1;
    const watch = this.#watch;
    if (watch === undefined && !this.keepsEntries) return { id: noId, tMs, at: notKept };
    const since = holding(entry.since, entry.cause === undefined ? entry.since.nominalMs : tMs - entry.cause.tMs);
    const at = holding(entry.at ?? (entry.cause === undefined ? exactly(tMs) : addSpans(entry.cause.at, since)), tMs);
    watch?.(watched(tMs, at, entry));
    if (!this.keepsEntries) return { id: noId, tMs, at };
    const added = describe({ id: `e${this.entryCount}`, tMs, at }, entry, since);
    this.entries.push(added);
    return added;
  }

  /** Says what became of something that was under way. */
  amend({ id }: Moment, data: EntryData): void {
    if (!this.keepsEntries) return;
    const index = Number(id.slice(1)) - 1;
    const entry = this.entries[index];
    if (entry !== undefined) this.entries[index] = { ...entry, data };
  }

  /** What puts back all that is recorded now. */
  save(): () => void {
    const { entries, statuses, events, restarts, entryCount, eventCount, statusWrites, probeKills, readyMs } = this;
    const lists = { entries: [...entries], statuses: [...statuses], events: [...events], restarts: { ...restarts } };
    const readySinceMs = this.#readySinceMs;
    return () => {
      this.entries = [...lists.entries];
      this.statuses = [...lists.statuses];
      this.events = [...lists.events];
      this.restarts = { ...lists.restarts };
      Object.assign(this, { entryCount, eventCount, statusWrites, probeKills, readyMs });
      this.#readySinceMs = readySinceMs;
    };
  }

  event(event: KubernetesEvent): void {
    this.eventCount += 1;
    if (this.keepsEntries) this.events.push(event);
  }

  status(tMs: number, status: PodStatus): void {
    this.statusWrites += 1;
    if (this.#recording === "statuses") this.statuses.push({ tMs, status });
    if (!isTrue(status.conditions, "Ready")) this.endReady(tMs);
    else this.#readySinceMs ??= tMs;
  }

  /** From now on the pod is not ready, or is no more. */
  endReady(tMs: number): void {
    if (this.#readySinceMs !== undefined) this.readyMs += tMs - this.#readySinceMs;
    this.#readySinceMs = undefined;
  }

  counts(nowMs: number): Counts {
    const openMs = this.#readySinceMs === undefined ? 0 : nowMs - this.#readySinceMs;
    return {
      entries: this.entryCount,
      restarts: { ...this.restarts },
      probeKills: this.probeKills,
      statusWrites: this.statusWrites,
      events: this.eventCount,
      readyMs: this.readyMs + openMs,
    };
  }
}

function watched(tMs: number, at: Span, { kind, container, run, data = noData }: NewEntry): WatchedEntry {
  return { tMs, at, kind, container, run, data };
}

/** Field by field: what is spread together from two objects, engines keep as a table, which is slower and larger. */
function describe({ id, tMs, at }: Moment, entry: NewEntry, sinceCause: Span): TimelineEntry {
  return {
    id,
    tMs,
    at,
    kind: entry.kind,
    cause: entry.cause?.id,
    sinceCause,
    container: entry.container,
    run: entry.run,
    attempt: entry.attempt,
    restartCount: entry.restartCount,
    path: entry.path ?? noPath,
    data: entry.data ?? noData,
  };
}

function holding(span: Span, ms: number): Span {
  if (ms >= span.earliestMs && ms <= span.latestMs) return span;
  return {
    nominalMs: span.nominalMs,
    earliestMs: Math.min(span.earliestMs, ms),
    latestMs: Math.max(span.latestMs, ms),
  };
}
