import type { MetricSample } from "../metrics/model.ts";
import { labelsKey, metricName } from "../promql/labels.ts";
import type { Labels } from "../promql/model.ts";
import type { SeriesStore } from "../promql/store.ts";

interface Scraping {
  readonly everyMs: number;
  readonly phaseMs: number;
  readonly untilMs: number;
  /** Labels of the target. Those that a sample has itself win (`honorLabels`). */
  readonly targetLabels: Labels;
}

/**
 * Fills a store as a server that scrapes: a series that a scrape no longer has ends with a staleness marker.
 * `samplesAt` gives what the target exports at a time.
 */
export function scrapeInto(
  store: SeriesStore,
  samplesAt: (tMs: number) => readonly MetricSample[],
  { everyMs, phaseMs, untilMs, targetLabels }: Scraping,
): void {
  let before = new Map<string, Labels>();
  const labelsOf = labelsCache(targetLabels);
  for (let tMs = phaseMs; tMs <= untilMs; tMs += everyMs) {
    const present = new Map<string, Labels>();
    for (const sample of samplesAt(tMs)) {
      const labels = labelsOf(sample);
      present.set(labelsKey(labels), labels);
      store.append(labels, tMs, sample.value);
    }
    for (const [key, labels] of before) if (!present.has(key)) store.append(labels, tMs, undefined);
    before = present;
  }
}

/** The labels of a series are one object, so that keys made of them are remembered. */
function labelsCache(targetLabels: Labels): (sample: MetricSample) => Labels {
  const firstByKey = new Map<string, Labels>();
  // A target writes the labels of a series in one order nearly always, which spares the key of most samples.
  const asWritten = new Map<string, Labels>();
  return ({ name, labels }) => {
    const text = JSON.stringify([name, labels]);
    const known = asWritten.get(text);
    if (known !== undefined) return known;
    const merged = { ...targetLabels, ...labels, [metricName]: name };
    const key = labelsKey(merged);
    const first = firstByKey.get(key) ?? merged;
    firstByKey.set(key, first);
    asWritten.set(text, first);
    return first;
  };
}
