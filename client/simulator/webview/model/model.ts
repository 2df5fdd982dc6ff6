import type { Path } from "../../../../shared/basics/path.ts";
import type { Geometry, Lane, LaneOverlay } from "../../../../shared/drawing/lanes/model.ts";
import type { LanePoint } from "../../../../shared/drawing/lanes/navigation.ts";
import type { Answer } from "../../../../shared/forecast/answer/model.ts";
import type { Judgment } from "../../../../shared/forecast/expectations/judgment.ts";
import type { TimeRange } from "../../../../shared/forecast/node-load/range-sum.ts";
import type { EnvelopeEntry } from "../../../../shared/forecast/runs/envelope.ts";
import type { ExportFormat } from "../../../../shared/protocol/panel/export.ts";
import type { FromPage } from "../../../../shared/protocol/panel/from-page.ts";
import type { PanelFindings } from "../../../../shared/protocol/pod/judge.ts";
import type { Setup } from "../../../../shared/protocol/pod/setup.ts";
import type { AlertRuleSource } from "../../../../shared/protocol/values/alert-rule-sources.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { AlertsRun } from "../run/alerts-run.ts";
import type { OverlaidRun } from "../run/observed-run.ts";
import type { PanelRun } from "../run/run.ts";
import type { WhatIfLine } from "../run/what-if.ts";
import type { DeferredViews } from "./deferred-views.ts";
import type { UndoHistory } from "./history.ts";
import type { Action } from "./keys.ts";
import type { Limit } from "./limit.ts";
import type { TableKind } from "./table-kinds.ts";
import type { ViewState } from "./view.ts";

/** Everything that one rendering of the page depends on. */
export interface Model {
  readonly run: PanelRun;
  /** The same pod on the node that it is compared with. */
  readonly second: PanelRun | undefined;
  /** What the pod of a cluster really did, laid over the run; undefined if nothing is. */
  readonly observed: OverlaidRun | undefined;
  /** What alerts do in the run; undefined if it is not known. */
  readonly alerts: AlertsRun | undefined;
  /** Rules that somebody chose. */
  readonly alertRules: AlertRuleSource | undefined;
  /** What the run was before the last change of the scenario, until that is dismissed. */
  readonly ghost: PanelRun | undefined;
  /** What other runs do that the same kubelet could make; undefined if they are not played yet. */
  readonly spreads: Spreads | undefined;
  /** What became of the expectations; undefined if they are not judged yet. */
  readonly judgments: readonly Judgment[] | undefined;
  readonly setup: Setup;
  /** The forecast's sentence. Where people changed the run it is that of the run before until its own is worked out. */
  readonly answer: Answer | undefined;
  /** That of the second run; undefined if nothing is compared, or it is not worked out yet. */
  readonly secondAnswer: Answer | undefined;
  /** The run's own answer is being worked out. */
  readonly isAnswering: boolean;
  /** What happens to each container if it misbehaves. */
  readonly whatIfs: readonly WhatIfLine[] | undefined;
  /** What the editor shows of the pod; of a changed setup what it showed before, until it is judged. Undefined if it is not known yet. */
  readonly findings: PanelFindings | undefined;
  readonly history: UndoHistory<Setup>;
  readonly view: ViewState;
  /** The lanes of both runs, those that belong together beside each other. */
  readonly lanes: readonly Lane[];
  readonly overlays: ReadonlyMap<string, LaneOverlay>;
  readonly geometry: Geometry;
  /** Width of the tracks. */
  readonly widthPx: number;
  /** The names of lanes stand over their bars: the page is too narrow for a column of them. */
  readonly namesAbove: boolean;
  /** The height that there is for the lanes. */
  readonly roomPx: number;
  /** Containers whose probes have rows, and those whose lanes stand first. */
  readonly expanded: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
  /** The part of the run that is summed up; undefined if none is selected. */
  readonly range: TimeRange | undefined;
  readonly playing: boolean;
  /** Why the run is not that of the manifest as it stands; undefined if it is. */
  readonly stale: string | undefined;
  /** What the pointer is over. */
  readonly hover: Hover | undefined;
  /** The container or probe in which the editor's cursor stands. */
  readonly marked: Path | undefined;
  /** The visible part of the lanes. */
  readonly scrolled: Scrolled;
  /** What the table shows; undefined if nobody chose. */
  readonly tableKind: TableKind | undefined;
  /** The run that is open in the table; undefined means that of the selected entry; empty: none. */
  readonly openRun: string | undefined;
  /** Undefined means the page that holds the selected entry. */
  readonly tablePage: number | undefined;
  readonly helping: boolean;
  /** The menu that is open. */
  readonly menu: MenuName | undefined;
  /** The container that faults are injected into, once somebody chose one. */
  readonly faultTarget: string | undefined;
  /** The parts of the page that are closed. */
  readonly closed: ReadonlySet<string>;
  /** The line of the scenario that is edited, and the place of the cursor in it. */
  readonly editing: Editing | undefined;
  /** What the live region says: the last step that somebody took. */
  readonly announced: string;
  /** Of the last step, where there was nothing to go to: it stands beside the playback until the next one. */
  readonly remark: string;
  /** The limit whose handle has, or had last, the focus: it stays in its place when what it limits happens no more. */
  readonly held: { readonly limit: Limit; readonly hasFocus: boolean } | undefined;
  /** Grows when the focus shall go to the field of the cursor's time. */
  readonly timeRequests: number;
  /** Grows when the focus shall go to the selected entry. */
  readonly focusRequests: number;
  /** The rest of the page; undefined if it is not there yet. */
  readonly deferredUi: DeferredViews<Model, Handlers> | undefined;
}

