import { actionOf, type Focus } from "./model/keys.ts";
import type { Store } from "./store.ts";

/** Does what a key asks for, where it is ours. */
export function pressedKey(event: KeyboardEvent, store: Store): void {
  const action = actionOf(event, focusOf(event.target));
  if (action === undefined || (store.model?.helping === true && action !== "help" && action !== "close")) return;
  event.preventDefault();
  store.act(action);
}

function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return "elsewhere";
  if (target.closest("select, input, textarea") !== null) return "field";
  if (target.closest("button, a, summary") !== null) return "button";
  if (target.matches("[role=region]")) return "region";
  return target.closest(".tracks") !== null || target === document.body ? "timeline" : "elsewhere";
}
