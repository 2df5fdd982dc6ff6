import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatTypical, typicalInWords } from "../../../../shared/basics/span-words.ts";
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
  const rows = isKnown ? differing(answer, secondAnswer) : [];
  const name = nodeName(run.assumptions, second.assumptions);
  return html`<div class="compared">
    <p><b>B: ${name}</b>
      <button class="icon" title=${t("Change the fields of B")} aria-label=${t("Change the fields of B")} @click=${() => on.setMenu("compare")}><span class="codicon codicon-edit"></span></button>
      <button class="icon" title=${t("Stop comparing")} aria-label=${t("Stop comparing")} @click=${() => on.change({ ...setup, compared: undefined }, "compare")}><span class="codicon codicon-close"></span></button>
      <span class="difference">${isKnown ? differenceInWords(answer, secondAnswer) : t("Playing 100 runs …")}</span> ${partingView(model, on, isKnown && rows.length === 0)}</p>
    ${tableView(rows)}
  </div>`;
}

interface Row {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  /** How much more B has of it; empty where that is no number. */
  readonly difference: string;
}

/** Only rows in which the two differ. */
function differing(a: Answer, b: Answer): readonly Row[] {
  return rowsOf(a, b).filter((row) => row.a !== row.b);
}

function tableView(rows: readonly Row[]): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<table class="numbers"><thead><tr><td></td><th scope="col">A</th><th scope="col">B</th><th scope="col" aria-label=${t("Difference")}>Δ</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${row.name}</th><td>${ranged(row.a)}</td><td>${ranged(row.b)}</td><td>${row.difference}</td></tr>`)}</tbody></table>`;
}

/** A range is whole: where a column is narrow, it stands below the number. */
function ranged(text: string): TemplateResult | string {
  const [number = "", range] = text.split(" (");
  return range === undefined ? text : html`${number} <span class="range">(${range}</span>`;
}

function rowsOf(a: Answer, b: Answer): readonly Row[] {
  const times = (name: string, of: (answer: Answer) => Spread | undefined, none: string): Row => {
    const [left, right] = [of(a), of(b)];
    const inWords = (spread: Spread | undefined): string => (spread === undefined ? none : timed(spread));
    return { name, a: inWords(left), b: inWords(right), difference: difference(left, right, formatTypical) };
  };
  const { restarts } = a;
  const isJob = a.job !== undefined;
  return [
    {
      name: t("restarts"),
      a: counted(restarts),
      b: counted(b.restarts),
      difference: difference(restarts, b.restarts, (count) => `${count}`),
    },
    ...(isJob ? [] : [times(t("ready after"), ({ firstReadyMs }) => firstReadyMs, t("never"))]),
    ...(isJob ? [] : [times(t("out of service"), ({ downMs }) => downMs, t("none"))]),
    times(t("longest wait"), ({ longestWaitMs }) => longestWaitMs, t("none")),
    ...(a.end === undefined && b.end === undefined ? [] : [times(t("ends"), ({ end }) => end?.atMs, t("never"))]),
  ];
}

/** `+5`, `−1m30s`; where the ranges overlap chance may have made it. */
function difference(a: Spread | undefined, b: Spread | undefined, format: (amount: number) => string): string {
  if (a === undefined || b === undefined) return "";
  if (overlaps(a, b)) return t("about the same");
  return `${b.p50 > a.p50 ? "+" : "−"}${format(Math.abs(b.p50 - a.p50))}`;
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
  if (parts.length === 0) return isApart(a, b) ? "" : t("About the same.");
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What the table says in numbers needs no words. */
function isApart(a: Answer, b: Answer): boolean {
  const spreads = ({ restarts, downMs, longestWaitMs, firstReadyMs, end }: Answer) =>
    [restarts, downMs, longestWaitMs, firstReadyMs, end?.atMs] as const;
  const others = spreads(b);
  return spreads(a).some((spread, index) => {
    const other = others[index];
    return spread !== undefined && other !== undefined && !overlaps(spread, other);
  });
}

function restartsInWords(a: Spread, b: Spread): string {
  if (overlaps(a, b)) return "";
  if (b.max === 0) return t("no restarts");
  const factor = a.p50 === 0 ? 0 : b.p50 / a.p50;
  return factor >= factorLeast ? t("restarts {0}× as often", Math.round(factor * 10) / 10) : "";
}

function readyInWords(a: Answer, b: Answer): string {
  if (a.job !== undefined) return "";
  if (a.firstReadyMs === undefined && b.firstReadyMs === undefined) return t("never ready either way");
  if (b.firstReadyMs === undefined) return t("never ready");
  if (a.firstReadyMs === undefined) return t("ready after {0}", typicalInWords(b.firstReadyMs));
  return "";
}

function overlaps(a: Spread, b: Spread): boolean {
  return a.min <= b.max && b.min <= a.max;
}
