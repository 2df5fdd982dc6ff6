import { html, svg, type TemplateResult } from "lit/html.js";
import type { BarKind, MarkKind } from "../../../../shared/drawing/lanes/model.ts";
import { barNames, signNames } from "../../../../shared/drawing/lanes/sign-names.ts";
import { signPaths } from "../../../../shared/drawing/lanes/signs.ts";
import type { Handlers } from "../model/model.ts";
import { t } from "../words/l10n.ts";
import { keyNames } from "./help-words.ts";

/** The keys and the signs, over the rest of the panel. */
export function helpView(on: Handlers): TemplateResult {
  // The browser asks whether it may be closed; the page does it.
  const closed = (event: Event): void => {
    event.preventDefault();
    on.act("close");
  };
  return html`<dialog class="help" aria-label=${t("Shortcuts and legend")} @cancel=${closed}>
    <button class="icon close" title=${t("Close (Esc)")} aria-label=${t("Close")} @click=${() => on.act("close")}><span class="codicon codicon-close"></span></button>
    <div class="help-columns">
      <section><h2>${t("Keys")}</h2><dl>${Object.values(keyNames).map(([shown, does]) => html`<dt><kbd>${shown}</kbd></dt><dd>${does}</dd>`)}</dl></section>
      <section><h2>${t("Signs")}</h2><dl>${barNames.map(([kind, means]) => html`<dt>${barSample(kind)}</dt><dd>${means}</dd>`)}
        ${signNames.map(([kinds, means]) => html`<dt>${kinds.map(signSample)}</dt><dd>${means}</dd>`)}</dl></section>
    </div>
  </dialog>`;
}

function barSample(kind: BarKind): TemplateResult {
  return html`<svg aria-hidden="true" width="40" height="16">${svg`<g class="item bar ${kind}"><rect class="bar-fill" x="1" y="2" width="38" height="12"></rect></g>`}</svg>`;
}

function signSample(kind: MarkKind): TemplateResult {
  return html`<svg aria-hidden="true" width="20" height="16">${svg`<g class="item mark ${kind}"><path class="sign" transform="translate(10 8)" d=${signPaths[kind]}></path></g>`}</svg>`;
}
