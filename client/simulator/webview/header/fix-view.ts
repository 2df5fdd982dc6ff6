import { html, nothing, type TemplateResult } from "lit/html.js";
import { samePath } from "../../../../shared/basics/path.ts";
import type { FindingSeverity, PanelFindings } from "../../../../shared/protocol/pod/judge.ts";
import { rankedFindings } from "../background/findings.ts";
import type { Handlers, Model } from "../model/model.ts";
import { changesOf } from "../model/unwritten.ts";
import { placeLink, scenarioLink } from "../widgets/place-link.ts";
import { t } from "../words/l10n.ts";

/** One line: what was changed and is not written, else the worst finding with its fix, else why it comes to that. */
export function fixView(model: Model, on: Handlers): TemplateResult | typeof nothing {
  const { findings, answer } = model;
  const changes = changesOf(model);
  if (changes.length > 0) return changedView(model, changes, on);
  if (findings !== undefined && findings.findings.length > 0) return findingsView(findings, model, on);
  if (answer?.basis === "observed") return observedView(answer);
  return reasonView(model, on);
}

function changedView({ ghost }: Model, changes: readonly string[], on: Handlers): TemplateResult {
  const words = changes.join(" · ");
  return html`<div class="fix changed"><span class="fix-text" title=${words}><b>${t("Changed:")}</b> ${words}</span>
    <button class="main small-action" title=${t("Write the changes to the manifest as one edit")} @click=${() => on.write()}>${t("Write to manifest")}</button>
    <button class="small-action" title=${t("Reset to what the manifest says")} @click=${() => on.discard()}>${t("Discard")}</button>
    ${ghost === undefined ? nothing : html`<button class="text ghost-note" title=${t("The outlined bars show the run before your change. Hide them (Esc)")} @click=${() => on.act("close")}>${t("Hide previous run")}</button>`}
  </div>`;
}

/** The worst stands in the line; the others open below it. */
function findingsView(findings: PanelFindings, model: Model, on: Handlers): TemplateResult {
  const [worst, ...others] = rankedFindings(findings);
  if (worst === undefined) return html``;
  const isOpen = model.menu === "findings";
  return html`<div class="fix menu-place">${findingView(findings.id, worst, on)}
    ${others.length === 0 ? nothing : html`<button class="more-findings" data-menu="findings" aria-haspopup="dialog" aria-expanded=${isOpen} aria-label=${t("{0} more problems", others.length)} title=${t("{0} more problems", others.length)} @click=${() => on.setMenu(isOpen ? undefined : "findings")}>+${others.length}</button>`}
    ${isOpen ? html`<div class="menu findings" role="dialog" aria-label=${t("Problems")}>${others.map((placed) => html`<div class="fix">${findingView(findings.id, placed, on)}</div>`)}</div>` : nothing}
  </div>`;
}

type Placed = ReturnType<typeof rankedFindings>[number];

function findingView(id: PanelFindings["id"], { finding, index }: Placed, on: Handlers): TemplateResult {
  const { severity, message, line, fixes } = finding;
  const { icon, name } = severities[severity];
  return html`<span class="finding ${severity} codicon codicon-${icon}" role="img" aria-label=${name()}></span>
    <span class="fix-text" title=${message}>${message}</span>
    <button class="link" aria-label=${t("line {0}: show in the manifest", line + 1)} @click=${() => on.tell({ type: "reveal-finding", id, finding: index })}>${t("line {0}", line + 1)}</button>
    ${fixes.map((title, fix) => html`<button class="small-action" title=${title} @click=${() => on.tell({ type: "fix", id, finding: index, fix })}><span class="codicon codicon-lightbulb" aria-hidden="true"></span> <span class="fix-title">${title}</span></button>`)}`;
}

const severities: Readonly<Record<FindingSeverity, { readonly icon: string; readonly name: () => string }>> = {
  error: { icon: "error", name: () => t("Error") },
  warning: { icon: "warning", name: () => t("Warning") },
  info: { icon: "info", name: () => t("Information") },
  hint: { icon: "lightbulb", name: () => t("Hint") },
};

/** What would help a pod with a status, what follows, and what else is to be said of it. */
function observedView({ fix, after, notes }: NonNullable<Model["answer"]>): TemplateResult | typeof nothing {
  const parts = [
    ...(fix === undefined ? [] : [{ label: t("What to do"), text: fix }]),
    ...(after === undefined ? [] : [{ label: t("After"), text: after }]),
    ...notes,
  ];
  if (parts.length === 0) return nothing;
  const words = parts.map(({ label, text }) => `${label}: ${text}`).join(" · ");
  return html`<p class="fix reason"><span class="fix-text" title=${words}>${parts.map(({ label, text }) => html`<b>${label}</b> ${text} `)}</span></p>`;
}

function reasonView({ run, answer }: Model, on: Handlers): TemplateResult | typeof nothing {
  if (answer?.why === undefined) return nothing;
  const { text, path, advice } = answer.why;
  const [list, index] = path ?? [];
  const container = [...run.pod.initContainers, ...run.pod.containers].find(
    (each) => each.path[0] === list && each.path[1] === index,
  );
  const isContainer = container !== undefined && path !== undefined && samePath(path, container.path);
  const place = path && ((isContainer ? scenarioLink(run, container.name, on) : undefined) ?? placeLink(run, path, on));
  const words = advice === undefined ? text : `${text} ${advice}`;
  return html`<p class="fix reason"><span class="fix-text" title=${words}><b>${t("Why")}</b> ${words}</span> ${place}</p>`;
}
