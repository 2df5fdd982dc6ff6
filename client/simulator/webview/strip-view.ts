import { html, nothing, type TemplateResult } from "lit/html.js";
import { gatesInWords } from "../../../shared/kubernetes/assumptions-words.ts";
import { formatDuration } from "../../../shared/kubernetes/durations.ts";
import { type NodeChanges, type Setup, unchangedSetup } from "../../../shared/protocol/setup.ts";
import { menuView } from "./menu-view.ts";
import type { Handlers, Model } from "./model.ts";
import { modelChoosers, versionChooser } from "./node-choosers.ts";
import { tidied } from "./setup.ts";

/** The node, and what else the run depends on, each to be changed in its place. */
export function stripView(model: Model, on: Handlers): TemplateResult {
  const { run, setup, later } = model;
  const { node } = run.assumptions;
  const change = (changes: NodeChanges): void => on.change(withNode(model, changes));
  return html`<div class="strip" role="group" aria-label="Node">
    ${versionChooser(run.assumptions, change)}
    ${menuView(model, on, {
      name: "gates",
      label: gatesInWords(node.featureGates),
      title: "Feature gates of the kubelet",
      content: later && (() => later.gatesMenu(model, on)),
    })}
    ${menuView(model, on, {
      name: "kubelet",
      label: kubeletLabel(model),
      title: "Kubelet configuration",
      content: later && (() => later.kubeletMenu(model, on)),
    })}
    ${modelChoosers(run.assumptions, change)}
    ${seedView(model, on)}
    ${isUnchanged(setup) ? nothing : html`<button class="text" title="The node, the seed and the scenario as the manifest has them" @click=${() => on.change(unchangedSetup)}>Reset</button>`}
  </div>`;
}

/** The setup with another node. */
export function withNode({ run, setup }: Pick<Model, "run" | "setup">, changes: NodeChanges): Setup {
  return { ...setup, node: tidied({ ...setup.node, ...changes }, run.payload.assumptions) };
}

function kubeletLabel({ run }: Model): string {
  const { name, maxContainerRestartPeriodMs: maximumMs } = run.assumptions.node.kubeletConfiguration;
  if (name !== undefined) return name;
  return maximumMs === undefined ? "kubelet defaults" : `maximum ${formatDuration(maximumMs)}`;
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
  return html`<span class="choice"><label>seed <input class="seed" type="number" min="1" max=${seedMax} .value=${String(run.seed)}
    title="Chooses among the runs that the kubelet's jitter allows" @change=${change}></label><button class="icon" title="Next seed"
    aria-label="Next seed" @click=${() => setSeed(run.seed + 1)}><span class="codicon codicon-refresh"></span></button></span>`;
}

function isUnchanged({ node, seed, lines, compared }: Setup): boolean {
  return (
    Object.keys(node).length === 0 && seed === unchangedSetup.seed && lines === undefined && compared === undefined
  );
}
