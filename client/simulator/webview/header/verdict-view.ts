import { html, type TemplateResult } from "lit/html.js";
import type { Answer, Outlook } from "../../../../shared/forecast/answer/model.ts";
import type { Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";

/** What will happen: a word, and a sentence. */
export function verdictView({ answer, isAnswering }: Pick<Model, "answer" | "isAnswering">): TemplateResult {
  const { icon, name } = outlooks[answer?.outlook ?? "pending"];
  const word = endOf(answer) ?? name();
  return html`<p class="answer-line outlook-${answer?.outlook ?? "pending"}" aria-busy=${isAnswering}><span class="codicon codicon-${icon}" aria-hidden="true"></span>
    <b class="outlook">${word}</b> <span class="answer">${answer?.headline.replace(`The ${word} `, "") ?? t("Playing 100 runs of this pod …")}</span></p>`;
}

const outlooks: Readonly<Record<Outlook | "pending", { readonly icon: string; readonly name: () => string }>> = {
  healthy: { icon: "pass", name: () => t("Healthy") },
  restarts: { icon: "warning", name: () => t("Restarts") },
  "crash-loop": { icon: "error", name: () => t("Crash loop") },
  "never-ready": { icon: "error", name: () => t("Never ready") },
  "loses-ready": { icon: "warning", name: () => t("Goes out of service") },
  ends: { icon: "info", name: () => t("Completes") },
  fails: { icon: "error", name: () => t("Fails") },
  rejected: { icon: "error", name: () => t("Rejected") },
  pending: { icon: "circle-outline", name: () => t("Working out the answer") },
};

/** How it ends, where the outlook leaves that open. */
function endOf(answer: Answer | undefined): string | undefined {
  if (answer === undefined) return undefined;
  const { outlook, job, end } = answer;
  if (outlook === "ends" && end?.how === "Deleted") return t("Deleted");
  if (job === undefined) return undefined;
  if (outlook === "ends") return t("Job completes");
  return outlook === "fails" ? t("Job fails") : undefined;
}
