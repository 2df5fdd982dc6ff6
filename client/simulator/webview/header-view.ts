import { html, nothing, type TemplateResult } from "lit/html.js";
import { statusAt } from "../../../shared/simulation/index.ts";
import { columnsOf } from "./kubectl.ts";
import type { Model } from "./model.ts";
import { type Run, seed } from "./run.ts";
import { endedInWords, podName } from "./words.ts";

/** What is assumed, the answer, what is not as it should be, and what kubectl would print at the cursor. */
export function headerView(model: Model): TemplateResult {
  const { run } = model;
  return html`<section class="head" aria-label="Answer">
    <p class="strip">${run.payload.assumptionsText} · timing ${run.payload.assumptions.timing} · seed ${seed}</p>
    <p class="answer">${withCode(run.forecast.summary)}</p>
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
  return [stale, scenario, endedInWords(run)].filter((notice) => notice !== undefined);
}

/** The forecast's sentence is Markdown for the hover: names stand between backticks. */
function withCode(text: string): (string | TemplateResult)[] {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** Without a scenario nothing happens, and people should know how to make something happen. */
function hint({ scenario }: Run): TemplateResult | typeof nothing {
  if (Object.keys(scenario.containers).length > 0 || scenario.events.length > 0) return nothing;
  return html`<p class="hint">Nothing says what the containers do, so they run for ever.
    Write <code># cadence: exits 1 after 5s</code> behind a container's <code>name</code> to see it crash.</p>`;
}

function kubectlLine({ run, view }: Model): TemplateResult {
  const columns = columnsOf(run, statusAt(run.timeline, view.tMs), view.tMs);
  return html`<table class="kubectl" aria-label="kubectl get pod, at the cursor">
    <thead><tr><th>NAME</th><th>READY</th><th>STATUS</th><th>RESTARTS</th><th>AGE</th></tr></thead>
    <tbody><tr><td>${podName(run.pod)}</td><td>${columns.ready}</td><td>${columns.status}</td><td>${columns.restarts}</td><td>${columns.age}</td></tr></tbody>
  </table>`;
}
