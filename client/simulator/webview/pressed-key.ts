import { type Action, actionOf, type Focus } from "./model/keys.ts";

interface Page {
  readonly model: { readonly helping: boolean } | undefined;
  act(action: Action): void;
}

/** Does what a key asks for, where it is ours. */
export function pressedKey(event: KeyboardEvent, page: Page): void {
  const action = actionOf(event, focusOf(event.target));
  if (action === undefined || (page.model?.helping === true && action !== "help" && action !== "close")) return;
  event.preventDefault();
  page.act(action);
}

function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return "elsewhere";
  if (target.closest("select, input, textarea") !== null) return "field";
  if (target.closest("button, a, summary") !== null) return "button";
  if (target.matches("[role=region]")) return "region";
  return target.closest(".tracks") !== null || target === document.body ? "timeline" : "elsewhere";
}
