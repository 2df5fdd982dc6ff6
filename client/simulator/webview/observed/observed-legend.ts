import { html, svg, type TemplateResult } from "lit/html.js";
import { whisker } from "../../../../shared/drawing/lanes/lane-shapes.ts";
import type { MarkKind } from "../../../../shared/drawing/lanes/model.ts";
import { signPaths } from "../../../../shared/drawing/lanes/signs.ts";

/** What the row below a container's own shows. */
export function legendView(): TemplateResult {
  const entry = (sample: TemplateResult, means: string): TemplateResult =>
    html`<span class="legend-entry">${sample} ${means}</span>`;
  return html`<p class="legend">${entry(signSample("observed-start"), "start")}${entry(signSample("exit-failed"), "end")}${entry(runSample(), "ran")}${entry(windowSample(), "when it was possible")}${entry(signSample("outside"), "outside")}</p>`;
}

function signSample(kind: MarkKind): TemplateResult {
  return html`<svg aria-hidden="true" width="14" height="14">${svg`<g class="item mark ${kind}"><path class="sign" transform="translate(7 7)" d=${signPaths[kind]}></path></g>`}</svg>`;
}

function runSample(): TemplateResult {
  return html`<svg class="observed-sample" aria-hidden="true" width="24" height="14">${svg`<rect class="ghost ghost-running" x="0.5" y="4.5" width="23" height="5"></rect>`}</svg>`;
}

function windowSample(): TemplateResult {
  const [middlePx, capPx] = [7, whisker.capPx];
  return html`<svg class="observed-sample" aria-hidden="true" width="18" height="14">${svg`<path class="spread spread-start" d="M1 ${middlePx}H17M1 ${middlePx - capPx}v${2 * capPx}M17 ${middlePx - capPx}v${2 * capPx}"></path>`}</svg>`;
}
