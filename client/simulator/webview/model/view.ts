import type { TimeRange } from "../../../../shared/forecast/node-load/range-sum.ts";

// What is shown of a time from 0 to `spanMs`, and how that changes.

/** What people change by looking at a run. Never part of the run: playing does not change the result. */
export interface ViewState {
  /** The cursor. */
  readonly tMs: number;
  /** Id of an entry or of an event. */
  readonly selected: string | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  readonly view: "lanes" | "table";
}

/** No zoom shows less than this. */
const shortestViewMs = 100;

export function wholeView(spanMs: number): ViewState {
  return { tMs: 0, selected: undefined, fromMs: 0, toMs: spanMs, view: "lanes" };
}

function moveCursor(view: ViewState, tMs: number, spanMs: number): ViewState {
  return { ...view, tMs: clamp(tMs, 0, spanMs), selected: undefined };
}

/** Shows `factor` times as much time, with `aroundMs` staying where it is. */
export function zoom(view: ViewState, aroundMs: number, factor: number, spanMs: number): ViewState {
  const lengthMs = clamp((view.toMs - view.fromMs) * factor, Math.min(shortestViewMs, spanMs), spanMs);
  const share = (aroundMs - view.fromMs) / (view.toMs - view.fromMs);
  const fromMs = clamp(aroundMs - share * lengthMs, 0, spanMs - lengthMs);
  return { ...view, fromMs, toMs: fromMs + lengthMs };
}

/** Shows a part, as far as there is one and not less than a zoom may show. */
export function zoomedTo(view: ViewState, { fromMs, toMs }: TimeRange, spanMs: number): ViewState {
  return within({ ...view, fromMs, toMs }, spanMs);
}

export function pan(view: ViewState, share: number, spanMs: number): ViewState {
  const lengthMs = view.toMs - view.fromMs;
  const fromMs = clamp(view.fromMs + share * lengthMs, 0, spanMs - lengthMs);
  return { ...view, fromMs, toMs: fromMs + lengthMs };
}

/** Moves the zoom so that the cursor is in sight. */
export function shown(view: ViewState, spanMs: number): ViewState {
  if (view.tMs >= view.fromMs && view.tMs <= view.toMs) return view;
  const lengthMs = view.toMs - view.fromMs;
  const fromMs = view.tMs - lengthMs / 4;
  return within({ ...view, fromMs, toMs: fromMs + lengthMs }, spanMs);
}

/** Moves the cursor, and brings it into sight. */
export function shownAt(view: ViewState, tMs: number, spanMs: number): ViewState {
  return shown(moveCursor(view, tMs, spanMs), spanMs);
}

/** What is shown keeps its length, if there is so much. */
export function within(view: ViewState, spanMs: number): ViewState {
  const lengthMs = clamp(view.toMs - view.fromMs, Math.min(shortestViewMs, spanMs), spanMs);
  const fromMs = clamp(view.fromMs, 0, spanMs - lengthMs);
  return { ...view, tMs: clamp(view.tMs, 0, spanMs), fromMs, toMs: fromMs + lengthMs };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
