import { formatMoment } from "../../../shared/basics/span-words.ts";
import { containerOf, expandables } from "../../../shared/drawing/lanes/arrange.ts";
import type { Item } from "../../../shared/drawing/lanes/model.ts";
import { itemOf } from "../../../shared/drawing/lanes/navigation.ts";
import { itemBeyond, neighbor, stepFrom } from "../../../shared/drawing/lanes/stepping.ts";
import type { TimeRange } from "../../../shared/forecast/node-load/range-sum.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import type { TimelineEntry } from "../../../shared/simulation/index.ts";
import { rangeInWords } from "./lanes/range-view.ts";
import { changedSet } from "./model/changed-set.ts";
import type { ShownAction } from "./model/keys.ts";
import type { Model } from "./model/model.ts";
import { type ModelChange, remarked, stepped } from "./model/stepped.ts";
import { ranUntil } from "./model/until.ts";
import { shownAt, type ViewState, zoom, zoomedTo } from "./model/view.ts";
import { selectEntry, selectId } from "./model/view-state.ts";
import type { PanelRun } from "./run/run.ts";
import { runOf } from "./run/run-of.ts";

const zoomFactor = 1.5;
/** What is zoomed to fills a third of the width. */
const selectionParts = 3;
const shortestSelectionMs = 10_000;

const changes: Readonly<Record<ShownAction, (model: Model) => ModelChange>> = {
  next: (model) => stepped(model, step(model.view, selectedRun(model), 1)),
  previous: (model) => stepped(model, step(model.view, selectedRun(model), -1)),
  "kubectl-next": (model) => stepped(model, alongKubectl(model, 1)),
  "kubectl-previous": (model) => stepped(model, alongKubectl(model, -1)),
  "time-field": ({ timeRequests }) => ({ timeRequests: timeRequests + 1 }),
  "next-end": (model) => stepped(model, toNextEnd(model, 1)),
  "previous-end": (model) => stepped(model, toNextEnd(model, -1)),
  "next-expectation": toNextExpectation,
  "until-kill": (model) => ranUntil(model, "until-kill"),
  "until-ready": (model) => ranUntil(model, "until-ready"),
  "until-broken": (model) => ranUntil(model, "until-broken"),
  first: (model) => stepped(model, toEntry(model, 0)),
  last: (model) => stepped(model, toEntry(model, -1)),
  "next-in-lane": (model) => stepped(model, alongLane(model, 1)),
  "previous-in-lane": (model) => stepped(model, alongLane(model, -1)),
  "lane-below": (model) => stepped(model, acrossLanes(model, 1)),
  "lane-above": (model) => stepped(model, acrossLanes(model, -1)),
  "zoom-in": ({ view, run }) => ({ view: zoom(view, view.tMs, 1 / zoomFactor, run.timeline.untilMs) }),
  "zoom-out": ({ view, run }) => ({ view: zoom(view, view.tMs, zoomFactor, run.timeline.untilMs) }),
  "zoom-fit": ({ view, run }) => ({ view: { ...view, fromMs: 0, toMs: run.timeline.untilMs } }),
  "zoom-selection": zoomToSelection,
  table: ({ view, focusRequests }) => ({
    view: { ...view, view: view.view === "lanes" ? "table" : "lanes" },
    tablePage: undefined,
    openRun: undefined,
    focusRequests: focusRequests + 1,
  }),
  help: ({ helping }) => ({ helping: !helping, menu: undefined }),
  "range-start": (model) => ranged(model, { fromMs: model.view.tMs }),
  "range-end": (model) => ranged(model, { toMs: model.view.tMs }),
  expand: expandedSelected,
  "expand-all": expandedAll,
  pin: pinnedSelected,
  inject: ({ menu }) => ({ menu: menu === "inject" ? undefined : "inject" }),
  compare: ({ menu }) => ({ menu: menu === "compare" ? undefined : "compare" }),
  export: ({ menu }) => ({ menu: menu === "more" ? undefined : "more" }),
  close: closed,
};

/** What an action changes. */
export function changeOf(action: ShownAction, model: Model): ModelChange {
  return changes[action](model);
}

function selectedRun(model: Model): PanelRun {
  return runOf(model, model.view.selected);
}

/** One entry of the story on or back; at either end nothing changes. */
function step(view: ViewState, run: PanelRun, direction: 1 | -1): ViewState {
  const entry = stepFrom(run.story, view, direction);
  return entry === undefined ? view : selectEntry(view, entry);
}

/** The next or the previous kill or exit: where a run ends, once for each. */
function toNextEnd(model: Model, direction: 1 | -1): ViewState {
  const { view } = model;
  const run = selectedRun(model);
  const found = stepFrom(
    run.story.filter((entry) => isEnd(run, entry) || entry.id === view.selected),
    view,
    direction,
  );
  return found === undefined ? view : selectEntry(view, found);
}

/** A kill brings an exit, which is no end of its own. */
function isEnd(run: PanelRun, { kind, cause }: TimelineEntry): boolean {
  if (kind !== "container-exited") return kind === "container-stopping" || kind === "restart-all-started";
  const by = run.byId.get(cause ?? "")?.kind;
  return by !== "container-stopping" && by !== "container-killed";
}

