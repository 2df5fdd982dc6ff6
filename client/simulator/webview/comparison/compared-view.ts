import { html, nothing, type TemplateResult } from "lit/html.js";
import { typicalInWords } from "../../../../shared/basics/span-words.ts";
import { countInWords } from "../../../../shared/forecast/answer/count-words.ts";
import type { Answer, Spread } from "../../../../shared/forecast/answer/model.ts";
import type { Handlers, Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";
import { nodeName } from "./node-name.ts";
import { partingView } from "./parting-view.ts";

/** In the place of the facts: what the second node is, what that changes in words, and the numbers that differ. */
export function comparedView(model: Model, on: Handlers): TemplateResult | typeof nothing {
  const { run, second, answer, secondAnswer, setup } = model;
  if (second === undefined) return nothing;
  const isKnown = answer !== undefined && secondAnswer !== undefined;
  const name = nodeName(run.assumptions, second.assumptions);
  return html`<div class="compared">
    <p><b>B: ${name}</b>
      <button class="icon" title=${t("Change the fields of B")} aria-label=${t("Change the fields of B")} @click=${() => on.setMenu("compare")}><span class="codicon codicon-edit"></span></button>
      <button class="icon" title=${t("Stop comparing")} aria-label=${t("Stop comparing")} @click=${() => on.change({ ...setup, compared: undefined }, "compare")}><span class="codicon codicon-close"></span></button>
      <span class="difference">${isKnown ? differenceInWords(answer, secondAnswer) : t("Playing 100 runs …")}</span> ${partingView(model, on)}</p>
    ${isKnown ? tableView(answer, secondAnswer) : nothing}
  </div>`;
}

interface Row {
  readonly name: string;
  readonly a: string;
  readonly b: string;
}

/** Only rows in which the two differ. */
function tableView(a: Answer, b: Answer): TemplateResult | typeof nothing {
  const rows = rowsOf(a, b).filter((row) => row.a !== row.b);
  if (rows.length === 0) return nothing;
  return html`<table class="numbers"><thead><tr><td></td><th scope="col">A</th><th scope="col">B</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${row.name}</th><td>${row.a}</td><td>${row.b}</td></tr>`)}</tbody></table>`;
}

function rowsOf(a: Answer, b: Answer): readonly Row[] {
  const row = (name: string, of: (answer: Answer) => string): Row => ({ name, a: of(a), b: of(b) });
  const isJob = a.job !== undefined;
  return [
    row(t("restarts"), ({ restarts }) => counted(restarts)),
    ...(isJob
      ? []
      : [row(t("ready after"), ({ firstReadyMs }) => (firstReadyMs ? typicalInWords(firstReadyMs) : t("never")))]),
    ...(isJob ? [] : [row(t("out of service"), ({ downMs }) => timed(downMs))]),
    row(t("longest wait"), ({ longestWaitMs }) => timed(longestWaitMs)),
    ...(a.end === undefined && b.end === undefined
      ? []
      : [row(t("ends"), ({ end }) => (end === undefined ? t("never") : typicalInWords(end.atMs)))]),
  ];
}

function counted(spread: Spread): string {
  return spread.min === spread.max ? `${spread.p50}` : `${spread.p50} (${countInWords(spread)})`;
}

const secondMs = 1000;

function timed(spread: Spread): string {
  if (spread.max === 0) return t("none");
  return spread.max < secondMs ? "<1s" : typicalInWords(spread);
}

/** More often is said as a factor from here on. */
const factorLeast = 1.5;

/** What is other on B, as far as the ranges of the two do not overlap. */
function differenceInWords(a: Answer, b: Answer): string {
  const parts = [restartsInWords(a.restarts, b.restarts), readyInWords(a, b)].filter((part) => part !== "");
  if (parts.length === 0) return t("About the same.");
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function restartsInWords(a: Spread, b: Spread): string {
  if (overlaps(a, b)) return "";
  if (b.max === 0) return t("no restarts");
  const factor = a.p50 === 0 ? 0 : b.p50 / a.p50;
  if (factor >= factorLeast) return t("restarts {0}× as often", Math.round(factor * 10) / 10);
  return t("{0} restarts instead of {1}", b.p50, a.p50);
}

function readyInWords(a: Answer, b: Answer): string {
  if (a.job !== undefined) return "";
  if (a.firstReadyMs === undefined && b.firstReadyMs === undefined) return t("never ready either way");
  if (b.firstReadyMs === undefined) return t("never ready");
  if (a.firstReadyMs === undefined) return t("ready after {0}", typicalInWords(b.firstReadyMs));
  if (overlaps(a.downMs, b.downMs)) return "";
  return t("out of service {0} instead of {1}", timed(b.downMs), timed(a.downMs));
}

function overlaps(a: Spread, b: Spread): boolean {
  return a.min <= b.max && b.min <= a.max;
}
