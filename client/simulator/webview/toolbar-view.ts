import { html, type TemplateResult } from "lit/html.js";
import { formatDuration, parseDuration } from "../../../shared/kubernetes/durations.ts";
import { horizonLimitMs } from "../../../shared/simulation/index.ts";
import type { Action } from "./keys.ts";
import type { Handlers, Model } from "./model.ts";
import { type Speed, speedName, speeds } from "./playback.ts";
import { timeInWords } from "./words.ts";

const horizons = ["5m", "10m", "30m", "1h", "6h", "24h", "168h"];

export function toolbarView(model: Model, on: Handlers): TemplateResult {
  const { reference } = model.run.payload;
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
    </div>
    <div class="group speeds" role="group" aria-label="Speed">${speeds.map((speed) => speedButton(model, on, speed))}</div>
    <div class="clock"><span class="now">${timeInWords(model.view.tMs)}</span> <span aria-hidden="true">/</span> ${horizonSelect(model, on)}</div>
    <div class="group end">
      <button aria-pressed=${model.view.view === "table"} title="Show the same entries as a table (t)" @click=${() => on.act("table")}>
        <span class="codicon codicon-table"></span> Table</button>
      ${iconButton(on, "help", "question", "Keys and signs (?)")}
    </div>
  </header>`;
}

function iconButton(on: Handlers, action: Action, icon: string, title: string): TemplateResult {
  const name = title.replace(/ \(.*\)$/, "");
  return html`<button class="icon" title=${title} aria-label=${name} @click=${() => on.act(action)}><span class="codicon codicon-${icon}"></span></button>`;
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
