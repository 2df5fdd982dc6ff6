import { html, type TemplateResult } from "lit/html.js";
import { memo } from "../../../../shared/basics/once.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { Handlers, Model } from "../model/model.ts";
import { isOfKind, type TableKind, tableKinds } from "../model/table-kinds.ts";
import type { OverlaidRun } from "../run/observed-run.ts";
import { runOf } from "../run/run-of.ts";
import { chooserView } from "../widgets/chooser-view.ts";
import { t } from "../words/l10n.ts";
import { runsTable } from "./runs-table.ts";
import { pageInWords, pageOf, pager, rowsPerPage, rowView } from "./table-rows.ts";

/** The same as the lanes, as a real table: one row for each run, which opens to its entries, or the entries of a kind. */
export function tableView(model: Model, on: Handlers): TemplateResult {
  const kind = tableKindOf(model);
  return html`<section class="entries" aria-label=${t("Table")}>
    ${kind === "runs" ? runsTable(model, on, kindChooser(model, on)) : entriesTable(model, on, kind)}
  </section>`;
}

/** What was observed belongs to no run of the simulation. */
function tableKindOf({ tableKind, observed }: Model): TableKind {
  return tableKind ?? (observed === undefined ? "runs" : "all");
}

function kindChooser(model: Model, on: Handlers): TemplateResult {
  return chooserView({
    label: t("Show"),
    choices: tableKinds.map(([value, label]) => ({ value, label: label() })),
    current: tableKindOf(model),
    changed: (value) => on.setTableKind(tableKinds.find(([kind]) => kind === value)?.[0] ?? "runs"),
  });
}

function entriesTable(model: Model, on: Handlers, kind: TableKind): TemplateResult {
  const entries = entriesOf(model).filter((entry) => isOfKind(entry, kind));
  const pages = Math.max(1, Math.ceil(entries.length / rowsPerPage));
  const page = Math.min(model.tablePage ?? pageOf(model, entries), pages - 1);
  const rows = entries.slice(page * rowsPerPage, (page + 1) * rowsPerPage);
  return html`<div class="pages">${kindChooser(model, on)} ${pager(on, { page, pages, words: pageInWords(entries.length, page) })}</div>
    <div class="table-scroll" tabindex="0" role="region" aria-label=${t("Entries")}>
      <table class="twin">
        <thead><tr><th scope="col">${t("Time")}</th><th scope="col">${t("Container")}</th><th scope="col">${t("What")}</th><th scope="col">${t("Why")}</th></tr></thead>
        <tbody>${rows.map((entry) => rowView(model, entry, on))}</tbody>
      </table>
    </div>`;
}

/** Of the run that is looked at, and among those of the page's own run what was observed, or what alerts do. */
function entriesOf(model: Model): readonly TimelineEntry[] {
  const { run, observed, alerts, view } = model;
  const own = runOf(model, view.selected);
  if (observed === undefined && alerts !== undefined && own === run) return alerts.timeline.entries;
  return observed === undefined || (own !== run && own !== observed) ? own.timeline.entries : withObserved(observed);
}

/** In order of time; what was observed stands before what is predicted for the same instant. */
const withObserved = memo(({ over, timeline }: OverlaidRun): readonly TimelineEntry[] =>
  [...timeline.entries, ...over.timeline.entries].sort((left, right) => left.tMs - right.tMs),
);
