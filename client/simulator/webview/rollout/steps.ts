import { formatMoment } from "../../../../shared/basics/span-words.ts";
import type { WorkloadEntry } from "../../../../shared/controllers/objects/model.ts";
import type { Geometry, Item, PlacedLane } from "../../../../shared/drawing/lanes/model.ts";
import { itemOf, leastBy } from "../../../../shared/drawing/lanes/navigation.ts";
import { itemBeyond, neighbor } from "../../../../shared/drawing/lanes/stepping.ts";
import { idIn } from "../../../../shared/drawing/rollout/run.ts";
import { describeWorkloadEntry } from "../../../../shared/forecast/workload/entry-words.ts";
import type { Action } from "../model/keys.ts";
import { shownAt, zoom } from "../model/view.ts";
import { type RolloutModel, runOfId, spanOf } from "./model.ts";

const zoomStep = 1.6;

/** What a key or a button that only looks makes of the model. Undefined if it does nothing here. */
export function stepped(model: RolloutModel, action: Action): RolloutModel | undefined {
  const { view } = model;
  const spanMs = spanOf(model);
  switch (action) {
    case "zoom-in":
      return { ...model, view: zoom(view, view.tMs, 1 / zoomStep, spanMs) };
    case "zoom-out":
      return { ...model, view: zoom(view, view.tMs, zoomStep, spanMs) };
    case "zoom-fit":
      return { ...model, view: { ...view, fromMs: 0, toMs: spanMs } };
    case "table":
      return { ...model, tablePage: undefined, view: { ...view, view: view.view === "table" ? "lanes" : "table" } };
    case "inject":
    case "compare":
    case "export":
      return { ...model, menu: model.menu === action ? undefined : action };
    case "help":
      return { ...model, helping: !model.helping };
    case "close":
      return closed(model);
    default:
      return moved(model, action);
  }
}

function closed(model: RolloutModel): RolloutModel {
  if (model.menu !== undefined) return { ...model, menu: undefined };
  if (model.helping) return { ...model, helping: false };
  return { ...model, view: { ...model.view, selected: undefined } };
}

function moved(model: RolloutModel, action: Action): RolloutModel | undefined {
  const run = runOfId(model, model.view.selected);
  const entry = targetOf(model, action);
  return entry === undefined ? undefined : selected(model, idIn(run.side, entry));
}

function targetOf(model: RolloutModel, action: Action): WorkloadEntry | undefined {
  const { view, geometry } = model;
  const run = runOfId(model, view.selected);
  const { entries } = run.timeline;
  const now = view.selected === undefined ? undefined : run.byId.get(view.selected);
  const index = now === undefined ? -1 : entries.indexOf(now);
  if (action === "first") return entries[0];
  if (action === "last") return entries.at(-1);
  if (action === "next") return index >= 0 ? entries[index + 1] : entries.find(({ tMs }) => tMs > view.tMs);
  if (action === "previous") return index >= 0 ? entries[index - 1] : entries.findLast(({ tMs }) => tMs < view.tMs);
  const item = view.selected === undefined ? undefined : itemBeside(geometry, view.selected, view.tMs, action);
  return item && run.byId.get(item.ids[0] ?? "");
}

/** The item in the same lane or in another one that a key leads to. */
function itemBeside(geometry: Geometry, id: string, tMs: number, action: Action): Item | undefined {
  const place = placeOf(geometry, id);
  if (place === undefined) return undefined;
  const { lane, item } = place;
  if (action === "next-in-lane") return neighbor(lane, item, 1);
  if (action === "previous-in-lane") return neighbor(lane, item, -1);
  if (action === "lane-below") return itemBeyond(geometry, lane.lane.id, tMs, 1);
  return action === "lane-above" ? itemBeyond(geometry, lane.lane.id, tMs, -1) : undefined;
}

/** Selects an entry and brings it into sight. */
export function selected(model: RolloutModel, id: string): RolloutModel {
  const entry = runOfId(model, id).byId.get(id);
  if (entry === undefined) return model;
  return {
    ...model,
    view: { ...shownAt(model.view, entry.tMs, spanOf(model)), selected: id },
    announced: `${formatMoment(entry.tMs)}: ${describeWorkloadEntry(entry)}`,
    focusRequests: model.focusRequests + 1,
    tablePage: undefined,
  };
}

interface PlacedItem {
  readonly lane: PlacedLane;
  readonly item: Item;
}

/** Where an entry is drawn: in the lane of its pod, rather than in that of its revision. */
export function placeOf(geometry: Geometry, id: string): PlacedItem | undefined {
  const pods = geometry.lanes.filter(({ lane }) => lane.kind === "collapsed");
  return itemOf({ ...geometry, lanes: pods }, id) ?? itemOf(geometry, id);
}

/** The first item of all, for the tab order where nothing is selected. */
export function reachableId({ geometry }: RolloutModel): string | undefined {
  const lane = geometry.lanes.find(({ items }) => items.length > 0);
  return lane && leastBy(lane.items, ({ fromMs }) => fromMs)?.ids[0];
}
