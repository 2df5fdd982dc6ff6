import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { Handlers } from "../model/model.ts";
import { chainOf } from "../run/chain.ts";
import type { PanelRun } from "../run/run.ts";
import { entryInWords } from "../run/words.ts";
import { t } from "../words/l10n.ts";

/** Below a card: what led to its entry and what followed, folded; the nearest step of each can be read without opening it. */
export function chainView(run: PanelRun, entry: TimelineEntry, on: Handlers): TemplateResult {
  const { causes, earlier, moreCauses, effects, moreEffects } = chainOf(run, entry);
  const step = (linked: TimelineEntry): TemplateResult =>
    html`<li><button class="link" @click=${() => on.select(linked)}><span class="at">${formatMoment(linked.tMs)}</span> ${entryInWords(run, linked)}</button></li>`;
  const [cause] = causes;
  const [effect] = effects;
  return html`${
    cause === undefined
      ? html`<p class="outside">${t("External: nothing in this run led to it.")}</p>`
      : html`<details class="fold why"><summary><span><b>${t("Why")}</b> ${entryInWords(run, cause)}</span></summary>
          <ol class="chain">${causes.map(step)}</ol>
          ${earlier.length === 0 ? nothing : earlierView(earlier.map(step), moreCauses)}</details>`
  }
  ${
    effect === undefined
      ? nothing
      : html`<details class="fold next"><summary><span><b>${t("What happened next")}</b> ${entryInWords(run, effect)}</span></summary>
          <ul class="chain">${effects.map(step)}${moreEffects === 0 ? nothing : html`<li class="more">${t("and {0} more", moreEffects)}</li>`}</ul></details>`
  }`;
}

function earlierView(steps: readonly TemplateResult[], more: number): TemplateResult {
  const title = steps.length === 1 ? t("Show 1 earlier step") : t("Show {0} earlier steps", steps.length);
  return html`<details class="fold earlier"><summary>${title}</summary>
    <ol class="chain">${steps}${more === 0 ? nothing : html`<li class="more">${t("and {0} more", more)}</li>`}</ol></details>`;
}
