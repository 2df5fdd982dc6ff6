import { type Change, type ContainerChanges, type History, readHistory } from "../../shared/fleet/history.ts";
import { type ActiveContainer, labelsOf, podsPerBatch } from "./activity.ts";
import { type ContainerKind, containerMetrics } from "./metrics.ts";
import type { Asked, Prometheus, RangeOf } from "./prometheus.ts";
import { type LabelMatcher, oneOf, selectorText } from "./selectors.ts";
import { keyOf, namesIn, type Survey } from "./survey.ts";
import { batchesOf, type Work } from "./work.ts";

export interface ContainerHistory {
  readonly container: ActiveContainer;
  readonly history: History;
  /** The pod does not exist any more. */
  readonly isGone: boolean;
}

/** Prometheus gives no more points of a series in one answer. */
const pointsMax = 11_000;
/** Restarts that are kept: about 200 MB. */
const restartsMax = 2_000_000;
/** A store may begin a little after the range does. */
const beginMs = 600_000;

const parts = ["restarts", "exits", "starts", "exitCodes"] as const;
type Part = (typeof parts)[number] | "ends";
type Changes = Readonly<Record<Part, Change[]>>;

/** The restarts of each container, one by one: the server gives only the samples at which a value changed. */
export async function readHistories(
  prometheus: Prometheus,
  work: Work,
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
  return { histories, missing };
}

export interface HistoryQuestion {
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
  readonly kind: ContainerKind;
  readonly survey: Survey;
  readonly range: RangeOf;
  readonly matchers: readonly LabelMatcher[];
  readonly batch: readonly ActiveContainer[];
}

async function readBatch(prometheus: Prometheus, asked: Batch): Promise<Asked<readonly ContainerHistory[]>> {
  const { kind, survey, range, batch } = asked;
  const window = gridOf(batch, survey, range);
  const all = new Map<string, Changes>();
  for (const container of batch)
    all.set(keyOf(container), { restarts: [], exits: [], starts: [], exitCodes: [], ends: [] });
  const present = parts.filter((part) => survey.metrics.has(containerMetrics[kind][part]));
  const isWatchedToEnd = batch.some(({ isThere }) => !isThere);
  for (const chunk of chunksOf(window, survey.scrapeMs))
    for (const part of isWatchedToEnd ? [...present, "ends" as const] : present) {
      const read = await readPart(prometheus, asked, { part, chunk, all });
      if (read !== undefined) return read;
    }
  const value = batch.flatMap((container) => {
    const changes = all.get(keyOf(container));
    return changes === undefined ? [] : [historyOf(container, changes, asked, window)];
  });
  return { value };
}

interface PartRead {
  readonly part: Part;
  readonly chunk: RangeOf;
  readonly all: ReadonlyMap<string, Changes>;
}

async function readPart(
  prometheus: Prometheus,
  { kind, survey, matchers, batch }: Batch,
  { part, chunk, all }: PartRead,
): Promise<{ readonly failure: import("./prometheus.ts").Failure } | undefined> {
  const pods = [...new Set(batch.map(({ pod }) => pod))];
  const metric = containerMetrics[kind][part === "ends" ? "restarts" : part];
  const selector = selectorText(metric, [...matchers, oneOf(survey.names.pod, pods)]);
  const query = part === "ends" ? endQuery(selector, survey) : changeQuery(selector, survey, chunk.fromMs);
  const asked = await prometheus.range(query, chunk, survey.scrapeMs);
  if ("failure" in asked) return asked;
  const isTime = part === "exits" || part === "starts";
  for (const { labels, points } of asked.value) {
    const changes = all.get(keyOf(namesIn(kind, labels, survey.names)))?.[part];
    for (const { atMs, value } of points) changes?.push({ atMs, value: isTime ? value * 1000 : value });
  }
  return undefined;
}

/** Samples that differ from the one before, and those with which the chunk begins. */
function changeQuery(selector: string, survey: Survey, fromMs: number): string {
  const isLater = `on () (vector(time()) > ${fromMs / 1000})`;
  const same = `${selector} == (${selector} offset ${survey.scrapeMs}ms)`;
  return `max by (${labelsOf(survey)}) (${selector} unless ((${same}) and ${isLater}))`;
}

/** Series that have just ended. */
function endQuery(selector: string, survey: Survey): string {
  const by = `max by (${labelsOf(survey)})`;
  return `${by} (${selector} offset ${survey.scrapeMs}ms) unless ${by} (${selector})`;
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

function historyOf(
  container: ActiveContainer,
  changes: Changes,
  { kind, survey, range }: Batch,
  window: RangeOf,
): ContainerHistory {
  const goneMs = container.isThere ? undefined : changes.ends.reduce((last, { atMs }) => Math.max(last, atMs), 0);
  const untilMs = container.isThere ? range.untilMs : goneMs === undefined || goneMs === 0 ? container.untilMs : goneMs;
  const isStart = window.fromMs <= range.fromMs;
  const observation = {
    fromMs: window.fromMs + (isStart ? beginMs : 0),
    untilMs,
    scrapeMs: survey.scrapeMs,
    hasStarts: survey.metrics.has(containerMetrics[kind].starts),
  };
  return { container, history: readHistory(inOrder(changes), observation), isGone: !container.isThere };
}

function inOrder({ restarts, exits, starts, exitCodes }: Changes): ContainerChanges {
  const byTime = (all: readonly Change[]): readonly Change[] => all.toSorted((a, b) => a.atMs - b.atMs);
  return { restarts: byTime(restarts), exits: byTime(exits), starts: byTime(starts), exitCodes: byTime(exitCodes) };
}
