import {
  type ContainerChanges,
  type RestartHistory,
  readHistory,
  type SampleChange,
} from "../../../shared/prometheus/fleet/history.ts";
import { groupedBy } from "../../../shared/prometheus/fleet/totals.ts";
import { type ActiveContainer, labelsOf, podsPerBatch } from "./activity.ts";
import { containerMetrics, type MeasuredContainerKind } from "./metrics.ts";
import type { Prometheus, PrometheusAnswer, PrometheusFailure, RangeOf, SampledSeries } from "./prometheus.ts";
import { type LabelMatcher, oneOf, selectorText, withoutPods } from "./selectors.ts";
import { keyOf, namesIn, type Survey } from "./survey.ts";
import { type BoundedWork, batchesOf } from "./work.ts";

export interface ContainerHistory {
  readonly container: ActiveContainer;
  readonly history: RestartHistory;
  /** The pod does not exist any more. */
  readonly isGone: boolean;
}

/** Prometheus gives no more points of a series in one answer. */
const pointsMax = 11_000;
/** Restarts that are kept: about 200 MB. */
const restartsMax = 2_000_000;
/** Longer than any back-off: while a container waits, it has no start. */
const waitMsMax = 900_000;

const parts = ["restarts", "exits", "starts", "exitCodes"] as const;
type Part = (typeof parts)[number];
type Changes = Readonly<Record<Part, SampleChange[]>>;

/** The restarts of each container, one by one: the server gives only the samples at which a value changed. */
export async function readHistories(
  prometheus: Prometheus,
  work: BoundedWork,
  { survey, range, matchers, containers }: HistoryQuestion,
): Promise<{ readonly histories: readonly ContainerHistory[]; readonly missing: number }> {
  const histories: ContainerHistory[] = [];
  let kept = 0;
  let missing = 0;
  for (const kind of ["regular", "init"] as const) {
    const own = inOrderOfTime(containers.filter((container) => container.kind === kind));
    missing += await work.each(batchesOf(own, podsPerBatch), async (batch) => {
      const read = await readBatch(prometheus, { kind, survey, range, matchers, batch });
      if ("failure" in read) return read;
      for (const each of read.value) {
        kept += each.history.restarts.length;
        if (kept > restartsMax) missing += 1;
        else histories.push(each);
      }
      return { value: undefined };
    });
  }
  const asked = { survey, range, matchers };
  const known = await withGone(prometheus, work, { ...asked, histories });
  return { histories: await withEnds(prometheus, work, { ...asked, histories: known }), missing };
}

interface EndQuestion {
  readonly survey: Survey;
  readonly range: RangeOf;
  readonly matchers: readonly LabelMatcher[];
  readonly histories: readonly ContainerHistory[];
}

/** Steps are long: of the containers that were there in the last one, those that are not there at its end. */
async function withGone(
  prometheus: Prometheus,
  work: BoundedWork,
  { survey, range, matchers, histories }: EndQuestion,
): Promise<readonly ContainerHistory[]> {
  const gone = new Set<string>();
  let isScraped = false;
  for (const kind of ["regular", "init"] as const) {
    const own = histories.flatMap(({ isGone, container }) => (!isGone && container.kind === kind ? [container] : []));
    await work.each(batchesOf(own, podsPerBatch), async (batch) => {
      const pods = [...new Set(batch.map(({ pod }) => pod))];
      const selector = selectorText(containerMetrics[kind].restarts, [...matchers, oneOf(survey.names.pod, pods)]);
      const asked = await prometheus.instant(`max by (${labelsOf(survey)}) (${selector})`, range.untilMs);
      if ("failure" in asked) return asked;
      const there = new Set(asked.value.map(({ labels }) => keyOf(namesIn(kind, labels, survey.names))));
      isScraped ||= there.size > 0;
      for (const container of batch) if (!there.has(keyOf(container))) gone.add(keyOf(container));
      return { value: undefined };
    });
  }
  if (gone.size === 0 || !(isScraped || (await hasNodes(prometheus, { matchers, range })))) return histories;
  return histories.map((each) => (gone.has(keyOf(each.container)) ? { ...each, isGone: true } : each));
}

