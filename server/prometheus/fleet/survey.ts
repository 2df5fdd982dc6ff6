import {
  containerMetrics,
  exportedNames,
  type LabelNames,
  type MeasuredContainerKind,
  plainNames,
  probeCounter,
} from "./metrics.ts";
import type { LabelSet, Prometheus, PrometheusAnswer, RangeOf } from "./prometheus.ts";
import { type LabelMatcher, oneOf, selectorText } from "./selectors.ts";

/** What the store has, and how it names it. */
export interface Survey {
  readonly metrics: ReadonlySet<string>;
  readonly names: LabelNames;
  /** Containers that restarted. */
  readonly containers: readonly FoundContainer[];
  readonly scrapeMs: number;
  /** When in each interval samples are taken. */
  readonly phaseMs: number;
  /** Sentences about what is missing. */
  readonly missing: readonly string[];
}

export interface FoundContainer {
  readonly kind: MeasuredContainerKind;
  readonly cluster: string;
  readonly namespace: string;
  readonly pod: string;
  readonly uid: string;
  readonly container: string;
  readonly reasons: readonly string[];
}

const kinds: readonly MeasuredContainerKind[] = ["regular", "init"];
/** Nothing else shows restarts of pods that lived shorter than this, if there are no reasons. */
const lookMs = 6 * 3_600_000;

/** Looks what is there: metrics, labels, containers that restarted, and how often they are scraped. */
export async function survey(
  prometheus: Prometheus,
  range: RangeOf,
  matchers: readonly LabelMatcher[],
  minRestarts: number,
): Promise<PrometheusAnswer<Survey>> {
  const listed = await prometheus.values(
    "__name__",
    `{__name__=~"kube_(pod|node|replicaset|job)_.+|${probeCounter}"}`,
    range,
  );
  if ("failure" in listed) return listed;
  const metrics = new Set(listed.value);
  const missing = missingMetrics(metrics);
  if (!metrics.has(containerMetrics.regular.restarts))
    return {
      failure: {
        problem: `${prometheus.transport.address} has no kube_pod_container_status_restarts_total in this range: kube-state-metrics is not scraped, or its metrics are renamed`,
        isTooMuch: false,
      },
    };
  const found = metrics.has(containerMetrics.regular.reason)
    ? await byReason(prometheus, range, matchers)
    : await byCount(prometheus, range, matchers, minRestarts);
  if ("failure" in found) return found;
  const names = found.value.some(({ labels }) => "exported_pod" in labels) ? exportedNames : plainNames;
  const containers = containersOf(found.value, names);
  if (containers.length === 0) return { value: { metrics, names, containers, scrapeMs: 30_000, phaseMs: 0, missing } };
  const scrapes = await scrapesOf(prometheus, range, [...matchers, oneOf(names.pod, podsOf(containers))]);
  if ("failure" in scrapes) return scrapes;
  const unsure = scrapes.value === undefined ? ["The scrape interval could not be found out: 30s is assumed."] : [];
  const { scrapeMs, phaseMs } = scrapes.value ?? { scrapeMs: 30_000, phaseMs: 0 };
  return { value: { metrics, names, containers, scrapeMs, phaseMs, missing: [...missing, ...unsure] } };
}

interface Found {
  readonly kind: MeasuredContainerKind;
  readonly labels: LabelSet;
}

/** From the index alone: the series exist only for containers that ended once. */
async function byReason(
  prometheus: Prometheus,
  range: RangeOf,
  matchers: readonly LabelMatcher[],
): Promise<PrometheusAnswer<readonly Found[]>> {
  const asked = await prometheus.series(
    kinds.map((kind) => selectorText(containerMetrics[kind].reason, matchers)),
    range,
  );
  if ("failure" in asked) return asked;
  return {
    value: asked.value.map((labels) => ({
      kind: labels["__name__"] === containerMetrics.init.reason ? "init" : "regular",
      labels,
    })),
  };
}

/** Without reasons: counters that are high enough at one of a few instants. */
async function byCount(
  prometheus: Prometheus,
  range: RangeOf,
  matchers: readonly LabelMatcher[],
  minRestarts: number,
): Promise<PrometheusAnswer<readonly Found[]>> {
  const all: Found[] = [];
  for (const kind of kinds) {
    const query = `${selectorText(containerMetrics[kind].restarts, matchers)} >= ${minRestarts}`;
    for (let atMs = range.untilMs; atMs > range.fromMs; atMs -= lookMs) {
      const asked = await prometheus.instant(query, atMs);
      if ("failure" in asked) return asked;
      all.push(...asked.value.map(({ labels }) => ({ kind, labels })));
    }
  }
  return { value: all };
}

