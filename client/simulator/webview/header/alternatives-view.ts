import { html, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { formatTypical } from "../../../../shared/basics/span-words.ts";
import type { CurveRunFigures } from "../../../../shared/forecast/node-load/alternatives.ts";
import type { Handlers, Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";
import { nodeLoadView } from "./node-load-view.ts";

/** More of them say little and make the table wide. */
const delaysShown = 6;

/** The same pod, scenario and seed under each curve. A row that is chosen stands in the chart. */
export function alternativesView(model: Model, on: Handlers): TemplateResult {
  const { alternatives = [], otherCurve, run } = model;
  if (alternatives.length === 0) return html`<p class="quiet">${t("The pod is played under each curve …")}</p>`;
  const row = (curve: CurveRunFigures): TemplateResult => {
    const isChosen = curve.id === otherCurve;
    const { restarts, downMs, apiRequestsPerMinute, firstReadyMs } = curve.figures;
    return html`<tr class=${isChosen ? "selected" : ""}>
      <th scope="row"><button class="link" aria-pressed=${isChosen} title="${curve.about} ${curve.source}"
        @click=${() => on.showCurve(isChosen ? undefined : curve.id)}>${curve.title}</button></th>
      <td>${curve.delaysMs.slice(0, delaysShown).map(formatDuration).join(" ")} …</td><td class="number">${restarts}</td>
      <td class="number">${firstReadyMs === undefined ? t("never ready") : formatTypical(downMs)}</td>
      <td class="number">${apiRequestsPerMinute.toFixed(1)}</td></tr>`;
  };
  return html`<div class="table-scroll alternatives" tabindex="0" role="region" aria-label=${t("Curves")}>
    <table><caption>${t("This pod in {0} under each curve, with exact timing: without the kubelet's loops, as in pod-cadence forecast --curves", formatDuration(run.horizonMs))}</caption>
      <thead><tr><th scope="col">${t("Curve")}</th><th scope="col">${t("Delays")}</th><th scope="col">${t("Restarts")}</th><th scope="col">${t("Down")}</th><th scope="col" title=${t("Writes of the status and events that are sent; the proposals and forecast --curves count five for each restart")}>${t("API requests/min")}</th></tr></thead>
      <tbody>${alternatives.map(row)}</tbody></table></div>
    ${nodeLoadView(model, on)}`;
}
