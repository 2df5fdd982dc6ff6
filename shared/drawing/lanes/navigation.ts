import type { EntryKind, Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import { shapeOf } from "./lane-shapes.ts";
import type { Geometry, Item, PlacedLane } from "./model.ts";
import { roundUp } from "./scale.ts";

/** What the arrows skip: there are hundreds, and what they lead to is an entry of its own. */
const quiet: ReadonlySet<EntryKind> = new Set(["probe-attempt", "status-published"]);

/** A run, as far as its end is asked for. */
interface ToldStory {
  readonly story: readonly TimelineEntry[];
  readonly timeline: Pick<Timeline, "untilMs">;
}

/** Room behind the last entry of the story, so that people see that nothing more happens. */
const roomFactor = 1.1;
const shortestStoryMs = 60_000;
/** Of a rhythm, so many rounds are shown. */
const roundsShown = 2;

/** The entries that tell the story, in order. */
export function storyOf(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.filter(({ kind, data }) => !quiet.has(kind) && data.isRoutine !== true);
}

/** From when on restarts are evenly spaced, and how far apart. */
interface SteadyRestarts {
  readonly fromMs: { readonly p50: number };
  readonly everyMs: { readonly p50: number };
}

/**
 * The end of what is shown at first: two rounds behind the beginning of the rhythm, else soon after the last thing that happened but
 * probes and statuses; a round time, and the horizon at the latest.
 */
export function openingEndMs({ story, timeline }: ToldStory, rhythm?: SteadyRestarts): number {
  const { untilMs } = timeline;
  const lastMs = (story.at(-1)?.tMs ?? 0) * roomFactor;
  const steadyMs = rhythm && rhythm.fromMs.p50 + roundsShown * rhythm.everyMs.p50;
  return Math.min(roundUp(Math.max(Math.min(lastMs, steadyMs ?? lastMs), shortestStoryMs)), untilMs);
}

/** Where an entry is drawn; undefined if it is drawn nowhere at this zoom. */
export function itemOf(geometry: Geometry, id: string): { readonly lane: PlacedLane; readonly item: Item } | undefined {
  // The lines of kubectl and the differences stand for entries that have signs of their own.
  const lanes = geometry.lanes.toSorted((left, right) => printedLast(left) - printedLast(right));
  for (const lane of lanes) {
    const item = lane.items.findLast(({ ids }) => ids[0] === id) ?? lane.items.find(({ ids }) => ids.includes(id));
    if (item !== undefined) return { lane, item };
  }
  return undefined;
}

function printedLast({ lane }: PlacedLane): number {
  return Number(lane.kind === "kubectl" || lane.kind === "difference");
}

/** A place in a lane: pixels from its left edge and its top. */
export interface LanePoint {
  readonly xPx: number;
  readonly yPx: number;
}

/** A sign that stands in a bar is so wide to both sides. */
const signReachPx = 7;

/** What a click means: the sign within reach, else the bar under it, else the nearest bar within reach. In the bars of a container only what is under it. */
export function itemAt(lane: PlacedLane, { xPx, yPx }: LanePoint, reachPx: number): Item | undefined {
  const bars = lane.items.filter(({ shape }) => shape === "bar");
  const bar = bars.findLast(({ xPx: startPx, widthPx }) => startPx <= xPx && xPx <= startPx + widthPx);
  const signs = lane.items.filter(({ shape }) => shape === "mark");
  if (bar !== undefined && lane.lane.kind === "container") {
    const ticks = signs.filter(({ kind }) => kind === "failed-probe" || kind === "failed-startup");
    const { barPx, barHeightPx } = shapeOf(lane);
    if (yPx > barPx + barHeightPx) return nearest(ticks, xPx, signReachPx) ?? bar;
    return (
      nearest(
        signs.filter((sign) => !ticks.includes(sign)),
        xPx,
        signReachPx,
      ) ?? bar
    );
  }
  return nearest(signs, xPx, reachPx) ?? bar ?? nearest(bars, xPx, reachPx);
}

function nearest(items: readonly Item[], xPx: number, reachPx: number): Item | undefined {
  const distancePx = (item: Item) => Math.max(item.xPx - xPx, xPx - item.xPx - item.widthPx, 0);
  const found = leastBy(items, distancePx);
  return found !== undefined && distancePx(found) <= reachPx ? found : undefined;
}

/** The item with the least value, the first of equals. */
export function leastBy(items: readonly Item[], measure: (item: Item) => number): Item | undefined {
  let best: Item | undefined;
  let bestValue = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const value = measure(item);
    if (value >= bestValue) continue;
    best = item;
    bestValue = value;
  }
  return best;
}
