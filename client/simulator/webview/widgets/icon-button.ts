import { html, type TemplateResult } from "lit/html.js";
import type { Action } from "../model/keys.ts";
import type { Handlers } from "../model/model.ts";

/** Its title names the key in parentheses, which a screen reader need not say. `isRoving`: the arrows reach it, not Tab. */
export function iconButton(
  on: Pick<Handlers, "act">,
  action: Action,
  icon: string,
  title: string,
  { isDisabled = false, isRoving = false }: { readonly isDisabled?: boolean; readonly isRoving?: boolean } = {},
): TemplateResult {
  const name = title.replace(/ \([^()]*\)$/, "");
  return html`<button class="icon" tabindex=${isRoving ? -1 : 0} title=${title} aria-label=${name} ?disabled=${isDisabled} @click=${() => on.act(action)}><span class="codicon codicon-${icon}"></span></button>`;
}
