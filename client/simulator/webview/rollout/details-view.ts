import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import type { WorkloadEntry } from "../../../../shared/controllers/objects/model.ts";
import { chainOf, effectsOf, idIn, type RolloutRun, statusAt } from "../../../../shared/drawing/rollout/run.ts";
import { describeWorkloadEntry } from "../../../../shared/forecast/workload/entry-words.ts";
import { t } from "../words/l10n.ts";
import { type RolloutHandlers, type RolloutModel, runOfId } from "./model.ts";

/** The selected entry with its chain of causes, the conditions at the cursor, and what a shutdown does to requests that still come. */
export function detailsView(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  return html`<aside class="details" aria-label=${t("Selected entry")}>${selectionView(model, on)}</aside>
    ${conditionsView(model)} ${requestsView(model)}`;
}

function selectionView(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  const run = runOfId(model, model.view.selected);
  const entry = run.byId.get(model.view.selected ?? "");
  if (entry === undefined)
    return html`<p class="empty">${t("Nothing is selected. Click a lane, or step with the arrow keys, to see what happened and why.")}</p>`;
  return html`<p class="card-title">${t("What happened")}</p><h2>${describeWorkloadEntry(entry)}</h2>
    <p class="when">${formatMoment(entry.tMs)}</p>
    ${entry.data.message === undefined ? nothing : html`<p>${entry.data.message}</p>`}
    ${chainView(run, entry, on)}`;
}

const causesMax = 30;

function chainView(run: RolloutRun, entry: WorkloadEntry, on: RolloutHandlers): TemplateResult {
  const causes = chainOf(run, idIn(run.side, entry)).slice(1, causesMax);
  const effects = effectsOf(run, entry);
  const step = (linked: WorkloadEntry): TemplateResult =>
    html`<li><button class="link" @click=${() => on.selectId(idIn(run.side, linked))}><span class="at">${formatMoment(linked.tMs)}</span> ${describeWorkloadEntry(linked)}</button></li>`;
  const [cause] = causes;
  const [effect] = effects;
  return html`${
    cause === undefined
      ? html`<p class="outside">${t("External: nothing in this run led to it.")}</p>`
      : html`<details class="fold why" open><summary><span><b>${t("Why")}</b> ${describeWorkloadEntry(cause)}</span></summary><ol class="chain">${causes.map(step)}</ol></details>`
  }${
    effect === undefined
      ? nothing
      : html`<details class="fold next"><summary><span><b>${t("What happened next")}</b> ${describeWorkloadEntry(effect)}</span></summary><ul class="chain">${effects.map(step)}</ul></details>`
  }`;
}

/** The Deployment's conditions at the cursor. */
function conditionsView({ run, view }: RolloutModel): TemplateResult | typeof nothing {
  const status = statusAt(run, view.tMs);
  if (status?.kind !== "Deployment") return nothing;
  return html`<section class="rollout-part" aria-label=${t("Conditions at the cursor")}><h2>${t("Conditions at the cursor")}</h2>
    <dl class="conditions">${status.conditions.map(
      ({ type, status: value, reason, message }) =>
        html`<dt>${type} <b>${value}</b></dt><dd>${reason}<br><span class="quiet">${message}</span></dd>`,
    )}</dl></section>`;
}

/** Said only where somebody says how long requests still come; the lanes do not show it. */
function requestsView({ answer }: RolloutModel): TemplateResult | typeof nothing {
  const row = answer?.rows.find(({ id }) => id === "requests");
  if (row === undefined) return nothing;
  return html`<section class="rollout-part" aria-label=${t("Requests")}><h2>${t("Requests")}</h2><p>${row.text}</p></section>`;
}
