import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Handlers, Model } from "../model/model.ts";
import { iconButton } from "../widgets/icon-button.ts";
import { menuView } from "../widgets/menu-view.ts";
import { roving } from "../widgets/roving.ts";
import { t } from "../words/l10n.ts";
import { kubectlLine } from "./kubectl-line.ts";
import { timeField } from "./time-field.ts";

/** Below the lanes: stepping, playing, the cursor's time as a field, what the run can be played up to, and what kubectl prints then. */
export function playbackView(model: Model, on: Handlers): TemplateResult {
  const { deferredUi, run, view, playing } = model;
  return html`<div class="playback" role="toolbar" aria-label=${t("Playback")} @keydown=${roving}>
    <span class="group">
    ${iconButton(on, "previous", "debug-reverse-continue", t("Previous entry (←)"))}
    ${iconButton(on, "next", "debug-continue", t("Next entry (→)"), { isRoving: true })}
    ${playing ? iconButton(on, "play", "debug-pause", t("Pause (Space)"), { isRoving: true }) : iconButton(on, "play", "play", t("Play (Space)"), { isRoving: true })}
    ${timeField({ view, playing, spanMs: run.timeline.untilMs, readTime: deferredUi?.readTime }, on)}
    ${menuView(model, on, { name: "until", label: t("until"), title: t("Run until"), content: deferredUi && (() => deferredUi.untilMenu(model, on)), tabindex: -1 })}
    ${model.remark === "" ? nothing : html`<span class="remark">${model.remark}</span>`}</span>
    <span class="group kubectl-group">
    ${iconButton(on, "kubectl-previous", "chevron-left", t("Previous line of kubectl (,)"), { isRoving: true })}
    ${kubectlLine(model)}
    ${iconButton(on, "kubectl-next", "chevron-right", t("Next line of kubectl (.)"), { isRoving: true })}</span>
  </div>`;
}
