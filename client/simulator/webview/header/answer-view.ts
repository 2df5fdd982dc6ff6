import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatPercent, formatTypical, rangeInWords, whenInWords } from "../../../../shared/basics/span-words.ts";
import { countInWords } from "../../../../shared/forecast/answer/count-words.ts";
import type { Answer, JobNumbers, Outlook, Reason, Spread } from "../../../../shared/forecast/answer/model.ts";
import type { Handlers, Model } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";
import { placeLink, scenarioLink } from "../widgets/place-link.ts";
import { t } from "../words/l10n.ts";
import { horizonSelect } from "./horizon-view.ts";
import { stripView } from "./strip-view.ts";

/** What will happen, in one word, one sentence and four numbers; over how many runs; and why. */
export function answerView(model: Model, on: Handlers): TemplateResult {
  const { answer, isAnswering, run } = model;
  const { icon, name } = outlooks[answer?.outlook ?? "pending"];
  return html`<div class="answer-block outlook-${answer?.outlook ?? "pending"}" aria-busy=${isAnswering}>
    <p class="outlook"><span class="codicon codicon-${icon}" aria-hidden="true"></span> ${name()}</p>
    <p class="answer">${answer?.headline ?? t("Playing 100 runs of this pod …")}</p>
    <div class="figures">
      ${figuresView(model, on)}
      <div class="about">
        <div class="settings"><div class="clock">${t("in")} ${horizonSelect(model, on)}</div>${stripView(model, on)}</div>
        <div class="outcomes">${isAnswering ? html`<p>${t("Playing 100 runs …")}</p>` : outcomesView(answer)}</div>
      </div>
    </div>
    ${answer?.basis === "observed" ? observedView(answer) : answer?.why === undefined ? nothing : reasonView(run, answer.why, on)}
  </div>`;
}

const outlooks: Readonly<Record<Outlook | "pending", { readonly icon: string; readonly name: () => string }>> = {
  healthy: { icon: "pass", name: () => t("Healthy") },
  restarts: { icon: "warning", name: () => t("Restarts now and then") },
  "crash-loop": { icon: "error", name: () => t("Crash loop") },
  "never-ready": { icon: "error", name: () => t("Never ready") },
  "loses-ready": { icon: "warning", name: () => t("Loses Ready") },
  ends: { icon: "info", name: () => t("Ends") },
  fails: { icon: "error", name: () => t("Fails") },
  rejected: { icon: "error", name: () => t("Rejected") },
  pending: { icon: "circle-outline", name: () => t("Working out the answer") },
};

/** A selected range has its sum in the place of the whole run's. */
function figuresView(model: Model, on: Handlers): TemplateResult | undefined {
  const { range, deferredUi, answer } = model;
  if (range !== undefined) return deferredUi?.rangeView(model, range, on);
  return answer?.job === undefined ? podTiles(answer) : jobTiles(answer, answer.job);
}

function podTiles(answer: Answer | undefined): TemplateResult {
  return html`<dl class="tiles">
    ${tileView(t("Restarts"), answer && countTile(answer.restarts))}
    ${answer !== undefined && answer.firstReadyMs === undefined && answer.notReadyYetMs.max > 0 ? tileView(t("Not ready yet"), timeTile(answer.notReadyYetMs)) : tileView(t("Down"), answer && downTile(answer))}
    ${tileView(t("Longest wait"), answer && timeTile(answer.longestWaitMs))}
    ${tileView(t("Ready"), answer && readyTile(answer))}
  </dl>`;
}

/** Nobody waits for the pods of a Job to be Ready. */
function jobTiles(answer: Answer, { tries, failedPods }: JobNumbers): TemplateResult {
  return html`<dl class="tiles">
    ${tileView(t("Tries"), countTile(tries))}
    ${tileView(t("Failed pods"), countTile(failedPods))}
    ${tileView(t("Longest wait"), timeTile(answer.longestWaitMs))}
    ${tileView(t("End"), answer.end === undefined ? { value: t("none"), beside: "" } : timeTile(answer.end.atMs))}
  </dl>`;
}

/** A number, and beside it what runs differ in or what it is of. */
interface Tile {
  readonly value: string;
  readonly beside: string;
}

function tileView(label: string, tile: Tile | undefined): TemplateResult {
  return html`<div class="tile"><dt>${label}</dt><dd>${tile?.value ?? "…"}${tile === undefined || tile.beside === "" ? nothing : html` <span class="beside">(${tile.beside})</span>`}</dd></div>`;
}

function countTile(restarts: Spread): Tile {
  return { value: `${restarts.p50}`, beside: restarts.min === restarts.max ? "" : countInWords(restarts) };
}

function timeTile(spread: Spread): Tile {
  const value = formatTypical(spread.p50);
  const range = rangeInWords(spread);
  return { value, beside: range === value ? "" : range };
}

function downTile({ downMs, watchedMs }: Answer): Tile {
  const { value, beside } = timeTile(downMs);
  const share = formatPercent(downMs.p50 / Math.max(1, watchedMs));
  return { value, beside: downMs.max === 0 ? "" : [beside, share].filter((part) => part !== "").join(", ") };
}

function readyTile({ readyShare, firstReadyMs }: Answer): Tile {
  if (firstReadyMs === undefined) return { value: t("never"), beside: "" };
  const value = formatPercent(readyShare.p50);
  const first = t("first {0}", whenInWords(firstReadyMs));
  return {
    value,
    beside: [sharesInWords(readyShare), first].filter((part) => part !== "").join(", "),
  };
}

/** Runs that differ by less do not differ to people. */
const sameShare = 0.02;

function sharesInWords({ min, max }: Spread): string {
  return max - min < sameShare ? "" : `${Math.round(min * 100)}–${Math.round(max * 100)}%`;
}

/** `30 of 100 runs: still in a crash loop after 30m`. */
function outcomesView(answer: Answer | undefined): TemplateResult | typeof nothing {
  if (answer === undefined || answer.runs === 1) return nothing;
  const { outcomes, runs } = answer;
  return html`${outcomes.map(({ text, share }) => {
    const count = Math.round(share * runs);
    return html`<p>${outcomes.length === 1 ? t("{0} runs: all {1}", runs, text) : t("{0} of {1} runs: {2}", count, runs, text)}</p>`;
  })}`;
}

/** What would help a pod with a status, what follows, and what else is to be said of it. */
function observedView({ fix, after, notes }: Answer): TemplateResult {
  const row = (label: string, text: string | undefined): TemplateResult | typeof nothing =>
    text === undefined ? nothing : html`<p class="reason"><b>${label}</b> <span>${text}</span></p>`;
  return html`${row(t("What to do"), fix)}${row(t("After"), after)}${notes.map(({ label, text }) => row(label, text))}`;
}

function reasonView(run: PanelRun, { text, path, advice }: Reason, on: Handlers): TemplateResult {
  const [list, index] = path ?? [];
  const container = [...run.pod.initContainers, ...run.pod.containers].find(
    (each) => each.path[0] === list && each.path[1] === index,
  );
  const ofScenario = path?.length === 2 && container !== undefined ? scenarioLink(run, container.name, on) : undefined;
  return html`<p class="reason"><b>${t("Why")}</b> <span>${text}</span> ${path === undefined ? nothing : (ofScenario ?? placeLink(run, path, on))}</p>
    ${advice === undefined ? nothing : html`<p class="reason"><b>${t("What to do")}</b> <span>${advice}</span></p>`}`;
}
