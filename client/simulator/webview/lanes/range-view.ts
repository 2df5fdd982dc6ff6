import { html, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { rangeSumParts, sumOfRange, type TimeRange } from "../../../../shared/forecast/node-load/range-sum.ts";
import type { Handlers, Model } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";
import { t } from "../words/l10n.ts";

/** What happens in the selected range, where the tiles of the whole run stand otherwise. */
export function rangeView(model: Model, range: TimeRange, on: Handlers): TemplateResult {
  const { run, second } = model;
  return html`<section class="range-sum" aria-label=${t("Selected range")}>
    <p class="range-times">${timesInWords(range)}</p>
    ${sumView(run, range)}
    ${second === undefined ? "" : html`${sumView(second, range)}`}
    <div class="range-actions">
      <button class="text" title=${t("Zoom to the range (z)")} @click=${() => on.zoomTo(range)}>${t("Zoom to range")}</button>
      <button class="text" title=${t("Clear the range (Esc)")} @click=${() => on.setRange(undefined)}>${t("Clear")}</button>
    </div>
  </section>`;
}

export function rangeInWords(run: PanelRun, range: TimeRange): string {
  return `${timesInWords(range)}: ${rangeSumParts(sumOfRange(run, range)).join(", ")}.`;
}

function sumView(run: PanelRun, range: TimeRange): TemplateResult {
  return html`<p class="range-parts">${rangeSumParts(sumOfRange(run, range)).map((part) => html`<span class="range-part">${part}</span>`)}</p>`;
}

function timesInWords({ fromMs, toMs }: TimeRange): string {
  return `${formatMoment(fromMs)}–${formatMoment(toMs)} (${formatMoment(toMs - fromMs)})`;
}
