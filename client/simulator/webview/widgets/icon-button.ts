import { html, type TemplateResult } from "lit/html.js";
import type { Action } from "../model/keys.ts";
import type { Handlers } from "../model/model.ts";

/** Its title names the key in parentheses, which a screen reader need not say. */
export function iconButton(
  on: Pick<Handlers, "act">,
  action: Action,
  icon: string,
  title: string,
  isDisabled = false,
): TemplateResult {
  const name = title.replace(/ \([^()]*\)$/, "");
  return html`<button class="icon" title=${title} aria-label=${name} ?disabled=${isDisabled} @click=${() => on.act(action)}><span class="codicon codicon-${icon}"></span></button>`;
}
