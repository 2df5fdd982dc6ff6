import { html, nothing, type TemplateResult } from "lit/html.js";
import { memo } from "../../../../shared/basics/once.ts";
import { formatTypical } from "../../../../shared/basics/span-words.ts";
import { defaultCosts, savingsOf } from "../../../../shared/forecast/restart-all/restart-all-savings.ts";
import { type RestartAllStory, restartAllStories } from "../../../../shared/forecast/restart-all/restart-all-story.ts";
import { storyInWords } from "../../../../shared/forecast/restart-all/restart-all-words.ts";
import type { Semantics } from "../../../../shared/kubernetes/node.ts";
import type { Handlers, Model } from "../model/model.ts";
import { differencesOf } from "../node/differences-note.ts";
import { withNode } from "../run/node-setup.ts";
import type { PanelRun } from "../run/run.ts";
import { partView } from "../widgets/part-view.ts";
import { t } from "../words/l10n.ts";

/** In the order in which they began, each with its sentences. */
const storiesOf = memo(({ timeline, pod }: PanelRun) =>
  restartAllStories(timeline, pod).map((story) => ({ ...story, sentences: storyInWords(story) })),
);

/** Each restart of all containers as a story, and a switch between what is released and what the proposal says. */
export function restartAllView(model: Model, on: Handlers): TemplateResult | typeof nothing {
  const { run } = model;
  const stories = storiesOf(run);
  if (stories.length === 0) return nothing;
  const story = stories.findLast((each) => each.startedMs <= model.view.tMs) ?? stories[0];
  return partView(model, on, {
    name: "restart-all",
    title:
      stories.length === 1 ? t("Restart of all containers") : t("Restarts of all containers ({0})", stories.length),
    content: () => html`${story === undefined ? nothing : savingsView(model, story, stories.indexOf(story) + 1)}
      <div role="group" aria-label=${t("Semantics")} class="group">${semanticsButton(model, on, "released")}${semanticsButton(model, on, "kep")}</div>
      <ol class="story-list">${story === undefined ? nothing : story.sentences.map(({ text, id }) => stepView(text, id, on))}</ol>
      ${differencesView(model)}`,
  });
}

/** What a restart in place saves beside a pod that is created anew. */
function savingsView({ run }: Model, story: RestartAllStory, nth: number): TemplateResult | typeof nothing {
  const { schedulingMs, pullMs, initMs } = defaultCosts(run.timeline);
  const { training } = run.payload;
  const costs = {
    schedulingMs: training?.schedulingTakesMs ?? schedulingMs,
    pullMs: training?.pullTakesMs ?? pullMs,
    initMs,
  };
  const savings = savingsOf(story, costs, nth);
  if (savings === undefined) return nothing;
  const savedMs = savings.recreatedMs - savings.inPlaceMs;
  const assumed = t(
    "Assumed for a new pod: {0} to schedule it, {1} to pull its image, {2} from start to Ready",
    formatTypical(costs.schedulingMs),
    formatTypical(costs.pullMs),
    formatTypical(costs.initMs),
  );
  return html`<p class="savings" title=${assumed}>${t("Takes {0}.", formatTypical(savings.inPlaceMs))} ${savedMs >= 0 ? t("Saves {0} against a new pod.", formatTypical(savedMs)) : t("Takes {0} longer than a new pod.", formatTypical(-savedMs))}</p>`;
}

function stepView(text: string, id: string | undefined, on: Handlers): TemplateResult {
  return html`<li>${id === undefined ? text : html`<button class="link" @click=${() => on.selectId(id)}>${text}</button>`}</li>`;
}

function semanticsButton(model: Model, on: Handlers, semantics: Semantics): TemplateResult {
  const isChosen = model.run.assumptions.semantics === semantics;
  return html`<button aria-pressed=${isChosen} @click=${() => on.change(withNode(model, { semantics }))}>${semantics === "kep" ? t("as in KEP-5532") : t("as released")}</button>`;
}

function differencesView({ run }: Model): TemplateResult | typeof nothing {
  const differences = differencesOf(run);
  if (differences.length === 0) return nothing;
  return html`<h3>${t("Where the KEPs differ")}</h3><ul class="differences">${differences.map((difference) => html`<li>${difference}</li>`)}</ul>`;
}
