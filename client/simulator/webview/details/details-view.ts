import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { eventIndex } from "../../../../shared/drawing/lanes/lanes.ts";
import type { KubernetesEvent, TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { Handlers, Model } from "../model/model.ts";
import { runOf } from "../run/run-of.ts";
import { entryInWords } from "../run/words.ts";
import { t } from "../words/l10n.ts";
import { cardOf, linksView } from "./card-view.ts";
import { chainView } from "./chain-view.ts";

/** The selected entry as a card: what, when and why, with links to the manifest, and its chain of steps folded below. */
export function detailsView(model: Model, on: Handlers): TemplateResult {
  const { selected } = model.view;
  const { deferredUi } = model;
  const other = deferredUi?.observedDetails(model, on) ?? deferredUi?.alertDetails(model, on);
  if (other !== undefined) return other;
  const run = runOf(model, selected);
  const index = selected === undefined ? undefined : eventIndex(selected);
  const event = index === undefined ? undefined : run.timeline.events[index];
  if (event !== undefined) return eventView(event);
  const entry = run.byId.get(selected ?? "");
  if (entry !== undefined) return entryView(model, entry, on);
  return html`<p class="empty">${t("Nothing is selected. Click a lane, or step with the arrow keys, to see what happened and why.")}</p>`;
}

function eventView(event: KubernetesEvent): TemplateResult {
  return html`<p class="card-title">${t("Event")} · ${event.type}</p><h2>${event.reason}</h2>
    <p class="when">${formatMoment(event.tMs)}</p>
    <p>${event.message}</p>`;
}

function entryView(model: Model, entry: TimelineEntry, on: Handlers): TemplateResult {
  const run = runOf(model, entry.id);
  const { title, lines, links } = cardOf(run, entry, on);
  return html`<p class="card-title">${title}</p><h2>${entryInWords(run, entry)}</h2>
    ${whenView(model, entry)}
    ${lines.map((line) => (typeof line === "string" ? html`<p>${line}</p>` : html`<div>${line}</div>`))}
    ${linksView(links)}
    ${chainView(run, entry, on)}`;
}

/** When it happens in the drawn run, and over all. Those are played late: the line has its place before. */
function whenView(model: Model, entry: TimelineEntry): TemplateResult {
  const overRuns = model.deferredUi?.spreadInRuns(model, entry);
  const here = formatMoment(entry.tMs);
  const when = overRuns === undefined ? here : t("{0} here, {1}", here, overRuns);
  return html`<p class="when">${when}${entry.run === undefined ? nothing : t(" · run {0} of {1}", entry.run, entry.container ?? "")}</p>`;
}