/** If nothing is there, perhaps nothing was scraped. */
async function hasNodes(prometheus: Prometheus, { matchers, range }: Pick<EndQuestion, "matchers" | "range">) {
  const query = `count(${selectorText("kube_node_info", withoutPods(matchers))})`;
  const asked = await prometheus.instant(query, range.untilMs);
  return "value" in asked && asked.value.length > 0;
}

/** When pods went that are gone: of each hour, the last samples of those that went in it. */
async function withEnds(
  prometheus: Prometheus,
  work: BoundedWork,
  { survey, matchers, histories }: EndQuestion,
): Promise<readonly ContainerHistory[]> {
  const ends = new Map<string, number>();
  const gone = histories.filter(({ isGone }) => isGone).map(({ container }) => container);
  const hours = [...groupedBy(gone, ({ kind, lastSeenMs }) => `${kind} ${lastSeenMs}`).values()];
  const batches = hours.flatMap((hour) => batchesOf(hour, podsPerBatch));
  await work.each(batches, async (batch) => {
    const [first] = batch;
    if (first === undefined) return { value: undefined };
    const pods = [...new Set(batch.map(({ pod }) => pod))];
    const selector = selectorText(containerMetrics[first.kind].restarts, [...matchers, oneOf(survey.names.pod, pods)]);
    const asked = await prometheus.samples(`${selector}[1h]`, first.lastSeenMs);
    if ("failure" in asked) return asked;
    for (const { labels, points } of asked.value) {
      const key = keyOf(namesIn(first.kind, labels, survey.names));
      ends.set(key, Math.max(ends.get(key) ?? 0, points.at(-1)?.atMs ?? 0));
    }
    return { value: undefined };
  });
  return histories.map((each) => {
    const lastMs = each.isGone ? ends.get(keyOf(each.container)) : undefined;
    return lastMs === undefined
      ? each
      : { ...each, history: { ...each.history, untilMs: lastMs + survey.scrapeMs / 2 } };
  });
}

interface HistoryQuestion {
  readonly survey: Survey;
  readonly range: RangeOf;
  readonly matchers: readonly LabelMatcher[];
  readonly containers: readonly ActiveContainer[];
}

/** Neighbors restarted at about the same time, for about as long: their requests have little to skip. */
function inOrderOfTime(containers: readonly ActiveContainer[]): readonly ActiveContainer[] {
  const lengthOf = ({ fromMs, untilMs }: ActiveContainer): number =>
    Math.floor(Math.log2(1 + (untilMs - fromMs) / 3_600_000));
  return containers.toSorted((a, b) => lengthOf(a) - lengthOf(b) || a.fromMs - b.fromMs);
}

interface Batch {
  readonly kind: MeasuredContainerKind;
  readonly survey: Survey;
  readonly range: RangeOf;
  readonly matchers: readonly LabelMatcher[];
  readonly batch: readonly ActiveContainer[];
}

async function readBatch(prometheus: Prometheus, asked: Batch): Promise<PrometheusAnswer<readonly ContainerHistory[]>> {
  const { survey, range, batch, kind } = asked;
  const window = gridOf(batch, survey, range);
  const all = new Map<string, Changes>();
  for (const container of batch) all.set(keyOf(container), { restarts: [], exits: [], starts: [], exitCodes: [] });
  const reader = new BatchReader(prometheus, asked, window, all);
  for (const part of parts) {
    if (!survey.metrics.has(containerMetrics[kind][part])) continue;
    const failed = part === "exitCodes" ? await reader.exitCodes() : await reader.changes(part);
    if (failed !== undefined) return failed;
  }
  const value = batch.flatMap((container) => {
    const changes = all.get(keyOf(container));
    return changes === undefined ? [] : [historyOf(container, changes, asked)];
  });
  return { value };
}

