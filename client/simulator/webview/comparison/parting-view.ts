import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { memo } from "../../../../shared/basics/once.ts";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { toPx } from "../../../../shared/drawing/lanes/scale.ts";
import { type Parting, partingOf } from "../../../../shared/forecast/runs/parting.ts";
import type { Handlers, Model } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";
import { timeViewOf } from "../widgets/time-view.ts";
import { t } from "../words/l10n.ts";

const partings = memo((run: PanelRun) => memo((second: PanelRun) => partingOf(run.timeline, second.timeline)));

/** Of the two runs that are compared; undefined if they differ by jitter at most, or nothing is compared. */
function partingIn({ run, second }: Model): Parting | undefined {
  return second && partings(run)(second);
}

/** Beside the second node: where the two runs part, to go there. `isAlike`: no number of all runs differs either. */
export function partingView(model: Model, on: Handlers, isAlike: boolean): TemplateResult | typeof nothing {
  if (model.second === undefined) return nothing;
  const parting = partingIn(model);
  if (parting === undefined && !isAlike) return nothing;
  if (parting === undefined)
    return html`<span class="quiet">${t("No difference beyond jitter up to {0}.", formatDuration(model.run.horizonMs))}</span>`;
  const entry = parting.left ?? parting.right;
  const go = (): void => (entry === undefined ? on.moveTo(parting.tMs) : on.select(entry));
  return html`<button class="link" title=${t("Show the first difference")} @click=${go}>${t("The runs diverge at {0}", formatMoment(parting.tMs))}</button>`;
}

/** Through all lanes; the head says of which moment. */
export function partingLine(model: Model): TemplateResult | typeof nothing {
  const parting = partingIn(model);
  if (parting === undefined) return nothing;
  const xPx = toPx(timeViewOf(model), parting.tMs);
  if (xPx < 0 || xPx > model.widthPx) return nothing;
  return html`<div class="parting-line" .style=${`--x: ${Math.round(xPx)}px`}></div>`;
}
