import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { leastOf } from "../../../../shared/drawing/rollout/chart.ts";
import { type RolloutRun, statusLineAt } from "../../../../shared/drawing/rollout/run.ts";
import { editInWords, startsInWords } from "../../../../shared/drawing/rollout/setup.ts";
import { isWritable } from "../../../../shared/drawing/rollout/written.ts";
import type { RolloutOutlook } from "../../../../shared/forecast/workload/headline.ts";
import { specInWords } from "../../../../shared/forecast/workload/words.ts";
import { iconButton } from "../widgets/icon-button.ts";
import { menuView } from "../widgets/menu-view.ts";
import { t } from "../words/l10n.ts";
import { compareMenu } from "./compare-menu.ts";
import { rolloutExportMenu } from "./export-menu.ts";
import { rolloutInjectMenu } from "./inject-menu.ts";
import type { RolloutAnswer, RolloutHandlers, RolloutModel } from "./model.ts";

export function toolbarView(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  const { reference } = model.payload.pod;
  return html`<header class="toolbar">
    <h1 class="title" title=${reference.uri} aria-label=${t("Rollout of {0}", `${reference.kind}/${reference.name}`)}><span class="title-kind">${reference.kind}/</span>${reference.name}</h1>
    <div class="group" role="group" aria-label=${t("Changes")}>
      ${menuView(model, on, { name: "inject", label: t("Inject"), title: t("Inject an event at the cursor (i)"), icon: "zap", content: () => rolloutInjectMenu(model, on) })}
      ${menuView(model, on, { name: "compare", label: t("Compare"), title: t("Compare with another strategy (c)"), icon: "split-horizontal", content: () => compareMenu(model, on) })}
      <button aria-pressed=${model.wantsVariation} aria-label=${t("Variation (100 runs)")} title=${t("What 100 possible runs come to")} @click=${() => on.showVariation(!model.wantsVariation)}>${words(t("Variation (100 runs)"), t("100 runs"))}</button>
      ${iconButton(on, "undo", "discard", t("Undo (u)"), { isDisabled: model.history.past.length === 0 })}
      ${iconButton(on, "redo", "redo", t("Redo (Shift+u)"), { isDisabled: model.history.future.length === 0 })}
    </div>
    <div class="group end">
      <button aria-label=${t("Simulate pod")} title=${t("Play one pod of this workload by itself")} @click=${() => on.simulatePod()}>${words(t("Simulate pod"), t("Pod"))}</button>
      ${menuView(model, on, { name: "export", label: t("Export"), title: t("Export (x)"), icon: "export", content: () => rolloutExportMenu(on) })}
      <button aria-label=${t("Table")} aria-pressed=${model.view.view === "table"} title=${t("Show the entries as a table (t)")} @click=${() => on.act("table")}>
        <span class="codicon codicon-table"></span> <span class="button-text">${t("Table")}</span></button>
      ${iconButton(on, "help", "question", t("Shortcuts and legend (?)"))}
    </div>
  </header>`;
}

/** What a button says where there is room, and where there is not. */
function words(long: string, short: string): TemplateResult {
  return html`<span class="long">${long}</span><span class="short">${short}</span>`;
}

const outlooks: Readonly<
  Record<RolloutOutlook | "pending", { readonly look: string; readonly icon: string; readonly name: () => string }>
> = {
  completes: { look: "healthy", icon: "pass", name: () => t("Rollout completes") },
  disrupts: { look: "restarts", icon: "warning", name: () => t("Rollout interrupts service") },
  late: { look: "restarts", icon: "warning", name: () => t("Rollout completes after its deadline") },
  varies: { look: "crash-loop", icon: "error", name: () => t("Rollout does not always complete") },
  stuck: { look: "crash-loop", icon: "error", name: () => t("Rollout does not complete") },
  none: { look: "ends", icon: "info", name: () => t("Nothing rolls out") },
  pending: { look: "pending", icon: "circle-outline", name: () => t("Working out the answer") },
};

/** What the rollout comes to. */
export function headerView(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  const { answer, secondAnswer, second, run, stale } = model;
  const { look, icon, name } = outlookOf(answer);
  const spec = `${specInWords(run.workload)} · ${model.payload.pod.assumptionsText}`;
  return html`<section class="head" aria-label=${t("Answer")}>
    ${stale === "" ? nothing : html`<p class="notice"><span class="codicon codicon-warning" aria-hidden="true"></span> ${stale}</p>`}
    ${model.payload.pod.refused === undefined ? nothing : html`<p class="notice"><span class="codicon codicon-warning" aria-hidden="true"></span> ${t("Rejected: {0}", model.payload.pod.refused)}</p>`}
    <div class="answer-block outlook-${look}" aria-busy=${answer === undefined}>
      <p class="answer-line outlook-${look}"><span class="codicon codicon-${icon}" aria-hidden="true"></span> <b class="outlook">${name()}</b>
        <span class="answer" title=${spec}>${sentenceOf(answer)}</span></p>
      ${figuresView(answer, second === undefined ? undefined : "A")}
      ${second === undefined ? nothing : html`<p class="compared">B: ${specInWords(second.workload)} · ${outlookOf(secondAnswer).name()} <button class="link" @click=${() => on.change(without(model), t("Comparison stopped"))}>${t("Stop comparing")}</button></p>${figuresView(secondAnswer, "B")}`}
    </div>
    ${editsView(model, on)} ${variationView(model)}
  </section>`;
}

