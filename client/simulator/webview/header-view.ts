import { html, nothing, type TemplateResult } from "lit/html.js";
import { statusAt } from "../../../shared/simulation/index.ts";
import { columnsOf, isGone } from "./kubectl.ts";
import type { Handlers, Model } from "./model.ts";
import type { Run } from "./run.ts";
import { stripView } from "./strip-view.ts";
import { endedInWords, podName } from "./words.ts";

/** What is assumed, the answer, what is not as it should be, and what kubectl would print at the cursor. */
export function headerView(model: Model, on: Handlers): TemplateResult {
  const { run, second, later } = model;
  return html`<section class="head" aria-label="Answer">
    ${stripView(model, on)}
    <p class="answer">${withCode(model.answer)}</p>
    ${second === undefined || later === undefined ? nothing : html`<p class="compared">${later.comparedInWords(run, second)}</p>`}
    ${later?.differencesNote(run)}
    ${ghostNote(model, on)}
    ${noticesOf(model).map((notice) => html`<p class="notice"><span class="codicon codicon-warning" aria-hidden="true"></span> ${withCode(notice)}</p>`)}
    ${hint(run)}
    ${kubectlLine(model)}
  </section>`;
}

function noticesOf({ run, stale: reason }: Model): string[] {
  const stale = reason === undefined ? undefined : `${reason} This is the last run that could be made.`;
  const [first] = run.scenarioProblems;
  const more = run.scenarioProblems.length > 1 ? ` (and ${run.scenarioProblems.length - 1} more)` : "";
  const scenario = first === undefined ? undefined : `The scenario is not used as written: ${first}${more}`;
  const { refused } = run.payload;
  const played = refused === undefined ? undefined : `${refused} What is shown is what it would do if it were taken.`;
  return [stale, played, scenario, endedInWords(run)].filter((notice) => notice !== undefined);
}

/** The forecast's sentence is Markdown for the hover: names stand between backticks. */
function withCode(text: string): (string | TemplateResult)[] {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** Without a scenario nothing happens, and people should know how to make something happen. */
function hint({ scenario }: Run): TemplateResult | typeof nothing {
  if (Object.keys(scenario.containers).length > 0 || scenario.events.length > 0) return nothing;
  return html`<p class="hint">Nothing says what the containers do, so they run for ever.
    Inject a fault at the cursor, or write <code># cadence: exits 1 after 5s</code> behind a container's <code>name</code>.</p>`;
}

/** What the strip of former bars is, and how to be rid of it. */
function ghostNote({ ghost }: Model, on: Handlers): TemplateResult | typeof nothing {
  if (ghost === undefined) return nothing;
  return html`<p class="ghost-note">Outlined below the lanes: the run before your change.
    <button class="link" title="Forget the former run (Esc)" @click=${() => on.act("close")}>Dismiss</button></p>`;
}

function kubectlLine({ run, second, view }: Model): TemplateResult {
  return html`<table class="kubectl" aria-label="kubectl get pod, at the cursor">
    <thead><tr><th>NAME</th><th>READY</th><th>STATUS</th><th>RESTARTS</th><th>AGE</th></tr></thead>
    <tbody>${kubectlRow(run, view.tMs, "")}${second === undefined ? nothing : kubectlRow(second, view.tMs, "second")}</tbody>
  </table>`;
}

function kubectlRow(run: Run, tMs: number, name: string): TemplateResult {
  if (isGone(run, tMs)) return html`<tr class=${name}><td>${podName(run.pod)}</td><td colspan="4">is gone</td></tr>`;
  const { ready, status, restarts, age } = columnsOf(run, statusAt(run.timeline, tMs), tMs);
  return html`<tr class=${name}><td>${podName(run.pod)}</td><td>${ready}</td><td>${status}</td><td>${restarts}</td><td>${age}</td></tr>`;
}
