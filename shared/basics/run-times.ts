import { exactly, joinSpans, type Span } from "./span.ts";

/** When something happens that needs a run: what the runs came to, and what is possible at all. */
export interface RunTimes {
  /** The earliest, the median, and the latest run: what people are told. */
  readonly span: Span;
  /** The earliest and the latest possible instant: what has to hold for every run, such as a timeout, is judged by these. */
  readonly bounds: Span;
}

/** The same of the runs in which it happens. */
export interface InRuns extends RunTimes {
  readonly runs: number;
}

/** By its time in each run; undefined where it does not happen. Undefined if it happens in none. */
export function timesInRuns(runs: readonly (Span | undefined)[]): InRuns | undefined {
  const spans = runs.flatMap((span) => span ?? []);
  return spans.length === 0 ? undefined : timesOf(spans, spans);
}

/** The same where the first run has exact time, as no kubelet has: beside others, only its bounds count. */
export function timesBesideExact(runs: readonly (Span | undefined)[]): InRuns | undefined {
  const spans = runs.flatMap((span) => span ?? []);
  const seeded = runs.slice(1).flatMap((span) => span ?? []);
  return spans.length === 0 ? undefined : timesOf(spans, seeded.length > 0 ? seeded : spans);
}

function timesOf(spans: readonly Span[], played: readonly Span[]): InRuns {
  const [first = exactly(0), ...rest] = spans;
  const timesMs = played.map(({ nominalMs }) => nominalMs);
  return { runs: spans.length, span: spanOfTimes(timesMs), bounds: rest.reduce(joinSpans, first) };
}

/** The earliest, the median, and the latest of some times; the list is not empty. */
export function spanOfTimes(timesMs: readonly number[]): Span {
  const sorted = timesMs.toSorted((left, right) => left - right);
  return {
    nominalMs: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
    earliestMs: sorted[0] ?? 0,
    latestMs: sorted.at(-1) ?? 0,
  };
}
