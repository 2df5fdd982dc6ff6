import { eventIndex } from "../../../../shared/drawing/lanes/lanes.ts";
import { openingEndMs } from "../../../../shared/drawing/lanes/navigation.ts";
import type { Answer } from "../../../../shared/forecast/answer/model.ts";
import type { PanelState } from "../../../../shared/protocol/panel/panel.ts";
import type { TimelineEntry } from "../../../../shared/simulation/timeline/timeline.ts";
import type { PanelRun } from "../run/run.ts";
import { runOf, type ShownRuns } from "../run/run-of.ts";
import type { Model } from "./model.ts";
import { type ViewState, within } from "./view.ts";

/** What a window reload shall find again. */
export function stateOf(model: Model): PanelState {
  const { run, view, setup, closed, expanded, pinned, observed, alertRules } = model;
  const isObserved = observed !== undefined;
  const { reference } = run.payload;
  const lanes = { expanded: [...expanded], pinned: [...pinned] };
  const state = { ...view, ...lanes, reference, horizonMs: run.horizonMs, setup, closed: [...closed], isObserved };
  return alertRules === undefined ? state : { ...state, alertRules };
}

/** The view that a window reload left behind, as far as this run still has it. */
export function restoredView(state: PanelState, run: PanelRun): ViewState {
  const selected = run.byId.has(state.selected ?? "") ? state.selected : undefined;
  return within({ ...state, selected }, run.timeline.untilMs);
}

/**
 * The same place in a new run: cursor and zoom by time, the selection by what it was. Who looked at the whole story sees
 * the whole new story, and who looked at everything or chose another horizon sees everything.
 */
export function carriedView(
  view: ViewState,
  model: ShownRuns & { readonly answer: Answer | undefined },
  run: PanelRun,
  answer: Answer | undefined,
): ViewState {
  const before = model.run;
  const wasStory = view.fromMs === 0 && view.toMs === openingEndMs(before, model.answer?.rhythm);
  const wasWhole = view.fromMs === 0 && view.toMs === before.timeline.untilMs;
  const wholeMs =
    wasStory && run.horizonMs === before.horizonMs ? openingEndMs(run, answer?.rhythm) : run.timeline.untilMs;
  const toMs = wasStory || wasWhole ? wholeMs : view.toMs;
  const selected = carriedSelection(view.selected, runOf(model, view.selected), run);
  const tMs = view.tMs + movedMs(view.selected, model, run, selected);
  return within({ ...view, toMs, selected, tMs }, run.timeline.untilMs);
}

/** How much later the selected entry is in the new run: the cursor goes along with it. */
function movedMs(id: string | undefined, model: ShownRuns, run: PanelRun, carried: string | undefined): number {
  const before = runOf(model, id).byId.get(id ?? "");
  const after = run.byId.get(carried ?? "");
  return before === undefined || after === undefined ? 0 : after.tMs - before.tMs;
}

export function selectEntry(view: ViewState, entry: TimelineEntry): ViewState {
  return { ...view, selected: entry.id, tMs: entry.tMs };
}

/** Selects an entry or an event; another id changes nothing. */
export function selectId(view: ViewState, id: string, run: PanelRun): ViewState {
  const entry = run.byId.get(id) ?? run.timeline.events[eventIndex(id) ?? -1];
  return entry === undefined ? view : { ...view, selected: id, tMs: entry.tMs };
}

function carriedSelection(id: string | undefined, before: PanelRun, run: PanelRun): string | undefined {
  if (before.sentences?.has(id ?? "")) return id; // what was observed stays
  const index = eventIndex(id ?? "") ?? -1;
  const event = before.timeline.events[index];
  if (event === undefined) return sameEntry(before.byId.get(id ?? ""), run)?.id;
  return run.timeline.events[index]?.reason === event.reason ? id : undefined;
}

function sameEntry(before: TimelineEntry | undefined, run: PanelRun): TimelineEntry | undefined {
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
