import type { Measured } from "./model.ts";

const secondMs = 1000;

/** A time that was measured: where it lies, and when that was. */
export interface MeasuredTime {
  readonly lowMs: number;
  readonly highMs: number;
  /** In ms since 1970. */
  readonly atMs: number;
}

/** The range of all samples, outward to whole seconds. */
export function measuredOf(samples: readonly MeasuredTime[]): Measured | undefined {
  if (samples.length === 0) return undefined;
  let [minMs, maxMs] = [Number.POSITIVE_INFINITY, 0];
  for (const { lowMs, highMs } of samples) {
    minMs = Math.min(minMs, lowMs);
    maxMs = Math.max(maxMs, highMs);
  }
  return {
    count: samples.length,
    minMs: Math.floor(Math.max(0, minMs) / secondMs) * secondMs,
    maxMs: Math.ceil(maxMs / secondMs) * secondMs,
    medianMs: medianOf(samples.map(({ highMs }) => highMs)),
  };
}

/** 0 of nothing. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
}
