import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Model } from "../model/model.ts";
import type { WhatIfLine } from "../run/what-if.ts";
import { t } from "../words/l10n.ts";

/** Of a pod whose scenario says nothing: what happens if a container crashes, hangs or starts slowly. */
export function whatIfView({ whatIfs }: Model): TemplateResult | typeof nothing {
  const [first, ...others] = whatIfs ?? [];
  if (first === undefined) return nothing;
  return html`<section class="what-if" aria-label=${t("What if it …")}>${rowsView(first, others.length > 0)}
    ${
      others.length === 0
        ? nothing
        : html`<details class="fold"><summary>${others.length === 1 ? t("1 more container") : t("{0} more containers", others.length)}</summary>
          ${others.map((other) => rowsView(other, true))}</details>`
    }</section>`;
}

function rowsView({ container, crashes, hangs, startsSlowly }: WhatIfLine, isNamed: boolean): TemplateResult {
  const subject = isNamed ? t("What if {0} …", container) : t("What if it …");
  return html`<table><caption>${subject}</caption><tbody>
    <tr><th scope="row">${t("crashes")}</th><td>${crashes}</td></tr>
    <tr><th scope="row">${t("hangs")}</th><td>${hangs}</td></tr>
    <tr><th scope="row">${t("starts slowly")}</th><td>${startsSlowly}</td></tr>
  </tbody></table>`;
}
