import { html, type TemplateResult } from "lit/html.js";
import { formatDuration, parseDuration } from "../../../../shared/basics/durations.ts";
import { horizonLimitMs } from "../../../../shared/simulation/index.ts";
import type { Handlers, Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";

const horizons = ["5m", "10m", "30m", "1h", "6h", "24h", "168h"];

/** How much time is played, and what the answer is about. */
export function horizonSelect({ run }: Model, on: Handlers): TemplateResult {
  const current = formatDuration(run.horizonMs);
  const choices = horizons.includes(current) ? horizons : [current, ...horizons];
  const change = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLSelectElement)) return;
    const horizonMs = parseDuration(currentTarget.value);
    if (horizonMs !== undefined && horizonMs > 0) on.setHorizon(Math.min(horizonMs, horizonLimitMs));
  };
  return html`<select aria-label=${t("Horizon")} title=${t("Length of the simulation")} @change=${change}>${choices.map(
    (choice) =>
      html`<option value=${choice} ?selected=${choice === current}>${choice === "168h" ? t("7 days") : choice}</option>`,
  )}</select>`;
}
