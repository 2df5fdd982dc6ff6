import { guard } from "lit/directives/guard.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import type { AlertsAnswer } from "../../../../shared/protocol/panel/alerts.ts";
import { type AlertRuleSource, alertRuleSources } from "../../../../shared/protocol/values/alert-rule-sources.ts";
import type { ShownAlert } from "../../../../shared/protocol/values/shown-alert.ts";
import { alertsPart } from "../background/ask-alerts.ts";
import type { Handlers, Model } from "../model/model.ts";
import type { AlertsRun } from "../run/alerts-run.ts";
import { entryInWords } from "../run/words.ts";
import { chooserView } from "../widgets/chooser-view.ts";
import { partView } from "../widgets/part-view.ts";
import { t } from "../words/l10n.ts";

/** What alerts do in the run, and whose they are. Without an answer there is nothing but its title, by which it is opened. */
export function alertsPartView(model: Model, on: Handlers): TemplateResult | typeof nothing {
  const { alerts, closed } = model;
  if (alerts === undefined && !closed.has(alertsPart)) return nothing;
  const content = (): TemplateResult =>
    html`${guard([alerts], () => (alerts === undefined ? nothing : contentView(alerts, on)))}`;
  return partView(model, on, { name: alertsPart, title: t("Alerts"), content });
}

/** The alert of the selected entry; undefined if something else is selected. */
export function alertDetails(model: Model, on: Handlers): TemplateResult | undefined {
  const { alerts, view } = model;
  const entry = alerts?.own.find(({ id }) => id === view.selected);
  if (alerts === undefined || entry === undefined) return undefined;
  const index = alerts.lanes.findIndex(({ bars }) => bars.some(({ ids }) => ids.includes(entry.id)));
  const alert = alerts.answer.alerts[index];
  if (alert === undefined) return undefined;
  const cause = alerts.byId.get(entry.cause ?? "");
  return html`<p class="card-title">${t("Alert")} · ${sourceName(alert.from)}</p><h2>${alerts.sentences?.get(entry.id)}</h2>
    ${isSilent(alert) ? nothing : html`<p class="when">${formatMoment(entry.tMs)}</p>${reasonView(alert)}`}
    <p class="alert-expression"><code>${alert.expression}</code></p>
    ${
      cause === undefined
        ? nothing
        : html`<h3>${t("Last change before")}</h3><ul class="chain"><li><button class="link" @click=${() => on.select(cause)}><span class="at">${formatMoment(cause.tMs)}</span> ${entryInWords(alerts, cause)}</button></li></ul>`
    }`;
}

function reasonView({ because }: ShownAlert): TemplateResult | typeof nothing {
  return because === "" ? nothing : html`<p>${t("It does not fire in this run: {0}.", because)}</p>`;
}

function contentView({ answer, lanes }: AlertsRun, on: Handlers): TemplateResult {
  const { alerts, problems } = answer;
  return html`<div class="alerts-content">
    ${chooserView({
      label: t("Rules"),
      choices: choicesOf(answer),
      current: answer.rules,
      changed: (value) => {
        const chosen = alertRuleSources.find((source) => source === value);
        if (chosen !== undefined) on.chooseAlertRules(chosen);
      },
    })}
    ${
      alerts.length === 0
        ? html`<p class="quiet">${t("None of these alerts becomes pending in this run.")}</p>`
        : html`<ul class="chain">${alerts.map((alert, index) => rowView(alert, lanes[index]?.bars[0]?.ids[0] ?? "", on))}</ul>`
    }
    ${problems.map((problem) => html`<p class="note">${problem}</p>`)}
    <p class="quiet">${t("Scraped and evaluated every 30s.")}</p>
  </div>`;
}

function rowView(alert: ShownAlert, id: string, on: Handlers): TemplateResult {
  const { state, details } = outcomeOf(alert);
  return html`<li><button class="link" @click=${() => on.selectId(id)}><span class="at">${state}</span> <span>${alert.name}</span></button><p class="quiet">${details}</p></li>`;
}

/** `firing`, `after 17m30s`; `never`, `CrashLoopBackOff is in the status 0.02 % of the time`. */
function outcomeOf(alert: ShownAlert): { readonly state: string; readonly details: string } {
  const { periods, because } = alert;
  const [pending] = periods;
  const firing = periods.find(({ is }) => is === "firing");
  if (firing !== undefined) return { state: t("firing"), details: t("after {0}", formatMoment(firing.fromMs)) };
  if (pending === undefined) return { state: t("never"), details: because };
  const since = formatMoment(pending.fromMs);
  return { state: t("pending"), details: t("after {0}, and does not fire: {1}", since, because) };
}

function isSilent({ periods }: ShownAlert): boolean {
  return periods.length === 0;
}

function choicesOf({ hasFiles }: AlertsAnswer) {
  const sources = alertRuleSources.filter((source) => source !== "workspace" || hasFiles);
  return sources.map((value) => ({ value, label: sourceName(value) }));
}

const sourceNames: Readonly<Record<AlertRuleSource, () => string>> = {
  mixin: () => t("kubernetes-mixin"),
  aks: () => t("AKS recommended alerts"),
  workspace: () => t("Rule files of the workspace"),
};

/** Of a pack; a file has its own. */
function sourceName(from: string): string {
  const source = alertRuleSources.find((each) => each === from);
  return source === undefined ? from : sourceNames[source]();
}
