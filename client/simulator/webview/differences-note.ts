import { html, nothing, type TemplateResult } from "lit/html.js";
import { semanticsDifferences } from "../../../shared/forecast/semantics-differences.ts";
import type { Run } from "./run.ts";

/** What the proposals change about this pod, where people look at them. */
export function differencesNote({ pod, assumptions }: Run): TemplateResult | typeof nothing {
  if (assumptions.semantics === "released") return nothing;
  const differences = semanticsDifferences(pod, assumptions.node);
  const text = differences.length === 0 ? "Nothing about this pod is other than released." : differences.join(" ");
  return html`<p class="quiet">As the proposals say: ${text}</p>`;
}
