import { html, nothing, type TemplateResult } from "lit/html.js";
import { readTime } from "../../../../shared/drawing/moments.ts";
import { timeInWords } from "../../../../shared/drawing/words.ts";
import { t } from "../l10n.ts";
import { iconButton } from "../menus/icon-button.ts";
import { chooserView, menuView } from "../menus/menu-view.ts";
import type { Handlers, Model } from "../model/model.ts";
import { moveCursor } from "../model/view-state.ts";
import { speedName, speeds } from "./playback.ts";

/** Below the lanes: stepping, playing, the cursor's time as a field, and what the run can be played up to. */
export function playbackView(model: Model, on: Handlers): TemplateResult {
  const { deferredUi, run, playing } = model;
  return html`<div class="playback" role="group" aria-label=${t("Playback")}>
    ${iconButton(on, "previous", "debug-reverse-continue", t("Previous entry (←)"))}
    ${iconButton(on, "next", "debug-continue", t("Next entry (→)"))}
    ${playing ? iconButton(on, "play", "debug-pause", t("Pause (Space)")) : iconButton(on, "play", "play", t("Play (Space)"))}
    ${speedChooser(model, on)}
    ${timeField(model, on)}
    ${menuView(model, on, { name: "until", label: t("Run until"), title: t("Run until"), content: deferredUi && (() => deferredUi.untilMenu(model, on)) })}
    ${iconButton(on, "next-end", "debug-step-over", t("Next kill, exit or restart (n)"))}
    ${run.scenario.expectations.length === 0 ? nothing : iconButton(on, "next-expectation", "checklist", t("Next expectation (e)"))}
    ${model.remark === "" ? nothing : html`<span class="remark">${model.remark}</span>`}
  </div>`;
}

function speedChooser({ speed }: Model, on: Handlers): TemplateResult {
  return chooserView({
    label: t("Speed"),
    choices: speeds.map((value) => ({ value, label: speedName(value) })),
    current: speed,
    changed: (value) => on.setSpeed(speeds.find((each) => each === value) ?? speed),
    isLabelled: false,
  });
}

/** What is typed there moves the cursor. Only a move of the cursor overwrites what is half typed; playing would, so it pauses. */
function timeField(model: Model, on: Handlers): TemplateResult {
  const { view, run, playing } = model;
  const shownTime = timeInWords(view.tMs);
  const typed = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    const tMs = readTime(currentTarget.value);
    currentTarget.setCustomValidity(tMs === undefined ? t("Type a time such as 12m40s, 12:40 or 760.") : "");
    currentTarget.reportValidity();
    if (tMs === undefined) return;
    on.moveTo(tMs);
    currentTarget.value = timeInWords(moveCursor(view, tMs, run).tMs);
  };
  const began = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement) currentTarget.setCustomValidity("");
    if (playing) on.act("play");
  };
  const left = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    currentTarget.setCustomValidity("");
    currentTarget.value = shownTime;
  };
  return html`<input class="now" type="text" inputmode="text" spellcheck="false" autocomplete="off" size="9"
    aria-label=${t("Time at the cursor")} title=${t("Time at the cursor: type 12m40s, 12:40 or seconds")} .value=${shownTime}
    @input=${began} @change=${typed} @blur=${left}>`;
}
