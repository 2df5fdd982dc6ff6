import { html, type TemplateResult } from "lit/html.js";
import type { Handlers, Model } from "../model/model.ts";
import { iconButton } from "../widgets/icon-button.ts";
import { menuView } from "../widgets/menu-view.ts";
import { t } from "../words/l10n.ts";

export function toolbarView(model: Model, on: Handlers): TemplateResult {
  const { deferredUi, run } = model;
  const { reference } = run.payload;
  return html`<header class="toolbar">
    <h1 class="title" title=${reference.uri}>${reference.kind}/${reference.name === "" ? "unnamed" : reference.name}</h1>
    <div class="group" role="group" aria-label=${t("Changes")}>
      ${menuView(model, on, { name: "inject", label: t("Inject"), title: t("Inject a fault at the cursor (i)"), icon: "zap", content: deferredUi && (() => deferredUi.injectMenu(model, on)) })}
      ${menuView(model, on, { name: "compare", label: t("Compare"), title: t("Compare with another node (c)"), icon: "split-horizontal", content: deferredUi && (() => deferredUi.compareMenu(model, on)) })}
      <button aria-pressed=${model.wantsEnvelope} title=${t("When the same things happen in 100 possible runs")} @click=${() => on.showEnvelope(!model.wantsEnvelope)}>${t("Variation (100 runs)")}</button>
      ${iconButton(on, "undo", "discard", t("Undo (u)"), model.history.past.length === 0)}
      ${iconButton(on, "redo", "redo", t("Redo (Shift+u)"), model.history.future.length === 0)}
    </div>
    <div class="group end">
      ${menuView(model, on, { name: "export", label: t("Export"), title: t("Export (x)"), icon: "export", content: deferredUi && (() => deferredUi.exportMenu(on)) })}
      <button aria-label=${t("Table")} aria-pressed=${model.view.view === "table"} title=${t("Show the runs and entries as a table (t)")} @click=${() => on.act("table")}>
        <span class="codicon codicon-table"></span> <span class="button-text">${t("Table")}</span></button>
      ${iconButton(on, "help", "question", t("Shortcuts and legend (?)"))}
    </div>
  </header>`;
}
