import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { allContainers } from "../../../../shared/kubernetes/pod.ts";
import { canRestart } from "../../../../shared/restart/decision.ts";
import type { Handlers, Model } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";
import { t } from "../words/l10n.ts";
import { curveChart } from "./curve-chart.ts";

/** The back-off before each restart of a container that exits immediately: on this node and by default, or under a chosen curve. */
export function curveView(model: Model, on: Handlers): TemplateResult {
  const { alternatives, deferredUi, run } = model;
  const { delaysMs } = run.curve;
  if (!canRestart(run.pod, run.assumptions.node)) return noCurve(run);
  const other = otherOf(model);
  return html`<section class="curve" aria-label=${t("Back-off")}>
    <div class="curve-head"><h2>${t("Back-off of a container that exits immediately")}</h2>
      <button class="text" aria-pressed=${alternatives !== undefined} title=${t("The same pod under the back-off curves of the KEPs")}
        @click=${() => on.showAlternatives(alternatives === undefined)}>${t("Compare back-off curves")}</button></div>
    <p class="curve-words">${t("This node: {0}.", inWords(delaysMs))} ${other === undefined ? t("This is the default.") : `${other.title}: ${inWords(other.delaysMs)}.`}</p>
    <div class="chart-scroll" tabindex="0" role="region" aria-label=${t("Back-off chart")}>${curveChart(delaysMs, other?.delaysMs)}</div>
    ${other === undefined ? nothing : html`<p class="legend"><span class="key own"></span> ${t("this node")} <span class="key default"></span> ${other.title}</p>`}
    ${alternatives === undefined || deferredUi === undefined ? nothing : deferredUi.alternativesView(model, on)}
  </section>`;
}

function noCurve({ job, pod }: PanelRun): TemplateResult {
  const next = job === undefined ? "" : ` ${t("The Job creates other pods.")}`;
  const why = restartsAll(pod)
    ? t("Restarts of all containers have no back-off, and no container of this pod restarts alone.")
    : t("No container of this pod restarts: restartPolicy is Never.");
  return html`<section class="curve" aria-label=${t("Back-off")}>
    <div class="curve-head"><h2>${t("Back-off")}</h2></div>
    <p class="curve-words">${why}${next}</p>
  </section>`;
}

function restartsAll(pod: PanelRun["pod"]): boolean {
  return allContainers(pod).some(({ restartPolicyRules }) =>
    restartPolicyRules.some(({ action }) => action === "RestartAllContainers"),
  );
}

/** What the node's curve is set beside; undefined if it is the default. */
function otherOf({ alternatives, otherCurve, run }: Model): { title: string; delaysMs: readonly number[] } | undefined {
  const chosen = alternatives?.find(({ id }) => id === otherCurve);
  if (chosen !== undefined) return chosen;
  const { delaysMs, defaultDelaysMs } = run.curve;
  return delaysMs.join() === defaultDelaysMs.join() ? undefined : { title: t("Default"), delaysMs: defaultDelaysMs };
}

function inWords(delaysMs: readonly number[]): string {
  return t("{0}, and so on", delaysMs.map(formatDuration).join(" "));
}
