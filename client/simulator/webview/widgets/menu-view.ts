import { html, nothing, type TemplateResult } from "lit/html.js";

interface Menu<Name extends string> {
  readonly name: Name;
  /** On the button. */
  readonly label: string;
  /** On the button of a page that is not wide. */
  readonly shortLabel?: string;
  /** Of the menu and, where the label says less, of the button. */
  readonly title: string;
  readonly icon?: string;
  /** In a bar that is one stop of Tab. */
  readonly tabindex?: number;
  /** Undefined while the code of the menus is not there yet. */
  readonly content: (() => TemplateResult) | undefined;
}

/** A button and what it opens below itself. */
export function menuView<Name extends string>(
  { menu }: { readonly menu: Name | undefined },
  on: { setMenu(menu: Name | undefined): void },
  { name, label, shortLabel, title, icon, content, tabindex = 0 }: Menu<Name>,
): TemplateResult {
  const isOpen = menu === name && content !== undefined;
  return html`<span class="menu-place">
    <button class="menu-button" tabindex=${tabindex} data-menu=${name} title=${title} aria-label=${label} aria-haspopup="dialog" aria-expanded=${isOpen}
      @click=${() => on.setMenu(isOpen ? undefined : name)}
      >${icon === undefined ? nothing : html`<span class="codicon codicon-${icon}" aria-hidden="true"></span> `}<span class="button-text">${shortLabel === undefined ? label : html`<span class="long">${label}</span><span class="short">${shortLabel}</span>`}</span><span class="codicon codicon-chevron-down" aria-hidden="true"></span></button>
    ${isOpen ? html`<div class="menu" role="dialog" aria-label=${title}>${content()}</div>` : nothing}
  </span>`;
}
