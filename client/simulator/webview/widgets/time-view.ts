import type { TimeView } from "../../../../shared/protocol/values/time-view.ts";
import type { ViewState } from "../model/view.ts";

/** Room at both ends of a track, so that the sign of what happens at the first or last moment is whole. */
export const edgePx = 10;

/** A name that stands over its bars is so high. */
export const namePx = 15;

/** The shown part of time on the page's tracks. */
export function timeViewOf({ view, widthPx }: { readonly view: ViewState; readonly widthPx: number }): TimeView {
  return { fromMs: view.fromMs, toMs: view.toMs, widthPx };
}
