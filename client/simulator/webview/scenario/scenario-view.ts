import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Handlers, Model } from "../model/model.ts";
import type { PlacedRow, ScenarioRow } from "../model/placed-row.ts";
import { t } from "../words/l10n.ts";
import { judgmentOf, scenarioRows, withRow } from "./scenario-rows.ts";

/** What the containers do, one line for each, and what happens and is expected: the same words as in the manifest's comments. */
export function scenarioView(model: Model, on: Handlers): TemplateResult {
  const rows = scenarioRows(model);
  const isEdited = model.setup.lines !== undefined;
  return html`<div class="scenario">${rows.map((row, index) => rowView(model, on, { row, index }))}
    <div class="scenario-actions">
      <button class="main" ?disabled=${!isEdited} title=${t("Write these lines as comments into the manifest")} @click=${() => on.write()}>${t("Write into manifest")}</button>
      ${isEdited ? html`<button class="text" title=${t("Reset to the scenario of the manifest")} @click=${() => on.change({ ...model.setup, lines: undefined })}>${t("Discard")}</button>` : nothing}
    </div>
  </div>`;
}

function rowView(model: Model, on: Handlers, placed: PlacedRow): TemplateResult {
  const { row, index } = placed;
  const { editing, deferredUi } = model;
  const isEdited = editing?.line === index;
  const suggestions = isEdited && !editing.quiet ? (deferredUi?.suggestionsOf(model, placed) ?? []) : [];
  const id = `line-${index}`;
  const chosen = suggestions[editing?.suggestion ?? -1];
  return html`<div class="row ${row.problems.length > 0 ? "wrong" : ""}">
    <label for=${id} title=${row.label}>${row.label}</label>
    <input id=${id} class="line" type="text" spellcheck="false" autocomplete="off" role="combobox" aria-autocomplete="list"
      aria-expanded=${suggestions.length > 0} aria-controls="suggestions" aria-invalid=${row.problems.length > 0}
      aria-describedby=${row.problems.length > 0 ? `${id}-problem` : nothing}
      aria-activedescendant=${chosen === undefined ? nothing : `suggestion-${editing?.suggestion}`}
      placeholder=${row.placeholder} .value=${row.text}
      @input=${(event: Event) => typed(model, on, index, event)}
      @focus=${(event: Event) => moved(on, index, event)} @click=${(event: Event) => moved(on, index, event)}
      @blur=${() => on.edit(undefined)} @keydown=${(event: KeyboardEvent) => deferredUi?.pressedInLine(model, on, placed, event)}>
    ${judgmentView(model, row)}
    ${row.problems.length === 0 ? nothing : html`<p class="row-problem" id="${id}-problem">${row.problems[0]}</p>`}
    ${suggestions.length === 0 ? nothing : deferredUi?.suggestionsView(model, on, placed)}
  </div>`;
}

/** Whether the pod does what the row expects. */
function judgmentView(model: Model, row: ScenarioRow): TemplateResult | typeof nothing {
  const judgment = judgmentOf(model, row);
  if (judgment === undefined || model.deferredUi === undefined) return nothing;
  return html`<p class="judgment ${judgment.holds ? "" : "fails"}"><span class="codicon codicon-${judgment.holds ? "pass" : "error"}" aria-hidden="true"></span> ${model.deferredUi.judgmentInWords(judgment)}</p>`;
}

function typed(model: Model, on: Handlers, index: number, { currentTarget }: Event): void {
  if (!(currentTarget instanceof HTMLInputElement)) return;
  const { value, selectionStart } = currentTarget;
  on.edit({ line: index, offset: selectionStart ?? value.length, suggestion: -1, quiet: false });
  on.change(withRow(model, index, value), `line ${index}`);
}

function moved(on: Handlers, index: number, { currentTarget }: Event): void {
  if (!(currentTarget instanceof HTMLInputElement)) return;
  const { value, selectionStart } = currentTarget;
  on.edit({ line: index, offset: selectionStart ?? value.length, suggestion: -1, quiet: false });
}
