import { html, nothing, type TemplateResult } from "lit/html.js";
import type { FindingSeverity, PanelFinding, PanelFindings } from "../../../../shared/protocol/pod/judge.ts";
import { rankedFindings } from "../background/findings.ts";
import type { Handlers, Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";

/** More of them would push the lanes out of sight. */
const shownAtMost = 3;

interface Placed {
  readonly finding: PanelFinding;
  readonly index: number;
}

/** What the editor shows of the pod, with its quick fixes: as it is played now, written or not. */
export function findingsView({ findings }: Model, on: Handlers): TemplateResult | typeof nothing {
  if (findings === undefined || findings.findings.length === 0) return nothing;
  const { id } = findings;
  const ranked = rankedFindings(findings);
  const more = ranked.slice(shownAtMost);
  const row = (placed: Placed): TemplateResult => rowView(id, placed, on);
  return html`<section class="findings" aria-label=${t("Problems")}>
    <ul>${ranked.slice(0, shownAtMost).map(row)}</ul>
    ${
      more.length === 0
        ? nothing
        : html`<details class="fold"><summary>${more.length === 1 ? t("Show 1 more problem") : t("Show {0} more problems", more.length)}</summary><ul>${more.map(row)}</ul></details>`
    }
  </section>`;
}

function rowView(id: PanelFindings["id"], { finding, index }: Placed, on: Handlers): TemplateResult {
  const { severity, message, line, fixes } = finding;
  const { icon, name } = severities[severity];
  return html`<li class="finding ${severity}">
    <span class="codicon codicon-${icon}" role="img" aria-label=${name()}></span>
    <span class="finding-text"><span>${message}</span>
      ${fixes.map((title, fix) => html`<button class="small-action" @click=${() => on.tell({ type: "fix", id, finding: index, fix })}><span class="codicon codicon-lightbulb" aria-hidden="true"></span> ${title}</button>`)}
      <button class="link" @click=${() => on.tell({ type: "reveal-finding", id, finding: index })}>${t("Show in manifest (line {0})", line + 1)}</button></span>
  </li>`;
}

const severities: Readonly<Record<FindingSeverity, { readonly icon: string; readonly name: () => string }>> = {
  error: { icon: "error", name: () => t("Error") },
  warning: { icon: "warning", name: () => t("Warning") },
  info: { icon: "info", name: () => t("Information") },
  hint: { icon: "lightbulb", name: () => t("Hint") },
};
