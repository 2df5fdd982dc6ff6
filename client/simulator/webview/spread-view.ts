import { html, nothing, type TemplateResult } from "lit/html.js";
import { timeInWords } from "../../../shared/drawing/words.ts";
import type { EnvelopeEntry } from "../../../shared/forecast/envelope.ts";
import type { TimelineEntry } from "../../../shared/simulation/index.ts";
import { envelopeRuns } from "./beside.ts";

/** When the same thing happens in the other runs. */
export function spreadView(
  envelope: readonly EnvelopeEntry[],
  { kind, container, run, data }: TimelineEntry,
): TemplateResult | typeof nothing {
  const alike = envelope.filter(
    (entry) =>
      entry.kind === kind &&
      entry.container === container &&
      entry.run === run &&
      entry.probe === data.probe &&
      entry.condition === data.condition,
  );
  const [only] = alike;
  if (only === undefined || alike.length > 1) return nothing;
  const { minMs, p50Ms, maxMs, share } = only;
  const often = share < 1 ? `, in ${Math.round(share * envelopeRuns)} of them` : "";
  return html`<p class="when">In ${envelopeRuns} runs: ${timeInWords(minMs)} to ${timeInWords(maxMs)}, median ${timeInWords(p50Ms)}${often}</p>`;
}
