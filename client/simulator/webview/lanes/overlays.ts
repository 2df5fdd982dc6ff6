import type { Bar, Lane, LaneOverlay } from "../../../../shared/drawing/lanes/model.ts";
import type { Model } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";

/** What is drawn below the bars of a lane: the run before the last change, and when what was observed was possible. */
export function overlaysOf({
  run,
  observed,
  ghost,
}: Pick<Model, "run" | "observed" | "ghost">): ReadonlyMap<string, LaneOverlay> {
  const overlays = new Map(observed?.overlays ?? []);
  if (ghost === undefined) return overlays;
  for (const lane of run.lanes)
    if (lane.kind === "container" || lane.kind === "condition")
      overlays.set(lane.id, { ghosts: ghostsOf(lane, ghost), spreads: overlays.get(lane.id)?.spreads ?? [] });
  return overlays;
}

function ghostsOf(lane: Lane, ghost: PanelRun): readonly Bar[] {
  const former = ghost.lanes.find(({ id }) => id === lane.id)?.bars ?? [];
  const own = new Set(lane.bars.map(barKey));
  return former.filter((bar) => !own.has(barKey(bar)));
}

/** Bars are the same that begin and end at the same time. */
function barKey({ kind, fromMs, toMs }: Bar): string {
  return `${kind} ${fromMs} ${toMs}`;
}
