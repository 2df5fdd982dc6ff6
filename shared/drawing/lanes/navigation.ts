import type { EntryKind, Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import { laneShapes } from "./lane-shapes.ts";
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
const roomFactor = 1.2;
const shortestStoryMs = 60_000;

/** The entries that tell the story, in order. */
export function storyOf(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.filter(({ kind, data }) => !quiet.has(kind) && data.isRoutine !== true);
}

/** A round time soon after the last thing that happened but probes and statuses; the horizon at the latest. */
export function storyEndMs({ story, timeline }: ToldStory): number {
  const lastMs = story.at(-1)?.tMs ?? 0;
  return Math.min(roundUp(Math.max(lastMs * roomFactor, shortestStoryMs)), timeline.untilMs);
}

/** Where an entry is drawn; undefined if it is drawn nowhere at this zoom. */
export function itemOf(geometry: Geometry, id: string): { readonly lane: PlacedLane; readonly item: Item } | undefined {
  for (const lane of geometry.lanes) {
    const item = lane.items.findLast(({ ids }) => ids[0] === id) ?? lane.items.find(({ ids }) => ids.includes(id));
    if (item !== undefined) return { lane, item };
  }
  return undefined;
}

/** A place in a lane: pixels from its left edge and its top. */
export interface LanePoint {
  readonly xPx: number;
  readonly yPx: number;
}

/** What a click means: the sign within reach, else the bar under it, else the nearest bar within reach. In a container's bars they go first. */
export function itemAt(lane: PlacedLane, { xPx, yPx }: LanePoint, reachPx: number): Item | undefined {
  const bars = lane.items.filter(({ shape }) => shape === "bar");
  const bar = bars.findLast(({ xPx: startPx, widthPx }) => startPx <= xPx && xPx <= startPx + widthPx);
  if (bar !== undefined && lane.lane.kind === "container" && yPx >= laneShapes.container.barPx) return bar;
  const signs = lane.items.filter(({ shape }) => shape === "mark");
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
