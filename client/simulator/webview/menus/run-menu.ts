import { html, type TemplateResult } from "lit/html.js";
import { drawnName, namedRuns } from "../model/drawn-run.ts";
import type { Handlers, Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";

const seedMax = 1_000_000;

/** Which of the runs that the same kubelet could make is drawn. */
export function runMenu(model: Model, on: Handlers): TemplateResult {
  const { answer, run, setup } = model;
  const draw = (seed: number): void => on.change({ ...setup, seed }, "seed");
  const typed = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement && currentTarget.reportValidity()) draw(currentTarget.valueAsNumber);
  };
  return html`${(answer === undefined ? [] : namedRuns(answer)).map(
    ({ name, seed }) =>
      html`<button class="item" aria-pressed=${seed === run.seed} @click=${() => draw(seed)}>${drawnName(name)} <span class="quiet">${t("run {0}", seed)}</span></button>`,
  )}
    <button class="item" @click=${() => draw(run.seed + 1)}>${t("Next run")}</button>
    <label class="choice">${t("seed")} <input class="seed" type="number" min="1" max=${seedMax} step="1" required .value=${String(run.seed)} title=${t("Chooses one of the possible runs")} @change=${typed}></label>`;
}
