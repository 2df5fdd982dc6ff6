import type { EntryKind, Timeline, TimelineEntry } from "../simulation/timeline.ts";
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

/**
 * The entry of the story after (`1`) or before (`-1`) the selected one; without a selection, from the cursor's time.
 * Undefined at either end.
 */
export function stepFrom(
  story: readonly TimelineEntry[],
  place: { readonly selected: string | undefined; readonly tMs: number },
  direction: 1 | -1,
): TimelineEntry | undefined {
  const index = story.findIndex(({ id }) => id === place.selected);
  if (index >= 0) return story[index + direction];
  return direction === 1 ? story.find(({ tMs }) => tMs > place.tMs) : story.findLast(({ tMs }) => tMs < place.tMs);
}

/** Where an entry is drawn; undefined: nowhere at this zoom. */
export function itemOf(geometry: Geometry, id: string): { readonly lane: PlacedLane; readonly item: Item } | undefined {
  for (const lane of geometry.lanes) {
    const item = lane.items.findLast(({ ids }) => ids[0] === id) ?? lane.items.find(({ ids }) => ids.includes(id));
    if (item !== undefined) return { lane, item };
  }
  return undefined;
}

/** A place in a lane: pixels from its left edge and its top. */
export interface Place {
  readonly xPx: number;
  readonly yPx: number;
}

/** What a click means: the sign within reach, else the bar under it, else the nearest bar within reach. In a container's bars they go first. */
export function itemAt(lane: PlacedLane, { xPx, yPx }: Place, reachPx: number): Item | undefined {
  const bars = lane.items.filter(({ shape }) => shape === "bar");
  const bar = bars.findLast(({ xPx: startPx, widthPx }) => startPx <= xPx && xPx <= startPx + widthPx);
  if (bar !== undefined && lane.lane.kind === "container" && yPx >= laneShapes.container.barPx) return bar;
  const signs = lane.items.filter(({ shape }) => shape === "mark");
  return nearest(signs, xPx, reachPx) ?? bar ?? nearest(bars, xPx, reachPx);
}

/** The item of a lane before or after another one in time, for stepping within the lane. */
export function neighbour(lane: PlacedLane, item: Item, direction: 1 | -1): Item | undefined {
  const inOrder = [...lane.items].sort((left, right) => left.fromMs - right.fromMs);
  return inOrder[inOrder.indexOf(item) + direction];
}

/** The item of the nearest lane above (`-1`) or below (`1`) that shows something, closest in time. */
export function itemBeyond(geometry: Geometry, laneId: string, tMs: number, direction: 1 | -1): Item | undefined {
  const start = geometry.lanes.findIndex(({ lane }) => lane.id === laneId);
  for (let index = start + direction; index >= 0 && index < geometry.lanes.length; index += direction) {
    const items = geometry.lanes[index]?.items ?? [];
    if (items.length > 0) return closestInTime(items, tMs);
  }
  return undefined;
}

function closestInTime(items: readonly Item[], tMs: number): Item | undefined {
  return leastBy(items, (item) => Math.max(item.fromMs - tMs, tMs - item.toMs, 0));
}

function nearest(items: readonly Item[], xPx: number, reachPx: number): Item | undefined {
  const distancePx = (item: Item) => Math.max(item.xPx - xPx, xPx - item.xPx - item.widthPx, 0);
  const found = leastBy(items, distancePx);
  return found !== undefined && distancePx(found) <= reachPx ? found : undefined;
}

function leastBy(items: readonly Item[], measure: (item: Item) => number): Item | undefined {
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