/** What runs under other seeds do, and how many of them were played. */
interface Spreads {
  readonly runs: number;
  readonly entries: readonly EnvelopeEntry[];
}

type MenuName = "setup" | "compare" | "inject" | "more" | "until" | "run" | "findings";

export interface Editing {
  /** Of the lines as they are shown. */
  readonly line: number;
  readonly offset: number;
  /** The suggestion that the arrows have reached. */
  readonly suggestion: number;
  /** Suggestions were dismissed, until the next key. */
  readonly quiet: boolean;
}

export interface Hover extends LanePoint {
  readonly laneId: string | undefined;
  /** In the page, for the tooltip. */
  readonly pagePx: { readonly xPx: number; readonly yPx: number };
}

interface Scrolled {
  readonly topPx: number;
  readonly heightPx: number;
}

/** What people can do to the page. The views know nothing else of it. */
export interface Handlers {
  act(action: Action): void;
  select(entry: TimelineEntry): void;
  /** Of an entry or an event. The cursor goes to its time, or to the first that is not before another. */
  selectId(id: string, notBeforeMs?: number): void;
  moveTo(tMs: number): void;
  /** Moves the cursor to an entry that is within reach, else to a whole second. */
  dragTo(tMs: number, reachMs: number): void;
  hover(hover: Hover | undefined): void;
  setExpanded(names: readonly string[], isExpanded: boolean): void;
  setPinned(container: string, isPinned: boolean): void;
  setRange(range: TimeRange | undefined): void;
  /** Shows this part of the run. */
  zoomTo(range: TimeRange): void;
  zoomAt(tMs: number, factor: number): void;
  panBy(share: number): void;
  setHorizon(horizonMs: number): void;
  setTablePage(page: number): void;
  setTableKind(kind: TableKind): void;
  openRun(id: string): void;
  /** Shows a place of the manifest; the focus goes there, too, or stays. */
  reveal(path: Path, focus: boolean): void;
  /** Asks the extension for something that changes nothing here: a place in the manifest, a quick fix, another panel. */
  tell(
    wish: Extract<FromPage, { readonly type: "reveal-scenario" | "fix" | "reveal-finding" | "simulate-rollout" }>,
  ): void;
  scrolled(scrolled: Scrolled): void;
  /** Plays the pod with another setup. Changes in a row that are `about` the same are one step to undo. */
  change(setup: Setup, about?: string): void;
  /** Plays the pod with a fault, and selects what it leads to. */
  inject(setup: Setup, faultIn: (run: PanelRun) => TimelineEntry | undefined): void;
  /** A step of a drag: the run is played, other runs wait for `playBeside`. All steps that are `about` the same are one step to undo. */
  dragSetup(setup: Setup, about?: string): void;
  holdLimit(held: Model["held"]): void;
  /** Plays the other runs that are wanted beside the one that is shown. */
  playBeside(): void;
  /** Selects what a fault leads to. */
  showFault(faultIn: (run: PanelRun) => TimelineEntry | undefined): void;
  setMenu(menu: MenuName | undefined): void;
  meanContainer(name: string): void;
  setClosed(part: string, closed: boolean): void;
  edit(editing: Editing | undefined): void;
  write(): void;
  /** Takes back what the manifest does not say. */
  discard(): void;
  /** What was observed is not shown any more. */
  unobserve(): void;
  exportAs(format: ExportFormat): void;
  chooseAlertRules(rules: AlertRuleSource): void;
}
