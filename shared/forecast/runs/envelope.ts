import { type PlayInput, play } from "../../controllers/job/play.ts";
import type { ProbeType } from "../../kubernetes/pod.ts";
import type { EntryKind, Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";

/** The n-th of one kind of thing in several runs. Minimum, median and maximum were sampled, earliest and latest are the bounds. */
export interface EnvelopeEntry {
  readonly kind: EntryKind;
  readonly container: string | undefined;
  readonly run: number | undefined;
  readonly probe: ProbeType | undefined;
  readonly condition: string | undefined;
  readonly nth: number;
  readonly earliestMs: number;
  readonly minMs: number;
  readonly p50Ms: number;
  readonly maxMs: number;
  readonly latestMs: number;
  /** Share of the runs in which it happened. */
  readonly share: number;
}

/** Runs under other seeds, one by one: each may take a part of a second, and others may want to do something in between. */
interface Envelope {
  readonly runs: number;
  /** Plays the n-th run, from 0, each once. */
  play(run: number): void;
  /** Of the runs that were played so far, ordered by median time. */
  result(): readonly EnvelopeEntry[];
}

/** One run under a seed. Undefined where none comes to what was observed: such a seed does not count. */
type PlayRun = (seed: number) => Pick<Timeline, "entries"> | undefined;

/** Plays the seeds `input.seed` … `input.seed + runs − 1`. Ordered by median time. */
export function envelopeOf(input: PlayInput, runs: number): readonly EnvelopeEntry[] {
  const envelope = createEnvelope(input, runs);
  for (let run = 0; run < runs; run += 1) envelope.play(run);
  return envelope.result();
}

/** The same in slices. What `input.recording` says does not count. */
export function createEnvelope(
  input: PlayInput,
  runs: number,
  playRun: PlayRun = (seed) => play({ ...input, seed, recording: "entries" }),
): Envelope {
  const groups = new Map<string, Group>();
  let played = 0;
  return {
    runs,
    play(run) {
      const found = playRun(input.seed + run);
      if (found === undefined) return;
      played += 1;
      addRun(groups, found.entries);
    },
    result: () =>
      [...groups.values()]
        .map((group) => summarize(group, played))
        .toSorted((left, right) => left.p50Ms - right.p50Ms || left.earliestMs - right.earliestMs),
  };
}

/** Attempts of probes come by the thousand and say nothing that their results do not. */
const leftOut: ReadonlySet<EntryKind> = new Set(["probe-attempt", "status-published"]);

/** The same thing in several runs. The entries themselves are not kept: a hundred runs have many. */
interface Group {
  readonly labels: Pick<EnvelopeEntry, "kind" | "container" | "run" | "probe" | "condition" | "nth">;
  readonly timesMs: number[];
  earliestMs: number;
  latestMs: number;
}

function addRun(groups: Map<string, Group>, entries: readonly TimelineEntry[]): void {
  const nths = new Map<string, number>();
  for (const entry of entries) {
    if (leftOut.has(entry.kind) || entry.data.isRoutine === true || entry.data.wasBefore === true) continue;
    const sort = sortOf(entry);
    const nth = (nths.get(sort) ?? 0) + 1;
    nths.set(sort, nth);
    const key = `${sort} ${nth}`;
    const group = groups.get(key) ?? emptyGroup(entry, nth);
    groups.set(key, group);
    group.timesMs.push(entry.tMs);
    group.earliestMs = Math.min(group.earliestMs, entry.at.earliestMs);
    group.latestMs = Math.max(group.latestMs, entry.at.latestMs);
  }
}

/** Entries with equal texts are the same thing, counted. */
function sortOf({ kind, container, run, data }: TimelineEntry): string {
  return JSON.stringify([kind, container, run, data.probe, data.condition]);
}

function emptyGroup({ kind, container, run, data, at }: TimelineEntry, nth: number): Group {
  const { probe, condition } = data;
  const labels = { kind, container, run, probe, condition, nth };
  return { labels, timesMs: [], earliestMs: at.earliestMs, latestMs: at.latestMs };
}

function summarize({ labels, timesMs, earliestMs, latestMs }: Group, runs: number): EnvelopeEntry {
  const sortedMs = timesMs.toSorted((left, right) => left - right);
  return {
    ...labels,
    earliestMs,
    minMs: sortedMs[0] ?? 0,
    p50Ms: sortedMs[Math.floor((sortedMs.length - 1) / 2)] ?? 0,
    maxMs: sortedMs.at(-1) ?? 0,
    latestMs,
    share: timesMs.length / runs,
  };
}
