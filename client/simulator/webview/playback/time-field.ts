import { html, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import type { ViewState } from "../model/view.ts";
import { t } from "../words/l10n.ts";

interface Handlers {
  moveTo(tMs: number): void;
  act(action: "play"): void;
}

interface Shown {
  readonly view: ViewState;
  readonly playing: boolean;
  readonly spanMs: number;
  /** Undefined while its code is not there yet. */
  readonly readTime: ((typed: string) => number | undefined) | undefined;
}

/** What is typed there moves the cursor. Only a move of the cursor overwrites what is half typed; playing would, so it pauses. */
export function timeField({ view, playing, spanMs, readTime }: Shown, on: Handlers): TemplateResult {
  const shownTime = formatMoment(view.tMs);
  const typed = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    const tMs = readTime?.(currentTarget.value);
    currentTarget.setCustomValidity(tMs === undefined ? t("Type a time such as 12m40s, 12:40 or 760.") : "");
    currentTarget.reportValidity();
    if (tMs === undefined) return;
    on.moveTo(tMs);
    currentTarget.value = formatMoment(Math.min(tMs, spanMs));
  };
  const began = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement) currentTarget.setCustomValidity("");
    if (playing) on.act("play");
  };
  const left = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLInputElement)) return;
    currentTarget.setCustomValidity("");
    currentTarget.value = shownTime;
  };
  const pressed = ({ key, currentTarget }: KeyboardEvent): void => {
    if (
      key !== "Enter" ||
      !(currentTarget instanceof HTMLInputElement) ||
      readTime?.(currentTarget.value) === undefined
    )
      return;
    // The change of the value comes first, and what it draws.
    requestAnimationFrame(() =>
      document.querySelector<SVGElement>(".tracks [tabindex='0']")?.focus({ preventScroll: true }),
    );
  };
  return html`<input class="now" type="text" inputmode="text" spellcheck="false" autocomplete="off" size="9"
    aria-label=${t("Time at the cursor")} title=${t("Time at the cursor: type 12m40s, 12:40 or seconds")} .value=${shownTime}
    @keydown=${pressed} @input=${began} @change=${typed} @blur=${left}>`;
}
