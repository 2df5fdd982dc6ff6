import { containerMetrics } from "./metrics.ts";
import type { Prometheus, RangeOf, SampledSeries } from "./prometheus.ts";
import { type LabelMatcher, oneOf, selectorText } from "./selectors.ts";
import { type FoundContainer, keyOf, namesIn, type Survey } from "./survey.ts";
import { batchesOf, type Work } from "./work.ts";

/** A container that restarted often enough, and when. */
export interface ActiveContainer extends FoundContainer {
  /** Restarts are within. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** It was there when the range began. */
  readonly isOlder: boolean;
  /** The end of the last step in which it was there. */
  readonly lastSeenMs: number;
}

const beginMsMax = 600_000;
/** Pods of one request. */
export const podsPerBatch = 100;
const stepMsMax = 3_600_000;
/** A short range has shorter steps: what came within it must not be taken for older. */
const stepsMin = 10;
const minuteMs = 60_000;

function stepOf({ fromMs, untilMs }: RangeOf): number {
  return Math.min(stepMsMax, Math.max(minuteMs, Math.floor((untilMs - fromMs) / stepsMin / minuteMs) * minuteMs));
}

/** Counters in steps of an hour, or less: which containers restarted often enough, and when. */
export async function findActive(
  prometheus: Prometheus,
  work: Work,
  { survey, range, matchers, minRestarts }: ActivityQuestion,
): Promise<{ readonly containers: readonly ActiveContainer[]; readonly missing: number }> {
  const active: ActiveContainer[] = [];
  let missing = 0;
  const stepMs = stepOf(range);
  for (const kind of ["regular", "init"] as const) {
    const own = survey.containers.filter((container) => container.kind === kind);
    const known = new Map(own.map((container) => [keyOf(container), container]));
    const pods = [...new Set(own.map(({ pod }) => pod))];
    // The first step is before the range: what had been counted by then.
    const steps = Math.ceil((range.untilMs - range.fromMs) / stepMs);
    const grid = { fromMs: range.untilMs - steps * stepMs, untilMs: range.untilMs };
    missing += await work.each(batchesOf(pods, podsPerBatch), async (batch) => {
      const selector = selectorText(containerMetrics[kind].restarts, [...matchers, oneOf(survey.names.pod, batch)]);
      const query = `max by (${labelsOf(survey)}) (max_over_time(${selector}[${stepMs}ms]))`;
      const asked = await prometheus.range(query, grid, stepMs);
      if ("failure" in asked) return asked;
      for (const series of asked.value) {
        // The name of a pod comes again in a StatefulSet, and in another cluster.
        const found = known.get(keyOf(namesIn(kind, series.labels, survey.names)));
        const hours = found === undefined ? undefined : activeHours(series, range, minRestarts);
        if (found !== undefined && hours !== undefined) active.push({ ...found, ...hours });
      }
      return { value: undefined };
    });
  }
  return { containers: active, missing };
}

export interface ActivityQuestion {
  readonly survey: Survey;
  readonly range: RangeOf;
  readonly matchers: readonly LabelMatcher[];
  readonly minRestarts: number;
}

/** Labels that name a container. */
export function labelsOf({ names }: Pick<Survey, "names">): string {
  return ["cluster", names.namespace, names.pod, names.container, "uid"].join(", ");
}

function activeHours(
  { points }: SampledSeries,
  range: RangeOf,
  minRestarts: number,
): Omit<ActiveContainer, keyof FoundContainer> | undefined {
  const [first] = points;
  if (first === undefined) return undefined;
  // A store may begin a little after the range does.
  const stepMs = stepOf(range);
  const isOlder = first.atMs <= range.fromMs + Math.min(beginMsMax, stepMs / 2);
  let last = isOlder ? first.value : 0;
  let total = 0;
  let [fromMs, untilMs] = [Number.NaN, Number.NaN];
  for (const { atMs, value } of points) {
    const by = value >= last ? value - last : value;
    last = value;
    if (by === 0) continue;
    total += by;
    fromMs = Number.isNaN(fromMs) ? atMs - stepMs : fromMs;
    untilMs = atMs;
  }
  if (total < minRestarts) return undefined;
  // The end of a run that was waited for comes before, and the end of the pod after it.
  return {
    fromMs: Math.max(range.fromMs, fromMs - stepMs),
    untilMs: Math.min(range.untilMs, untilMs + stepMs),
    isOlder,
    lastSeenMs: points.at(-1)?.atMs ?? first.atMs,
  };
}