function containersOf(found: readonly Found[], names: LabelNames): readonly FoundContainer[] {
  const containers = new Map<string, { container: FoundContainer; reasons: Set<string> }>();
  for (const { kind, labels } of found) {
    const container = namesIn(kind, labels, names);
    const key = keyOf(container);
    const known = containers.get(key) ?? { container, reasons: new Set<string>() };
    if (labels["reason"] !== undefined) known.reasons.add(labels["reason"]);
    containers.set(key, known);
  }
  return [...containers.values()].map(({ container, reasons }) => ({ ...container, reasons: [...reasons].toSorted() }));
}

export function namesIn(kind: MeasuredContainerKind, labels: LabelSet, names: LabelNames): FoundContainer {
  return {
    kind,
    cluster: labels["cluster"] ?? "",
    namespace: labels[names.namespace] ?? "",
    pod: labels[names.pod] ?? "",
    uid: labels["uid"] ?? "",
    container: labels[names.container] ?? "",
    reasons: [],
  };
}

export function keyOf({ kind, cluster, namespace, pod, uid, container }: Omit<FoundContainer, "reasons">): string {
  return [kind, cluster, namespace, pod, uid, container].join("\n");
}

const podsLookedAt = 20;
const samplesMs = 600_000;
const instants = 8;

function podsOf(containers: readonly FoundContainer[]): readonly string[] {
  const step = Math.max(1, Math.floor(containers.length / podsLookedAt));
  return containers.filter((_, index) => index % step === 0).map(({ pod }) => pod);
}

interface Scrapes {
  readonly scrapeMs: number;
  readonly phaseMs: number;
}

/** From samples of ten minutes, at one of a few instants at which one of the pods was there. Undefined if there were none. */
async function scrapesOf(
  prometheus: Prometheus,
  { fromMs, untilMs }: RangeOf,
  matchers: readonly LabelMatcher[],
): Promise<PrometheusAnswer<Scrapes | undefined>> {
  for (let index = 0; index < instants; index++) {
    const atMs = untilMs - ((untilMs - fromMs) * index) / instants;
    const selector = selectorText(containerMetrics.regular.restarts, matchers);
    const asked = await prometheus.samples(`${selector}[${samplesMs}ms]`, atMs);
    if ("failure" in asked) return asked;
    const times = asked.value.map(({ points }) => points.map((point) => point.atMs)).filter(({ length }) => length > 2);
    const gaps = times
      .flatMap((each) => each.slice(1).map((time, position) => time - (each[position] ?? time)))
      .toSorted((a, b) => a - b);
    const gapMs = gaps[Math.floor(gaps.length / 2)];
    const lastMs = times[0]?.at(-1);
    if (gapMs === undefined || lastMs === undefined) continue;
    // Scrapes are a few ms early or late.
    const scrapeMs = Math.max(1000, Math.round(gapMs / 1000) * 1000);
    return { value: { scrapeMs, phaseMs: lastMs % scrapeMs } };
  }
  return { value: undefined };
}

/** What people lose without a metric. */
function missingMetrics(metrics: ReadonlySet<string>): readonly string[] {
  const { regular, init } = containerMetrics;
  const needed: readonly (readonly [string, string])[] = [
    [regular.reason, "Containers are found by their counters: pods that lived for less than 6h may be missing."],
    [regular.exits, "Ends of containers are not known: time down is predicted, and the back-off is assumed."],
    [regular.starts, "Starts of containers are known to one or two scrapes only."],
    [regular.exitCodes, "Exit codes are not known."],
    ["kube_pod_info", "Nodes are not known."],
    ["kube_node_info", "Versions of kubelets are not known."],
    ["kube_pod_owner", "Workloads are not known."],
  ];
  const lost = needed
    .filter(([metric]) => !metrics.has(metric))
    .map(([metric, loss]) => `${metric} is missing. ${loss}`);
  const hasInit = metrics.has(init.restarts) && !metrics.has(init.exits);
  return hasInit
    ? [
        ...lost,
        `${init.exits} is missing (kube-state-metrics has it from 2.20 on): how init containers and sidecars ended is not known.`,
      ]
    : lost;
}
