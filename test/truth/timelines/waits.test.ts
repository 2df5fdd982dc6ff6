import { describe, expect, it } from "vitest";
import { simulate, type Timeline } from "../../../shared/simulation/index.ts";
import { numRunsOf } from "../../extent.ts";
import { inputOf } from "./play.ts";
import { type RecordedRun, type Recording, readRecording, recordingNames } from "./recording.ts";

/** A container alone in its pod that crashes, without probes, garbage collection or a restart of the kubelet. */
const lone =
  /^(crash-(5s|9s|70s|300ms|instant|10s-max-1s|10s-reduced|instant-max-short)|exit-0-always|on-failure-exit-1)@/;
const recordings = recordingNames.filter((name) => lone.test(name)).map((name) => [name, readRecording(name)] as const);

const seeds = numRunsOf(1000);

interface Wait {
  /** The back-off; 0: the free first restart. */
  readonly delayMs: number;
  readonly waitMs: number;
  readonly earliestMs: number;
  readonly latestMs: number;
}

describe("the bounds of a wait are as sharp as the loops of the kubelet", () => {
  it.each(recordings)("%s", (name, recording) => {
    const [run] = recording.runs;
    if (run === undefined) throw new Error("no run");
    for (const { delayMs, earliestMs, latestMs } of waitsOf(play(recording, run, 1))) {
      if (delayMs === 0) continue;
      const longestMs = name.endsWith("v1.34")
        ? Math.max(delayMs, 10_000) + 16_300
        : delayMs + Math.min(0.5 * delayMs, 30_000) + 1300;
      expect(earliestMs).toBeGreaterThanOrEqual(delayMs);
      expect(latestMs).toBeLessThanOrEqual(longestMs);
    }
  });
});

/** Waits of one run share the phases of its kubelet's loops: of each value the first is taken. */
describe("among many seeds the recorded waits are anywhere alike", () => {
  const shares = new Map<string, number[]>();
  for (const [name, recording] of recordings) collect(name, recording, shares);

  it.each([...shares])("%s", (_, values) => {
    expect(kolmogorovSmirnov(values)).toBeGreaterThan(0.001);
  });
});

function collect(name: string, recording: Recording, shares: Map<string, number[]>): void {
  const [first] = recording.runs;
  if (first === undefined) return;
  const played = Array.from({ length: seeds }, (_, seed) => waitsOf(play(recording, first, seed + 1)));
  for (const run of recording.runs) {
    const seen = new Set<number>();
    recordedWaits(run).forEach((waitMs, index) => {
      const delayMs = played[0]?.[index]?.delayMs;
      if (delayMs === undefined || seen.has(delayMs)) return;
      seen.add(delayMs);
      const key = `${recording.kubernetes}: back-off of ${delayMs / 1000}s`;
      const waits = played.flatMap((each) => each[index]?.waitMs ?? []);
      if (waits.length < 0.9 * seeds) return;
      shares.set(key, [...(shares.get(key) ?? []), rank(waits, waitMs)]);
    });
  }
  expect(shares.size, name).toBeGreaterThan(0);
}

/** Where a wait is among the others: 0 before all, 1 after all. */
function rank(waits: readonly number[], waitMs: number): number {
  const before = waits.filter((each) => each < waitMs).length;
  const equal = waits.filter((each) => each === waitMs).length;
  return (before + equal / 2) / waits.length;
}

function play(recording: Recording, run: RecordedRun, seed: number): Timeline {
  const untilMs = recording.seconds * 1000;
  return simulate({ ...inputOf(recording, run), seed, untilMs, recording: "entries" });
}

function waitsOf({ entries }: Timeline): readonly Wait[] {
  const starts = entries.filter(({ kind }) => kind === "container-started");
  const exits = entries.filter(({ kind }) => kind === "container-exited");
  return exits.flatMap((exit, index) => {
    const start = starts[index + 1];
    if (start === undefined) return [];
    const ended = entries.find(({ kind, cause }) => kind === "back-off-ended" && cause === exit.id);
    const { earliestMs, latestMs } = start.sinceCause;
    return [{ delayMs: ended?.data.delayMs ?? 0, waitMs: start.tMs - exit.tMs, earliestMs, latestMs }];
  });
}

function recordedWaits({ entries }: RecordedRun): readonly number[] {
  const timesOf = (op: string): readonly number[] =>
    entries.flatMap((entry) => (entry.kind === "cri" && entry.op === op ? [entry.tMs] : []));
  const starts = timesOf("started");
  return timesOf("exited").flatMap((exitMs, index) => {
    const startMs = starts[index + 1];
    return startMs === undefined ? [] : [startMs - exitMs];
  });
}

/** The probability that numbers drawn evenly from 0 to 1 are at least as uneven as these. */
function kolmogorovSmirnov(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const count = sorted.length;
  const distance = Math.max(
    ...sorted.map((value, index) => Math.max((index + 1) / count - value, value - index / count)),
  );
  const scaled = (Math.sqrt(count) + 0.12 + 0.11 / Math.sqrt(count)) * distance;
  const terms = Array.from(
    { length: 100 },
    (_, index) => (index % 2 === 0 ? 2 : -2) * Math.exp(-2 * ((index + 1) * scaled) ** 2),
  );
  return Math.min(
    1,
    terms.reduce((sum, term) => sum + term, 0),
  );
}
