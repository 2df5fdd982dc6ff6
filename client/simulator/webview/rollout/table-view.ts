import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import type { WorkloadEntry } from "../../../../shared/controllers/objects/model.ts";
import { idIn, type RolloutRun } from "../../../../shared/drawing/rollout/run.ts";
import { describeWorkloadEntry } from "../../../../shared/forecast/workload/entry-words.ts";
import { pageInWords, rowsPerPage } from "../table/table-rows.ts";
import { t } from "../words/l10n.ts";
import { type RolloutHandlers, type RolloutModel, runOfId } from "./model.ts";

/** The same as the lanes, as a real table, some hundred rows at a time. */
export function rolloutTableView(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  const run = runOfId(model, model.view.selected);
  const { entries } = run.timeline;
  const pages = Math.max(1, Math.ceil(entries.length / rowsPerPage));
  const own = entries.findIndex((entry) => idIn(run.side, entry) === model.view.selected);
  const page = Math.min(model.tablePage ?? Math.max(0, Math.floor(own / rowsPerPage)), pages - 1);
  const rows = entries.slice(page * rowsPerPage, (page + 1) * rowsPerPage);
  const turn = (to: number, label: string, icon: string): TemplateResult =>
    html`<button class="icon" ?disabled=${to < 0 || to >= pages} title=${label} aria-label=${label} @click=${() => on.setTablePage(to)}><span class="codicon codicon-${icon}"></span></button>`;
  return html`<section class="entries" aria-label=${t("Table")}>
    <div class="pages"><span>${pageInWords(entries.length, page)}</span>${pages === 1 ? nothing : html`${turn(page - 1, t("Earlier entries"), "arrow-left")}${turn(page + 1, t("Later entries"), "arrow-right")}`}</div>
    <div class="table-scroll" tabindex="0" role="region" aria-label=${t("Entries")}>
      <table class="twin"><thead><tr><th scope="col">${t("Time")}</th><th scope="col">${t("Object")}</th><th scope="col">${t("What")}</th><th scope="col">${t("Why")}</th></tr></thead>
        <tbody>${rows.map((entry) => rowView(model, run, entry, on))}</tbody></table>
    </div></section>`;
}

function rowView(model: RolloutModel, run: RolloutRun, entry: WorkloadEntry, on: RolloutHandlers): TemplateResult {
  const id = idIn(run.side, entry);
  const isSelected = id === model.view.selected;
  const cause = entry.cause === undefined ? undefined : run.byId.get(idIn(run.side, { id: entry.cause }));
  return html`<tr class=${isSelected ? "selected" : ""}>
    <td class="number">${formatMoment(entry.tMs)}</td><td>${entry.object}</td>
    <td><button class="link" aria-pressed=${isSelected} @click=${() => on.selectId(id)}>${describeWorkloadEntry(entry)}</button></td>
    <td>${cause === undefined ? t("external") : describeWorkloadEntry(cause)}</td></tr>`;
}
