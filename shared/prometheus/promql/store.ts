import { memo } from "../../basics/once.ts";
import { labelOf, labelsKey } from "./labels.ts";
import type { Labels, Selector, Series } from "./model.ts";

/** Series in memory, in order of their labels. */
export interface SeriesStore {
  readonly select: (selector: Selector) => readonly Series[];
  /** Adds a sample; undefined is a staleness marker. One that is not later than the last of its series is dropped. */
  readonly append: (labels: Labels, tMs: number, value: number | undefined) => void;
  readonly all: () => readonly Series[];
}

interface GrowingSeries extends Series {
  readonly timesMs: number[];
  readonly values: (number | undefined)[];
}

export function createStore(): SeriesStore {
  const series = new Map<string, GrowingSeries>();
  const all = (): readonly Series[] => [...series].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  const createSelect = () => memo((selector: Selector) => selectFrom(all(), selector));
  let select = createSelect();
  return {
    all,
    select: (selector) => select(selector),
    append(labels, tMs, value) {
      const key = labelsKey(labels);
      const known = series.get(key);
      const target = known ?? { labels, timesMs: [], values: [] };
      if (known === undefined) {
        series.set(key, target);
        select = createSelect();
      }
      if (tMs <= (target.timesMs.at(-1) ?? Number.NEGATIVE_INFINITY)) return;
      target.timesMs.push(tMs);
      target.values.push(value);
    },
  };
}

/** The series that a selector asks for, in their order. */
export function selectFrom(series: readonly Series[], { matchers }: Selector): readonly Series[] {
  return series.filter(({ labels }) => matchers.every(({ label, matches }) => matches(labelOf(labels, label))));
}

/** How many of the times are at most `tMs`. */
export function countUpTo(timesMs: readonly number[], tMs: number): number {
  let low = 0;
  let high = timesMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesMs[middle] ?? 0) <= tMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