type Failed = { readonly failure: PrometheusFailure } | undefined;

/** Reads the metrics of one batch, each into its list of changes. */
class BatchReader {
  readonly #prometheus: Prometheus;
  readonly #batch: Batch;
  readonly #window: RangeOf;
  readonly #all: ReadonlyMap<string, Changes>;
  readonly #by: string;

  constructor(prometheus: Prometheus, batch: Batch, window: RangeOf, all: ReadonlyMap<string, Changes>) {
    this.#prometheus = prometheus;
    this.#batch = batch;
    this.#window = window;
    this.#all = all;
    this.#by = `max by (${labelsOf(batch.survey)})`;
  }

  /** The samples that differ from the one before, and the first of all: values only grow. */
  async changes(part: Exclude<Part, "exitCodes">): Promise<Failed> {
    const { survey, kind } = this.#batch;
    const selector = this.#selector(containerMetrics[kind][part], this.#pods());
    const shift = `offset ${survey.scrapeMs}ms`;
    const before =
      part === "starts" ? `last_over_time(${selector}[${waitMsMax}ms] ${shift})` : `(${selector} ${shift})`;
    const isTime = part !== "restarts";
    const failed = await this.#first(part, selector, isTime);
    return failed ?? (await this.#range(part, `${this.#by} (${selector} != ${before})`, isTime));
  }

  /** Few containers end in several ways; of the others, one answer says all. */
  async exitCodes(): Promise<Failed> {
    const { kind } = this.#batch;
    const metric = containerMetrics[kind].exitCodes;
    const selector = this.#selector(metric, this.#pods());
    const last = await this.#atEnd(`${this.#by} (last_over_time(${selector}[${this.#length()}]))`);
    if ("failure" in last) return last;
    this.#add("exitCodes", last.value, false, this.#window.fromMs);
    const varied = await this.#atEnd(`${this.#by} (changes(${selector}[${this.#length()}])) > 0`);
    if ("failure" in varied) return varied;
    const pods = [...new Set(varied.value.map(({ labels }) => labels[this.#batch.survey.names.pod] ?? ""))];
    return pods.length === 0 ? undefined : this.#variedCodes(metric, pods);
  }

  async #variedCodes(metric: string, pods: readonly string[]): Promise<Failed> {
    const selector = this.#selector(metric, pods);
    const shift = `offset ${this.#batch.survey.scrapeMs}ms`;
    for (const { kind, changes } of this.#ofPods(pods)) if (kind === this.#batch.kind) changes.exitCodes.length = 0;
    // What the last run before the window ended with counts until the first change.
    const before = await this.#prometheus.instant(`${this.#by} (${selector})`, this.#window.fromMs);
    if ("failure" in before) return before;
    this.#add("exitCodes", before.value, false, this.#window.fromMs);
    return this.#range("exitCodes", `${this.#by} (${selector} unless (${selector} == (${selector} ${shift})))`, false);
  }

  #ofPods(pods: readonly string[]): readonly { readonly kind: MeasuredContainerKind; readonly changes: Changes }[] {
    const known = new Set(pods);
    return this.#batch.batch.flatMap((container) => {
      const changes = known.has(container.pod) ? this.#all.get(keyOf(container)) : undefined;
      return changes === undefined ? [] : [{ kind: container.kind, changes }];
    });
  }

  async #first(part: Part, selector: string, isTime: boolean): Promise<Failed> {
    const asked = await this.#atEnd(`${this.#by} (min_over_time(${selector}[${this.#length()}]))`);
    if ("failure" in asked) return asked;
    this.#add(part, asked.value, isTime, this.#window.fromMs);
    return undefined;
  }

  #atEnd(query: string): Promise<PrometheusAnswer<readonly SampledSeries[]>> {
    return this.#prometheus.instant(query, this.#window.untilMs);
  }

