import { html, nothing, type TemplateResult } from "lit/html.js";
import { nameOfRun } from "../model/drawn-run.ts";
import type { Handlers, Model } from "../model/model.ts";
import { menuView } from "../widgets/menu-view.ts";
import { roving } from "../widgets/roving.ts";
import { t } from "../words/l10n.ts";
import { factsOf } from "./facts.ts";

/** The numbers of the answer, each leading to what shows it; a selected range has its sum there. At the end the run that is drawn. */
export function factsView(model: Model, on: Handlers): TemplateResult {
  const { answer, range, deferredUi, isAnswering, second } = model;
  if (range !== undefined && deferredUi !== undefined) return deferredUi.rangeView(model, range, on);
  const facts = answer === undefined || second !== undefined ? [] : factsOf(answer);
  return html`<div class="facts" role="toolbar" aria-label=${t("Numbers")} aria-busy=${isAnswering} @keydown=${roving}>
    ${facts.map(({ text, evidence }, index) => {
      const select = (): void => {
        const entry = evidence(model.run);
        if (entry !== undefined) on.select(entry);
      };
      return html`<button class="fact" tabindex=${index === 0 ? 0 : -1} title=${t("Show it in the run")} @click=${select}>${text}</button>`;
    })}
    ${second === undefined ? nothing : deferredUi?.comparedView(model, on)}
    ${runChip(model, on, facts.length === 0)}
  </div>`;
}

/** Which of the runs is drawn. Where timing is exact there is one. */
function runChip(model: Model, on: Handlers, isFirst: boolean): TemplateResult | typeof nothing {
  const { answer, run, deferredUi } = model;
  if (answer === undefined || answer.runs === 1) return nothing;
  const name = nameOfRun(answer, run.seed);
  const label = t("run {0} of {1}", run.seed, answer.runs) + (name === "" ? "" : ` (${name})`);
  const shortLabel = name === "" ? t("run {0}", run.seed) : name;
  const content = deferredUi && (() => deferredUi.runMenu(model, on));
  return html`<span class="run-chip">${menuView(model, on, { name: "run", label, shortLabel, title: t("The run that is drawn (v)"), content, tabindex: isFirst ? 0 : -1 })}</span>`;
}
