import type { ProbeType } from "../../shared/kubernetes/pod.ts";
import { type SimulationInput, simulate } from "../../shared/simulation/index.ts";
import type { EntryKind, TimelineEntry } from "../../shared/simulation/timeline.ts";

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

/** Attempts of probes come by the thousand and say nothing that their results do not. */
const leftOut: ReadonlySet<EntryKind> = new Set(["probe-attempt", "status-published"]);

/** Plays the seeds `input.seed` … `input.seed + runs − 1`. Ordered by median time. */
export function envelopeOf(input: SimulationInput, runs: number): readonly EnvelopeEntry[] {
  const groups = new Map<string, TimelineEntry[]>();
  for (let run = 0; run < runs; run += 1) {
    const { entries } = simulate({ ...input, seed: input.seed + run, recording: "entries" });
    const nths = new Map<string, number>();
    for (const entry of entries.filter(({ kind, data }) => !leftOut.has(kind) && data.isRoutine !== true)) {
      const sort = sortOf(entry);
      const nth = (nths.get(sort) ?? 0) + 1;
      nths.set(sort, nth);
      const key = `${sort} ${nth}`;
      groups.set(key, [...(groups.get(key) ?? []), entry]);
    }
  }
  const entries = [...groups].flatMap(([key, group]) =>
    summarize(group, Number(key.slice(key.lastIndexOf(" "))), runs),
  );
  return entries.toSorted((left, right) => left.p50Ms - right.p50Ms || left.earliestMs - right.earliestMs);
}

/** Entries with equal texts are the same thing, counted. */
function sortOf({ kind, container, run, data }: TimelineEntry): string {
  return JSON.stringify([kind, container, run, data.probe, data.condition]);
}

function summarize(group: readonly TimelineEntry[], nth: number, runs: number): readonly EnvelopeEntry[] {
  const [first] = group;
  if (first === undefined) return [];
  const times = group.map(({ tMs }) => tMs).toSorted((left, right) => left - right);
  return [
    {
      kind: first.kind,
      container: first.container,
      run: first.run,
      probe: first.data.probe,
      condition: first.data.condition,
      nth,
      earliestMs: Math.min(...group.map(({ at }) => at.earliestMs)),
      minMs: times[0] ?? 0,
      p50Ms: times[Math.floor((times.length - 1) / 2)] ?? 0,
      maxMs: times.at(-1) ?? 0,
      latestMs: Math.max(...group.map(({ at }) => at.latestMs)),
      share: group.length / runs,
    },
  ];
}
