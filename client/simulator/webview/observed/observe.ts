import { observedPrefix } from "../../../../shared/drawing/lanes/observed-lanes.ts";
import { roundUp } from "../../../../shared/drawing/lanes/scale.ts";
import { type ObservedOverlay, observedOverlaySchema } from "../../../../shared/protocol/pod/observed.ts";
import type { EditedLine, Setup } from "../../../../shared/protocol/pod/setup.ts";
import { parseMessage } from "../../../../shared/protocol/values/parse.ts";
import { horizonLimitMs } from "../../../../shared/simulation/index.ts";
import type { BackgroundRuns } from "../background/background-page.ts";
import { judgeObserved } from "../background/background-runs.ts";
import { changed } from "../model/history.ts";
import type { Model } from "../model/model.ts";
import type { ViewState } from "../model/view.ts";
import { isCutOff, type OverlaidRun, observedOver } from "../run/observed-run.ts";
import { linesOf } from "../scenario/scenario-rows.ts";

/** The step to undo. */
const stepName = "Scenario of the observation";

/** Lays what was observed over the run; null removes it. What cannot be read changes nothing and is reported to the extension. */
export function receiveObserved(message: unknown, page: BackgroundRuns): void {
  const model = page.model();
  if (model === undefined) return;
  if (message === null) {
    hideObservation(model, page);
    return;
  }
  const { value, problem } = parseMessage(observedOverlaySchema, message, "observation for the panel");
  if (value === undefined) page.send({ type: "ignored", problem });
  else showObservation(value, model, page);
}

/** People have seen enough of it. */
export function unobserve(page: BackgroundRuns): void {
  const model = page.model();
  if (model === undefined) return;
  hideObservation(model, page);
  page.send({ type: "unobserve" });
}

/** Whether the scenario is that of the observation. What is expected is not part of it. */
export function playsObserved(model: Pick<Model, "run" | "setup">, { lines }: ObservedOverlay): boolean {
  return keyOf(linesOf(model).filter((line) => !isExpectation(line))) === keyOf(lines);
}

/** The setup that does what was observed; what was expected before is still expected. */
export function setupOfObserved(model: Pick<Model, "run" | "setup">, { lines }: ObservedOverlay): Setup {
  return { ...model.setup, lines: [...lines, ...linesOf(model).filter(isExpectation)] };
}

function showObservation(overlay: ObservedOverlay, model: Model, page: BackgroundRuns): void {
  const { run, observed, setup } = model;
  const isFirst = observed === undefined;
  // A page that VS Code makes again has the scenario that people left, be it the observation's or their own.
  const isRestored = isFirst && page.restored?.isObserved === true && page.restored.setup === setup;
  const adopts = isFirst ? !isRestored : playsObserved(model, observed.overlay);
  const horizonMs = Math.max(run.horizonMs, horizonFor(overlay.untilMs));
  const wanted = adopts && !playsObserved(model, overlay) ? setupOfObserved(model, overlay) : setup;
  const laid = observedOver(run, overlay, observed);
  const announced = isFirst ? `What was observed is laid over the run: ${overlay.title}` : model.announced;
  if (wanted === setup && horizonMs === run.horizonMs) {
    page.show({ observed: laid, announced });
    if (isFirst) judgeObserved(run, page);
  } else {
    const history = wanted === setup ? model.history : changed(model.history, setup, stepName);
    page.playWith({ setup: wanted, horizonMs }, { observed: laid, history, ghost: undefined, announced });
  }
  const now = page.model();
  const isFollowed = observed === undefined ? !isRestored : isShownWhole(model.view, observed);
  if (now?.observed === undefined || !isFollowed) return;
  const nowMs = Math.min(overlay.untilMs, now.run.timeline.untilMs);
  // The cursor stands at the present, and goes with it until somebody moves it.
  const wasAtNow = isFirst || model.view.tMs === Math.min(observed.overlay.untilMs, model.run.timeline.untilMs);
  const cursor = wasAtNow ? { tMs: nowMs } : {};
  page.show({ view: { ...now.view, ...rangeOf(now.observed), ...cursor } });
}

function hideObservation({ observed, view }: Model, page: BackgroundRuns): void {
  const isSelected = view.selected?.startsWith(observedPrefix) === true;
  if (observed !== undefined)
    page.show({ observed: undefined, view: isSelected ? { ...view, selected: undefined } : view });
}

/** Some time behind the observation, so that people see what comes next, and some before it where it has no beginning. */
const roomShare = 0.2;
const shortestMs = 60_000;

/** The time in which it is seen whole. What nobody saw the beginning of is looked at where it is known. */
function rangeOf({ rows, overlay, timeline }: OverlaidRun): Pick<ViewState, "fromMs" | "toMs"> {
  const cutOff = rows.filter(({ container }) => isCutOff(container.runs));
  const [fromMs, untilMs] =
    cutOff.length === 0
      ? [0, overlay.untilMs]
      : [
          Math.min(...cutOff.map(({ moments, shiftMs }) => (moments[0]?.at.nominalMs ?? 0) + shiftMs)),
          Math.max(...cutOff.map((row) => row.untilMs + row.shiftMs)),
        ];
  const besideMs = Math.max(shortestMs, untilMs - fromMs) * roomShare;
  const toMs = Math.min(roundUp(Math.max(untilMs + besideMs, shortestMs)), timeline.untilMs);
  return { fromMs: Math.max(0, Math.min(cutOff.length === 0 ? 0 : fromMs - besideMs, toMs - shortestMs)), toMs };
}

function isShownWhole({ fromMs, toMs }: ViewState, observed: OverlaidRun): boolean {
  const range = rangeOf(observed);
  return fromMs === range.fromMs && toMs === range.toMs;
}

const minuteMs = 60_000;
const horizonsMs = [5, 10, 30, 60, 360, 1440].map((minutes) => minutes * minuteMs);
/** What no run comes to within twice the longest back-off does not come. */
const roomMs = 12 * minuteMs;

/** The shortest horizon to choose from in which all of it is played. */
function horizonFor(untilMs: number): number {
  return horizonsMs.find((horizonMs) => horizonMs >= untilMs + roomMs) ?? horizonLimitMs;
}

function isExpectation({ text }: EditedLine): boolean {
  return /^\s*expect\b/.test(text);
}

/** Equal for lines that say the same of the same. */
function keyOf(lines: readonly EditedLine[]): string {
  const said = lines.filter(({ text }) => text.trim() !== "");
  return JSON.stringify(said.map(({ container, text }) => [container ?? "", text.trim()]).toSorted());
}
