import type { Item } from "../../../shared/drawing/model.ts";
import { itemBeyond, itemOf, neighbour } from "../../../shared/drawing/navigation.ts";
import type { Action } from "./keys.ts";
import type { Model } from "./model.ts";
import { selectEntry, selectId, shown, step, type ViewState, zoom, zoomToFit } from "./view-state.ts";
import { entryInWords, timeInWords } from "./words.ts";

const zoomFactor = 1.5;
/** What is zoomed to fills a third of the width. */
const selectionParts = 3;
const shortestSelectionMs = 10_000;

/** The actions that only change what is shown. Playing and what leaves the page are the store's. */
export type Change = Partial<Model>;

const changes: Partial<Record<Action, (model: Model) => Change>> = {
  next: (model) => stepped(model, step(model.view, model.run, 1)),
  previous: (model) => stepped(model, step(model.view, model.run, -1)),
  first: (model) => stepped(model, toEntry(model, 0)),
  last: (model) => stepped(model, toEntry(model, -1)),
  "next-in-lane": (model) => stepped(model, alongLane(model, 1)),
  "previous-in-lane": (model) => stepped(model, alongLane(model, -1)),
  "lane-below": (model) => stepped(model, acrossLanes(model, 1)),
  "lane-above": (model) => stepped(model, acrossLanes(model, -1)),
  "zoom-in": ({ view, run }) => ({ view: zoom(view, view.tMs, 1 / zoomFactor, run) }),
  "zoom-out": ({ view, run }) => ({ view: zoom(view, view.tMs, zoomFactor, run) }),
  "zoom-fit": ({ view, run }) => ({ view: zoomToFit(view, run) }),
  "zoom-selection": zoomToSelection,
  scale: ({ view }) => ({ view: { ...view, scale: view.scale === "linear" ? "log" : "linear" } }),
  table: ({ view, focusRequests }) => ({
    view: { ...view, view: view.view === "lanes" ? "table" : "lanes" },
    tablePage: undefined,
    focusRequests: focusRequests + 1,
  }),
  help: ({ helping }) => ({ helping: !helping }),
  close: () => ({ helping: false }),
};

/** What an action changes; undefined: it is none of these. */
export function changeOf(action: Action, model: Model): Change | undefined {
  return changes[action]?.(model);
}

/** The step that somebody took, in words for the live region. */
export function stepped(model: Model, view: ViewState): Change {
  if (view === model.view) return {};
  const entry = model.run.byId.get(view.selected ?? "");
  const announced = entry === undefined ? "" : `${timeInWords(entry.tMs)}: ${entryInWords(model.run, entry)}`;
  return { view: shown(view), announced, tablePage: undefined, focusRequests: model.focusRequests + 1 };
}

function toEntry({ view, run }: Model, index: number): ViewState {
  const entry = run.story.at(index);
  return entry === undefined ? view : selectEntry(view, entry);
}

function alongLane(model: Model, direction: 1 | -1): ViewState {
  const place = itemOf(model.geometry, model.view.selected ?? "");
  return toItem(model, place === undefined ? undefined : neighbour(place.lane, place.item, direction));
}

function acrossLanes(model: Model, direction: 1 | -1): ViewState {
  const { geometry, view } = model;
  const place = itemOf(geometry, view.selected ?? "");
  if (place === undefined) return toItem(model, geometry.lanes.find(({ items }) => items.length > 0)?.items[0]);
  return toItem(model, itemBeyond(geometry, place.lane.lane.id, view.tMs, direction));
}

function toItem({ view, run }: Model, item: Item | undefined): ViewState {
  return selectId(view, item?.ids[0] ?? "", run);
}

function zoomToSelection({ geometry, view, run }: Model): Change {
  const place = itemOf(geometry, view.selected ?? "");
  const lengthMs = place === undefined ? 0 : place.item.toMs - place.item.fromMs;
  const wantedMs = Math.max(lengthMs, shortestSelectionMs) * selectionParts;
  const middleMs = place === undefined ? view.tMs : place.item.fromMs + lengthMs / 2;
  const halfway = { ...view, fromMs: middleMs - wantedMs / 2, toMs: middleMs + wantedMs / 2 };
  return { view: zoom(halfway, middleMs, 1, run) };
}
