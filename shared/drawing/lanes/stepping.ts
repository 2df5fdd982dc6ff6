import type { TimelineEntry } from "../../simulation/timeline/timeline.ts";
import type { Geometry, Item, PlacedLane } from "./model.ts";
import { leastBy } from "./navigation.ts";

// What only keys ask for: a page needs it after its first picture.

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

/** The item of a lane before or after another one in time, for stepping within the lane. */
export function neighbor(lane: PlacedLane, item: Item, direction: 1 | -1): Item | undefined {
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
