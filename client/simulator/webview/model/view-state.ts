import { eventIndex } from "../../../../shared/drawing/lanes.ts";
import { storyEndMs } from "../../../../shared/drawing/navigation.ts";
import type { TimeRange } from "../../../../shared/forecast/range-sum.ts";
import type { PanelState } from "../../../../shared/protocol/panel.ts";
import type { TimelineEntry } from "../../../../shared/simulation/timeline.ts";
import type { Run } from "../run/run.ts";
import { runOf, type ShownRuns } from "../run/run-of.ts";

/** What people change by looking at a run. Never part of the run: playing does not change the result. */
export interface ViewState {
  /** The cursor. */
  readonly tMs: number;
  /** Id of an entry or of an event. */
  readonly selected: string | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  readonly scale: "linear" | "log";
  readonly view: "lanes" | "table";
}

/** No zoom shows less than this. */
const shortestViewMs = 100;

/** The view that a window reload left behind, as far as this run still has it. */
export function restoredView(state: PanelState, run: Run): ViewState {
  return within({ ...state, selected: run.byId.has(state.selected ?? "") ? state.selected : undefined }, run);
}

/**
 * The same place in a new run: cursor and zoom by time, the selection by what it was. Who looked at the whole story sees
 * the whole new story, and who looked at everything or chose another horizon sees everything.
 */
export function carriedView(view: ViewState, model: ShownRuns, run: Run): ViewState {
  const before = model.run;
  const wasStory = view.fromMs === 0 && view.toMs === storyEndMs(before);
  const wasWhole = view.fromMs === 0 && view.toMs === before.timeline.untilMs;
  const wholeMs = wasStory && run.horizonMs === before.horizonMs ? storyEndMs(run) : run.timeline.untilMs;
  const toMs = wasStory || wasWhole ? wholeMs : view.toMs;
  const selected = carriedSelection(view.selected, runOf(model, view.selected), run);
  const tMs = view.tMs + movedMs(view.selected, model, run, selected);
  return within({ ...view, toMs, selected, tMs }, run);
}

/** How much later the selected entry is in the new run: the cursor goes along with it. */
function movedMs(id: string | undefined, model: ShownRuns, run: Run, carried: string | undefined): number {
  const before = runOf(model, id).byId.get(id ?? "");
  const after = run.byId.get(carried ?? "");
  return before === undefined || after === undefined ? 0 : after.tMs - before.tMs;
}

export function selectEntry(view: ViewState, entry: TimelineEntry): ViewState {
  return { ...view, selected: entry.id, tMs: entry.tMs };
}

/** Selects an entry or an event; another id changes nothing. */
export function selectId(view: ViewState, id: string, run: Run): ViewState {
  const entry = run.byId.get(id) ?? run.timeline.events[eventIndex(id) ?? -1];
  return entry === undefined ? view : { ...view, selected: id, tMs: entry.tMs };
}

export function moveCursor(view: ViewState, tMs: number, run: Run): ViewState {
  return { ...view, tMs: clamp(tMs, 0, run.timeline.untilMs), selected: undefined };
}

/** Shows `factor` times as much time, with `aroundMs` staying where it is. */
export function zoom(view: ViewState, aroundMs: number, factor: number, run: Run): ViewState {
  const limitMs = run.timeline.untilMs;
  const lengthMs = clamp((view.toMs - view.fromMs) * factor, Math.min(shortestViewMs, limitMs), limitMs);
  const share = (aroundMs - view.fromMs) / (view.toMs - view.fromMs);
  const fromMs = clamp(aroundMs - share * lengthMs, 0, limitMs - lengthMs);
  return { ...view, fromMs, toMs: fromMs + lengthMs };
}

/** Shows a part of the run, as far as there is one and not less than a zoom may show. */
export function zoomedTo(view: ViewState, { fromMs, toMs }: TimeRange, run: Run): ViewState {
  return within({ ...view, fromMs, toMs }, run);
}

export function pan(view: ViewState, share: number, run: Run): ViewState {
  const lengthMs = view.toMs - view.fromMs;
  const fromMs = clamp(view.fromMs + share * lengthMs, 0, run.timeline.untilMs - lengthMs);
  return { ...view, fromMs, toMs: fromMs + lengthMs };
}

/** Moves the zoom so that the cursor is in sight. */
export function shown(view: ViewState, run: Run): ViewState {
  if (view.tMs >= view.fromMs && view.tMs <= view.toMs) return view;
  const lengthMs = view.toMs - view.fromMs;
  const fromMs = view.tMs - lengthMs / 4;
  return within({ ...view, fromMs, toMs: fromMs + lengthMs }, run);
}

function carriedSelection(id: string | undefined, before: Run, run: Run): string | undefined {
  if (before.sentences?.has(id ?? "")) return id; // what was observed stays
  const index = eventIndex(id ?? "") ?? -1;
  const event = before.timeline.events[index];
  if (event === undefined) return sameEntry(before.byId.get(id ?? ""), run)?.id;
  return run.timeline.events[index]?.reason === event.reason ? id : undefined;
}

function sameEntry(before: TimelineEntry | undefined, run: Run): TimelineEntry | undefined {
  if (before === undefined) return undefined;
  const alike = run.timeline.entries.filter(
    ({ kind, container, run: count, data }) =>
      kind === before.kind &&
      container === before.container &&
      count === before.run &&
      data.probe === before.data.probe &&
      data.condition === before.data.condition &&
      data.status === before.data.status,
  );
  const farMs = ({ tMs }: TimelineEntry): number => Math.abs(tMs - before.tMs);
  return alike.toSorted((one, other) => farMs(one) - farMs(other))[0];
}

/** What is shown keeps its length, if the run is as long. */
function within(view: ViewState, run: Run): ViewState {
  const limitMs = run.timeline.untilMs;
  const lengthMs = clamp(view.toMs - view.fromMs, Math.min(shortestViewMs, limitMs), limitMs);
  const fromMs = clamp(view.fromMs, 0, limitMs - lengthMs);
  return { ...view, tMs: clamp(view.tMs, 0, limitMs), fromMs, toMs: fromMs + lengthMs };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
