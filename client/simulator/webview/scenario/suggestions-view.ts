import { html, type TemplateResult } from "lit/html.js";
import { allContainers } from "../../../../shared/kubernetes/pod.ts";
import { completeScenario, type ScenarioCompletion } from "../../../../shared/scenario/language/complete.ts";
import { withSuggestion } from "../../../../shared/scenario/language/insert.ts";
import type { Editing, Handlers, Model } from "../model/model.ts";
import type { PlacedRow } from "../model/placed-row.ts";
import { t } from "../words/l10n.ts";
import { withRow } from "./scenario-rows.ts";

/** The words that could stand at the cursor of the line and begin as the word there does. */
export function suggestionsOf({ run, editing }: Model, { row }: PlacedRow): readonly ScenarioCompletion[] {
  const offset = Math.min(editing?.offset ?? 0, row.text.length);
  const started = /(?<![^\s,:"])[^\s,:"]*$/.exec(row.text.slice(0, offset))?.[0].toLowerCase() ?? "";
  const names = new Set(allContainers(run.pod).map(({ name }) => `${name}:`));
  return completeScenario(row.text, offset, allContainers(run.pod)).filter(
    ({ label }) =>
      label !== started &&
      (label.startsWith(started) || started === "") &&
      !(row.container !== undefined && names.has(label)) &&
      !label.startsWith("ignore"),
  );
}

export function suggestionsView(model: Model, on: Handlers, placed: PlacedRow): TemplateResult {
  const suggestions = suggestionsOf(model, placed);
  const chosen = model.editing?.suggestion;
  // The field keeps the focus.
  const keep = (event: Event): void => event.preventDefault();
  return html`<ul class="suggestions" id="suggestions" role="listbox" aria-label=${t("Suggestions")} @pointerdown=${keep}>${suggestions.map(
    (
      { label, detail },
      index,
    ) => html`<li role="option" id="suggestion-${index}" class="chip" title=${detail} aria-selected=${index === chosen}
      @click=${() => accept(model, on, placed, label)}>${label}</li>`,
  )}</ul>
  <p class="suggestion-detail">${suggestions[chosen ?? -1]?.detail ?? "↑ ↓ choose, Enter inserts"}</p>`;
}

/** The keys of the list of suggestions. Others are those of a field. */
export function pressedInLine(model: Model, on: Handlers, placed: PlacedRow, event: KeyboardEvent): void {
  const { editing } = model;
  if (editing === undefined) return;
  const suggestions = editing.quiet ? [] : suggestionsOf(model, placed);
  const chosen = suggestions[editing.suggestion];
  const choose = (suggestion: number): void => on.edit({ ...editing, suggestion });
  if (event.key === "ArrowDown" && suggestions.length > 0) choose((editing.suggestion + 1) % suggestions.length);
  else if (event.key === "ArrowUp" && suggestions.length > 0)
    choose((Math.max(editing.suggestion, 0) + suggestions.length - 1) % suggestions.length);
  else if (event.key === "Enter" && chosen !== undefined) accept(model, on, placed, chosen.label);
  else if (event.key === "Escape" && suggestions.length > 0) on.edit({ ...editing, quiet: true });
  else {
    followCursor(on, editing, event);
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** Where the cursor went by the key is known only after it went there. */
function followCursor(on: Handlers, editing: Editing, { currentTarget, key }: KeyboardEvent): void {
  if (!(currentTarget instanceof HTMLInputElement) || !/^(Arrow(Left|Right)|Home|End)$/.test(key)) return;
  setTimeout(() => on.edit({ ...editing, offset: currentTarget.selectionStart ?? editing.offset, suggestion: -1 }));
}

function accept(model: Model, on: Handlers, { row, index }: PlacedRow, label: string): void {
  const { text, offset } = withSuggestion(row.text, model.editing?.offset ?? row.text.length, label);
  on.edit({ line: index, offset, suggestion: -1, quiet: false });
  on.change(withRow(model, index, text), `line ${index}`);
  requestAnimationFrame(() => {
    const field = document.querySelector(`#line-${index}`);
    if (field instanceof HTMLInputElement) field.setSelectionRange(offset, offset);
  });
}