  async #range(part: Part, query: string, isTime: boolean): Promise<Failed> {
    const { scrapeMs } = this.#batch.survey;
    for (const chunk of chunksOf(this.#window, scrapeMs)) {
      const asked = await this.#prometheus.range(query, chunk, scrapeMs);
      if ("failure" in asked) return asked;
      this.#add(part, asked.value, isTime);
    }
    return undefined;
  }

  /** `atMs`: in place of the time of the answer. */
  #add(part: Part, series: readonly SampledSeries[], isTime: boolean, firstMs?: number): void {
    const { kind, survey } = this.#batch;
    for (const { labels, points } of series) {
      const changes = this.#all.get(keyOf(namesIn(kind, labels, survey.names)))?.[part];
      for (const { atMs, value } of points)
        changes?.push({ atMs: firstMs ?? atMs, value: isTime ? value * 1000 : value });
    }
  }

  #pods(): readonly string[] {
    return [...new Set(this.#batch.batch.map(({ pod }) => pod))];
  }

  #selector(metric: string, pods: readonly string[]): string {
    const { survey, matchers } = this.#batch;
    return selectorText(metric, [...matchers, oneOf(survey.names.pod, pods)]);
  }

  #length(): string {
    const { fromMs, untilMs } = this.#window;
    return `${untilMs - fromMs + this.#batch.survey.scrapeMs}ms`;
  }
}

/** Steps shortly after scrapes, so that each has one. */
function gridOf(batch: readonly ActiveContainer[], { scrapeMs, phaseMs }: Survey, range: RangeOf): RangeOf {
  const fromMs = batch.reduce((least, each) => Math.min(least, each.fromMs), range.untilMs);
  const untilMs = batch.reduce((most, each) => Math.max(most, each.untilMs), range.fromMs);
  const shiftMs = (phaseMs + Math.min(1000, scrapeMs / 5)) % scrapeMs;
  return { fromMs: Math.floor((fromMs - shiftMs) / scrapeMs) * scrapeMs + shiftMs, untilMs };
}

function chunksOf({ fromMs, untilMs }: RangeOf, stepMs: number): readonly RangeOf[] {
  const chunks: RangeOf[] = [];
  const lengthMs = (pointsMax - 1) * stepMs;
  for (let at = fromMs; at <= untilMs; at += lengthMs + stepMs)
    chunks.push({ fromMs: at, untilMs: Math.min(untilMs, at + lengthMs) });
  return chunks;
}

function historyOf(container: ActiveContainer, changes: Changes, { kind, survey, range }: Batch): ContainerHistory {
  const isGone = container.lastSeenMs < range.untilMs;
  const observation = {
    isOlder: container.isOlder,
    untilMs: isGone ? container.lastSeenMs : range.untilMs,
    scrapeMs: survey.scrapeMs,
    hasStarts: survey.metrics.has(containerMetrics[kind].starts),
  };
  return { container, history: readHistory(inOrder(placed(changes, container, survey.scrapeMs)), observation), isGone };
}

/** Restarts before the first sample of a new pod were seen about when its first run was. */
function placed(changes: Changes, { isOlder }: ActiveContainer, scrapeMs: number): Changes {
  const [first, ...others] = changes.restarts;
  const start = changes.starts[0];
  if (isOlder || first === undefined || first.value === 0 || start === undefined) return changes;
  return { ...changes, restarts: [{ ...first, atMs: start.value + scrapeMs }, ...others] };
}

function inOrder({ restarts, exits, starts, exitCodes }: Changes): ContainerChanges {
  const byTime = (all: readonly SampleChange[]): readonly SampleChange[] => all.toSorted((a, b) => a.atMs - b.atMs);
  return { restarts: byTime(restarts), exits: byTime(exits), starts: byTime(starts), exitCodes: byTime(exitCodes) };
}
