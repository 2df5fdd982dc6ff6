import { html, nothing, type TemplateResult } from "lit/html.js";
import type { NodeChanges } from "../../../shared/protocol/setup.ts";
import type { Handlers, Model } from "./model.ts";
import { modelChoosers, versionChooser } from "./node-choosers.ts";
import { gateList, maximumChooser } from "./node-menus.ts";
import { tidied } from "./setup.ts";

/** The node that the pod is compared on: whole stories at one click, and below them each choice on its own. */
export function compareMenu(model: Model, on: Handlers): TemplateResult {
  const { setup, run } = model;
  const { compared } = setup;
  const compare = (changes: NodeChanges | undefined): void =>
    on.change({ ...setup, compared: changes && tidied(changes, run.payload.assumptions) }, "compare");
  const change = (changes: NodeChanges): void => compare({ ...(compared ?? setup.node), ...changes });
  const start = ({ featureGates, ...changes }: NodeChanges): void =>
    compare({ ...setup.node, ...changes, featureGates: { ...setup.node.featureGates, ...featureGates } });
  return html`<p>The same pod and scenario on a second node</p>
    ${presetsOf(model).map(([label, changes]) => html`<button class="item" @click=${() => start(changes)}>${label}</button>`)}
    ${compared === undefined ? nothing : choicesView(model, change)}
    ${compared === undefined ? nothing : html`<button class="item" @click=${() => compare(undefined)}>Stop comparing</button>`}`;
}

/** What people ask first, as far as it is another node than the one that is shown. */
function presetsOf({ run }: Model): readonly (readonly [string, NodeChanges])[] {
  const { node, semantics } = run.assumptions;
  const older = node.kubernetes === "1.34" ? "1.37" : "1.34";
  const isCapped = node.kubeletConfiguration.maxContainerRestartPeriodMs !== undefined;
  return [
    [`Kubernetes ${older}`, { kubernetes: older }],
    [isCapped ? "Kubelet defaults" : "A maximum of 30s between restarts", { maximumMs: isCapped ? null : cappedMs }],
    ["ReduceDefaultCrashLoopBackOffDecay on", { featureGates: { ReduceDefaultCrashLoopBackOffDecay: true } }],
    semantics === "kep" ? ["As released", { semantics: "released" }] : ["As the proposals say", { semantics: "kep" }],
  ];
}

const cappedMs = 30_000;

function choicesView({ second, setup }: Model, change: (changes: NodeChanges) => void): TemplateResult {
  if (second === undefined) return html``;
  const { node } = second.assumptions;
  return html`<hr>
    ${versionChooser(second.assumptions, change)} ${modelChoosers(second.assumptions, change)}
    ${maximumChooser({
      own: second.payload.assumptions.node.kubeletConfiguration.name,
      maximumMs: setup.compared?.maximumMs,
      effectiveMs: node.kubeletConfiguration.maxContainerRestartPeriodMs,
      changed: (maximumMs) => change({ maximumMs }),
      note: undefined,
    })}
    ${gateList(second, (gate, value) => change({ featureGates: { ...setup.compared?.featureGates, [gate]: value } }))}`;
}
