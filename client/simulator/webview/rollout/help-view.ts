import { html, svg, type TemplateResult } from "lit/html.js";
import { podStates } from "../../../../shared/drawing/rollout/lanes.ts";
import { keyNames } from "../help/help-words.ts";
import type { Action } from "../model/keys.ts";
import { t } from "../words/l10n.ts";
import type { RolloutHandlers } from "./model.ts";

/** The keys that do something on this page. */
const keys: readonly Action[] = [
  "play",
  "next",
  "previous",
  "first",
  "last",
  "next-in-lane",
  "previous-in-lane",
  "lane-below",
  "lane-above",
  "zoom-in",
  "zoom-out",
  "zoom-fit",
  "table",
  "reveal",
  "export",
  "undo",
  "redo",
  "help",
];

/** The keys and the bars, over the rest of the panel. */
export function rolloutHelpView(on: RolloutHandlers): TemplateResult {
  const closed = (event: Event): void => {
    event.preventDefault();
    on.act("close");
  };
  const own: readonly (readonly [string, string])[] = [
    ["i", t("inject an event at the cursor")],
    ["c", t("compare with another strategy")],
    ["Esc", t("close what is open")],
  ];
  return html`<dialog class="help" aria-label=${t("Shortcuts and legend")} @cancel=${closed}>
    <button class="icon close" title=${t("Close (Esc)")} aria-label=${t("Close")} @click=${() => on.act("close")}><span class="codicon codicon-close"></span></button>
    <div class="help-columns">
      <section><h2>${t("Keys")}</h2><dl>${[...keys.map((key) => keyNames[key]), ...own].map(([shown, does]) => html`<dt><kbd>${shown}</kbd></dt><dd>${does}</dd>`)}</dl></section>
      <section><h2>${t("Pods")}</h2><dl>${Object.entries(podStates).map(
        ([kind, means]) =>
          html`<dt><svg aria-hidden="true" width="40" height="16">${svg`<g class="item bar ${kind}"><rect class="bar-fill" x="1" y="2" width="38" height="12"></rect></g>`}</svg></dt><dd>${means}</dd>`,
      )}</dl></section>
    </div>
  </dialog>`;
}
