import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration, parseDuration } from "../../../../shared/basics/durations.ts";
import { memoBounded } from "../../../../shared/basics/once.ts";
import { formatTypical } from "../../../../shared/basics/span-words.ts";
import {
  defaultCosts,
  type NewPodCosts,
  type RestartAllSavings,
  savingsOf,
} from "../../../../shared/forecast/restart-all/restart-all-savings.ts";
import type { RestartAllStory } from "../../../../shared/forecast/restart-all/restart-all-story.ts";
import { type Goodput, playGoodput } from "../../../../shared/forecast/training/goodput.ts";
import { defaultTraining, type TrainingAssumptions } from "../../../../shared/scenario/training-assumptions.ts";
import type { Handlers, Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";

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
      <tr><th scope="row">${t("RestartAllContainers")}</th><td>${formatTypical(inPlaceMs)}</td><td></td></tr>
      ${wayView(t("Pod deleted and created again"), recreatedMs, inPlaceMs)}
      ${wayView(t("Job's next pod (back-off {0})", formatDuration(jobDelayMs)), nextTryMs, inPlaceMs)}
    </tbody></table>
    <p class="quiet">${t("Assumed for a new pod:")}</p>
    <div class="costs">${fields.map((field) => costView(model, costs[field], field, on))}</div>
    ${goodputView(model, savings, on)}`;
}

/** What each way leaves of a training run that fails again and again, over 7 days. */
function goodputView(model: Model, savings: RestartAllSavings, on: Handlers): TemplateResult {
  const assumed = { ...defaultTraining, failuresEveryMs: defaultFailuresMs, ...model.run.payload.training };
  const { failuresMs = assumed.failuresEveryMs, checkpointMs = assumed.checkpointEveryMs } = model.setup.newPod ?? {};
  const { inPlaceMs, recreatedMs, nextTryMs } = savings;
  const training = { ...assumed, failuresEveryMs: failuresMs, checkpointEveryMs: checkpointMs };
  const row = (name: string, downMs: number): TemplateResult => {
    const { mean, share } = goodputOf(training, downMs);
    return html`<tr><th scope="row">${name}</th><td>${percent(mean)}</td><td>${percent(share.min)}–${percent(share.max)}</td></tr>`;
  };
  return html`<table class="goodput"><caption>${t("Goodput of training, over 7 days in 100 runs")}</caption><tbody>
      ${row(t("RestartAllContainers"), inPlaceMs)}
      ${row(t("Pod deleted and created again"), recreatedMs)}
      ${row(t("Job's next pod"), nextTryMs)}
    </tbody></table>
    <p class="quiet">${t("Assumed of training, with {0} for a checkpoint and {1} to resume:", formatDuration(training.checkpointTakesMs), formatDuration(training.resumeTakesMs))}</p>
    <div class="costs">${costView(model, failuresMs, "failuresMs", on)}${costView(model, checkpointMs, "checkpointMs", on)}</div>`;
}

const defaultFailuresMs = 6 * 3_600_000;

const playedMax = 30;
const played = memoBounded(playedMax, (_: string, training: TrainingAssumptions, downMs: number) =>
  playGoodput(training, () => () => ({ downMs })),
);

/** Each view asks again for the same. */
function goodputOf(training: TrainingAssumptions, downMs: number): Goodput {
  return played(JSON.stringify([training, downMs]), training, downMs);
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

function costsOf({ run, setup: { newPod } }: Pick<Model, "run" | "setup">): NewPodCosts {
  const { schedulingMs, pullMs, initMs } = defaultCosts(run.timeline);
  return {
    schedulingMs: newPod?.schedulingMs ?? run.payload.training?.schedulingTakesMs ?? schedulingMs,
    pullMs: newPod?.pullMs ?? run.payload.training?.pullTakesMs ?? pullMs,
    initMs: newPod?.initMs ?? initMs,
  };
}

function wayView(name: string, ms: number, inPlaceMs: number): TemplateResult {
  const saved = ms - inPlaceMs;
  const difference = saved >= 0 ? t("{0} saved", formatTypical(saved)) : t("{0} lost", formatTypical(-saved));
  return html`<tr><th scope="row">${name}</th><td>${formatTypical(ms)}</td><td>${difference}</td></tr>`;
}

const fields = ["schedulingMs", "pullMs", "initMs"] as const;
type AssumedField = keyof NewPodCosts | "failuresMs" | "checkpointMs";

const labels: Readonly<Record<AssumedField, () => string>> = {
  schedulingMs: () => t("Rescheduling"),
  pullMs: () => t("Image pull"),
  initMs: () => t("Start to Ready"),
  failuresMs: () => t("Failure every"),
  checkpointMs: () => t("Checkpoint every"),
};

/** Shorter ones leave nothing to play. */
const leastMs: Partial<Record<AssumedField, number>> = { failuresMs: 60_000, checkpointMs: 1000 };

function costView({ setup }: Model, valueMs: number, field: AssumedField, on: Handlers): TemplateResult {
  const change = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    const ms = parseDuration(currentTarget.value.trim());
    const isTime = ms !== undefined && ms >= (leastMs[field] ?? 0);
    currentTarget.setCustomValidity(isTime ? "" : t("Enter a duration such as 30s or 1m30s."));
    if (currentTarget.reportValidity() && isTime)
      on.change({ ...setup, newPod: { ...setup.newPod, [field]: Math.round(ms) } }, `new pod ${field}`);
  };
  return html`<label>${labels[field]()} <input type="text" size="6" spellcheck="false" autocomplete="off"
    .value=${formatDuration(valueMs)} @change=${change}></label>`;
}
