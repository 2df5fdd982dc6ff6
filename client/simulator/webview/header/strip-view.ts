import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { gatesInWords } from "../../../../shared/kubernetes/assumptions-words.ts";
import { formatPullRange } from "../../../../shared/kubernetes/pull-range.ts";
import { unchangedSetup } from "../../../../shared/protocol/pod/setup.ts";
import type { Handlers, Model } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";
import { isAsWritten } from "../run/setup.ts";
import { menuView } from "../widgets/menu-view.ts";
import { t } from "../words/l10n.ts";

/** The node in one line, and the one that it is compared with in another; each opens all that can be chosen of it. */
export function stripView(model: Model, on: Handlers): TemplateResult {
  const { run, second, setup, deferredUi } = model;
  const content = deferredUi && (() => deferredUi.nodesMenu(model, on));
  return html`<div class="strip" role="group" aria-label=${t("Node")}>
    <span class="node-line">${second === undefined ? nothing : html`<b class="side-name">A</b>`}
      ${menuView(model, on, { name: "node", label: nodeInWords(run), title: t("Node: version, gates, kubelet, timing, behavior"), content })}</span>
    ${
      second === undefined
        ? nothing
        : html`<span class="node-line"><b class="side-name">B</b>
      ${menuView(model, on, { name: "second-node", label: nodeInWords(second), title: t("Node B: version, gates, kubelet, timing, behavior"), content })}
      <button class="icon" title=${t("Stop comparing")} aria-label=${t("Stop comparing")} @click=${() => on.change({ ...setup, compared: undefined }, "compare")}><span class="codicon codicon-close"></span></button>
      ${deferredUi?.partingView(model, on)}</span>`
    }
    ${seedView(model, on)}
    ${isUnchanged(model) ? nothing : html`<button class="text" title=${t("Node, seed and scenario as in the manifest")} @click=${() => on.change(unchangedSetup)}>${t("Reset")}</button>`}
  </div>`;
}

/** `Kubernetes 1.37 · defaults · realistic`. */
function nodeInWords({ assumptions }: PanelRun): string {
  const { node, timing, semantics, imagePull } = assumptions;
  const { name, maxContainerRestartPeriodMs, syncFrequencyMs } = node.kubeletConfiguration;
  const settings = [
    ...(Object.keys(node.featureGates).length === 0 ? [] : [gatesInWords(node.featureGates)]),
    ...(name === undefined ? [] : [name]),
    ...(name !== undefined || maxContainerRestartPeriodMs === undefined
      ? []
      : [t("back-off up to {0}", formatDuration(maxContainerRestartPeriodMs))]),
    ...(name !== undefined || syncFrequencyMs === undefined
      ? []
      : [t("sync every {0}", formatDuration(syncFrequencyMs))]),
  ];
  return [
    `Kubernetes ${node.kubernetes}`,
    ...(settings.length === 0 ? [t("defaults")] : settings),
    timing === "ideal" ? t("exact") : t("realistic"),
    ...(timing === "ideal" || imagePull === undefined ? [] : [t("image pull {0}", formatPullRange(imagePull))]),
    ...(semantics === "kep" ? [t("as in the KEPs")] : []),
  ].join(" · ");
}

const seedMax = 1_000_000;

/** Another seed is another run that the same kubelet could make. */
function seedView({ run, setup }: Model, on: Handlers): TemplateResult {
  const setSeed = (seed: number): void => {
    if (Number.isInteger(seed) && seed >= 1 && seed <= seedMax) on.change({ ...setup, seed }, "seed");
  };
  const change = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement && currentTarget.reportValidity())
      setSeed(currentTarget.valueAsNumber);
  };
  return html`<span class="choice"><label>${t("seed")} <input class="seed" type="number" min="1" max=${seedMax} .value=${String(run.seed)}
    title=${t("Chooses one of the possible runs")} @change=${change}></label><button class="icon" title=${t("Next seed")}
    aria-label=${t("Next seed")} @click=${() => setSeed(run.seed + 1)}><span class="codicon codicon-refresh"></span></button></span>`;
}

function isUnchanged({ setup }: Model): boolean {
  return isAsWritten(setup) && setup.seed === unchangedSetup.seed && setup.compared === undefined;
}
