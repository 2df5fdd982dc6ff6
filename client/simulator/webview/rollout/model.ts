import { layout } from "../../../../shared/drawing/lanes/layout.ts";
import type { Geometry, Lane } from "../../../../shared/drawing/lanes/model.ts";
import { type Chart, chartOf } from "../../../../shared/drawing/rollout/chart.ts";
import { rolloutLanes } from "../../../../shared/drawing/rollout/lanes.ts";
import { type RolloutRun, sideOf } from "../../../../shared/drawing/rollout/run.ts";
import type { Variation } from "../../../../shared/drawing/rollout/variation.ts";
import type { RolloutFigure, RolloutOutlook } from "../../../../shared/forecast/workload/headline.ts";
import type { WorkloadRow } from "../../../../shared/forecast/workload/row.ts";
import type { RolloutPayload, RolloutSetup } from "../../../../shared/protocol/pod/rollout.ts";
import type { UndoHistory } from "../model/history.ts";
import type { Action } from "../model/keys.ts";
import type { ViewState } from "../model/view.ts";
import { timeViewOf } from "../widgets/time-view.ts";

type RolloutMenu = "inject" | "compare" | "export";

/** What a rollout comes to over its runs. */
export interface RolloutAnswer {
  readonly outlook: RolloutOutlook;
  readonly sentence: string;
  readonly figures: readonly RolloutFigure[];
  readonly rows: readonly WorkloadRow[];
  /** If the new version crashes in this forecast: so long after each start. */
  readonly crashAfterMs: number;
}

/** Everything that one rendering of a rollout's page depends on. */
export interface RolloutModel {
  readonly payload: RolloutPayload;
  readonly setup: RolloutSetup;
  readonly history: UndoHistory<RolloutSetup>;
  readonly run: RolloutRun;
  readonly second: RolloutRun | undefined;
  readonly chart: Chart;
  readonly secondChart: Chart | undefined;
  /** Undefined while they are worked out. */
  readonly answer: RolloutAnswer | undefined;
  readonly secondAnswer: RolloutAnswer | undefined;
  readonly wantsVariation: boolean;
  readonly variation: Variation | undefined;
  readonly lanes: readonly Lane[];
  readonly geometry: Geometry;
  readonly view: ViewState;
  readonly widthPx: number;
  /** The page is narrow. Its lanes keep their column of names all the same. */
  readonly namesAbove: boolean;
  readonly roomPx: number;
  /** The part of the lanes that is in sight. */
  readonly scrolled: { readonly topPx: number; readonly heightPx: number };
  readonly menu: RolloutMenu | undefined;
  readonly helping: boolean;
  readonly playing: boolean;
  readonly tablePage: number | undefined;
  /** What the pointer is over, in words, and where. */
  readonly hover: { readonly text: string; readonly xPx: number; readonly yPx: number } | undefined;
  readonly announced: string;
  /** Why what is shown is old; empty: it is not. */
  readonly stale: string;
  /** Counts up when the selection has to come into sight. */
  readonly focusRequests: number;
}

/** What people do on the page. */
export interface RolloutHandlers {
  act(action: Action): void;
  selectId(id: string): void;
  moveTo(tMs: number): void;
  zoomAt(tMs: number, factor: number): void;
  panBy(share: number): void;
  setMenu(menu: RolloutMenu | undefined): void;
  change(setup: RolloutSetup, words: string): void;
  setTablePage(page: number): void;
  showVariation(wanted: boolean): void;
  scrolled(scrolled: RolloutModel["scrolled"]): void;
  hover(hover: RolloutModel["hover"]): void;
  exportAs(format: "svg" | "markdown" | "json"): void;
  write(): void;
  simulatePod(): void;
}

/** The run that an entry of the page is of. */
export function runOfId({ run, second }: RolloutModel, id: string | undefined): RolloutRun {
  return id !== undefined && second !== undefined && sideOf(id) === "second" ? second : run;
}

/** The time that the axis reaches to. */
export function spanOf({ run, second }: Pick<RolloutModel, "run" | "second">): number {
  return Math.max(run.untilMs, second?.untilMs ?? 0);
}

/** The picture is laid out again only where it is another one. */
export function drawn(before: RolloutModel | undefined, next: RolloutModel): RolloutModel {
  const sameRuns = before !== undefined && before.run === next.run && before.second === next.second;
  const sameView =
    before !== undefined &&
    before.widthPx === next.widthPx &&
    before.view.fromMs === next.view.fromMs &&
    before.view.toMs === next.view.toMs;
  if (sameRuns && sameView) return next;
  const { run, second } = next;
  const lanes = sameRuns ? next.lanes : [...rolloutLanes(run), ...(second === undefined ? [] : rolloutLanes(second))];
  return {
    ...next,
    lanes,
    chart: sameRuns ? next.chart : chartOf(run),
    secondChart: sameRuns ? next.secondChart : second && chartOf(second),
    geometry: layout(lanes, timeViewOf(next)),
  };
}
