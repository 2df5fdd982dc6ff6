import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import type { Handlers, Model } from "../model/model.ts";
import { iconButton } from "../widgets/icon-button.ts";
import { menuView } from "../widgets/menu-view.ts";
import { roving } from "../widgets/roving.ts";
import { t } from "../words/l10n.ts";

export function toolbarView(model: Model, on: Handlers): TemplateResult {
  const { deferredUi, run } = model;
  const { reference } = run.payload;
  const { kubernetes } = run.assumptions.node;
  return html`<div class="toolbar" role="toolbar" aria-label=${t("Simulation")} @keydown=${roving}>
    <h1 class="title" title=${reference.uri}><span class="title-kind">${reference.kind}/</span>${reference.name === "" ? "unnamed" : reference.name}</h1>
    ${hasRollouts(reference.kind) ? html`<button class="text rollout-button" tabindex="-1" title=${t("Simulate the rollout of {0} …", `${reference.kind}/${reference.name}`)} @click=${() => on.tell({ type: "simulate-rollout" })}>${t("Rollout")}</button>` : nothing}
    <div class="group" role="group" aria-label=${t("Changes")}>
      ${menuView(model, on, { name: "inject", label: t("Inject"), title: t("Inject a fault at the cursor (i)"), icon: "zap", content: deferredUi && (() => deferredUi.injectMenu(model, on)) })}
      ${menuView(model, on, { name: "compare", label: t("Compare"), title: t("Compare with another node (c)"), icon: "split-horizontal", content: deferredUi && (() => deferredUi.compareMenu(model, on)), tabindex: -1 })}
      ${iconButton(on, "undo", "discard", t("Undo (u)"), { isDisabled: model.history.past.length === 0, isRoving: true })}
      ${iconButton(on, "redo", "redo", t("Redo (Shift+u)"), { isDisabled: model.history.future.length === 0, isRoving: true })}
    </div>
    <div class="group end">
      ${menuView(model, on, { name: "setup", label: `${formatDuration(run.horizonMs)}·${kubernetes}`, title: t("Setup: horizon, version, gates, kubelet, timing, behavior, seed"), content: deferredUi && (() => deferredUi.nodesMenu(model, on)), tabindex: -1 })}
      ${menuView(model, on, { name: "more", label: t("More"), title: t("Export, table, shortcuts (x)"), icon: "ellipsis", content: deferredUi && (() => deferredUi.moreMenu(model, on)), tabindex: -1 })}
    </div>
  </div>`;
}

/** What replaces its pods when their template changes. */
function hasRollouts(kind: string): boolean {
  return kind === "Deployment" || kind === "StatefulSet" || kind === "DaemonSet";
}
