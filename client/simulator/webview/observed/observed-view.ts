import { guard } from "lit/directives/guard.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatPath } from "../../../../shared/basics/path.ts";
import { formatMoment, formatSpan } from "../../../../shared/basics/span-words.ts";
import { isOutside, type ObservedVerdict } from "../../../../shared/observation/judge.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { Handlers, Model } from "../model/model.ts";
import type { ObservedMoment, OverlaidRun } from "../run/observed-run.ts";
import { entryInWords } from "../run/words.ts";
import { partView } from "../widgets/part-view.ts";
import { t } from "../words/l10n.ts";
import { playsObserved, setupOfObserved } from "./observe.ts";
import { legendView } from "./observed-legend.ts";
import { countsInWords, notesOf, shiftInWords } from "./observed-words.ts";

/** More of them say nothing new. */
const listedAtMost = 12;

/** What was observed, how much of it is possible, and what was assumed. */
export function observedPartView(model: Model, on: Handlers): TemplateResult | typeof nothing {
  const { observed } = model;
  if (observed === undefined) return nothing;
  const parts = [observed, model.run, model.setup];
  const content = (): TemplateResult => html`${guard(parts, () => contentView(model, observed, on))}`;
  return partView(model, on, { name: "observed", title: "Observed", content });
}

/** The selected start or end that was observed; undefined if something else is selected. */
export function observedDetails(model: Model, on: Handlers): TemplateResult | undefined {
  const { selected = "" } = model.view;
  const moment = model.observed?.moments.get(selected);
  const entry = model.observed?.byId.get(selected);
  if (moment === undefined || entry === undefined) return undefined;
  const predicted = predictedOf(model, entry);
  return html`<h2>${moment.what}</h2>
    <p class="when">${t("{0} · run {1} of {2} · the API says {3}", formatMoment(entry.tMs), entry.run ?? 1, entry.container ?? "", formatSpan(entry.at))}</p>
    <p class="verdict ${verdictClass(moment.judged.verdict)}">${verdictIcon(moment.judged.verdict)} ${moment.judgment}</p>
    ${moment.shiftMs === 0 ? nothing : html`<p class="when">${shiftInWords(moment.shiftMs)}</p>`}
    ${
      predicted === undefined
        ? nothing
        : html`<h3>${t("In this run")}</h3><ul class="chain"><li><button class="link" @click=${() => on.select(predicted)}><span class="at">${formatMoment(predicted.tMs)}</span> ${entryInWords(model.run, predicted)}</button></li></ul>`
    }
    <button class="reveal" title=${t("Show this place in the editor (Enter)")} @click=${() => on.reveal(entry.path, true)}><span class="codicon codicon-go-to-file" aria-hidden="true"></span> ${formatPath(entry.path)}</button>`;
}

function contentView(model: Model, observed: OverlaidRun, on: Handlers): TemplateResult {
  const { overlay, moments } = observed;
  const outside = [...moments].filter(([, { judged }]) => isOutside(judged.verdict));
  return html`<div class="observed-content">
    <p>${overlay.title}</p>
    <p class="quiet">${countsInWords(observed)}</p>
    ${outside.length === 0 ? nothing : outsideView(outside, on)}
    ${notesOf(observed).map((note) => html`<p class="note">${note}</p>`)}
    ${legendView()}
    <div class="scenario-actions">${
      playsObserved(model, overlay)
        ? nothing
        : html`<button class="main" title=${t("Play what the containers did")} @click=${() => on.change(setupOfObserved(model, overlay))}>${t("Use observed scenario")}</button>`
    }
      <button class="text" title=${t("Remove the observed runs from the lanes")} @click=${() => on.unobserve()}>${t("Hide observation")}</button></div>
  </div>`;
}

function outsideView(outside: readonly (readonly [string, ObservedMoment])[], on: Handlers): TemplateResult {
  const more = outside.length - listedAtMost;
  return html`<ul class="chain outside-list">${outside
    .slice(0, listedAtMost)
    .map(
      ([id, moment]) =>
        html`<li><button class="link" @click=${() => on.selectId(id)}><span class="at">${formatMoment(Math.max(0, moment.judged.at.nominalMs + moment.shiftMs))}</span> <span>${moment.what}</span></button><p class="quiet">${moment.judgment}</p></li>`,
    )}${more > 0 ? html`<li class="more">${t("and {0} more", more)}</li>` : nothing}</ul>`;
}

/** The run's own entry for the same thing. */
function predictedOf({ run }: Model, { kind, container, run: count }: TimelineEntry): TimelineEntry | undefined {
  return run.timeline.entries.find(
    (entry) => entry.kind === kind && entry.container === container && entry.run === count,
  );
}

function verdictClass(verdict: ObservedVerdict): string {
  return isOutside(verdict) ? "fails" : "";
}

function verdictIcon(verdict: ObservedVerdict): TemplateResult {
  const icon = isOutside(verdict) ? "warning" : verdict === "inside" ? "pass" : "circle-outline";
  return html`<span class="codicon codicon-${icon}" aria-hidden="true"></span>`;
}
