import { html, nothing, type TemplateResult } from "lit/html.js";
import { statusAt } from "../../../../shared/simulation/index.ts";
import type { Model } from "../model/model.ts";
import { columnsOf, isGone } from "../run/kubectl.ts";
import type { PanelRun } from "../run/run.ts";
import { podName } from "../run/words.ts";
import { t } from "../words/l10n.ts";

/** What `kubectl get pod` prints at the cursor; in a comparison a line for each side. */
export function kubectlLine({ run, second, view }: Model): TemplateResult {
  return html`<span class="kubectl" role="group" aria-label=${t("kubectl get pod, at the cursor")} title="NAME READY STATUS RESTARTS AGE">${lineOf(run, view.tMs, "")}${second === undefined ? nothing : lineOf(second, view.tMs, "second")}</span>`;
}

function lineOf(run: PanelRun, tMs: number, side: string): TemplateResult {
  const name = html`<span class="kubectl-name">${podName(run.pod)}</span>`;
  if (isGone(run, tMs)) return html`<span class="kubectl-line ${side}">${name} ${t("is gone")}</span>`;
  const { ready, status, restarts, age } = columnsOf(run, statusAt(run.timeline, tMs), tMs);
  return html`<span class="kubectl-line ${side}">${name} ${ready} <b>${status}</b> ${restarts} ${age}</span>`;
}
