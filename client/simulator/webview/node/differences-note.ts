import { html, nothing, type TemplateResult } from "lit/html.js";
import { memo } from "../../../../shared/basics/once.ts";
import { semanticsDifferences } from "../../../../shared/forecast/restart-all/semantics-differences.ts";
import type { PanelRun } from "../run/run.ts";
import { t } from "../words/l10n.ts";

/** What is other by the proposals, in sentences. */
export const differencesOf = memo(({ pod, assumptions }: PanelRun) => semanticsDifferences(pod, assumptions.node));

/** What the proposals change about this pod, where people look at them. */
export function differencesNote(run: PanelRun): TemplateResult | typeof nothing {
  if (run.assumptions.semantics === "released") return nothing;
  const differences = differencesOf(run);
  const text =
    differences.length === 0 ? t("For this pod, the KEPs and the released code do not differ.") : differences.join(" ");
  return html`<p class="quiet">${t("As in the KEPs: {0}", text)}</p>`;
}
