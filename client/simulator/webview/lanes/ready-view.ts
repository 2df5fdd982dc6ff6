import { nothing, type SVGTemplateResult, svg } from "lit/html.js";
import { roundPx, shapeOf } from "../../../../shared/drawing/lanes/lane-shapes.ts";
import type { PlacedLane } from "../../../../shared/drawing/lanes/model.ts";
import { toPx } from "../../../../shared/drawing/lanes/scale.ts";
import type { Answer, ReadyStep } from "../../../../shared/forecast/answer/model.ts";
import type { TimeView } from "../../../../shared/protocol/values/time-view.ts";

/** At the foot of the row, for the run that is drawn. */
export const stripPx = 4;

/** The share of the runs that are Ready, as a filled area of steps. */
export function readyArea(
  answer: Answer | undefined,
  placed: PlacedLane,
  view: TimeView,
): SVGTemplateResult | typeof nothing {
  if (answer === undefined || answer.readyOverTime.length === 0) return nothing;
  const { barPx, barHeightPx } = shapeOf(placed);
  const bottomPx = barPx + barHeightPx - stripPx - 1;
  const yOf = (share: number): number => roundPx(bottomPx - share * (bottomPx - barPx));
  const steps = shownSteps(answer.readyOverTime, view);
  const xOf = (tMs: number): number => roundPx(Math.min(Math.max(toPx(view, tMs), 0), view.widthPx));
  const line = steps.map(({ tMs, share }) => `H${xOf(tMs)}V${yOf(share)}`).join("");
  return svg`<path class="ready-area" aria-hidden="true" d="M0 ${bottomPx}${line}H${view.widthPx}V${bottomPx}Z"></path>`;
}

/** Those in the view, after the one that holds when it begins. */
function shownSteps(steps: readonly ReadyStep[], { fromMs, toMs }: TimeView): readonly ReadyStep[] {
  const first = steps.findLastIndex(({ tMs }) => tMs <= fromMs);
  return steps.slice(Math.max(first, 0)).filter(({ tMs }) => tMs <= toMs);
}
