import { html, type TemplateResult } from "lit/html.js";
import { readTime } from "../../../../shared/drawing/moments.ts";
import { timeInWords } from "../../../../shared/drawing/words.ts";
import { t } from "../l10n.ts";
import { iconButton } from "../menus/icon-button.ts";
import { chooserView } from "../menus/menu-view.ts";
import { speedName, speeds } from "../playback/playback.ts";
import type { RolloutHandlers, RolloutModel } from "./model.ts";

/** Below the lanes: stepping, playing, the cursor's time as a field, the seed. */
export function rolloutPlaybackView(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  const { playing, speed, setup } = model;
  return html`<div class="playback" role="group" aria-label=${t("Playback")}>
    ${iconButton(on, "previous", "debug-reverse-continue", t("Previous entry (←)"))}
    ${iconButton(on, "next", "debug-continue", t("Next entry (→)"))}
    ${playing ? iconButton(on, "play", "debug-pause", t("Pause (Space)")) : iconButton(on, "play", "play", t("Play (Space)"))}
    ${chooserView({ label: t("Speed"), choices: speeds.map((value) => ({ value, label: speedName(value) })), current: speed, changed: (value) => on.setSpeed(speeds.find((each) => each === value) ?? speed), isLabelled: false })}
    ${timeField(model, on)}
    <button title=${t("Another possible run: other delays of the kubelet and the controllers")} @click=${() => on.change({ ...setup, seed: setup.seed + 1 }, t("Seed {0}", setup.seed + 1))}>${t("Seed {0}", setup.seed)} ↻</button>
  </div>`;
}

function timeField({ view, playing }: RolloutModel, on: RolloutHandlers): TemplateResult {
  const shownTime = timeInWords(view.tMs);
  const typed = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    const tMs = readTime(currentTarget.value);
    currentTarget.setCustomValidity(tMs === undefined ? t("Type a time such as 12m40s, 12:40 or 760.") : "");
    currentTarget.reportValidity();
    if (tMs !== undefined) on.moveTo(tMs);
  };
  const began = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement) currentTarget.setCustomValidity("");
    if (playing) on.act("play");
  };
  return html`<input class="now" type="text" inputmode="text" spellcheck="false" autocomplete="off" size="9"
    aria-label=${t("Time at the cursor")} title=${t("Time at the cursor: type 12m40s, 12:40 or seconds")} .value=${shownTime} @input=${began} @change=${typed}>`;
}
