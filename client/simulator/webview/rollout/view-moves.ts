import type { ViewState } from "../model/view-state.ts";

// How a view of a time from 0 to `spanMs` changes.

const shortestViewMs = 100;

export function wholeView(spanMs: number): ViewState {
  return { tMs: 0, selected: undefined, fromMs: 0, toMs: spanMs, scale: "linear", view: "lanes" };
}

/** What is shown keeps its length, if there is so much. */
export function within(view: ViewState, spanMs: number): ViewState {
  const lengthMs = clamp(view.toMs - view.fromMs, Math.min(shortestViewMs, spanMs), spanMs);
  const fromMs = clamp(view.fromMs, 0, spanMs - lengthMs);
  return { ...view, tMs: clamp(view.tMs, 0, spanMs), fromMs, toMs: fromMs + lengthMs };
}

/** Shows `factor` times as much time, with `aroundMs` staying where it is. */
export function zoomed(view: ViewState, aroundMs: number, factor: number, spanMs: number): ViewState {
  const lengthMs = clamp((view.toMs - view.fromMs) * factor, Math.min(shortestViewMs, spanMs), spanMs);
  const share = (aroundMs - view.fromMs) / (view.toMs - view.fromMs);
  const fromMs = aroundMs - share * lengthMs;
  return within({ ...view, fromMs, toMs: fromMs + lengthMs }, spanMs);
}

export function panned(view: ViewState, share: number, spanMs: number): ViewState {
  const lengthMs = view.toMs - view.fromMs;
  const fromMs = clamp(view.fromMs + share * lengthMs, 0, spanMs - lengthMs);
  return { ...view, fromMs, toMs: fromMs + lengthMs };
}

/** Moves the zoom so that the cursor is in sight. */
export function shownAt(view: ViewState, tMs: number, spanMs: number): ViewState {
  const at = { ...view, tMs: clamp(tMs, 0, spanMs) };
  if (at.tMs >= at.fromMs && at.tMs <= at.toMs) return at;
  const lengthMs = at.toMs - at.fromMs;
  return within({ ...at, fromMs: at.tMs - lengthMs / 4, toMs: at.tMs + (lengthMs * 3) / 4 }, spanMs);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
