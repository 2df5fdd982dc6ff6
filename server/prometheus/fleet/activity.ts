import { groupedBy } from "../../../shared/prometheus/fleet/totals.ts";
import { beginMsMax, findBeginnings } from "./beginnings.ts";
import { containerMetrics } from "./metrics.ts";
import type { Prometheus, PrometheusAnswer, RangeOf, SampledSeries } from "./prometheus.ts";
import { type LabelMatcher, oneOf, selectorText } from "./selectors.ts";
import { type FoundContainer, keyOf, namesIn, type Survey } from "./survey.ts";
import { type BoundedWork, batchesOf } from "./work.ts";

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
  work: BoundedWork,
  { survey, range, matchers, minRestarts }: ActivityQuestion,
): Promise<FoundActive> {
  const active: ActiveContainer[] = [];
  let missing = 0;
  if (survey.containers.length === 0) return { containers: [], missing: 0, begins: new Map() };
  const stepMs = stepOf(range);
  const begins = await findBeginnings(prometheus, work, { metrics: survey.metrics, range, matchers });
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
      const found = asked.value.flatMap((series): readonly Found[] => {
        // The name of a pod comes again in a StatefulSet, and in another cluster.
        const container = known.get(keyOf(namesIn(kind, series.labels, survey.names)));
        return container === undefined ? [] : [{ container, series, beginMs: begins.get(container.cluster) }];
      });
      const early = found.filter((each) => isInFirstStep(each, stepMs));
      const born = await createdOf(prometheus, { survey, matchers, stepMs }, early);
      if ("failure" in born) return born;
      for (const { container, series, beginMs } of found) {
        const createdMs = born.value.get(keyOf(container));
        const isLate = isInFirstStep({ series, beginMs }, stepMs) && (createdMs ?? 0) < (beginMs ?? 0);
        const hours = activeHours(series, range, { minRestarts, isOlderThanStore: isLate });
        if (hours !== undefined) active.push({ ...container, ...hours });
      }
      return { value: undefined };
    });
  }
  return { containers: active, missing, begins };
}

export interface FoundActive {
  readonly containers: readonly ActiveContainer[];
  readonly missing: number;
  /** Clusters whose metrics begin within the range, and when. */
  readonly begins: ReadonlyMap<string, number>;
}

interface Found {
  readonly container: FoundContainer;
  readonly series: SampledSeries;
  readonly beginMs: number | undefined;
}

/** It was there when the metrics of its cluster began, or shortly after. */
function isInFirstStep({ series, beginMs }: Pick<Found, "series" | "beginMs">, stepMs: number): boolean {
  const [first] = series.points;
  return first !== undefined && beginMs !== undefined && first.atMs - stepMs < beginMs;
}

/** When pods were created, of those that were there when metrics began; nothing where the store does not know. */
async function createdOf(
  prometheus: Prometheus,
  { survey, matchers, stepMs }: Pick<ActivityQuestion, "survey" | "matchers"> & { readonly stepMs: number },
  found: readonly Found[],
): Promise<PrometheusAnswer<ReadonlyMap<string, number>>> {
  const created = new Map<string, number>();
  if (!survey.metrics.has("kube_pod_created")) return { value: created };
  const times = groupedBy(found, ({ series }) => String(series.points[0]?.atMs));
  for (const [atMs, own] of times) {
    const pods = [...new Set(own.map(({ container }) => container.pod))];
    const selector = selectorText("kube_pod_created", [...matchers, oneOf(survey.names.pod, pods)]);
    const asked = await prometheus.instant(`max_over_time(${selector}[${stepMs}ms])`, Number(atMs));
    if ("failure" in asked) return asked;
    const byPod = new Map(asked.value.map(({ labels, points }) => [podOf(labels, survey), points.at(-1)?.value]));
    for (const { container } of own) {
      const seconds = byPod.get([container.cluster, container.namespace, container.pod, container.uid].join("\n"));
      if (seconds !== undefined) created.set(keyOf(container), seconds * 1000);
    }
  }
  return { value: created };
}

function podOf(labels: SampledSeries["labels"], { names }: Survey): string {
  const { cluster, namespace, pod, uid } = namesIn("regular", labels, names);
  return [cluster, namespace, pod, uid].join("\n");
}

interface ActivityQuestion {
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
  { minRestarts, isOlderThanStore }: { readonly minRestarts: number; readonly isOlderThanStore: boolean },
): Omit<ActiveContainer, keyof FoundContainer> | undefined {
  const [first] = points;
  if (first === undefined) return undefined;
  // A store may begin a little after the range does.
  const stepMs = stepOf(range);
  const isOlder = isOlderThanStore || first.atMs <= range.fromMs + Math.min(beginMsMax, stepMs / 2);
  let last = isOlder ? first.value : 0;
  let total = 0;
  // Of the first step, only the end is known.
  let [fromMs, untilMs] = [isOlderThanStore ? first.atMs - stepMs : Number.NaN, Number.NaN];
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
