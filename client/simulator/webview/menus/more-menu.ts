import { html, type TemplateResult } from "lit/html.js";
import type { Handlers, Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";
import { exportItems } from "./export-menu.ts";

/** What is seldom needed: exports, the table, the zoom for those without a wheel, and the keys. */
export function moreMenu({ view }: Model, on: Handlers): TemplateResult {
  const item = (label: string, key: string, act: () => void): TemplateResult =>
    html`<button class="item" @click=${act}><span>${label}</span> <kbd>${key}</kbd></button>`;
  return html`<p>${t("Export")}</p>
    ${exportItems(on)}
    <hr>
    ${item(view.view === "table" ? t("Lanes") : t("Table"), "t", () => on.act("table"))}
    ${item(t("Zoom in"), "+", () => on.act("zoom-in"))}
    ${item(t("Zoom out"), "-", () => on.act("zoom-out"))}
    ${item(t("Show everything"), "0", () => on.act("zoom-fit"))}
    ${item(t("Shortcuts and legend"), "?", () => on.act("help"))}`;
}
