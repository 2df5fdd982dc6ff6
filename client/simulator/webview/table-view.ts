import { html, nothing, type TemplateResult } from "lit/html.js";
import { timeInWords } from "../../../shared/drawing/words.ts";
import type { TimelineEntry } from "../../../shared/simulation/index.ts";
import { type Handlers, type Model, runOf } from "./model.ts";
import type { Run } from "./run.ts";
import { entryInWords } from "./words.ts";

/** More rows than this make a page of the browser slow. */
export const rowsPerPage = 200;

/** The same entries as the lanes, as a real table in pages. It opens at the page of the selected entry. */
export function tableView(model: Model, on: Handlers): TemplateResult {
  const run = runOf(model, model.view.selected);
  const { entries } = run.timeline;
  const pages = Math.max(1, Math.ceil(entries.length / rowsPerPage));
  const page = Math.min(model.tablePage ?? pageOf(model), pages - 1);
  const rows = entries.slice(page * rowsPerPage, (page + 1) * rowsPerPage);
  const turn = (to: number, label: string, icon: string): TemplateResult =>
    html`<button class="icon" ?disabled=${to < 0 || to >= pages} title=${label} aria-label=${label} @click=${() => on.setTablePage(to)}><span class="codicon codicon-${icon}"></span></button>`;
  return html`<section class="entries" aria-label="Entries as a table">
    <div class="pages">
      <span>${pageInWords(entries.length, page)}</span>
      ${pages === 1 ? nothing : html`${turn(page - 1, "Earlier entries", "arrow-left")}${turn(page + 1, "Later entries", "arrow-right")}`}
    </div>
    <div class="table-scroll" tabindex="0" role="region" aria-label="Entries">
      <table class="twin">
        <thead><tr><th scope="col">Time</th><th scope="col">Container</th><th scope="col">What</th><th scope="col">Why</th></tr></thead>
        <tbody>${rows.map((entry) => rowView(run, { entry, selected: model.view.selected === entry.id }, on))}</tbody>
      </table>
    </div>
  </section>`;
}

function pageOf(model: Model): number {
  const { selected } = model.view;
  const index = runOf(model, selected).timeline.entries.findIndex(({ id }) => id === selected);
  return Math.max(0, Math.floor(index / rowsPerPage));
}

function pageInWords(total: number, page: number): string {
  if (total <= rowsPerPage) return `${total} entries`;
  return `Entries ${page * rowsPerPage + 1} to ${Math.min((page + 1) * rowsPerPage, total)} of ${total}`;
}

interface Row {
  readonly entry: TimelineEntry;
  readonly selected: boolean;
}

function rowView(run: Run, { entry, selected }: Row, on: Handlers): TemplateResult {
  const cause = entry.cause === undefined ? undefined : run.byId.get(entry.cause);
  return html`<tr class=${selected ? "selected" : ""}>
    <td class="number">${timeInWords(entry.tMs)}</td>
    <td>${entry.container ?? "pod"}</td>
    <td><button class="link" aria-pressed=${selected} @click=${() => on.select(entry)}>${entryInWords(run, entry)}</button></td>
    <td>${cause === undefined ? "from outside" : entryInWords(run, cause)}</td>
  </tr>`;
}
