import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { keyNames } from "../help/help-words.ts";
import type { Handlers, Model } from "../model/model.ts";
import { noneInWords, type Until, untils } from "../model/until.ts";

/** What the run can be played up to, with the time of each. */
export function untilMenu(model: Model, on: Handlers): TemplateResult {
  const isAsked = ({ action }: Until): boolean =>
    action !== "until-broken" || model.run.scenario.expectations.length > 0;
  return html`${untils.filter(isAsked).map((until) => itemView(model, on, until))}`;
}

function itemView(model: Model, on: Handlers, until: Until): TemplateResult {
  const { action, label, find } = until;
  const target = find(model);
  const [key] = keyNames[action];
  return html`<button class="item" ?disabled=${target === undefined} @click=${() => on.act(action)}
    ><span>${label()}</span> <span class="quiet">${target === undefined ? noneInWords(model, until) : formatMoment(target.tMs)}</span>${
      target === undefined ? nothing : html` <kbd>${key}</kbd>`
    }</button>`;
}