/** Where the rollouts stand at the cursor. */
export function atCursorView(model: RolloutModel): TemplateResult {
  const { run, second } = model;
  return html`<div class="at-cursor">${cursorLine(model, run, second === undefined ? "" : "A")}${second === undefined ? nothing : cursorLine(model, second, "B")}</div>`;
}

/** After the word that says how it ends. */
function sentenceOf(answer: RolloutAnswer | undefined): string {
  if (answer === undefined) return t("Playing the rollout …");
  const { outlook, sentence } = answer;
  if (outlook === "completes" || outlook === "late") return t("in {0}", sentence);
  return outlook === "disrupts" ? t("No pod is available for a while. Completes in {0}", sentence) : sentence;
}

function outlookOf(answer: RolloutAnswer | undefined): (typeof outlooks)[keyof typeof outlooks] {
  return outlooks[answer?.outlook ?? "pending"];
}

function without({ setup }: RolloutModel): RolloutModel["setup"] {
  const { compared: _, ...single } = setup;
  return single;
}

/** What the sentence above begins with is not said again, unless it is compared. */
function figuresView(answer: RolloutAnswer | undefined, side: string | undefined): TemplateResult {
  const sentence = answer?.sentence ?? "";
  const figures = (answer?.figures ?? []).filter(({ text }) => side !== undefined || !sentence.startsWith(text));
  return html`<dl class="tiles outlook-${outlookOf(answer).look}" aria-label=${side === undefined ? t("Numbers") : t("Numbers of {0}", side)}>${figures.map(
    ({ what, text }) =>
      html`<div class="tile"><dt>${what}${side === undefined ? "" : ` · ${side}`}</dt><dd>${text}</dd></div>`,
  )}</dl>`;
}

/** What people let happen, each with a button that takes it back. */
function editsView({ setup }: RolloutModel, on: RolloutHandlers): TemplateResult | typeof nothing {
  const { edits } = setup;
  const { crashAfterMs: _crash, ...healthy } = setup;
  const { trafficDelayMs: _delay, ...asWritten } = setup;
  const starts = startsInWords(setup);
  if (starts.crashAfterMs === undefined && starts.trafficDelayMs === undefined && edits.length === 0) return nothing;
  const chip = (words: string, removed: RolloutModel["setup"]): TemplateResult =>
    html`<li class="edit">${words} <button class="icon" title=${t("Remove")} aria-label=${t("Remove: {0}", words)} @click=${() => on.change(removed, t("Removed: {0}", words))}><span class="codicon codicon-close"></span></button></li>`;
  return html`<ul class="edits" aria-label=${t("Injected events")}>
    ${starts.crashAfterMs === undefined ? nothing : chip(starts.crashAfterMs, healthy)}
    ${starts.trafficDelayMs === undefined ? nothing : chip(starts.trafficDelayMs, asWritten)}
    ${edits.map((edit, index) => chip(`${formatMoment(edit.atMs)}: ${editInWords(edit)}`, { ...setup, edits: edits.filter((_each, other) => other !== index) }))}
    <li><button class="text" ?disabled=${!isWritable(setup)} title=${writeTitle(setup)} @click=${() => on.write()}>${t("Write into manifest")}</button></li>
  </ul>`;
}

function writeTitle(setup: RolloutModel["setup"]): string {
  return isWritable(setup)
    ? t("Write the injected events to the manifest as comments")
    : t("To keep how long requests still come, set trafficDelay in the project file");
}

function variationView({ wantsVariation, variation }: RolloutModel): TemplateResult | typeof nothing {
  if (!wantsVariation) return nothing;
  if (variation === undefined) return html`<p class="outcomes">${t("Playing 100 runs …")}</p>`;
  const { runs, completed, completesMs, servingAtLeast } = variation;
  const times =
    completesMs === undefined
      ? ""
      : t(
          "{0} to {1}, median {2}",
          formatMoment(completesMs.min),
          formatMoment(completesMs.max),
          formatMoment(completesMs.p50),
        );
  const done = completed === runs ? t("{0} runs: all complete", runs) : t("{0} of {1} runs complete", completed, runs);
  return html`<p class="outcomes">${[done, times, t("at least {0} serving", servingAtLeast)].filter((part) => part !== "").join(" · ")}</p>`;
}

/** `kubectl rollout status`, and how many pods there are. */
function cursorLine({ view }: RolloutModel, run: RolloutRun, side: string): TemplateResult {
  const counts = run.timeline.counts.findLast(({ tMs }) => tMs <= view.tMs);
  const line = statusLineAt(run, view.tMs);
  const words =
    counts === undefined
      ? ""
      : t(
          "{0} available · {1} updated · {2} ready · {3} pods",
          counts.available,
          counts.updated,
          counts.ready,
          counts.running,
        );
  return html`<p class="status-line">${side === "" ? nothing : html`<span class="side-name">${side}</span> `}<code>${line === "" ? t("kubectl rollout status prints nothing yet") : line}</code> <span class="quiet">${words}</span></p>`;
}

/** The least that serves in this run, for those who do not see the chart. */
export function chartInWords({ chart }: RolloutModel): string {
  const what = chart.what === "usableEndpoints" ? t("Usable endpoints") : t("Available pods");
  return t("{0}: at least {1} of {2} in this run", what, leastOf(chart), chart.wanted);
}
