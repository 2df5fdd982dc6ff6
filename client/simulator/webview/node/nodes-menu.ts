import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { parseDuration } from "../../../../shared/basics/read-duration.ts";
import type { NodeChanges } from "../../../../shared/protocol/pod/setup.ts";
import { horizonLimitMs } from "../../../../shared/simulation/index.ts";
import type { Handlers, Model } from "../model/model.ts";
import { tidied, withNode } from "../run/node-setup.ts";
import { isAsWritten, openingSetup } from "../run/setup.ts";
import { t } from "../words/l10n.ts";
import { differencesNote } from "./differences-note.ts";
import { type GateRow, gateRows } from "./gate-rows.ts";
import { type ComparedNode, nodeFields } from "./node-fields.ts";

/** What to compare with; once something is compared, all that can be chosen of both nodes. */
export function compareMenu(model: Model, on: Handlers): TemplateResult {
  return html`${model.second === undefined ? presetsView(model, on) : nodesView(model, on)}`;
}

/** All that can be chosen of a run: how long it is, which of those that are possible, and the node. */
export function nodesMenu(model: Model, on: Handlers): TemplateResult {
  const { setup, run, deferredUi } = model;
  const isUnchanged = isAsWritten(setup) && setup.compared === undefined;
  return html`<div class="setup-row"><label class="choice">${t("Horizon")} ${horizonSelect(model, on)}</label></div>
    ${nodesView(model, on)}
    ${differencesNote(run)}
    <hr>${deferredUi?.runMenu(model, on)}
    ${isUnchanged ? nothing : html`<hr><button class="item" title=${t("Node, seed and scenario as in the manifest")} @click=${() => on.change(openingSetup(run.payload))}>${t("Reset")}</button>`}`;
}

const horizons = ["5m", "10m", "30m", "1h", "6h", "24h", "168h"];

/** How much time is played, and what the answer is about. */
function horizonSelect({ run }: Model, on: Handlers): TemplateResult {
  const current = formatDuration(run.horizonMs);
  const choices = horizons.includes(current) ? horizons : [current, ...horizons];
  const change = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLSelectElement)) return;
    const horizonMs = parseDuration(currentTarget.value);
    if (horizonMs !== undefined && horizonMs > 0) on.setHorizon(Math.min(horizonMs, horizonLimitMs));
  };
  return html`<select class="horizon" aria-label=${t("Horizon")} title=${t("Length of the simulation")} @change=${change}>${choices.map(
    (choice) =>
      html`<option value=${choice} ?selected=${choice === current}>${choice === "168h" ? t("7 days") : choice}</option>`,
  )}</select>`;
}

/** In a comparison both nodes, field beside field. */
function nodesView(model: Model, on: Handlers): TemplateResult {
  const sides = sidesOf(model, on);
  return html`<table class="nodes">
      ${sides.length > 1 ? html`<thead><tr><td></td>${sides.map(({ name }) => html`<th scope="col">${t("Node {0}", name)}</th>`)}</tr></thead>` : nothing}
      <tbody>${nodeFields().map(({ label, control }) => html`<tr><th scope="row">${label}</th>${sides.map((side) => html`<td>${control(side, nameOf(label, side, sides))}</td>`)}</tr>`)}</tbody>
      <tbody class="gates">${gateNames(sides).map((gate) => gateRow(gate, sides))}</tbody>
    </table>
    ${model.second === undefined ? nothing : html`<button class="item" @click=${() => on.change({ ...model.setup, compared: undefined }, "compare")}>${t("Stop comparing")}</button>`}`;
}

function sidesOf(model: Model, on: Handlers): readonly ComparedNode[] {
  const { run, second, setup } = model;
  const { node, compared } = setup;
  const { assumptions } = run.payload;
  const first: ComparedNode = {
    name: "A",
    run,
    changes: node,
    change: (changes) => on.change(withNode(model, changes)),
  };
  if (second === undefined || compared === undefined) return [first];
  const other: ComparedNode = {
    name: "B",
    run: second,
    changes: compared,
    change: (changes) => on.change({ ...setup, compared: tidied({ ...compared, ...changes }, assumptions) }, "compare"),
  };
  return [first, other];
}

