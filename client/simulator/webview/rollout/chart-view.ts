import { guard } from "lit/directives/guard.js";
import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import { toPx } from "../../../../shared/drawing/lanes/scale.ts";
import { areaPath, bandPath, type Chart, levelPx, valueAt } from "../../../../shared/drawing/rollout/chart.ts";
import { edgePx, timeViewOf } from "../widgets/time-view.ts";
import { t } from "../words/l10n.ts";
import { chartInWords } from "./header-view.ts";
import type { RolloutModel } from "./model.ts";

const chartHeightPx = 64;

/** Usable endpoints over time as an area, with what budgets keep, and the same of the second run as a line. */
export function chartView(model: RolloutModel): TemplateResult {
  const { chart, view, secondChart } = model;
  const name = chart.what === "usableEndpoints" ? t("Usable endpoints") : t("Available pods");
  const now =
    secondChart === undefined
      ? `${valueAt(chart, view.tMs)}`
      : `A ${valueAt(chart, view.tMs)} · B ${valueAt(secondChart, view.tMs)}`;
  return html`<div class="serving">
    <div class="serving-label" title=${chartInWords(model)}><span>${name}</span> <span class="serving-now">${t("{0} of {1}", now, chart.wanted)}</span></div>
    <div class="serving-track">${guard([chart, secondChart, view.fromMs, view.toMs, model.widthPx, model.variation, model.wantsVariation], () => pictureView(model))}${cursorLine(model)}</div>
  </div>`;
}

function pictureView(model: RolloutModel): TemplateResult {
  const { chart, secondChart, widthPx, variation, wantsVariation } = model;
  const view = timeViewOf(model);
  const most = Math.max(chart.most, secondChart?.most ?? 0);
  const scaled = (one: Chart): Chart => ({ ...one, most });
  const band =
    wantsVariation && variation !== undefined
      ? svg`<path class="serving-band" d=${bandPath(variation.band, variation.spanMs, scaled(chart), view, chartHeightPx)}></path>`
      : nothing;
  return html`<svg role="img" aria-label=${chartInWords(model)} width=${widthPx + 2 * edgePx} height=${chartHeightPx} viewBox=${`${-edgePx} 0 ${widthPx + 2 * edgePx} ${chartHeightPx}`}>
    ${svg`<path class="serving-area" d=${areaPath(scaled(chart), view, chartHeightPx)}></path>`}${band}
    ${secondChart === undefined ? nothing : svg`<path class="serving-second" d=${areaPath(scaled(secondChart), view, chartHeightPx)}></path>`}
    ${levelsView(scaled(chart), widthPx)}
  </svg>`;
}

/** The wanted number of pods, and what each budget keeps. */
function levelsView(chart: Chart, widthPx: number): readonly TemplateResult[] {
  return [{ value: chart.wanted, label: "" }, ...chart.levels].map(({ value, label }) => {
    const yPx = levelPx(chart, value, chartHeightPx);
    const name =
      label === ""
        ? nothing
        : svg`<text class="serving-name" x=${widthPx - 2} y=${yPx < 14 ? yPx + 11 : yPx - 3}>${label} ≥ ${value}</text>`;
    return svg`<path class="serving-level ${label === "" ? "wanted" : ""}" d="M0 ${yPx}H${widthPx}"></path>${name}`;
  });
}

function cursorLine(model: RolloutModel): TemplateResult {
  const xPx = toPx(timeViewOf(model), model.view.tMs);
  return html`<div class="hover-line" ?hidden=${xPx < -1 || xPx > model.widthPx + 1} .style=${`--x: ${Math.round(xPx)}px`}></div>`;
}
