import { html, nothing, type TemplateResult } from "lit/html.js";
import { timeInWords } from "../../../shared/drawing/words.ts";
import { formatDuration, parseDuration } from "../../../shared/kubernetes/durations.ts";
import { horizonLimitMs } from "../../../shared/simulation/index.ts";
import type { Action } from "./keys.ts";
import { menuView } from "./menu-view.ts";
import type { Handlers, Model } from "./model.ts";
import { type Speed, speedName, speeds } from "./playback.ts";

const horizons = ["5m", "10m", "30m", "1h", "6h", "24h", "168h"];

export function toolbarView(model: Model, on: Handlers): TemplateResult {
  const { later, run } = model;
  const { reference } = run.payload;
  return html`<header class="toolbar">
    <h1 class="title" title=${reference.uri}>${reference.kind}/${reference.name === "" ? "unnamed" : reference.name}</h1>
    <div class="group" role="group" aria-label="Playback">
      ${iconButton(on, "previous", "debug-reverse-continue", "Previous entry (←)")}
      ${
        model.playing
          ? iconButton(on, "play", "debug-pause", "Pause (Space)")
          : iconButton(on, "play", "play", "Play (Space)")
      }
      ${iconButton(on, "next", "debug-continue", "Next entry (→)")}
      ${iconButton(on, "next-end", "debug-step-over", "Next kill, exit or restart (n)")}
      ${model.run.scenario.expectations.length === 0 ? nothing : iconButton(on, "next-expectation", "checklist", "Next expectation (e)")}
    </div>
    <div class="group speeds" role="group" aria-label="Speed">${speeds.map((speed) => speedButton(model, on, speed))}</div>
    <div class="clock"><span class="now">${timeInWords(model.view.tMs)}</span> <span aria-hidden="true">/</span> ${horizonSelect(model, on)}</div>
    <div class="group" role="group" aria-label="Changes">
      ${menuView(model, on, { name: "inject", label: "Inject", title: "Inject a fault at the cursor (i)", icon: "zap", content: later && (() => later.injectMenu(model, on)) })}
      ${menuView(model, on, { name: "compare", label: "Compare", title: "Compare with another node (c)", icon: "split-horizontal", content: later && (() => later.compareMenu(model, on)) })}
      <button aria-pressed=${model.wantsEnvelope} title="When the same things happen in 100 runs of this kubelet" @click=${() => on.showEnvelope(!model.wantsEnvelope)}>100 runs</button>
      ${iconButton(on, "undo", "discard", "Undo (u)", model.history.past.length === 0)}
      ${iconButton(on, "redo", "redo", "Redo (Shift+u)", model.history.future.length === 0)}
    </div>
    <div class="group end">
      ${menuView(model, on, { name: "export", label: "Export", title: "Export (x)", icon: "export", content: later && (() => later.exportMenu(on)) })}
      <button aria-label="Table" aria-pressed=${model.view.view === "table"} title="Show the same entries as a table (t)" @click=${() => on.act("table")}>
        <span class="codicon codicon-table"></span> <span class="button-text">Table</span></button>
      ${iconButton(on, "help", "question", "Keys and signs (?)")}
    </div>
  </header>`;
}

function iconButton(on: Handlers, action: Action, icon: string, title: string, disabled = false): TemplateResult {
  const name = title.replace(/ \(.*\)$/, "");
  return html`<button class="icon" title=${title} aria-label=${name} ?disabled=${disabled} @click=${() => on.act(action)}><span class="codicon codicon-${icon}"></span></button>`;
}

function speedButton(model: Model, on: Handlers, speed: Speed): TemplateResult {
  const title = speed === "max" ? "The whole run in eight seconds" : `${speed} seconds in one`;
  return html`<button class="text" title=${title} aria-pressed=${model.speed === speed} @click=${() => on.setSpeed(speed)}>${speedName(speed)}</button>`;
}

function horizonSelect({ run }: Model, on: Handlers): TemplateResult {
  const current = formatDuration(run.horizonMs);
  const choices = horizons.includes(current) ? horizons : [current, ...horizons];
  const change = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLSelectElement)) return;
    const horizonMs = parseDuration(currentTarget.value);
    if (horizonMs !== undefined && horizonMs > 0) on.setHorizon(Math.min(horizonMs, horizonLimitMs));
  };
  return html`<select aria-label="Horizon" title="How much time is played" @change=${change}>${choices.map(
    (choice) =>
      html`<option value=${choice} ?selected=${choice === current}>${choice === "168h" ? "7 days" : choice}</option>`,
  )}</select>`;
}
