import { html, nothing, type TemplateResult } from "lit/html.js";
import { timeInWords } from "../../../shared/drawing/words.ts";
import type { TimelineEntry } from "../../../shared/simulation/index.ts";
import { type Handlers, type Model, runOf } from "./model.ts";
import type { ObservedRun } from "./observed-run.ts";
import { perRun } from "./per-run.ts";
import type { Run } from "./run.ts";
import { entryInWords } from "./words.ts";

/** More rows than this make a page of the browser slow. */
export const rowsPerPage = 200;

/** The same entries as the lanes, as a real table in pages. It opens at the page of the selected entry. */
export function tableView(model: Model, on: Handlers): TemplateResult {
  const entries = entriesOf(model);
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
        <tbody>${rows.map((entry) => rowView(model, entry, on))}</tbody>
      </table>
    </div>
  </section>`;
}

/** Of the run that is looked at, and among those of the page's own run what was observed. */
function entriesOf(model: Model): readonly TimelineEntry[] {
  const { run, observed, view } = model;
  const own = runOf(model, view.selected);
  return observed === undefined || (own !== run && own !== observed) ? own.timeline.entries : withObserved(observed);
}

/** In order of time; what was observed stands before what is predicted for the same instant. */
const withObserved = perRun<ObservedRun, readonly TimelineEntry[]>(({ over, timeline }) =>
  [...timeline.entries, ...over.timeline.entries].sort((left, right) => left.tMs - right.tMs),
);

function pageOf(model: Model): number {
  const { selected } = model.view;
  const index = entriesOf(model).findIndex(({ id }) => id === selected);
  return Math.max(0, Math.floor(index / rowsPerPage));
}

function pageInWords(total: number, page: number): string {
  if (total <= rowsPerPage) return `${total} entries`;
  return `Entries ${page * rowsPerPage + 1} to ${Math.min((page + 1) * rowsPerPage, total)} of ${total}`;
}

function rowView(model: Model, entry: TimelineEntry, on: Handlers): TemplateResult {
  const run = runOf(model, entry.id);
  const moment = model.observed?.moments.get(entry.id);
  const selected = model.view.selected === entry.id;
  return html`<tr class="${selected ? "selected" : ""} ${moment === undefined ? "" : "observed"}">
    <td class="number">${timeInWords(entry.tMs)}</td>
    <td>${entry.container ?? "pod"}</td>
    <td><button class="link" aria-pressed=${selected} @click=${() => on.select(entry)}>${moment?.what ?? entryInWords(run, entry)}</button></td>
    <td>${moment?.judgement ?? causeInWords(run, entry)}</td>
  </tr>`;
}

function causeInWords(run: Run, entry: TimelineEntry): string {
  const cause = entry.cause === undefined ? undefined : run.byId.get(entry.cause);
  return cause === undefined ? "from outside" : entryInWords(run, cause);
}
