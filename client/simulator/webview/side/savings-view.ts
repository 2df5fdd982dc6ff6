import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration, parseDuration } from "../../../../shared/basics/durations.ts";
import { rounded } from "../../../../shared/forecast/answer/time-words.ts";
import { defaultCosts, type NewPodCosts, savingsOf } from "../../../../shared/forecast/restart-all-savings.ts";
import type { RestartAllStory } from "../../../../shared/forecast/restart-all-story.ts";
import { t } from "../l10n.ts";
import type { Handlers, Model } from "../model/model.ts";

/** What a restart in place saves beside a pod that is created anew, and beside a Job's next pod. */
export function savingsView(
  model: Model,
  story: RestartAllStory,
  { nth, on }: { readonly nth: number; readonly on: Handlers },
): TemplateResult | typeof nothing {
  const costs = costsOf(model);
  const savings = savingsOf(story, costs, nth);
  if (savings === undefined) return nothing;
  const { inPlaceMs, recreatedMs, nextTryMs, jobDelayMs } = savings;
  return html`<table class="savings"><caption>${t("Out of service")}</caption><tbody>
      <tr><th scope="row">${t("RestartAllContainers")}</th><td>${rounded(inPlaceMs)}</td><td></td></tr>
      ${wayView(t("Pod deleted and created again"), recreatedMs, inPlaceMs)}
      ${wayView(t("Job's next pod (back-off {0})", formatDuration(jobDelayMs)), nextTryMs, inPlaceMs)}
    </tbody></table>
    <p class="quiet">${t("Assumed for a new pod:")}</p>
    <div class="costs">${fields.map((field) => costView(model, costs, field, on))}</div>`;
}

function costsOf({ run, setup: { newPod } }: Pick<Model, "run" | "setup">): NewPodCosts {
  const { schedulingMs, pullMs, initMs } = defaultCosts(run.timeline);
  return {
    schedulingMs: newPod?.schedulingMs ?? schedulingMs,
    pullMs: newPod?.pullMs ?? pullMs,
    initMs: newPod?.initMs ?? initMs,
  };
}

function wayView(name: string, ms: number, inPlaceMs: number): TemplateResult {
  const saved = ms - inPlaceMs;
  const difference = saved >= 0 ? t("{0} saved", rounded(saved)) : t("{0} lost", rounded(-saved));
  return html`<tr><th scope="row">${name}</th><td>${rounded(ms)}</td><td>${difference}</td></tr>`;
}

const fields = ["schedulingMs", "pullMs", "initMs"] as const;
const labels: Readonly<Record<keyof NewPodCosts, () => string>> = {
  schedulingMs: () => t("Rescheduling"),
  pullMs: () => t("Image pull"),
  initMs: () => t("Start to Ready"),
};

function costView({ setup }: Model, costs: NewPodCosts, field: (typeof fields)[number], on: Handlers): TemplateResult {
  const change = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    const ms = parseDuration(currentTarget.value.trim());
    const isTime = ms !== undefined && ms >= 0;
    currentTarget.setCustomValidity(isTime ? "" : t("Enter a duration such as 30s or 1m30s."));
    if (currentTarget.reportValidity() && isTime)
      on.change({ ...setup, newPod: { ...setup.newPod, [field]: Math.round(ms) } }, `new pod ${field}`);
  };
  return html`<label>${labels[field]()} <input type="text" size="6" spellcheck="false" autocomplete="off"
    .value=${rounded(costs[field])} @change=${change}></label>`;
}
