import { html, type TemplateResult } from "lit/html.js";
import { readTime } from "../../../../shared/drawing/lanes/moments.ts";
import { timeField } from "../playback/time-field.ts";
import { iconButton } from "../widgets/icon-button.ts";
import { t } from "../words/l10n.ts";
import { type RolloutHandlers, type RolloutModel, spanOf } from "./model.ts";

/** Below the lanes: stepping, playing, the cursor's time as a field, which run is drawn. */
export function rolloutPlaybackView(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  const { view, playing, setup } = model;
  return html`<div class="playback" role="group" aria-label=${t("Playback")}>
    ${iconButton(on, "previous", "debug-reverse-continue", t("Previous entry (←)"))}
    ${iconButton(on, "next", "debug-continue", t("Next entry (→)"))}
    ${playing ? iconButton(on, "play", "debug-pause", t("Pause (Space)")) : iconButton(on, "play", "play", t("Play (Space)"))}
    ${timeField({ view, playing, spanMs: spanOf(model), readTime }, on)}
    <button title=${t("Another possible run: other delays of the kubelet and the controllers")} @click=${() => on.change({ ...setup, seed: setup.seed + 1 }, t("run {0}", setup.seed + 1))}>${t("run {0}", setup.seed)} ↻</button>
  </div>`;
}
