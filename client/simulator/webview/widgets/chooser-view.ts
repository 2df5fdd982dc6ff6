import { html, type TemplateResult } from "lit/html.js";

/** One choice of a list. */
interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Choosing {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly current: string;
  readonly changed: (value: string) => void;
  /** The label stands before the list, or is only spoken. */
  readonly isLabeled?: boolean;
}

/** VS Code's own panels use the browser's list, too; it needs no code. */
export function chooserView({ label, choices, current, changed, isLabeled = true }: Choosing): TemplateResult {
  const change = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLSelectElement) changed(currentTarget.value);
  };
  const list = html`<select aria-label=${label} .value=${current} @change=${change}>${choices.map(
    ({ value, label: shown }) => html`<option value=${value} ?selected=${value === current}>${shown}</option>`,
  )}</select>`;
  return isLabeled ? html`<label class="choice">${label} ${list}</label>` : list;
}
