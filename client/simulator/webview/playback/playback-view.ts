import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Handlers, Model } from "../model/model.ts";
import { iconButton } from "../widgets/icon-button.ts";
import { menuView } from "../widgets/menu-view.ts";
import { t } from "../words/l10n.ts";
import { speedChooser } from "./speed-chooser.ts";
import { timeField } from "./time-field.ts";

/** Below the lanes: stepping, playing, the cursor's time as a field, and what the run can be played up to. */
export function playbackView(model: Model, on: Handlers): TemplateResult {
  const { deferredUi, run, view, playing } = model;
  return html`<div class="playback" role="group" aria-label=${t("Playback")}>
    ${iconButton(on, "previous", "debug-reverse-continue", t("Previous entry (←)"))}
    ${iconButton(on, "next", "debug-continue", t("Next entry (→)"))}
    ${playing ? iconButton(on, "play", "debug-pause", t("Pause (Space)")) : iconButton(on, "play", "play", t("Play (Space)"))}
    ${speedChooser(model.speed, on)}
    ${timeField({ view, playing, spanMs: run.timeline.untilMs }, on)}
    ${menuView(model, on, { name: "until", label: t("Run until"), title: t("Run until"), content: deferredUi && (() => deferredUi.untilMenu(model, on)) })}
    ${iconButton(on, "next-end", "debug-step-over", t("Next kill, exit or restart (n)"))}
    ${run.scenario.expectations.length === 0 ? nothing : iconButton(on, "next-expectation", "checklist", t("Next expectation (e)"))}
    ${model.remark === "" ? nothing : html`<span class="remark">${model.remark}</span>`}
  </div>`;
}
