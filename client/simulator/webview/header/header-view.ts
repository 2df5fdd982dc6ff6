import { html, type TemplateResult } from "lit/html.js";
import type { Handlers, Model } from "../model/model.ts";
import { endedInWords } from "../run/words.ts";
import { t } from "../words/l10n.ts";
import { factsView } from "./facts-view.ts";
import { verdictView } from "./verdict-view.ts";

/** The caption of the picture: the verdict, its numbers, and the fix or the change. What the lanes show, no text repeats. */
export function headerView(model: Model, on: Handlers): TemplateResult {
  const { deferredUi } = model;
  return html`<section class="head" aria-label=${t("Answer")}>
    ${verdictView(model)} ${factsView(model, on)} ${deferredUi?.fixView(model, on)}
    ${noticesOf(model).map((notice) => html`<p class="notice"><span class="codicon codicon-warning" aria-hidden="true"></span> ${withCode(notice)}</p>`)}
  </section>`;
}

function noticesOf({ run, stale: reason, findings }: Model): string[] {
  const stale = reason === undefined ? undefined : t("{0} The panel shows the last valid run.", reason);
  const [first] = run.scenarioProblems;
  const more = run.scenarioProblems.length > 1 ? t(" (and {0} more)", run.scenarioProblems.length - 1) : "";
  // The findings have it with its repair, once they are there.
  const scenario =
    first === undefined || findings !== undefined
      ? undefined
      : t("The scenario is not used as written: {0}", `${first}${more}`);
  const played =
    run.payload.refused === undefined ? undefined : t("The lanes show what the pod would do if it were accepted.");
  return [stale, played, scenario, endedInWords(run)].filter((notice) => notice !== undefined);
}

/** The forecast's sentence is Markdown for the hover: names stand between backticks. */
function withCode(text: string): (string | TemplateResult)[] {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
