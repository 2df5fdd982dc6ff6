import { html, type TemplateResult } from "lit/html.js";
import { t } from "../words/l10n.ts";
import type { RolloutHandlers } from "./model.ts";

export function rolloutExportMenu(on: RolloutHandlers): TemplateResult {
  return html`<button class="item" @click=${() => on.exportAs("svg")}>${t("Picture (SVG) …")}</button>
    <button class="item" @click=${() => on.exportAs("markdown")}>${t("Table (Markdown)")}</button>
    <button class="item" @click=${() => on.exportAs("json")}>JSON</button>`;
}
