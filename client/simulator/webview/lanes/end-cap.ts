import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { formatTypical } from "../../../../shared/basics/span-words.ts";
import { statusAt } from "../../../../shared/simulation/index.ts";
import type { Model } from "../model/model.ts";
import { columnsOf } from "../run/kubectl.ts";
import { t } from "../words/l10n.ts";

/** Ticks so near the end have no label where the cap lies. */
export const capPx = 96;

export function hasEndCap({ run, view }: Pick<Model, "run" | "view">): boolean {
  return view.toMs < run.timeline.untilMs;
}

/** Where the picture ends before the horizon: what follows, in words. */
export function endCap(model: Model): TemplateResult | typeof nothing {
  const { run, answer, view } = model;
  const { untilMs } = run.timeline;
  if (!hasEndCap(model)) return nothing;
  const rhythm = answer?.rhythm;
  const isSteady = rhythm !== undefined && view.toMs >= rhythm.fromMs.p50;
  const { status } = columnsOf(run, statusAt(run.timeline, view.toMs), view.toMs);
  const follows = isSteady ? t("every {0}", formatTypical(rhythm.everyMs.p50)) : status;
  return html`<div class="end-cap">${t("{0}, to {1}", follows, formatDuration(untilMs))}</div>`;
}
