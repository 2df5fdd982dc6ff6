import { html, nothing, type TemplateResult } from "lit/html.js";
import { memo } from "../../../../shared/basics/once.ts";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { type ContainerRun, runsOf } from "../../../../shared/forecast/runs/run-digest.ts";
import type { Handlers, Model } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";
import { runOf } from "../run/run-of.ts";
import { t } from "../words/l10n.ts";
import { pageInWords, pageOf, pager, rowsPerPage, rowView } from "./table-rows.ts";

const digestOf = memo(({ timeline }: PanelRun): readonly ContainerRun[] => runsOf(timeline));
const columns = 5;

/** One row for each run of a container. The open one shows its entries, in pages; at first it is the one of the selected entry. */
export function runsTable(model: Model, on: Handlers, chooser: TemplateResult): TemplateResult {
  const runs = digestOf(runOf(model, model.view.selected));
  const open = openRun(model, runs);
  const first = firstShown(runs, open);
  const shown = runs.slice(first, first + rowsPerPage);
  const entries = open?.entries ?? [];
  const pages = Math.max(1, Math.ceil(entries.length / rowsPerPage));
  const page = Math.min(model.tablePage ?? pageOf(model, entries), pages - 1);
  const words = open === undefined ? "" : `${nameOf(open)}: ${pageInWords(entries.length, page)}`;
  const turn = (to: number, label: string): TemplateResult | typeof nothing => {
    const target = runs[to];
    return target === undefined
      ? nothing
      : html`<button class="text" @click=${() => on.openRun(target.id)}>${label}</button>`;
  };
  return html`<div class="pages">${chooser} <span>${t("{0} runs", runs.filter(({ container }) => container !== undefined).length)}</span>
      ${first > 0 ? turn(first - 1, t("Earlier runs")) : nothing}${turn(first + rowsPerPage, t("Later runs"))}
      ${pager(on, { page, pages, words })}</div>
    <div class="table-scroll" tabindex="0" role="region" aria-label=${t("Runs")}>
      <table class="twin runs">
        <thead><tr><th scope="col">${t("Run")}</th><th scope="col">${t("Start")}</th><th scope="col">${t("End")}</th><th scope="col">${t("Cause")}</th><th scope="col">${t("Wait")}</th></tr></thead>
        <tbody>${shown.map((each) => html`${runRow(each, each === open, on)}${each === open ? entriesRow(model, each, page, on) : nothing}`)}</tbody>
      </table>
    </div>`;
}

/** Undefined where somebody closed it. */
function openRun({ openRun: chosen, view }: Model, runs: readonly ContainerRun[]): ContainerRun | undefined {
  if (chosen !== undefined) return runs.find(({ id }) => id === chosen);
  return runs.find(({ entries }) => entries.some(({ id }) => id === view.selected));
}

/** The page of runs that holds the open one. */
function firstShown(runs: readonly ContainerRun[], open: ContainerRun | undefined): number {
  const index = open === undefined ? 0 : runs.indexOf(open);
  return Math.floor(index / rowsPerPage) * rowsPerPage;
}

function nameOf({ container, run }: ContainerRun): string {
  if (container === undefined) return "pod";
  return run === undefined ? t("{0}, not started", container) : `${container} ${run}`;
}

function runRow(digest: ContainerRun, isOpen: boolean, on: Handlers): TemplateResult {
  const { id, start, end, cause, waitMs, entries } = digest;
  const first = start ?? entries[0];
  return html`<tr class="run ${isOpen ? "open" : ""}">
    <th scope="row"><button class="run-toggle" aria-expanded=${isOpen} @click=${() => on.openRun(isOpen ? "" : id)}
      ><span class="codicon codicon-chevron-${isOpen ? "down" : "right"}" aria-hidden="true"></span>${nameOf(digest)}</button></th>
    <td class="number">${first === undefined ? "" : formatMoment(first.tMs)}</td>
    <td class="number">${end === undefined ? "–" : formatMoment(end.tMs)}</td>
    <td>${end === undefined || cause === "" ? cause : html`<button class="link" @click=${() => on.select(end)}>${cause}</button>`}</td>
    <td class="number">${waitMs === undefined ? "–" : formatMoment(waitMs)}</td>
  </tr>`;
}

function entriesRow(model: Model, { entries }: ContainerRun, page: number, on: Handlers): TemplateResult {
  const rows = entries.slice(page * rowsPerPage, (page + 1) * rowsPerPage);
  return html`<tr class="run-entries"><td colspan=${columns}><table class="inner"><tbody>${rows.map((entry) => rowView(model, entry, on))}</tbody></table></td></tr>`;
}
