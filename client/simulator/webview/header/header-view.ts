import { html, nothing, type TemplateResult } from "lit/html.js";
import { isEmptyScenario } from "../../../../shared/scenario/script.ts";
import { statusAt } from "../../../../shared/simulation/index.ts";
import type { Handlers, Model } from "../model/model.ts";
import { columnsOf, isGone } from "../run/kubectl.ts";
import type { PanelRun } from "../run/run.ts";
import { endedInWords, podName } from "../run/words.ts";
import { t } from "../words/l10n.ts";
import { answerView } from "./answer-view.ts";

/** What is assumed, the answer, what is not as it should be, and what kubectl would print at the cursor. */
export function headerView(model: Model, on: Handlers): TemplateResult {
  const { run, second, deferredUi } = model;
  return html`<section class="head" aria-label=${t("Answer")}>
    ${answerView(model, on)}
    ${deferredUi?.findingsView(model, on)}
    ${second === undefined || deferredUi === undefined ? nothing : html`<p class="compared">${deferredUi.comparedInWords(run, second)}</p>`}
    ${deferredUi?.differencesNote(run)}
    ${ghostNote(model, on)}
    ${noticesOf(model).map((notice) => html`<p class="notice"><span class="codicon codicon-warning" aria-hidden="true"></span> ${withCode(notice)}</p>`)}
    ${deferredUi?.whatIfView(model)}
    ${hint(run)}
    ${kubectlLine(model)}
  </section>`;
}

function noticesOf({ run, stale: reason, findings }: Model): string[] {
  const stale = reason === undefined ? undefined : t("{0} The panel shows the last valid run.", reason);
  const [first] = run.scenarioProblems;
  const more = run.scenarioProblems.length > 1 ? t(" (and {0} more)", run.scenarioProblems.length - 1) : "";
  // The findings have it with its repair, once they are there.
  const scenario =
    first === undefined || findings !== undefined
      ? undefined
      : t("The scenario is not used as written: {0}", `${first}${more}`);
  const played =
    run.payload.refused === undefined ? undefined : t("The lanes show what the pod would do if it were accepted.");
  return [stale, played, scenario, endedInWords(run)].filter((notice) => notice !== undefined);
}

/** The forecast's sentence is Markdown for the hover: names stand between backticks. */
function withCode(text: string): (string | TemplateResult)[] {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** Without a scenario nothing happens, and people should know how to make something happen. */
function hint({ scenario }: PanelRun): TemplateResult | typeof nothing {
  if (!isEmptyScenario(scenario)) return nothing;
  return html`<p class="hint">${t("No scenario yet, so every container keeps running. Inject a fault at the cursor, or add a comment after a container's name:")}
    <code># cadence: exits 1 after 5s</code></p>`;
}

/** What the outlined bars are, with a button that hides them. */
function ghostNote({ ghost }: Model, on: Handlers): TemplateResult | typeof nothing {
  if (ghost === undefined) return nothing;
  return html`<p class="ghost-note">${t("The outlined bars show the run before your change.")}
    <button class="link" title=${t("Hide the previous run (Esc)")} @click=${() => on.act("close")}>${t("Dismiss")}</button></p>`;
}

function kubectlLine({ run, second, view }: Model): TemplateResult {
  return html`<table class="kubectl" aria-label=${t("kubectl get pod, at the cursor")}>
    <thead><tr><th>NAME</th><th>READY</th><th>STATUS</th><th>RESTARTS</th><th>AGE</th></tr></thead>
    <tbody>${kubectlRow(run, view.tMs, "")}${second === undefined ? nothing : kubectlRow(second, view.tMs, "second")}</tbody>
  </table>`;
}

function kubectlRow(run: PanelRun, tMs: number, name: string): TemplateResult {
  if (isGone(run, tMs))
    return html`<tr class=${name}><td>${podName(run.pod)}</td><td colspan="4">${t("is gone")}</td></tr>`;
  const { ready, status, restarts, age } = columnsOf(run, statusAt(run.timeline, tMs), tMs);
  return html`<tr class=${name}><td>${podName(run.pod)}</td><td>${ready}</td><td>${status}</td><td>${restarts}</td><td>${age}</td></tr>`;
}