/** Said of a control: which node it is of matters where there are two. */
function nameOf(label: string, { name }: ComparedNode, sides: readonly ComparedNode[]): string {
  return sides.length === 1 ? label : t("{0}, node {1}", label, name);
}

interface SideGates {
  readonly side: ComparedNode;
  readonly gates: readonly GateRow[];
}

function gateNames(sides: readonly ComparedNode[]): readonly string[] {
  return [...new Set(sides.flatMap(({ run, changes }) => gateRows(run, changes).map(({ gate }) => gate)))];
}

/** What it does for this pod stands once, where both nodes have it alike. */
function gateRow(gate: string, sides: readonly ComparedNode[]): TemplateResult {
  const found = sides.map((side): SideGates => ({ side, gates: gateRows(side.run, side.changes) }));
  const rows = found.map(({ side, gates }) => ({ side, row: gates.find((each) => each.gate === gate) }));
  const texts = rows.flatMap(({ side, row }) => (row === undefined ? [] : [{ name: side.name, text: effectOf(row) }]));
  const isAlike = new Set(texts.map(({ text }) => text)).size <= 1;
  return html`<tr><th scope="row"><span class="gate">${gate}</span> <span class="quiet">${stateOf(rows[0]?.row ?? rows[1]?.row)}</span>
      ${(isAlike ? texts.slice(0, 1) : texts).map(({ name, text }) => html`<span class="effect">${isAlike ? "" : `${name}: `}${text}</span>`)}</th>
    ${rows.map(({ side, row }) => html`<td>${row === undefined ? html`<span class="quiet">${t("unknown")}</span>` : checkbox(side, row, nameOf(gate, side, sides))}</td>`)}</tr>`;
}

function checkbox({ changes, change }: ComparedNode, { gate, value, locked }: GateRow, name: string): TemplateResult {
  const changed = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement)
      change({ featureGates: { ...changes.featureGates, [gate]: currentTarget.checked } });
  };
  return html`<input type="checkbox" aria-label=${name} .checked=${value} ?disabled=${locked} @change=${changed}>`;
}

function stateOf(row: GateRow | undefined): string {
  if (row === undefined) return "";
  const { stage, default: byDefault, locked } = row;
  const parts = [stage, byDefault ? t("on by default") : t("off by default"), ...(locked ? [t("locked")] : [])];
  return parts.join(", ");
}

function effectOf({ why, hiddenBy, isWithoutEffect }: GateRow): string {
  if (hiddenBy !== undefined) return `${why}. ${hiddenBy}`;
  return isWithoutEffect ? t("{0}. It changes nothing in this run.", why) : `${why}.`;
}

/** What people compare first, as far as it is another node than the one that is shown. */
function presetsView(model: Model, on: Handlers): TemplateResult | typeof nothing {
  const { second, setup, run } = model;
  if (second !== undefined) return nothing;
  const start = ({ featureGates, ...changes }: NodeChanges): void => {
    const compared = { ...setup.node, ...changes, featureGates: { ...setup.node.featureGates, ...featureGates } };
    on.change({ ...setup, compared: tidied(compared, run.payload.assumptions) }, "compare");
  };
  return html`<p>${t("Compare with the same pod and scenario on:")}</p>
    <div class="presets">${presetsOf(model).map(([label, changes]) => html`<button class="item" @click=${() => start(changes)}>${label}</button>`)}</div>`;
}

const cappedMs = 30_000;

function presetsOf({ run }: Model): readonly (readonly [string, NodeChanges])[] {
  const { node, semantics } = run.assumptions;
  const older = node.kubernetes === "1.34" ? "1.37" : "1.34";
  const isCapped = node.kubeletConfiguration.maxContainerRestartPeriodMs !== undefined;
  return [
    [`Kubernetes ${older}`, { kubernetes: older }],
    isCapped
      ? [t("Default maximum back-off"), { maxContainerRestartPeriodMs: null }]
      : [t("Back-off capped at 30s"), { maxContainerRestartPeriodMs: cappedMs }],
    [t("{0} on", "ReduceDefaultCrashLoopBackOffDecay"), { featureGates: { ReduceDefaultCrashLoopBackOffDecay: true } }],
    semantics === "kep"
      ? [t("Behavior as released"), { semantics: "released" }]
      : [t("Behavior as in the KEPs"), { semantics: "kep" }],
    [t("Same node, to change it field by field"), {}],
  ];
}
