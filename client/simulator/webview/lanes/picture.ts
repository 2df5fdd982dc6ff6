import { arranged } from "../../../../shared/drawing/lanes/arrange.ts";
import { layout } from "../../../../shared/drawing/lanes/layout.ts";
import { emptyHistory } from "../model/history.ts";
import { alertsIn, lanesOfAll } from "../model/lanes-of-model.ts";
import type { Model } from "../model/model.ts";
import { namePx, timeViewOf } from "../widgets/time-view.ts";

export const nothingDrawn = { lanes: [], ticks: [], heightPx: 0 };
/** Until the page is measured. */
const assumedWidthPx = 800;

/** What a page shows that nobody has touched yet. */
export const emptyModel = {
  secondAnswer: undefined,
  observed: undefined,
  alerts: undefined,
  alertRules: undefined,
  ghost: undefined,
  judgments: undefined,
  whatIfs: undefined,
  spreads: undefined,
  findings: undefined,
  history: emptyHistory,
  lanes: [],
  overlays: new Map(),
  widthPx: assumedWidthPx,
  namesAbove: false,
  roomPx: 0,
  expanded: new Set<string>(),
  pinned: new Set<string>(),
  range: undefined,
  playing: false,
  hover: undefined,
  marked: undefined,
  scrolled: { topPx: 0, heightPx: 0 },
  tableKind: undefined,
  openRun: undefined,
  tablePage: undefined,
  helping: false,
  menu: undefined,
  faultTarget: undefined,
  editing: undefined,
  held: undefined,
  announced: "",
  remark: "",
  timeRequests: 0,
  focusRequests: 0,
} as const;

/** The picture is laid out again only where it is another one. */
export function drawn(before: Model, next: Model): Model {
  const sameRuns =
    next.run === before.run &&
    next.second === before.second &&
    next.observed === before.observed &&
    alertsIn(next) === alertsIn(before) &&
    next.ghost === before.ghost &&
    before.geometry !== nothingDrawn;
  const sameView =
    next.widthPx === before.widthPx &&
    next.namesAbove === before.namesAbove &&
    next.roomPx === before.roomPx &&
    next.view.fromMs === before.view.fromMs &&
    next.view.toMs === before.view.toMs;
  const sameOrder = next.expanded === before.expanded && next.pinned === before.pinned;
  if (sameRuns && sameView && sameOrder) return next;
  const lanes = sameRuns && sameOrder ? next.lanes : arranged(lanesOfAll(next), next);
  const overlays = sameRuns ? next.overlays : (next.deferredUi?.overlaysOf(next) ?? emptyModel.overlays);
  return {
    ...next,
    lanes,
    overlays,
    geometry: layout(lanes, timeViewOf(next), {
      overlays,
      namePx: next.namesAbove ? namePx : 0,
      roomPx: next.roomPx,
    }),
  };
}
