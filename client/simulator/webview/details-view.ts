import { html, nothing, type TemplateResult } from "lit/html.js";
import { eventIndex } from "../../../shared/drawing/lanes.ts";
import { timeInWords } from "../../../shared/drawing/words.ts";
import { formatPath } from "../../../shared/kubernetes/path.ts";
import type { KubernetesEvent, TimelineEntry } from "../../../shared/simulation/index.ts";
import { chainOf } from "./chain.ts";
import { type Handlers, type Model, runOf } from "./model.ts";
import { entryInWords, spanInWords } from "./words.ts";

/** The selected entry: what, when, why, what followed, and where it stands in the manifest. */
export function detailsView(model: Model, on: Handlers): TemplateResult {
  return html`<aside class="details" aria-label="Selected entry">${selectionView(model, on)}</aside>`;
}

function selectionView(model: Model, on: Handlers): TemplateResult {
  const { selected } = model.view;
  const observed = model.later?.observedDetails(model, on);
  if (observed !== undefined) return observed;
  const run = runOf(model, selected);
  const index = selected === undefined ? undefined : eventIndex(selected);
  const event = index === undefined ? undefined : run.timeline.events[index];
  if (event !== undefined) return eventView(event);
  const entry = run.byId.get(selected ?? "");
  if (entry !== undefined) return entryView(model, entry, on);
  return html`<p class="empty">Nothing is selected. Click a lane, or step with <kbd>←</kbd> and <kbd>→</kbd>, to see what happened and why.</p>`;
}

function eventView(event: KubernetesEvent): TemplateResult {
  return html`<h2>Event ${event.reason}</h2>
    <p class="when">${timeInWords(event.tMs)} · ${event.type}</p>
    <p>${event.message}</p>`;
}

function entryView(model: Model, entry: TimelineEntry, on: Handlers): TemplateResult {
  const { envelope, later } = model;
  const run = runOf(model, entry.id);
  const { causes, moreCauses, effects, moreEffects } = chainOf(run, entry);
  const linked = (linkedEntry: TimelineEntry): TemplateResult =>
    html`<li><button class="link" @click=${() => on.select(linkedEntry)}><span class="at">${timeInWords(linkedEntry.tMs)}</span> ${entryInWords(run, linkedEntry)}</button></li>`;
  return html`<h2>${entryInWords(run, entry)}</h2>
    <p class="when">${timeInWords(entry.tMs)}${runInWords(entry)}${rangeInWords(entry)}</p>
    ${later === undefined || envelope === undefined ? nothing : later.spreadView(envelope, entry)}
    ${
      causes.length === 0
        ? html`<p class="outside">Nothing in the run led to it: it comes from outside.</p>`
        : html`<h3>Because</h3><ol class="chain">${causes.map(linked)}${moreInWords(moreCauses, "earlier cause")}</ol>`
    }
    ${effects.length === 0 ? nothing : html`<h3>So</h3><ul class="chain">${effects.map(linked)}${moreInWords(moreEffects, "consequence")}</ul>`}
    ${
      entry.path.length === 0
        ? nothing
        : html`<button class="reveal" title="Show this place in the editor (Enter)" @click=${() => on.reveal(entry.path, true)}><span class="codicon codicon-go-to-file" aria-hidden="true"></span> ${formatPath(entry.path)}</button>`
    }`;
}

function runInWords(entry: TimelineEntry): string {
  return entry.run === undefined ? "" : ` · run ${entry.run}`;
}

function rangeInWords(entry: TimelineEntry): string {
  const { earliestMs, latestMs } = entry.at;
  return earliestMs === latestMs ? "" : ` · could be at ${spanInWords(entry)}`;
}

function moreInWords(count: number, what: string): TemplateResult | typeof nothing {
  return count === 0 ? nothing : html`<li class="more">and ${count} ${what}${count === 1 ? "" : "s"}</li>`;
}
