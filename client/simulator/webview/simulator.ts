import { html, nothing, render, type TemplateResult } from "lit/html.js";
import { curveView } from "./curve-view.ts";
import { detailsView } from "./details-view.ts";
import { headerView } from "./header-view.ts";
import type { Host } from "./host.ts";
import { actionOf, type Focus } from "./keys.ts";
import { loadLater } from "./load-later.ts";
import type { MenuName, Model } from "./model.ts";
import { patternsView } from "./patterns-view.ts";
import { Store } from "./store.ts";
import { adoptStyles } from "./styles.ts";
import { edgePx } from "./time-view.ts";
import { timelineView } from "./timeline-view.ts";
import { toolbarView } from "./toolbar-view.ts";

const keepAfterMs = 150;
const idleWithinMs = 100;

/**
 * The panel's page. It has no shadow root: VS Code's own styles and icons reach it as they reach any page.
 * It is the only element, and the store has its state: of Lit it needs the templates, and not the half that makes elements of them.
 */
export class SimulatorPanel extends HTMLElement {
  readonly store: Store;
  readonly #host: Host;
  readonly #resized = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #focusRequests = 0;
  #isDrawnSoon = false;
  #isLaterWanted = false;
  #menu: MenuName | undefined;

  constructor(host: Host) {
    super();
    this.#host = host;
    this.store = new Store({
      host,
      frames: {
        request: (onFrame) => requestAnimationFrame(onFrame),
        cancel: (handle) => cancelAnimationFrame(handle),
      },
      reducedMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
      changed: () => this.#drawSoon(),
      whenIdle: (callback) => requestIdleCallback(callback, { timeout: idleWithinMs }),
    });
  }

  connectedCallback(): void {
    window.addEventListener("keydown", this.#onKey);
    window.addEventListener("pointerdown", this.#onPointer);
    this.#resized.observe(this);
    this.#drawSoon();
  }

  disconnectedCallback(): void {
    window.removeEventListener("keydown", this.#onKey);
    window.removeEventListener("pointerdown", this.#onPointer);
    this.#resized.disconnect();
  }

  /** Changes that come together are drawn together. */
  #drawSoon(): void {
    if (this.#isDrawnSoon) return;
    this.#isDrawnSoon = true;
    queueMicrotask(() => {
      this.#isDrawnSoon = false;
      render(this.#content(), this);
      this.#drawn();
    });
  }

  #content(): TemplateResult {
    const { model, empty } = this.store;
    if (model === undefined) return html`<p class="empty-page">${empty ?? "The pod is read …"}</p>`;
    return this.#page(model);
  }

  #drawn(): void {
    const { model } = this.store;
    if (model === undefined) return;
    this.#measure();
    this.#showHelp(model.helping);
    this.#followMenu(model.menu);
    if (!this.#isLaterWanted) this.#loadLater();
    if (model.focusRequests !== this.#focusRequests) this.#followSelection(model);
    this.#keepSoon();
  }

  #page(model: Model): TemplateResult {
    const { store } = this;
    const { later } = model;
    return html`<main class="simulator" aria-label="Simulation of ${model.run.pod.kind} ${model.run.pod.name}">
      ${patternsView()} ${toolbarView(model, store)} ${headerView(model, store)}
      <div class="story">${
        model.view.view === "table" && later !== undefined ? later.tableView(model, store) : timelineView(model, store)
      }
        ${curveView(model, store)}</div>
      <div class="side">${detailsView(model, store)}${later?.sidePartsView(model, store)}</div>
      ${model.helping && later !== undefined ? later.helpView(store) : nothing}
      <div class="live" aria-live="polite">${model.announced}</div>
    </main>`;
  }

  /** What the first picture does not need. */
  #loadLater(): void {
    this.#isLaterWanted = true;
    loadLater().then(
      (later) => {
        adoptStyles(later.laterStyles);
        this.store.receiveLater(later);
      },
      (error: unknown) => this.#host.send({ type: "failed", message: String(error) }),
    );
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const action = actionOf(event, focusOf(event.target));
    if (action === undefined || (this.store.model?.helping === true && action !== "help" && action !== "close")) return;
    event.preventDefault();
    this.store.act(action);
  };

  /** A click anywhere else closes a menu. */
  readonly #onPointer = ({ target }: PointerEvent): void => {
    if (this.store.model?.menu === undefined) return;
    if (target instanceof Element && target.closest(".menu-place") === null) this.store.setMenu(undefined);
  };

  /** The focus goes into a menu that opens, and back to its button. */
  #followMenu(menu: MenuName | undefined): void {
    const before = this.#menu;
    const place = (name: string): Element | null =>
      this.querySelector(`[data-menu="${name}"]`)?.closest(".menu-place") ?? null;
    if (menu !== undefined && place(menu)?.querySelector(".menu") == null) return;
    this.#menu = menu;
    if (menu === before) return;
    const target =
      menu === undefined
        ? before && isIn(document.activeElement, place(before)) && place(before)?.querySelector("button")
        : place(menu)?.querySelector(".menu :is(button, input, select):not(:disabled)");
    if (target instanceof HTMLElement) target.focus();
  }

  #measure(): void {
    const tracks = this.querySelector(".axis-track");
    const lanes = this.querySelector(".lanes-scroll");
    const { model } = this.store;
    if (tracks === null || lanes === null || model === undefined) return;
    const widthPx = tracks.clientWidth - 2 * edgePx;
    const heightPx = lanes.clientHeight;
    if (widthPx === model.widthPx && heightPx === model.scrolled.heightPx) return;
    this.store.resize(widthPx, { topPx: lanes.scrollTop, heightPx });
  }

  #showHelp(helping: boolean): void {
    const dialog = this.querySelector("dialog");
    if (helping && dialog !== null && !dialog.open) dialog.showModal();
  }

  /** The selected entry is brought into sight; the focus goes along where it was in the timeline already. */
  #followSelection(model: Model): void {
    this.#focusRequests = model.focusRequests;
    const item = this.querySelector('[aria-selected="true"]');
    item?.closest(".track")?.scrollIntoView({ block: "nearest" });
    const focused = document.activeElement;
    if (item instanceof SVGElement && focused?.closest(".tracks") != null) item.focus({ preventScroll: true });
    else this.querySelector("tr.selected")?.scrollIntoView({ block: "nearest" });
  }

  #keepSoon(): void {
    if (this.#keepTimer !== undefined) return;
    this.#keepTimer = setTimeout(() => {
      this.#keepTimer = undefined;
      const state = this.store.state();
      if (state !== undefined) this.#host.keep(state);
    }, keepAfterMs);
  }
}

function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return "elsewhere";
  if (target.closest("select, input, textarea, [role=slider]") !== null) return "field";
  if (target.closest("button, a") !== null) return "button";
  return target.closest(".tracks") !== null || target === document.body ? "timeline" : "elsewhere";
}

/** The focus falls to the page when what has it goes away. */
function isIn(focused: Element | null, place: Element | null): boolean {
  return focused === null || focused === document.body || place?.contains(focused) === true;
}
