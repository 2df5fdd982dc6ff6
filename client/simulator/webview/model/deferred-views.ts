import type { nothing, SVGTemplateResult, TemplateResult } from "lit";
import type { Lane, LaneOverlay, PlacedLane } from "../../../../shared/drawing/lanes/model.ts";
import type { AxisMoment } from "../../../../shared/drawing/lanes/moments.ts";
import type { ExpectationMoment } from "../../../../shared/forecast/expectations/expectation-moments.ts";
import type { Judgment } from "../../../../shared/forecast/expectations/judgment.ts";
import type { TimeRange } from "../../../../shared/forecast/node-load/range-sum.ts";
import type { ScenarioCompletion } from "../../../../shared/scenario/language/complete.ts";
import type { Scenario } from "../../../../shared/scenario/model.ts";
import type { Timeline, TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { PlacedRow } from "./placed-row.ts";

type View<Model, Handlers> = (model: Model, on: Handlers) => TemplateResult;
type OptionalView<Model, Handlers> = (model: Model, on: Handlers) => TemplateResult | typeof nothing;

/**
 * What the views of the first picture ask of the page's other script. It is said here, because the other script's views need
 * the first one's.
 */
export interface DeferredViews<Model, Handlers> {
  readonly differenceLane: (own: Lane, second: Lane) => Lane;
  readonly slid: (
    event: KeyboardEvent,
    slider: { readonly tMs: number; readonly untilMs: number },
    moveTo: (tMs: number) => void,
  ) => void;
  readonly stripsView: (placed: PlacedLane) => SVGTemplateResult;
  readonly overlaysOf: (model: Model) => ReadonlyMap<string, LaneOverlay>;
  readonly snapped: (story: readonly TimelineEntry[], tMs: number, reachMs: number) => AxisMoment;
  readonly readTime: (typed: string) => number | undefined;
  readonly expectationMoments: (timeline: Timeline, scenario: Scenario) => readonly ExpectationMoment[];
  readonly judgmentInWords: (judgment: Judgment) => string;
  readonly spreadInRuns: (model: Model, entry: TimelineEntry) => string | undefined;
  readonly suggestionsOf: (model: Model, placed: PlacedRow) => readonly ScenarioCompletion[];
  readonly pressedInLine: (model: Model, on: Handlers, placed: PlacedRow, event: KeyboardEvent) => void;
  readonly placeMenu: (page: Element) => void;

  readonly nodesMenu: View<Model, Handlers>;
  readonly compareMenu: View<Model, Handlers>;
  readonly injectMenu: View<Model, Handlers>;
  readonly untilMenu: View<Model, Handlers>;
  readonly moreMenu: View<Model, Handlers>;
  readonly runMenu: View<Model, Handlers>;

  readonly detailsView: View<Model, Handlers>;
  readonly comparedView: OptionalView<Model, Handlers>;
  readonly fixView: OptionalView<Model, Handlers>;
  readonly drawFault: (model: Model, lane: Lane, range: TimeRange, on: Handlers) => void;
  readonly byHandView: OptionalView<Model, Handlers>;
  readonly rangeView: (model: Model, range: TimeRange, on: Handlers) => TemplateResult;
  readonly overviewView: View<Model, Handlers>;
  readonly partingLine: (model: Model) => TemplateResult | typeof nothing;
  readonly statusView: (model: Model) => TemplateResult;
  readonly scenarioView: View<Model, Handlers>;
  readonly suggestionsView: (model: Model, on: Handlers, placed: PlacedRow) => TemplateResult;
  readonly restartAllView: OptionalView<Model, Handlers>;
  readonly observedPartView: OptionalView<Model, Handlers>;
  readonly observedDetails: (model: Model, on: Handlers) => TemplateResult | undefined;
  readonly alertsPartView: OptionalView<Model, Handlers>;
  readonly alertDetails: (model: Model, on: Handlers) => TemplateResult | undefined;
  readonly tableView: View<Model, Handlers>;
  readonly helpView: (on: Handlers) => TemplateResult;
}
