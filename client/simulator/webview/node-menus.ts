import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration, parseDuration } from "../../../shared/kubernetes/durations.ts";
import { type RelevantGate, relevantGates } from "../../../shared/kubernetes/relevant-gates.ts";
import type { NodeChanges } from "../../../shared/protocol/setup.ts";
import type { Handlers, Model } from "./model.ts";
import type { Run } from "./run.ts";
import { withNode } from "./strip-view.ts";

/** The gates that can matter to this pod on this version, each with its stage and default. */
export function gatesMenu(model: Model, on: Handlers): TemplateResult {
  return gateList(model.run, (gate, value) => {
    const { featureGates } = model.setup.node;
    on.change(withNode(model, { featureGates: { ...featureGates, [gate]: value } }));
  });
}

export function gateList(run: Run, changed: (gate: string, value: boolean) => void): TemplateResult {
  const gates = relevantGates(run.pod, run.assumptions.node);
  if (gates.length === 0)
    return html`<p>No feature gate of Kubernetes ${run.assumptions.node.kubernetes} changes this pod.</p>`;
  return html`<ul class="gates">${gates.map((gate) => gateView(gate, changed))}</ul>`;
}

function gateView(relevant: RelevantGate, changed: (gate: string, value: boolean) => void): TemplateResult {
  const { gate, stage, locked, value, why } = relevant;
  const change = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement) changed(gate, currentTarget.checked);
  };
  return html`<li><label class="check"><input type="checkbox" .checked=${value} ?disabled=${locked} @change=${change}>
    <span><span class="gate">${gate}</span> <span class="quiet">${stage}, ${relevant.default ? "on" : "off"} by default${locked ? ", locked" : ""}</span><br>${why}</span></label></li>`;
}

/** The file of the workspace, the kubelet's defaults, or a maximum that is typed in. */
export function kubeletMenu(model: Model, on: Handlers): TemplateResult {
  const { run, setup } = model;
  const change = (changes: NodeChanges): void => on.change(withNode(model, changes));
  return maximumChooser({
    own: run.payload.assumptions.node.kubeletConfiguration.name,
    maximumMs: setup.node.maximumMs,
    effectiveMs: run.assumptions.node.kubeletConfiguration.maxContainerRestartPeriodMs,
    changed: (maximumMs) => change({ maximumMs }),
    note: noteOf(run),
  });
}

export interface MaximumChoice {
  /** The file of the settings. */
  readonly own: string | undefined;
  readonly maximumMs: number | null | undefined;
  readonly effectiveMs: number | undefined;
  readonly changed: (maximumMs: number | null | undefined) => void;
  readonly note: string | undefined;
}

export function maximumChooser({ own, maximumMs, effectiveMs, changed, note }: MaximumChoice): TemplateResult {
  const choices: readonly (readonly [string, boolean, number | null | undefined])[] = [
    ...(own === undefined ? [] : [[own, maximumMs === undefined, undefined] as const]),
    ["Kubelet defaults", maximumMs === null || (maximumMs === undefined && own === undefined), null],
  ];
  const typed = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    const typedMs = parseDuration(currentTarget.value.trim());
    const isMaximum = typedMs !== undefined && typedMs >= shortestMaximumMs && typedMs <= longestMaximumMs;
    currentTarget.setCustomValidity(isMaximum ? "" : "Write a duration from 1s to 5m, such as 30s.");
    currentTarget.reportValidity();
    if (isMaximum) changed(typedMs);
  };
  return html`<div class="kubelets">${choices.map(
    ([label, isChosen, value]) =>
      html`<button class="item" aria-pressed=${isChosen} @click=${() => changed(value)}>${label}</button>`,
  )}<label class="choice">maxContainerRestartPeriod <input type="text" size="6" placeholder="30s"
      .value=${effectiveMs === undefined ? "" : formatDuration(effectiveMs)} @change=${typed}></label>
    ${note === undefined ? nothing : html`<p class="quiet">${note}</p>`}</div>`;
}

/** What the kubelet accepts. */
const shortestMaximumMs = 1000;
const longestMaximumMs = 300_000;

function noteOf({ assumptions, pod }: Run): string | undefined {
  const { node } = assumptions;
  const gate = relevantGates(pod, node).find((each) => each.gate === "KubeletCrashLoopBackOffMax");
  if (gate === undefined) return `A kubelet of Kubernetes ${node.kubernetes} does not know maxContainerRestartPeriod.`;
  return gate.value ? undefined : "KubeletCrashLoopBackOffMax is off, so the maximum has no effect.";
}
