import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { Handlers, Model } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";
import { runOf } from "../run/run-of.ts";
import { entryInWords } from "../run/words.ts";
import { t } from "../words/l10n.ts";

/** More rows than this make a page of the browser slow. */
export const rowsPerPage = 200;

interface Pages {
  readonly page: number;
  readonly pages: number;
  readonly words: string;
}

export function pager(on: Handlers, { page, pages, words }: Pages): TemplateResult {
  const turn = (to: number, label: string, icon: string): TemplateResult =>
    html`<button class="icon" ?disabled=${to < 0 || to >= pages} title=${label} aria-label=${label} @click=${() => on.setTablePage(to)}><span class="codicon codicon-${icon}"></span></button>`;
  return html`<span>${words}</span>
    ${pages === 1 ? nothing : html`${turn(page - 1, t("Earlier entries"), "arrow-left")}${turn(page + 1, t("Later entries"), "arrow-right")}`}`;
}

/** The page of the selected entry. */
export function pageOf({ view }: Model, entries: readonly { readonly id: string }[]): number {
  const index = entries.findIndex(({ id }) => id === view.selected);
  return Math.max(0, Math.floor(index / rowsPerPage));
}

export function pageInWords(total: number, page: number, what = "entries"): string {
  if (total <= rowsPerPage) return `${total} ${what}`;
  return `${page * rowsPerPage + 1}–${Math.min((page + 1) * rowsPerPage, total)} of ${total} ${what}`;
}

/** Time, container, what and why: a row of four cells. */
export function rowView(model: Model, entry: TimelineEntry, on: Handlers): TemplateResult {
  const run = runOf(model, entry.id);
  const moment = model.observed?.moments.get(entry.id);
  const selected = model.view.selected === entry.id;
  return html`<tr class="${selected ? "selected" : ""} ${moment === undefined ? "" : "observed"}">
    <td class="number">${formatMoment(entry.tMs)}</td>
    <td>${entry.container ?? "pod"}</td>
    <td><button class="link" aria-pressed=${selected} @click=${() => on.select(entry)}>${moment?.what ?? entryInWords(run, entry)}</button></td>
    <td>${moment?.judgment ?? causeInWords(run, entry)}</td>
  </tr>`;
}

function causeInWords(run: PanelRun, entry: TimelineEntry): string {
  const cause = entry.cause === undefined ? undefined : run.byId.get(entry.cause);
  return cause === undefined ? t("external") : entryInWords(run, cause);
}
