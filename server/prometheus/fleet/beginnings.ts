import { counted } from "../../../shared/basics/counted.ts";
import type { Prometheus, RangeOf } from "./prometheus.ts";
import { type LabelMatcher, selectorText, withoutPods } from "./selectors.ts";
import type { BoundedWork } from "./work.ts";

/** A store that begins so much after the range is as good as one that has all of it. */
export const beginMsMax = 600_000;
/** An instant query looks back so far. */
const stepMs = 300_000;

interface BeginningQuestion {
  readonly metrics: ReadonlySet<string>;
  readonly range: RangeOf;
  readonly matchers: readonly LabelMatcher[];
}

/**
 * Clusters whose metrics begin within the range, by their label, and when at the latest: what a counter had reached by then was counted
 * before. Nodes show it, because they are few and there is always one.
 */
export async function findBeginnings(
  prometheus: Prometheus,
  work: BoundedWork,
  { metrics, range, matchers }: BeginningQuestion,
): Promise<ReadonlyMap<string, number>> {
  const begins = new Map<string, number>();
  if (!metrics.has("kube_node_info")) return begins;
  const query = `count by (cluster) (${selectorText("kube_node_info", withoutPods(matchers))})`;
  await work.each([[query]], async () => {
    const atBegin = await prometheus.instant(query, range.fromMs);
    if ("failure" in atBegin) return atBegin;
    const atEnd = await prometheus.instant(query, range.untilMs);
    if ("failure" in atEnd) return atEnd;
    const known = new Set(atBegin.value.map(({ labels }) => labels["cluster"] ?? ""));
    if (atEnd.value.every(({ labels }) => known.has(labels["cluster"] ?? ""))) return { value: undefined };
    const coarseMs = Math.max(stepMs, Math.ceil((range.untilMs - range.fromMs) / pointsMax));
    const asked = await prometheus.range(query, range, coarseMs);
    if ("failure" in asked) return asked;
    for (const { labels, points } of asked.value) {
      const cluster = labels["cluster"] ?? "";
      const [first] = points;
      if (first !== undefined && !known.has(cluster)) begins.set(cluster, first.atMs);
    }
    return { value: undefined };
  });
  return begins;
}

const pointsMax = 10_000;
const namedMax = 5;

/** What people lose: a sentence each, and one for what is left. */
export function beginningTexts(begins: ReadonlyMap<string, number>, { fromMs }: RangeOf): readonly string[] {
  const late = [...begins].filter(([, atMs]) => atMs > fromMs + beginMsMax);
  const all = late.toSorted(([, a], [, b]) => b - a);
  const texts = all.slice(0, namedMax).map(([cluster, atMs]) => {
    const time = new Date(atMs).toISOString().slice(0, 16).replace("T", " ");
    const whose = cluster === "" ? "The metrics" : `The metrics of cluster ${cluster}`;
    return `${whose} begin at ${time} UTC, within the range: restarts before are not counted.`;
  });
  const more = all.length - texts.length;
  return more > 0 ? [...texts, `So do those of ${counted(more, "other cluster")}.`] : texts;
}
