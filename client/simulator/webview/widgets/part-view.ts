import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Handlers, Model } from "../model/model.ts";

interface Part {
  readonly name: string;
  readonly title: string;
  readonly content: () => TemplateResult;
}

/** A part that can be closed; the page keeps that. */
export function partView({ closed }: Model, on: Handlers, { name, title, content }: Part): TemplateResult {
  const isOpen = !closed.has(name);
  const toggled = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLDetailsElement) on.setClosed(name, !currentTarget.open);
  };
  return html`<details class="part part-${name}" ?open=${isOpen} @toggle=${toggled}>
    <summary><h2>${title}</h2></summary>
    ${isOpen ? content() : nothing}
  </details>`;
}