/** The line of kubectl after or before the cursor. */
function alongKubectl({ lanes, view, run }: Model, direction: 1 | -1): ViewState {
  const bars = lanes.find(({ id }) => id === "kubectl")?.bars ?? [];
  const bar =
    direction === 1 ? bars.find(({ fromMs }) => fromMs > view.tMs) : bars.findLast(({ fromMs }) => fromMs < view.tMs);
  return bar === undefined ? view : { ...selectId(view, bar.ids[0] ?? "", run), tMs: bar.fromMs };
}

/** The next moment at which an `expect` line is decided; behind the last one the first. */
function toNextExpectation(model: Model): ModelChange {
  const { deferredUi, run, view } = model;
  const moments = deferredUi?.expectationMoments(run.timeline, run.scenario) ?? [];
  const next = moments.find(({ tMs }) => tMs > view.tMs) ?? moments[0];
  if (next === undefined) return remarked("No expect line for this pod.");
  const announced = `${formatMoment(next.tMs)}: ${next.text} ${next.holds ? "holds" : "fails"} in this run.`;
  return { view: shownAt(view, next.tMs, run.timeline.untilMs), announced };
}

function toEntry(model: Model, index: number): ViewState {
  const { view } = model;
  const entry = selectedRun(model).story.at(index);
  return entry === undefined ? view : selectEntry(view, entry);
}

function alongLane(model: Model, direction: 1 | -1): ViewState {
  const place = itemOf(model.geometry, model.view.selected ?? "");
  return toItem(model, place === undefined ? undefined : neighbor(place.lane, place.item, direction));
}

function acrossLanes(model: Model, direction: 1 | -1): ViewState {
  const { geometry, view } = model;
  const place = itemOf(geometry, view.selected ?? "");
  if (place === undefined) return toItem(model, geometry.lanes.find(({ items }) => items.length > 0)?.items[0]);
  return toItem(model, itemBeyond(geometry, place.lane.lane.id, view.tMs, direction));
}

function toItem(model: Model, item: Item | undefined): ViewState {
  const id = item?.ids[0] ?? "";
  return selectId(model.view, id, runOf(model, id));
}

/** What is on top goes first. */
function closed({ helping, menu, range }: Model): ModelChange {
  if (helping) return { helping: false };
  if (menu !== undefined) return { menu: undefined };
  return range === undefined ? { ghost: undefined } : { range: undefined, announced: "The range is cleared." };
}

/** A range with another end; one that would end before it begins has that other end only. */
function ranged(model: Model, change: Partial<TimeRange>): ModelChange {
  const { fromMs, toMs } = { fromMs: 0, toMs: model.run.timeline.untilMs, ...model.range, ...change };
  const range =
    fromMs <= toMs ? { fromMs, toMs } : { fromMs: change.fromMs ?? 0, toMs: change.toMs ?? model.run.timeline.untilMs };
  return { range, announced: rangeInWords(model.run, range) };
}

/** The container of the selected entry. */
function selectedContainer(model: Model): string | undefined {
  const place = itemOf(model.geometry, model.view.selected ?? "");
  return place === undefined
    ? selectedRun(model).byId.get(model.view.selected ?? "")?.container
    : containerOf(place.lane.lane);
}

function expandedSelected(model: Model): ModelChange {
  const name = selectedContainer(model) ?? expandables.pod;
  const isExpanded = !model.expanded.has(name);
  const what = name === expandables.pod ? "The rows of the pod" : `The probes of ${name}`;
  const announced = isExpanded ? `${what} are shown.` : `${what} are hidden.`;
  return { expanded: changedSet(model.expanded, [name], isExpanded), announced };
}

function expandedAll({ run, expanded }: Model): ModelChange {
  const names = allContainers(run.pod).map(({ name }) => name);
  const isExpanded = names.some((name) => !expanded.has(name));
  const announced = isExpanded ? "The probes of all containers are shown." : "The probes of all containers are hidden.";
  return { expanded: changedSet(expanded, names, isExpanded), announced };
}

function pinnedSelected(model: Model): ModelChange {
  const name = selectedContainer(model);
  if (name === undefined) return remarked("Select an entry of a container first.");
  const isPinned = !model.pinned.has(name);
  const announced = isPinned ? `${name} is pinned to the top.` : `${name} is not pinned any more.`;
  return { pinned: changedSet(model.pinned, [name], isPinned), announced };
}

function zoomToSelection({ geometry, view, run, range }: Model): ModelChange {
  if (range !== undefined) return { view: zoomedTo(view, range, run.timeline.untilMs) };
  const place = itemOf(geometry, view.selected ?? "");
  const lengthMs = place === undefined ? 0 : place.item.toMs - place.item.fromMs;
  const wantedMs = Math.max(lengthMs, shortestSelectionMs) * selectionParts;
  const middleMs = place === undefined ? view.tMs : place.item.fromMs + lengthMs / 2;
  const halfway = { ...view, fromMs: middleMs - wantedMs / 2, toMs: middleMs + wantedMs / 2 };
  return { view: zoom(halfway, middleMs, 1, run.timeline.untilMs) };
}
